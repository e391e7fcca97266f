// What this tab knows: people, servers, channels, messages, and what is waiting for the bot.

const MUST_ANSWER_MS = 3000;

export class State extends EventTarget {
  constructor(connection) {
    super();
    this.connection = connection;
    this.people = new Map();
    this.channels = new Map();
    this.messages = new Map();
    this.unread = new Set();
    this.guilds = [];
    this.current = null;
    this.online = true;
    this.connected = false;
    this.you = null;
    this.bot = null;
    this.waiting = new Set();
    this.failures = new Map();
    connection.addEventListener("hello", (event) => this.#hello(event.detail));
    connection.addEventListener("event", (event) => this.#event(event.detail));
    connection.addEventListener("online", (event) => this.#online(event.detail.online));
    connection.addEventListener("lost", () => { this.connected = false; this.#tell("status"); });
  }

  person(id) { return this.people.get(id); }
  channel(id) { return this.channels.get(id); }
  message(id) { return this.messages.get(id); }

  #tell(kind, detail) { this.dispatchEvent(new CustomEvent(kind, { detail })); }

  #hello(hello) {
    this.you = hello.you;
    this.bot = { ...hello.bot, global_name: hello.bot.display };
    this.people = new Map(hello.people.map((user) => [user.id, user.bot ? this.bot : user]));
    this.guilds = hello.guilds;
    this.channels = new Map(hello.guilds.flatMap((guild) => guild.channels).map((one) => [one.id, one]));
    this.online = hello.online;
    this.connected = true;
    this.#tell("places");
    this.#tell("status");
    this.open(this.channels.has(this.current) ? this.current : this.#first());
  }

  #first() {
    const wanted = new URLSearchParams(location.search).get("channel");
    const all = [...this.channels.values()];
    return (all.find((one) => one.id === wanted || one.name === wanted) ?? all[0])?.id;
  }

  #online(online) {
    this.online = online;
    this.#tell("status");
  }

  async open(channelId) {
    if (!this.channels.has(channelId)) return;
    this.current = channelId;
    this.unread.delete(channelId);
    this.#tell("places");
    const reply = await this.connection.ask("open", { channel: channelId });
    if (reply.error || this.current !== channelId) return;
    this.messages = new Map(reply.messages.map((one) => [one.id, one]));
    this.#tell("opened");
  }

  #event({ name, data }) {
    if (name.startsWith("MESSAGE_")) this.#messageEvent(name, data);
    else if (/^(CHANNEL|THREAD)_/.test(name)) this.#channelEvent(name, data);
  }

  #messageEvent(name, data) {
    if (data.channel_id !== this.current) {
      if (name === "MESSAGE_CREATE") { this.unread.add(data.channel_id); this.#tell("places"); }
      return;
    }
    if (name === "MESSAGE_DELETE") this.messages.delete(data.id);
    else this.messages.set(data.id, data);
    if (!this.people.has(data.author?.id) && data.author) this.people.set(data.author.id, data.author);
    this.#tell("message", { id: data.id });
  }

  #channelEvent(name, data) {
    const guild = this.guilds.find((one) => one.id === data.guild_id);
    if (!guild) return;
    guild.channels = guild.channels.filter((one) => one.id !== data.id);
    this.channels.delete(data.id);
    if (!name.endsWith("_DELETE")) {
      guild.channels.push(data);
      this.channels.set(data.id, data);
    }
    this.#tell("places");
    if (data.id === this.current && name.endsWith("_DELETE")) this.open(guild.channels[0]?.id);
  }

  // what a person does

  isWaiting(messageId, customId) { return this.waiting.has(`${messageId} ${customId}`); }
  failure(messageId) { return this.failures.get(messageId); }

  async click(message, customId, values) {
    const key = `${message.id} ${customId}`;
    if (this.waiting.has(key)) return;
    this.waiting.add(key);
    this.failures.delete(message.id);
    this.#tell("message", { id: message.id });
    const details = { channel: message.channel_id, message: message.id, custom_id: customId, values };
    const reply = await within(this.connection.ask("click", details));
    this.waiting.delete(key);
    if (reply.error || reply.answer.kind === null) this.failures.set(message.id, "This interaction failed");
    this.#tell("message", { id: message.id });
  }

  async command(path, options) {
    const channel = this.current;
    const sending = { path, channel, state: "sending" };
    this.#tell("sending", sending);
    const reply = await within(this.connection.ask("command", { channel, path, options }));
    if (!reply.error && reply.answer.kind !== null) sending.state = "done";
    else sending.state = reply.error ? reply.error : "The application did not respond";
    this.#tell("sending", sending);
  }

  async autocomplete(path, options, focused) {
    const reply = await within(this.connection.ask("autocomplete", { channel: this.current, path, options, focused }));
    return reply.error || reply.answer.kind === null ? null : reply.answer.choices;
  }

  async commands() {
    const reply = await this.connection.ask("commands", { channel: this.current });
    return reply.commands ?? [];
  }

  say(content) { return this.connection.ask("say", { channel: this.current, content }); }

  dismiss(message) {
    this.messages.delete(message.id);
    this.connection.ask("dismiss", { channel: message.channel_id, message: message.id });
    this.#tell("message", { id: message.id });
  }
}

// The sandbox answers for itself after 3 s; this one is for a sandbox that has gone away.
function within(asked) {
  const late = new Promise((settle) => setTimeout(() => settle({ error: "The application did not respond" }), MUST_ANSWER_MS + 500));
  return Promise.race([asked, late]);
}
