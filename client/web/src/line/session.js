import { Client, CommandRefused, LostError } from "../../../javascript/src/index.js";
import { isText, keep, kept } from "../settings.js";
import { heard } from "../state/heard.js";

/** @import { Store } from "../state/store.js" */
/** @import { State } from "../state/initial.js" */

/** With which code the server says that this player goes on in another window. */
export const ELSEWHERE = 4001;

/**
 * This page's line to its server: what is heard goes into the store, what is said goes through `Client`, which keeps the
 * line up and sends again what had no answer.
 */
export class Session {
  #store;
  /** @type {Client} */
  #client;
  #url;

  /**
   * @param {Store<State>} store
   * @param {string} url
   */
  constructor(store, url) {
    this.#store = store;
    this.#url = url;
    this.#client = this.#made();
  }

  get client() {
    return this.#client;
  }

  /** Connect; as whom this browser was last, if it was anybody. Whoever only looks does not sign in. */
  async open() {
    try {
      await this.#client.open();
    } catch (error) {
      if (error instanceof CommandRefused && error.code === "unknown_token") {
        this.#forget();
        this.#client = this.#made();
        await this.open();
        return;
      }
      const code = error instanceof LostError ? error.code : null;
      this.#turned("shut", error instanceof Error ? error : null, code);
      return;
    }
    await this.#takeUp();
  }

  /** Connect anew after the line was ended for good. */
  async reopen() {
    this.#client.close();
    this.#client = this.#made();
    this.#turned("opening", null, null);
    await this.open();
  }

  /** Sign in as a guest, unless somebody is signed in. */
  async asSomebody() {
    if (this.#store.state.me === null) await this.#client.ask({ type: "sign_in" });
  }

  /**
   * @param {import("../../../javascript/src/connection.js").Command} command
   * @returns {Promise<import("../../../javascript/types/v1.js").FromServer>}
   */
  say(command) {
    return this.#client.ask(command);
  }

  #made() {
    const token = keptToken();
    const client = new Client(this.#url, {
      client: "quarterdeck-web",
      patience: Number.POSITIVE_INFINITY,
      ...(token === null ? { signIn: false } : { token }),
      renewed: (_, now) => keepToken(now),
    });
    client.on("message", (message) => this.#store.change((state) => heard(state, message)));
    client.on("line", ({ state, why }) => this.#turned(state, why, why instanceof LostError ? why.code : null));
    return client;
  }

  /** What is open on this page is followed again, on a line of its own. */
  async #takeUp() {
    for (const { table } of this.#store.state.seats) {
      if (table) await this.#client.tables.watch({ table }).catch(() => {});
    }
  }

  /**
   * @param {State["line"]["state"]} state
   * @param {Error | null} why
   * @param {number | null} code
   */
  #turned(state, why, code) {
    this.#store.change((known) => ({ ...known, line: { state, code, why: why?.message ?? "" } }));
  }

  /** Whoever was signed in is not any more, and the line is one that belongs to nobody. */
  async part() {
    this.#forget();
    await this.reopen();
  }

  #forget() {
    keep("token", null);
    keep("token", null, sessionStorage);
    this.#store.change((state) => ({ ...state, me: null, seats: [] }));
  }
}

/** Whether this browser forgets who one was when the window is closed; `null` for as before. @type {boolean | null} */
let isForgetful = null;

/** @param {boolean} forgetful */
export function forgetWhenClosed(forgetful) {
  isForgetful = forgetful;
}

/** @returns {string | null} */
function keptToken() {
  return kept("token", isText, sessionStorage) ?? kept("token", isText);
}

/** @param {string} token */
function keepToken(token) {
  const isInWindow = isForgetful ?? kept("token", isText, sessionStorage) !== null;
  keep("token", token, isInWindow ? sessionStorage : localStorage);
  keep("token", null, isInWindow ? localStorage : sessionStorage);
}
