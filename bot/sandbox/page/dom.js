// Small helpers for making elements.

export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else if (name === "style") node.style.cssText = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const COLOURS = ["#5865f2", "#3ba55c", "#c27c0e", "#ed4245", "#a652bb", "#0f8a8a", "#d14d8f", "#747f8d"];

export function avatar(user, size = "") {
  const colour = user.bot ? "#1f6f43" : COLOURS[Number((BigInt(user.id) >> 22n) % BigInt(COLOURS.length))];
  const letter = user.bot ? "♠" : nameOf(user).slice(0, 1).toUpperCase();
  return el("span", { class: `avatar ${size}`, style: `background:${colour}`, "aria-hidden": "true" }, letter);
}

export function nameOf(user) {
  return user.global_name ?? user.display ?? user.username;
}
