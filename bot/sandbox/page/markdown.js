// Discord's markdown as DOM nodes. Nothing is ever put in as HTML.

import { el, nameOf } from "./dom.js";

const INLINE = [
  [/^\\([^A-Za-z0-9\s])/u, (m) => m[1]],
  [/^```(?:\w*\n)?([\s\S]+?)\n?```/, (m) => el("pre", {}, el("code", {}, m[1]))],
  [/^`([^`\n]+)`/, (m) => el("code", {}, m[1])],
  [/^\*\*\*([\s\S]+?)\*\*\*/, (m, world) => el("strong", {}, el("em", {}, inline(m[1], world)))],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (m, world) => el("strong", {}, inline(m[1], world))],
  [/^__([\s\S]+?)__(?!_)/, (m, world) => el("u", {}, inline(m[1], world))],
  [/^\*(?=\S)([\s\S]*?\S)\*(?!\*)/, (m, world) => el("em", {}, inline(m[1], world))],
  [/^_(?=\S)([\s\S]*?\S)_(?!\w)/, (m, world) => el("em", {}, inline(m[1], world))],
  [/^~~([\s\S]+?)~~/, (m, world) => el("s", {}, inline(m[1], world))],
  [/^\|\|([\s\S]+?)\|\|/, (m, world) => el("span", { class: "spoiler", tabindex: "0" }, inline(m[1], world))],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m, world) => link(m[2], inline(m[1], world))],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => link(m[1], [m[1]])],
  [/^https?:\/\/[^\s<]*[^\s<.,:;"')\]]/, (m) => link(m[0], [m[0]])],
  [/^<@!?(\d+)>/, (m, world) => mention(`@${world.person(m[1]) ? nameOf(world.person(m[1])) : "unknown-user"}`)],
  [/^<#(\d+)>/, (m, world) => mention(`#${world.channel(m[1])?.name ?? "unknown"}`)],
  [/^<\/([^:>]+):\d+>/, (m) => mention(`/${m[1]}`)],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (m) => stamp(Number(m[1]), m[2] ?? "f")],
  [/^<a?:(\w+):\d+>/, (m) => `:${m[1]}:`],
];

export function markdown(text, world) {
  const root = el("div", { class: "text" });
  let plain = [];
  const flush = () => {
    if (plain.length) root.append(...inline(plain.join("\n"), world));
    plain = [];
  };
  for (const block of blocks(text)) {
    if (typeof block === "string") plain.push(block);
    else { flush(); root.append(block.make(world)); }
  }
  flush();
  return root;
}

function blocks(text) {
  const out = [];
  let fence = false;
  for (const line of text.split("\n")) {
    const inside = fence;
    if ((line.match(/```/g) ?? []).length % 2) fence = !fence;
    out.push(inside || line.includes("```") ? line : blockOf(line));
  }
  return joinLists(out);
}

function blockOf(line) {
  let m;
  if ((m = /^(#{1,3}) +(.+)/.exec(line))) return block(`h${m[1].length + 2}`, m[2]);
  if ((m = /^-# +(.+)/.exec(line))) return block("small", m[1]);
  if ((m = /^> ?(.*)/.exec(line))) return block("blockquote", m[1] || " ");
  if ((m = /^ *[-*] +(.+)/.exec(line))) return { list: "ul", items: [m[1]] };
  if ((m = /^ *(\d+)\. +(.+)/.exec(line))) return { list: "ol", start: m[1], items: [m[2]] };
  return line;
}

function block(tag, text) {
  return { make: (world) => el(tag, {}, inline(text, world)) };
}

function joinLists(lines) {
  const out = [];
  for (const one of lines) {
    const last = out.at(-1);
    if (one.list && last?.list === one.list) last.items.push(...one.items);
    else out.push(one);
  }
  for (const one of out) {
    if (one.list) one.make = (world) => el(one.list, { start: one.start }, one.items.map((item) => el("li", {}, inline(item, world))));
  }
  return out;
}

function inline(text, world) {
  const out = [];
  let plain = "";
  while (text) {
    const found = first(text, world);
    if (found) {
      if (plain) out.push(plain);
      plain = "";
      out.push(found.node);
      text = text.slice(found.length);
    } else {
      const next = /[^\\`*_~|[<h]/.test(text[0]) ? /^[^\\`*_~|[<h]+/.exec(text)[0] : text[0];
      plain += next;
      text = text.slice(next.length);
    }
  }
  if (plain) out.push(plain);
  return out;
}

function first(text, world) {
  for (const [pattern, make] of INLINE) {
    const m = pattern.exec(text);
    if (m) return { node: make(m, world), length: m[0].length };
  }
  return null;
}

function link(url, inside) {
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, inside);
}

function mention(text) {
  return el("span", { class: "mention" }, text);
}

const FORMATS = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};

function stamp(seconds, style) {
  const date = new Date(seconds * 1000);
  const full = new Intl.DateTimeFormat(undefined, FORMATS.F).format(date);
  const text = style === "R" ? relative(seconds) : new Intl.DateTimeFormat(undefined, FORMATS[style]).format(date);
  const node = el("time", { class: "stamp", datetime: date.toISOString(), title: full }, text);
  if (style === "R") node.dataset.relative = seconds;
  return node;
}

const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const WORDS = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

function relative(seconds) {
  const away = Math.round(seconds - Date.now() / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(away) >= length) ?? UNITS.at(-1);
  return WORDS.format(Math.trunc(away / size), unit);
}

setInterval(() => {
  for (const node of document.querySelectorAll("[data-relative]")) {
    const text = relative(Number(node.dataset.relative));
    if (node.textContent !== text) node.textContent = text;
  }
}, 1000);
