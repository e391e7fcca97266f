// A chosen command with its options: required ones at once, the others from a list.

import { el, nameOf } from "./dom.js";

const STRING = 3, INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, NUMBER = 10;

export class CommandForm {
  #state; #command; #popup; #done; #fields = new Map(); #more; #asked = 0;

  constructor(state, command, popup, done) {
    this.#state = state;
    this.#command = command;
    this.#popup = popup;
    this.#done = done;
    this.#more = el("button", { class: "more", type: "button", onclick: () => this.#offer() });
    const go = el("button", { class: "go", type: "submit" }, "Send");
    this.node = el("form", { class: "field-form", style: "display:contents", "data-command": command.path },
      el("span", { class: "name" }, `/${command.shown}`), this.#more, go);
    this.node.addEventListener("submit", (event) => { event.preventDefault(); this.#send(); });
    this.node.addEventListener("keydown", (event) => this.#key(event));
    this.#more.addEventListener("focus", () => this.#offer());
    this.#more.addEventListener("blur", () => this.#popup.hide());
    for (const option of command.options.filter((one) => one.required)) this.#add(option);
    this.#count();
    this.#go = go;
  }

  #go;

  focus() {
    const first = this.#fields.values().next().value;
    if (first) first.input.focus();
    else if (this.#left().length) this.#more.focus();
    else this.#go.focus();
  }

  #left() {
    return this.#command.options.filter((option) => !this.#fields.has(option.name));
  }

  #count() {
    const left = this.#left().length;
    this.#more.textContent = left ? `+${left} optional` : "";
    this.#more.hidden = !left;
  }

  #offer() {
    const items = this.#left().map((option) => ({
      label: option.label, detail: option.description, id: option.name, pick: () => this.#add(option).focus(),
    }));
    if (items.length) this.#popup.show("Options", items, this.#more);
    else this.#popup.hide();
  }

  #add(option) {
    const input = el("input", {
      type: "text", "data-option": option.name, "aria-label": `${option.label}: ${option.description}`,
      placeholder: option.description.slice(0, 40), autocomplete: "off", role: "combobox", "aria-controls": "popup", "aria-expanded": "false",
      inputmode: option.type === INTEGER ? "numeric" : undefined,
    });
    const node = el("label", { class: "option" }, el("span", {}, option.label), input);
    this.#fields.set(option.name, { option, input, node, value: undefined });
    this.node.insertBefore(node, this.#more);
    input.addEventListener("focus", () => this.#suggest(option.name));
    input.addEventListener("input", () => { this.#fields.get(option.name).value = undefined; this.#suggest(option.name); });
    input.addEventListener("blur", () => this.#popup.hide());
    this.#count();
    return input;
  }

  #remove(name) {
    this.#fields.get(name).node.remove();
    this.#fields.delete(name);
    this.#count();
    (this.#left().length ? this.#more : this.#go).focus();
  }

  async #suggest(name) {
    const field = this.#fields.get(name);
    const typed = field.input.value.trim();
    field.node.classList.remove("wrong");
    const asked = ++this.#asked;
    const choices = await this.#choices(field, typed);
    if (asked !== this.#asked || document.activeElement !== field.input) return;
    if (choices === undefined) { this.#popup.hide(); return; }
    if (choices === null) { this.#popup.show("Loading options failed", [], field.input); return; }
    this.#popup.show(`${field.option.label} — ${field.option.description}`, choices.map((choice) => ({
      label: choice.name, id: String(choice.value), pick: () => this.#take(field, choice),
    })), field.input);
  }

  #choices(field, typed) {
    const { option } = field;
    const like = (list) => list.filter((one) => one.name.toLowerCase().includes(typed.toLowerCase())).slice(0, 25);
    if (option.autocomplete) {
      return this.#state.autocomplete(this.#command.path, { ...this.#values(true), [option.name]: typed }, option.name);
    }
    if (option.choices?.length) return like(option.choices);
    if (option.type === BOOLEAN) return like([{ name: "True", value: true }, { name: "False", value: false }]);
    if (option.type === USER) return like([...this.#state.people.values()].map((user) => ({ name: nameOf(user), value: user.id })));
    if (option.type === CHANNEL) return like([...this.#state.channels.values()].map((one) => ({ name: `#${one.name}`, value: one.id })));
    return undefined;
  }

  #take(field, choice) {
    field.value = choice.value;
    field.input.value = choice.name;
    this.#popup.hide();
    const empty = [...this.#fields.values()].find((one) => !one.input.value);
    (empty?.input ?? this.#go).focus();
  }

  #values(quiet = false) {
    const values = {};
    for (const [name, field] of this.#fields) {
      const text = field.input.value.trim();
      const value = field.value !== undefined ? field.value : this.#read(field.option, text);
      if (value !== undefined) values[name] = value;
      else if (!quiet && (text || field.option.required)) field.node.classList.add("wrong");
    }
    return values;
  }

  #read(option, text) {
    if (!text) return undefined;
    const choice = option.choices?.find((one) => one.name.toLowerCase() === text.toLowerCase() || String(one.value) === text);
    if (option.choices?.length) return choice?.value;
    if (option.type === INTEGER) return /^-?\d+$/.test(text) ? Number(text) : undefined;
    if (option.type === NUMBER) return Number.isFinite(Number(text)) ? Number(text) : undefined;
    if (option.type === BOOLEAN) return { true: true, false: false }[text.toLowerCase()];
    if (option.type === USER) return [...this.#state.people.values()].find((user) => [nameOf(user).toLowerCase(), user.username].includes(text.toLowerCase().replace(/^@/, "")))?.id;
    if (option.type === CHANNEL) return [...this.#state.channels.values()].find((one) => one.name === text.toLowerCase().replace(/^#/, ""))?.id;
    return text;
  }

  #send() {
    const options = this.#values();
    const wrong = this.node.querySelector(".wrong input");
    if (wrong) { wrong.focus(); return; }
    this.#done({ path: this.#command.path, options });
  }

  #key(event) {
    if (this.#popup.open && event.key === "Enter" && !this.#popup.moved && this.#mustType(event.target)) {
      this.#popup.hide();
    } else if (this.#popup.key(event)) {
      return;
    }
    if (event.key === "Escape") { event.preventDefault(); this.#done(null); }
    if (event.key === "Enter" && event.target === this.#more) { event.preventDefault(); this.#send(); }
    if (event.key === "Backspace" && event.target.dataset?.option && !event.target.value) {
      event.preventDefault();
      const name = event.target.dataset.option;
      if (this.#fields.get(name).option.required) this.#done(null);
      else this.#remove(name);
    }
    if (event.key === "Backspace" && event.target === this.#more) this.#done(null);
  }

  // Enter sends when no suggestion was gone to: on the list of further options, and on a value already taken.
  #mustType(target) {
    if (target === this.#more) return true;
    return this.#fields.get(target.dataset?.option)?.value !== undefined;
  }
}
