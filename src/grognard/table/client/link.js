/** The line to the server: one WebSocket that comes back by itself and doubles nothing. */

/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").View} View */
/** @typedef {{id: string} & Record<string, unknown>} Sent */

const PING = 15_000;
const SILENCE = 32_000;
const AWAKE = 4_000; // milliseconds within which a line answers that has outlived a sleep

/** 128 random bits; `randomUUID` is missing where the page comes over plain HTTP from another machine. */
function newId() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("-");
}

/**
 * The view of a frame; where it tells only what differs, the rest is as it was.
 * @param {Frame} frame
 * @param {View | null} before
 * @returns {View}
 */
export function whole({ view, since, changed = {} }, before) {
  if (since === undefined || !before) return view;
  const { boxes, tracks } = before;
  let { pieces } = before;
  const places = Object.entries(changed);
  if (places.length) {
    pieces = pieces.slice();
    for (const [place, piece] of places) pieces[Number(place)] = piece;
  }
  return { boxes, tracks, pieces, ...view };
}

export class Link extends EventTarget {
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {Map<string, {resolve: (frame: Frame) => void, sent: Sent}>} all that awaits an answer */
  #asked = new Map();
  /** @type {View | null} */ #view = null;
  #heard = 0;
  #wait = 250;
  #timer = 0;
  #pulse = 0;
  #closed = false;
  #up = false;

  /** @param {(lang: string) => string} address @param {() => string} lang */
  constructor(address, lang) {
    super();
    this.address = address;
    this.lang = lang;
    this.wake = () => this.#check();
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("online", this.wake);
    this.#pulse = window.setInterval(() => this.#beat(), PING);
    this.#open();
  }

  get up() {
    return this.#up;
  }

  #open() {
    if (this.#closed) return;
    const socket = new WebSocket(this.address(this.lang()));
    this.#socket = socket;
    socket.onopen = () => {
      this.#heard = Date.now();
    };
    socket.onmessage = (event) => this.#hear(event.data);
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#lost(event.code);
    };
  }

  /** @param {number} code */
  #lost(code) {
    this.#socket = null;
    this.#up = false;
    this.dispatchEvent(new CustomEvent("down", { detail: code }));
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(this.#wait * 1.7, 5000);
  }

  #check() {
    if (document.visibilityState === "hidden") return;
    if (!this.#socket) {
      clearTimeout(this.#timer);
      this.#wait = 250;
      this.#open();
    } else {
      const [socket, asked] = [this.#socket, Date.now()];
      this.#beat();
      window.setTimeout(() => this.#heard < asked && this.#drop(socket), AWAKE);
    }
  }

  #beat() {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.#heard > SILENCE) this.#drop(socket);
    else socket.send('{"t":"ping"}');
  }

  /** A line that is dead without having been closed. @param {WebSocket} socket */
  #drop(socket) {
    if (this.#socket !== socket) return;
    socket.onclose = null;
    socket.close();
    this.#lost(0);
  }

  /** @param {string} text */
  #hear(text) {
    this.#heard = Date.now();
    /** @type {Frame} */
    const frame = JSON.parse(text);
    if (frame.t === "view") this.#view = frame.view = whole(frame, this.#view);
    if (frame.t === "hello") {
      this.#up = true;
      this.#wait = 250;
      this.dispatchEvent(new CustomEvent("up"));
      this.dispatchEvent(new CustomEvent("frame", { detail: frame }));
      for (const { sent } of this.#asked.values()) this.#put(sent);
      return;
    }
    const id = frame.id;
    if (id !== undefined) {
      const asked = this.#asked.get(id);
      if (asked) {
        this.#asked.delete(id);
        asked.resolve(frame);
        if (frame.t === "answer") return;
      }
    }
    this.dispatchEvent(new CustomEvent("frame", { detail: frame }));
  }

  /** @param {object} message */
  #put(message) {
    if (this.#up && this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(message));
    }
  }

  /**
   * Something that changes the table: kept until the server acknowledges it, sent again after a break.
   * @param {Record<string, unknown>} message
   * @returns {Promise<Frame>} `done` or `refused`
   */
  change(message) {
    return this.#await({ ...message, id: newId() });
  }

  /**
   * A question that changes nothing.
   * @param {Record<string, unknown>} message
   * @returns {Promise<Frame>} `answer` or `refused`
   */
  ask(message) {
    return this.#await({ t: "ask", ...message, id: newId() });
  }

  /**
   * @param {Sent} sent
   * @returns {Promise<Frame>}
   */
  #await(sent) {
    return new Promise((resolve) => {
      this.#asked.set(sent.id, { resolve, sent });
      this.#put(sent);
    });
  }

  /** @param {object} message what may be lost without harm */
  tell(message) {
    this.#put(message);
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pulse);
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("online", this.wake);
    this.#socket?.close();
  }
}
