// The list of messages, kept in step with the state and at its end while you are there.

import { avatar, el, eye, who } from "./dom.js";
import { messageNode } from "./messages.js";

export class Log {
  #state; #list; #sending = new Map(); #stuck = true;

  constructor(state) {
    this.#state = state;
    this.#list = el("div", { role: "log", "aria-label": "Messages", "aria-live": "polite" });
    this.node = el("div", { class: "log", tabindex: "0" }, this.#list);
    this.node.addEventListener("scroll", () => { this.#stuck = this.#atEnd(); });
    new ResizeObserver(() => this.#follow()).observe(this.#list);
    new ResizeObserver(() => this.#follow()).observe(this.node);
    state.addEventListener("opened", () => this.#all());
    state.addEventListener("message", (event) => this.#one(event.detail.id));
    state.addEventListener("sending", (event) => this.#command(event.detail));
  }

  #atEnd() {
    return this.node.scrollHeight - this.node.scrollTop - this.node.clientHeight < 60;
  }

  #follow() {
    if (this.#stuck) this.node.scrollTop = this.node.scrollHeight;
  }

  #all() {
    const channel = this.#state.channel(this.#state.current);
    this.#sending.clear();
    const messages = [...this.#state.messages.values()].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
    this.#list.replaceChildren(
      el("div", { class: "start" }, el("h2", {}, `Welcome to #${channel?.name ?? ""}!`), el("p", {}, "Type / to see the commands.")),
      ...messages.map((one) => messageNode(one, this.#state, this.#act(), null)));
    this.#stuck = true;
    this.#follow();
  }

  #one(id) {
    const old = document.getElementById(`m${id}`);
    const message = this.#state.message(id);
    if (!message) {
      old?.remove();
      return;
    }
    const focused = old?.contains(document.activeElement) ? document.activeElement.dataset.customId : null;
    const node = messageNode(message, this.#state, this.#act(), old);
    if (old) old.replaceWith(node);
    else this.#place(node);
    if (focused) node.querySelector(`[data-custom-id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    this.#follow();
  }

  #place(node) {
    const after = [...this.#list.querySelectorAll(":scope > .sending")][0];
    this.#list.insertBefore(node, after ?? null);
  }

  #command(sending) {
    const before = this.#sending.get(sending);
    this.#sending.delete(sending);
    if (sending.state === "done" || sending.channel !== this.#state.current) {
      before?.remove();
      return;
    }
    const you = this.#state.you;
    const failed = sending.state !== "sending";
    const node = el("article", { class: failed ? "message ephemeral notsent" : "message sending" },
      el("div", { class: "context" }, avatar(you, "tiny"), el("span", {}, who(you, "b"), " used ", el("em", {}, `/${sending.path}`))),
      avatar(this.#state.bot), el("div", { class: "by" }, who(this.#state.bot, "b"), el("span", { class: "tag" }, "APP")),
      failed ? el("div", { class: "failed", role: "alert" }, sending.state) : el("div", { class: "thinking" }, "Sending command…"),
      failed ? el("div", { class: "note" }, eye(), " Only you can see this • ", el("button", { type: "button", onclick: () => node.remove() }, "Dismiss message")) : null);
    if (!failed) this.#sending.set(sending, node);
    if (before?.isConnected) before.replaceWith(node);
    else this.#list.append(node);
    this.#follow();
  }

  #act() {
    const state = this.#state;
    return {
      isWaiting: (messageId, customId) => state.isWaiting(messageId, customId),
      failure: (messageId) => state.failure(messageId),
      click: (message, customId, values) => state.click(message, customId, values),
      dismiss: (message) => state.dismiss(message),
      open: (channelId) => state.open(channelId),
    };
  }
}
