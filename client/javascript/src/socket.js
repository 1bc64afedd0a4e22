import { MisunderstoodError, PatchError, UsageError } from "./errors.js";

/** @import { FromServer, Refused } from "../types/v1.js" */
/** @import { WholeUpdates } from "./patches.js" */
/** @typedef {{ code: number, reason: string }} End */

export const SUBPROTOCOL = "quarterdeck.v1";
export const MILLISECONDS_TO_ANSWER = 10_000;
/** The longest time of a timer. One that is set to more fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * The close codes after which a client must not reconnect by itself, with their reasons.
 * @type {Readonly<Record<number, string>>}
 */
export const OVER = {
  1008: "the server closed the connection: the client sent too much",
  4001: "this session continues on a newer connection, so this one was closed",
  4002: "a moderator has disconnected this player",
  4003: "a moderator has banned this player",
};

/** The close code of a process that restarts. Another process answers at once. */
export const RESTARTS = 1012;

/** The close code of connections that broke without a goodbye. */
const BROKEN = 1006;

/** Error: this connection is down. Another one may be up. */
export class Broken extends Error {
  /**
   * @param {string} text
   * @param {{ refusal?: Refused["code"] | null, end?: End | null }} [why]
   */
  constructor(text, { refusal = null, end = null } = {}) {
    super(text);
    this.refusal = refusal;
    this.end = end;
  }
}

/** Number of turns in which a silence is counted, and those in which a ping is sent. */
export const TURNS = 6;
const TURN_OF_ASKING = 3;
/** How often the turns may double, when connections were closed for their silence one after the other. */
export const MOST_DOUBLED = 4;

/**
 * Counts the time without a message on a connection while one was due. It counts turns of the client itself, not time:
 * a page that was suspended counts more slowly too, and does not close a connection whose answer has already arrived.
 */
export class Silence {
  #turns = 0;

  /** Note a received message. */
  received() {
    this.#turns = 0;
  }

  /**
   * Note the end of a turn, with or without a message that is due; return the action to take.
   * @param {boolean} isDue
   * @returns {"nothing" | "ask" | "leave"}
   */
  turn(isDue) {
    this.#turns = isDue ? this.#turns + 1 : 0;
    if (this.#turns === TURN_OF_ASKING) {
      return "ask";
    }
    return this.#turns >= TURNS ? "leave" : "nothing";
  }
}

/** One WebSocket to a server. */
export class Socket {
  #raw;
  #isOver = false;
  /** Time of the last received message, by `performance.now()`. */
  receivedAt = performance.now();
  silence = new Silence();
  /** The reader that builds whole updates from patches, if the connection has patches. @type {WholeUpdates | null} */
  updates = null;
  /** @type {Promise<End>} */
  ended;
  /** @type {(end: End) => void} */
  #end = () => {};

  /**
   * @param {WebSocket} raw
   * @param {(message: FromServer, socket: Socket) => void} receive is called with every message; an error that it
   *   throws ends the connection
   */
  constructor(raw, receive) {
    this.#raw = raw;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    raw.addEventListener("close", ({ code, reason }) => this.#end({ code, reason }));
    raw.addEventListener("message", ({ data }) => {
      if (this.#isOver) {
        return;
      }
      this.receivedAt = performance.now();
      this.silence.received();
      try {
        const message = read(data);
        receive(this.updates?.whole(message) ?? message, this);
      } catch (error) {
        this.drop(String(error instanceof Error ? error.message : error));
        if (!(error instanceof PatchError)) {
          throw error;
        } // else whatever is said on the next connection begins with whole updates
      }
    });
  }

  /** True if the server compresses updates of matches. */
  get isCompressed() {
    return this.#raw.extensions?.includes("permessage-deflate") ?? false;
  }

  /** @param {object} command */
  send(command) {
    if (this.#raw.readyState === this.#raw.OPEN) {
      this.#raw.send(JSON.stringify(command));
    }
  }

  /**
   * Close the connection unless the returned timer is cleared in time.
   * @param {number} [milliseconds]
   */
  expectAnswer(milliseconds = MILLISECONDS_TO_ANSWER) {
    return setTimeout(() => this.drop("it does not answer"), Math.min(milliseconds, LONGEST_TIMER));
  }

  /** Close the connection properly. */
  close() {
    this.#raw.close(1000);
  }

  /**
   * Close the connection without waiting for the other side.
   * @param {string} reason
   */
  drop(reason) {
    this.#isOver = true;
    this.#end({ code: BROKEN, reason });
    this.#raw.close();
  }
}

/**
 * Open a connection to the server at this address. Rejects with an `Error` with a short reason.
 * @param {string} url
 * @param {(message: FromServer, socket: Socket) => void} receive
 * @param {typeof WebSocket} Raw
 * @param {number} [milliseconds] time for the server's answer
 * @returns {Promise<Socket>}
 */
export function opened(url, receive, Raw, milliseconds) {
  const raw = new Raw(`${url.replace(/^http/, "ws")}/v1/socket`, SUBPROTOCOL);
  const socket = new Socket(raw, receive);
  return new Promise((resolve, reject) => {
    const timer = socket.expectAnswer(milliseconds);
    raw.addEventListener("open", () => {
      clearTimeout(timer);
      resolve(socket);
    });
    socket.ended.then(({ reason }) => {
      clearTimeout(timer);
      reject(new Error(reason || "it does not answer"));
    });
  });
}

/**
 * Return the message of a frame. Throws `MisunderstoodError`.
 * @param {unknown} data
 * @returns {FromServer}
 */
function read(data) {
  try {
    const message = JSON.parse(String(data));
    if (typeof message?.type === "string") {
      return message;
    }
  } catch {
    // the error follows below
  }
  throw new MisunderstoodError("the server sent a frame that cannot be read");
}

/**
 * Return an address in the form that the client uses. Throws `UsageError` if it is invalid.
 * @param {string | URL} url
 */
export function checked(url) {
  const read = URL.canParse(url) ? new URL(url) : null;
  if (read === null) {
    throw new UsageError(`\`${url}\` is not the address of a server: use one like http://127.0.0.1:8765`);
  }
  const http = { "ws:": "http:", "wss:": "https:" }[read.protocol] ?? read.protocol;
  if (http !== "http:" && http !== "https:") {
    throw new UsageError(`${read.protocol} is not supported; use an address like http://127.0.0.1:8765`);
  }
  return `${http}//${read.host}${read.pathname.replace(/\/+$/, "")}`;
}
