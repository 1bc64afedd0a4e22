import { MisunderstoodError, PatchError, UsageError } from "./errors.js";

/** @import { FromServer, Refused } from "../types/v1.js" */
/** @import { WholeUpdates } from "./patches.js" */
/** @typedef {{ code: number, reason: string }} End */

export const SUBPROTOCOL = "quarterdeck.v1";
export const MILLISECONDS_TO_ANSWER = 10_000;
/** The longest time that a timer takes; one that is set to more goes off at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * The codes with which the server says not to come back by oneself, and why.
 * @type {Readonly<Record<number, string>>}
 */
export const OVER = {
  1008: "the server closed the connection: the client sent too much",
  4001: "this session continues on a newer connection, so this one was closed",
  4002: "a moderator has disconnected this player",
  4003: "a moderator has banned this player",
};

/** The code with which a process says that it restarts: another one answers at once. */
export const RESTARTS = 1012;

/** Ends in which nobody said goodbye. */
const BROKEN = 1006;

/** This connection is not up, or not any more; another one may be. */
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

/** In how many turns a silence is counted, and in which of them it is asked whether anybody is there. */
export const TURNS = 6;
const TURN_OF_ASKING = 3;
/** How often the turns are doubled at most, when one connection after the other was left for its silence. */
export const MOST_DOUBLED = 4;

/**
 * How long nothing has been received on a connection while a word was due. It is counted in turns of the client itself, not in time: a
 * page that was asleep counts more slowly too, and does not take a server for dead that has answered long ago.
 */
export class Silence {
  #turns = 0;

  /** Note that something was received. */
  received() {
    this.#turns = 0;
  }

  /**
   * Note that a turn has passed, at the end of which a word from the server is due or is not; return what is to be done.
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
  /** When something was received on it last, by `performance.now()`. */
  receivedAt = performance.now();
  silence = new Silence();
  /** What makes whole updates of patches, if matches are told in them on it. @type {WholeUpdates | null} */
  updates = null;
  /** @type {Promise<End>} */
  ended;
  /** @type {(end: End) => void} */
  #end = () => {};

  /**
   * @param {WebSocket} raw
   * @param {(message: FromServer, socket: Socket) => void} receive is called with every message; an error that it throws ends the connection
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

  /** Whether the server compresses what it tells of matches. */
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
   * Give it up unless the timer that this returns is cleared in time.
   * @param {number} [milliseconds]
   */
  expectAnswer(milliseconds = MILLISECONDS_TO_ANSWER) {
    return setTimeout(() => this.drop("it does not answer"), Math.min(milliseconds, LONGEST_TIMER));
  }

  /** Say goodbye. */
  close() {
    this.#raw.close(1000);
  }

  /**
   * Give it up without waiting for the other side's goodbye.
   * @param {string} reason
   */
  drop(reason) {
    this.#isOver = true;
    this.#end({ code: BROKEN, reason });
    this.#raw.close();
  }
}

/**
 * Open a connection to the server at this address. Rejects with an `Error` that says in a few words why there is none.
 * @param {string} url
 * @param {(message: FromServer, socket: Socket) => void} receive
 * @param {typeof WebSocket} Raw
 * @param {number} [milliseconds] how long the server may take to answer
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
 * Return what a frame says. Throws `MisunderstoodError`.
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
    // said below
  }
  throw new MisunderstoodError("the server sent a frame that cannot be read");
}

/**
 * Return an address as the client uses it. Throws `UsageError` for what is none.
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
