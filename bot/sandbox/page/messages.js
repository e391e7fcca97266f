// One message: who, when, why, its parts, and what only I can see.

import { avatar, el, eye, nameOf, who } from "./dom.js";
import { components, picture } from "./components.js";
import { markdown } from "./markdown.js";

const EPHEMERAL = 64;
const LOADING = 128;
const PIN_NOTICE = 6;

export function messageNode(message, world, act, old) {
  const ephemeral = Boolean(message.flags & EPHEMERAL);
  const bot = message.author.bot;
  const node = el("article", {
    class: `message${ephemeral ? " ephemeral" : ""}`, id: `m${message.id}`,
    "data-message-id": message.id, "data-ephemeral": ephemeral ? "true" : "false",
    "aria-label": `${nameOf(author(message, world))}, ${clock(message.timestamp)}`,
  });
  const before = context(message, world);
  if (before) node.append(before);
  node.append(avatar(message.author, ""), el("div", { class: "by" },
    who(author(message, world), "b"), bot ? el("span", { class: "tag" }, "APP") : null,
    el("time", { datetime: message.timestamp }, clock(message.timestamp))));
  if (message.flags & LOADING) {
    node.append(el("div", { class: "thinking", role: "status" }, `${nameOf(author(message, world))} is thinking…`));
  } else {
    node.append(...body(message, world, act, old));
  }
  const failure = act.failure(message.id);
  if (failure) node.append(el("div", { class: "failed", role: "alert" }, failure));
  if (message.thread) node.append(threadLink(message.thread, act));
  if (ephemeral) node.append(onlyYou(message, act));
  return node;
}

function author(message, world) {
  return world.person(message.author.id) ?? message.author;
}

function body(message, world, act, old) {
  const parts = [];
  if (message.content) {
    const text = markdown(message.content, world);
    if (message.edited_timestamp) text.append(" ", el("span", { class: "edited" }, "(edited)"));
    parts.push(text);
  }
  if (message.type === PIN_NOTICE) parts.push(el("div", { class: "notice" }, "pinned a message to this channel."));
  const v2 = message.flags & 32768;
  if (!v2) parts.push(...message.embeds.map((embed) => embedNode(embed, world)), ...message.attachments.map(attachment));
  if (message.components.length) parts.push(components(message, world, act, old));
  if (message.reactions?.length) parts.push(el("div", { class: "reactions" }, message.reactions.map(reaction)));
  return parts;
}

function reaction(one) {
  return el("span", { class: "reaction" }, one.emoji.id ? `:${one.emoji.name}:` : one.emoji.name, ` ${one.count}`);
}

function attachment(one) {
  const isPicture = (one.content_type ?? "").startsWith("image/");
  if (!isPicture) return el("a", { class: "file", href: one.url, download: one.filename }, `📄 ${one.filename}`);
  return el("div", { class: "gallery" }, picture(one, one.description ?? ""));
}

function embedNode(embed, world) {
  const colour = `#${(embed.color ?? 0x1e1f22).toString(16).padStart(6, "0")}`;
  return el("div", { class: "box accent", style: `--accent:${colour}` },
    embed.title ? el("b", {}, embed.title) : null, embed.description ? markdown(embed.description, world) : null,
    (embed.fields ?? []).map((field) => el("div", {}, el("b", {}, field.name), markdown(field.value, world))));
}

function context(message, world) {
  const user = message.interaction?.user ?? message.interaction_metadata?.user;
  if (message.interaction?.name) {
    return el("div", { class: "context" }, avatar(user, "tiny"),
      el("span", {}, who(user, "b"), " used ", el("em", {}, `/${message.interaction.name}`)));
  }
  const to = message.message_reference?.message_id ?? message.interaction_metadata?.interacted_message_id;
  if (!to || to === message.id) return null;
  const target = world.message(to);
  const text = target ? summary(target) : "Original message was deleted";
  return el("div", { class: "context" }, target ? avatar(target.author, "tiny") : null,
    el("span", {}, target ? who(author(target, world), "b") : null, " ", text));
}

function summary(message) {
  const texts = [message.content, ...(function* walk(list) {
    for (const one of list) { if (one.content) yield one.content; if (one.components) yield* walk(one.components); }
  })(message.components)];
  const text = texts.find(Boolean)?.replace(/[*_`#]|<[^>]*>/g, "").split("\n")[0];
  return text || "Click to see attachment";
}

function threadLink(thread, act) {
  return el("button", { class: "threadlink", type: "button", onclick: () => act.open(thread.id) },
    el("b", {}, thread.name), el("span", {}, "Open thread ›"));
}

function onlyYou(message, act) {
  return el("div", { class: "note" }, eye(), " Only you can see this • ",
    el("button", { type: "button", "data-dismiss": message.id, onclick: () => act.dismiss(message) }, "Dismiss message"));
}

function clock(timestamp) {
  return new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" }).format(new Date(timestamp));
}
