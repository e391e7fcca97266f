// The list above the composer: arrows choose, Enter or Tab takes, Escape closes.

import { el } from "./dom.js";

export class Popup {
  #items = []; #chosen = 0; #owner = null; #moved = false;

  constructor() {
    this.node = el("div", { class: "popup", id: "popup", role: "listbox", "aria-label": "Suggestions", hidden: true });
  }

  get open() { return !this.node.hidden && this.#items.length > 0; }

  // Whether somebody went to the highlighted row with an arrow key: then Enter takes it.
  get moved() { return this.open && this.#moved; }

  show(title, items, owner, keep = false) {
    this.#moved = false;
    this.#items = items;
    this.#owner = owner;
    this.#chosen = keep ? Math.min(this.#chosen, Math.max(0, items.length - 1)) : 0;
    this.node.replaceChildren(el("div", { class: "head" }, title), ...items.map((item, index) => this.#row(item, index)));
    if (!items.length) this.node.append(el("div", { class: "none" }, "No matches"));
    this.node.hidden = false;
    owner.setAttribute("aria-expanded", "true");
    this.#mark();
  }

  hide() {
    this.node.hidden = true;
    this.#items = [];
    this.#owner?.setAttribute("aria-expanded", "false");
    this.#owner?.removeAttribute("aria-activedescendant");
  }

  #row(item, index) {
    return el("div", {
      role: "option", id: `popup-${index}`, "data-value": item.id ?? item.label,
      onmousedown: (event) => event.preventDefault(),
      onclick: () => item.pick(),
      // A row that scrolls below a resting mouse has not been pointed at.
      onmousemove: (event) => { if ((event.movementX || event.movementY) && this.#chosen !== index) { this.#chosen = index; this.#mark(); } },
    }, el("b", {}, item.label), item.detail ? el("small", {}, item.detail) : null);
  }

  #mark() {
    for (const [index, row] of [...this.node.querySelectorAll("[role=option]")].entries()) {
      row.setAttribute("aria-selected", index === this.#chosen ? "true" : "false");
      if (index === this.#chosen) row.scrollIntoView({ block: "nearest" });
    }
    if (this.#items.length) this.#owner?.setAttribute("aria-activedescendant", `popup-${this.#chosen}`);
  }

  key(event) {
    if (!this.open) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      this.#moved = true;
      this.#chosen = (this.#chosen + step + this.#items.length) % this.#items.length;
      this.#mark();
    } else if (event.key === "Enter" || event.key === "Tab") {
      this.#items[this.#chosen].pick();
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }
}
