// The line at the bottom: text, or a slash command picked and filled in. All of it works from the keyboard.

import { el } from "./dom.js";
import { Popup } from "./popup.js";
import { CommandForm } from "./command_form.js";

export class Composer {
  #state; #popup; #field; #say; #warning; #commands = []; #form = null; #asked = 0;

  constructor(state) {
    this.#state = state;
    this.#popup = new Popup();
    this.#say = el("input", { class: "say", type: "text", "aria-label": "Message", autocomplete: "off", maxlength: "2000", role: "combobox", "aria-expanded": "false", "aria-controls": "popup" });
    this.#field = el("div", { class: "field" }, this.#say);
    this.#warning = el("div", { class: "warning", role: "alert" });
    this.node = el("div", { class: "composer" }, this.#popup.node, this.#field, this.#warning);
    this.#say.addEventListener("input", () => this.#typed());
    this.#say.addEventListener("keydown", (event) => this.#key(event));
    this.#say.addEventListener("blur", () => setTimeout(() => this.#form || document.activeElement === this.#say || this.#popup.hide(), 150));
    this.#say.addEventListener("focus", () => this.#typed());
    state.addEventListener("places", () => this.#place());
  }

  #place() {
    const channel = this.#state.channel(this.#state.current);
    this.#say.placeholder = `Message #${channel?.name ?? ""}`;
  }

  async #typed() {
    this.#warning.textContent = "";
    const text = this.#say.value;
    if (!text.startsWith("/")) { this.#popup.hide(); return; }
    const asked = ++this.#asked;
    this.#commands = leaves(await this.#state.commands(), this.#state.you.locale);
    if (asked !== this.#asked || this.#form) return;
    const now = this.#say.value.slice(1).toLowerCase();
    const exact = this.#commands.find((one) => [`${one.path} `, `${one.shown} `].includes(now));
    if (exact) { this.#pick(exact); return; }
    const words = now.trim().split(/\s+/);
    const found = this.#commands.filter((one) => words.every((word) => one.path.includes(word) || one.shown.includes(word)))
      .sort((a, b) => Number(b.shown.startsWith(now.trim())) - Number(a.shown.startsWith(now.trim())));
    this.#popup.show("Commands", found.map((one) => ({
      label: `/${one.shown}`, detail: one.description, pick: () => this.#pick(one), id: one.path,
    })), this.#say);
  }

  #key(event) {
    if (this.#popup.key(event)) return;
    if (event.key === "Escape") { this.#say.value = ""; this.#popup.hide(); }
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    const text = this.#say.value;
    if (!text.trim()) return;
    if (text.startsWith("/")) { this.#warning.textContent = `There is no command ${text.trim()}`; return; }
    this.#state.say(text);
    this.#say.value = "";
  }

  #pick(command) {
    this.#say.value = "";
    this.#popup.hide();
    const form = new CommandForm(this.#state, command, this.#popup, (sent) => this.#done(sent));
    this.#form = form;
    this.#field.replaceChildren(form.node);
    form.focus();
  }

  #done(sent) {
    this.#popup.hide();
    this.#form = null;
    this.#field.replaceChildren(this.#say);
    this.#say.focus();
    this.#popup.hide();
    if (sent) this.#state.command(sent.path, sent.options);
  }
}

function leaves(commands, locale) {
  return commands.flatMap((command) => leaf(command, command.name, local(command, "name", locale), locale));
}

function leaf(one, path, shown, locale) {
  const subs = (one.options ?? []).filter((option) => option.type <= 2);
  if (subs.length) return subs.flatMap((sub) => leaf(sub, `${path} ${sub.name}`, `${shown} ${local(sub, "name", locale)}`, locale));
  return [{ path, shown, description: local(one, "description", locale), options: (one.options ?? []).map((option) => inLanguage(option, locale)) }];
}

// Names go to the bot as they are; what is shown is in the person's language.
function inLanguage(option, locale) {
  const choices = option.choices?.map((choice) => ({ ...choice, name: local(choice, "name", locale) }));
  return { ...option, label: local(option, "name", locale), description: local(option, "description", locale), choices };
}

function local(one, key, locale) {
  return one[`${key}_localizations`]?.[locale] ?? one[key];
}
