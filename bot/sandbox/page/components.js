// Components V2 (and the older action rows) as elements.

import { el } from "./dom.js";
import { markdown } from "./markdown.js";

export function components(message, world, act, old) {
  const pictures = old ? [...old.querySelectorAll(".picture img:last-of-type")] : [];
  const context = { message, world, act, pictures };
  return el("div", { class: "parts" }, message.components.map((one) => make(one, context)));
}

const MAKERS = {
  1: (one, context) => el("div", { class: "row" }, one.components.map((child) => make(child, context))),
  2: button,
  3: select,
  9: (one, context) => el("div", { class: "section" },
    el("div", {}, one.components.map((child) => make(child, context))), make(one.accessory, context)),
  10: (one, context) => markdown(one.content, context.world),
  11: (one) => el("img", { class: "thumbnail", src: one.media.url, alt: one.description ?? "" }),
  12: gallery,
  13: (one) => el("a", { class: "file", href: one.file.url, download: "" }, `📄 ${one.file.url.split("/").at(-1)}`),
  14: (one) => el("hr", { class: `rule${one.spacing === 2 ? " large" : ""}${one.divider === false ? " plain" : ""}` }),
  17: container,
};

function make(one, context) {
  const maker = MAKERS[one.type];
  return maker ? maker(one, context) : el("div", { class: "note" }, `(a component of type ${one.type})`);
}

function container(one, context) {
  const colour = one.accent_color;
  const accent = colour === undefined || colour === null ? "" : ` accent`;
  const style = accent ? `--accent:#${colour.toString(16).padStart(6, "0")}` : undefined;
  return el("div", { class: `box${accent}`, style }, one.components.map((child) => make(child, context)));
}

function gallery(one, context) {
  const many = one.items.length > 1 ? " many" : "";
  return el("div", { class: `gallery${many}` },
    one.items.map((item) => picture(item.media, item.description ?? "", context.pictures.shift())));
}

// The box has its size before the picture is there, and the old picture stays until the new one can be drawn.
export function picture(media, alt, old) {
  const width = media.width || 16;
  const height = media.height || 9;
  const box = el("figure", { class: "picture", style: `aspect-ratio:${width}/${height};max-width:${Math.min(550, media.width || 550)}px` });
  if (old && old.getAttribute("src") === media.url) {
    old.alt = alt;
    box.append(old);
    return box;
  }
  const fresh = el("img", { alt, width, height, "data-file": media.url.split("/").at(-1) });
  fresh.src = media.url;
  if (old) {
    old.setAttribute("aria-hidden", "true");
    box.append(old);
  }
  box.append(fresh);
  fresh.decode().then(() => old?.remove(), () => old?.remove());
  return box;
}

function button(one, context) {
  const { message, act } = context;
  const inside = [
    one.emoji ? el("span", { class: "emoji", "aria-hidden": one.label ? "true" : undefined }, one.emoji.name) : null,
    one.label ? el("span", {}, one.label) : null,
  ];
  if (one.style === 5) {
    return el("a", { class: "push s5", href: one.url, target: "_blank", rel: "noopener noreferrer" }, inside, el("span", { "aria-hidden": "true" }, "↗"));
  }
  const waiting = act.isWaiting(message.id, one.custom_id);
  const node = el("button", {
    class: `push s${one.style}${waiting ? " waiting" : ""}`, type: "button",
    "data-custom-id": one.custom_id, "data-message-id": message.id,
    "aria-disabled": one.disabled ? "true" : undefined, "aria-busy": waiting ? "true" : undefined,
  }, inside);
  node.addEventListener("click", () => one.disabled || act.click(message, one.custom_id));
  return node;
}

function select(one, context) {
  const { message, act } = context;
  const placeholder = el("option", { value: "", disabled: true, hidden: true }, one.placeholder ?? "Make a selection");
  const node = el("select", {
    class: "choose", "data-custom-id": one.custom_id, "data-message-id": message.id,
    "aria-label": one.placeholder ?? "Make a selection", disabled: one.disabled, multiple: (one.max_values ?? 1) > 1,
  }, node_options(one));
  if ((one.max_values ?? 1) <= 1) {
    node.prepend(placeholder);
    if (!one.options.some((option) => option.default)) placeholder.selected = true;
  }
  node.addEventListener("change", () => {
    act.click(message, one.custom_id, [...node.selectedOptions].map((option) => option.value));
  });
  return node;
}

function node_options(one) {
  return one.options.map((option) => {
    const text = [option.emoji?.name, option.label, option.description && `– ${option.description}`];
    return el("option", { value: option.value, selected: option.default }, text.filter(Boolean).join(" "));
  });
}
