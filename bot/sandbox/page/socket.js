// The connection to the sandbox: requests with answers, events, and coming back after a break.

const DEVICE = `tab-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;

export class Connection extends EventTarget {
  #who; #socket = null; #waiting = new Map(); #number = 0; #pause = 300;

  constructor(who) {
    super();
    this.#who = who;
    this.#open();
  }

  #open() {
    const query = new URLSearchParams({ as: this.#who, device: DEVICE, everywhere: "1" });
    const address = new URL(`page/socket?${query}`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.#socket = new WebSocket(address);
    this.#socket.onmessage = (frame) => this.#take(JSON.parse(frame.data));
    this.#socket.onclose = () => this.#lost();
  }

  #lost() {
    for (const settle of this.#waiting.values()) settle({ error: "The sandbox is not answering." });
    this.#waiting.clear();
    this.#tell("lost");
    setTimeout(() => this.#open(), this.#pause);
    this.#pause = Math.min(this.#pause * 1.6, 4000);
  }

  #take(message) {
    if (message.kind === "reply") {
      this.#waiting.get(message.n)?.(message);
      this.#waiting.delete(message.n);
      return;
    }
    if (message.kind === "hello") this.#pause = 300;
    this.#tell(message.kind, message);
  }

  #tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  ask(doing, details = {}) {
    if (this.#socket.readyState !== WebSocket.OPEN) {
      return Promise.resolve({ error: "The sandbox is not answering." });
    }
    const n = ++this.#number;
    this.#socket.send(JSON.stringify({ do: doing, n, ...details }));
    return new Promise((settle) => this.#waiting.set(n, settle));
  }
}
