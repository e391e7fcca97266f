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
  const letter = user.bot ? "♠" : [...nameOf(user)][0].toUpperCase();
  return el("span", { class: `avatar ${size}`, style: `background:${colour}`, "aria-hidden": "true" }, letter);
}

export function nameOf(user) {
  return user.global_name ?? user.display ?? user.username;
}

// A name stays within its place: it ends in an ellipsis, and its signs turn nothing else round.
export function who(user, tag = "span") {
  return el(tag, { class: "who", title: nameOf(user) }, nameOf(user));
}

const EYE = "M8 3C4.4 3 1.7 5.2.6 8c1.100 2.800 3.800 5 7.400 5s6.300-2.200 7.400-5C14.300 5.200 11.600 3 8 3Zm0 8.200A3.200 3.200 0 1 1 8 4.800a3.200 3.200 0 0 1 0 6.400Zm0-1.400a1.800 1.800 0 1 0 0-3.600 1.800 1.800 0 0 0 0 3.600Z";

export function eye() {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  for (const [name, value] of Object.entries({ viewBox: "0 0 16 16", class: "eye", "aria-hidden": "true" })) drawing.setAttribute(name, value);
  path.setAttribute("d", EYE);
  drawing.append(path);
  return drawing;
}
