// The page: a list of people, or Discord as one of them sees it.

import { avatar, el, nameOf, who } from "./dom.js";
import { Composer } from "./composer.js";
import { Connection } from "./socket.js";
import { Log } from "./log.js";
import { State } from "./state.js";

const root = document.getElementById("root");
const me = new URLSearchParams(location.search).get("as");
const first = new URLSearchParams(location.search).get("run");

if (me) start(me);
else people();

async function people() {
  const all = await (await fetch("page/people")).json();
  const name = el("input", { name: "as", placeholder: "somebody else", "aria-label": "Another name", maxlength: "32", required: true });
  root.append(el("main", { class: "people" },
    el("h1", {}, "Who are you?"), el("p", {}, "Open one tab for each person."),
    el("ul", {}, all.map((user) => el("li", {}, el("a", { href: `?as=${user.username}`, "data-person": user.username },
      avatar(user, "small"), who(user), el("small", {}, user.locale))))),
    el("form", { method: "get", action: "" }, name, el("button", { class: "push s1" }, "Enter"))));
}

function start(name) {
  document.title = `${name} – Sandbox`;
  const state = new State(new Connection(name));
  const rail = el("nav", { class: "rail", "aria-label": "Servers" });
  const places = el("aside", { class: "places" });
  const members = el("aside", { class: "members", "aria-label": "Members" });
  const title = el("h1", {});
  const hash = el("span", { class: "hash", "aria-hidden": "true" }, "#");
  const toast = el("div", { class: "toast", role: "status", hidden: true });
  const menu = el("button", { class: "menu", type: "button", "aria-label": "Channels", onclick: (event) => { event.stopPropagation(); app.classList.toggle("drawer"); } }, "☰");
  const log = new Log(state);
  const composer = new Composer(state);
  const chat = el("main", { class: "chat" }, el("header", {}, menu, hash, title), toast, log.node, composer.node);
  const app = el("div", { class: "app" }, rail, places, chat, members);
  chat.addEventListener("click", () => app.classList.remove("drawer"));
  root.append(app);

  if (first) whenReady(state).then(() => run(state, first));
  state.addEventListener("places", () => {
    const channel = state.channel(state.current);
    const guild = state.guilds.find((one) => one.id === channel?.guild_id) ?? state.guilds[0];
    title.textContent = channel?.name ?? "";
    hash.textContent = channel ? SIGNS[channel.type] ?? "#" : "#";
    rail.replaceChildren(...state.guilds.map((one) => server(state, one, guild)));
    places.replaceChildren(el("header", {}, guild.name), channelList(state, guild, () => app.classList.remove("drawer")), myself(state));
    members.replaceChildren(...memberList(state));
    const query = new URLSearchParams(location.search);
    if (channel && query.get("channel") !== channel.name) {
      query.set("channel", channel.name);
      history.replaceState(null, "", `?${query}`);
    }
  });
  state.addEventListener("status", () => {
    const text = !state.connected ? "Connecting to the sandbox…"
      : state.online ? "" : `${nameOf(state.bot)} is offline. Buttons and commands fail until it is back.`;
    toast.hidden = !text;
    toast.textContent = text;
    if (state.you) members.replaceChildren(...memberList(state));
  });
}

// A command that the address asks for waits for its channel, for the bot, and for the bot's commands.
async function whenReady(state) {
  await new Promise((opened) => state.addEventListener("opened", opened, { once: true }));
  while (!state.online || !(await state.commands()).length) await new Promise((later) => setTimeout(later, 200));
}

// `?run=nertz start practice:3` sends that command once: a link that opens straight into something.
function run(state, text) {
  const query = new URLSearchParams(location.search);
  query.delete("run");
  history.replaceState(null, "", `?${query}`);
  const words = text.split(" ");
  const given = words.filter((word) => word.includes(":")).map((word) => word.split(":"));
  const options = Object.fromEntries(given.map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]));
  state.command(words.filter((word) => !word.includes(":")).join(" "), options);
}

function server(state, guild, current) {
  const initials = guild.name.split(" ").map((word) => word[0]).join("").slice(0, 3);
  return el("button", { type: "button", title: guild.name, "aria-label": guild.name, "aria-current": guild === current ? "true" : undefined,
    onclick: () => state.open(guild.channels[0].id) }, initials);
}

const VOICE = 2, STAGE = 13, FORUM = 15;
const SIGNS = { [VOICE]: "♪", [STAGE]: "♫", 5: "!", [FORUM]: "≡", 10: "↳", 11: "↳", 12: "↳" };
const isThread = (channel) => [10, 11, 12].includes(channel.type);

function channelList(state, guild, done) {
  const all = guild.channels.filter((one) => !isThread(one)).sort((a, b) => a.position - b.position);
  const spoken = all.filter((one) => [VOICE, STAGE].includes(one.type));
  const rows = (channels) => channels.flatMap((channel) => [place(state, channel, done),
    ...guild.channels.filter((one) => one.parent_id === channel.id && !one.thread_metadata?.archived).map((thread) => place(state, thread, done))]);
  return el("nav", { "aria-label": "Channels" },
    el("h2", {}, "Text channels"), rows(all.filter((one) => !spoken.includes(one))),
    spoken.length ? [el("h2", {}, "Voice channels"), ...rows(spoken)] : []);
}

function place(state, channel, done) {
  return el("button", { class: `place${isThread(channel) ? " thread" : ""}${state.unread.has(channel.id) ? " unread" : ""}`, type: "button",
    "data-channel": channel.name, "aria-current": channel.id === state.current ? "true" : undefined,
    onclick: () => { state.open(channel.id); done(); } },
    el("i", { "aria-hidden": "true" }, SIGNS[channel.type] ?? "#"), el("span", { class: "who", title: channel.name }, channel.name));
}

function myself(state) {
  return el("div", { class: "me" }, avatar(state.you, "small"),
    el("div", {}, who(state.you, "b"), el("small", {}, state.you.locale)));
}

function memberList(state) {
  const humans = [...state.people.values()].filter((user) => !user.bot);
  const bot = el("a", { class: state.online ? "" : "off" }, avatar(state.bot, "small"), who(state.bot), el("span", { class: "tag" }, "APP"));
  return [el("h2", {}, "Apps"), bot, el("h2", {}, `Members — ${humans.length}`),
    ...humans.map((user) => el("a", { href: `?as=${user.username}&channel=${state.channel(state.current)?.name ?? ""}`, target: "_blank", title: `Open a tab as ${nameOf(user)}` },
      avatar(user, "small"), who(user)))];
}
