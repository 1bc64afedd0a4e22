import { Client } from "../../../javascript/src/client.js";
import { CommandRefused, LostError } from "../../../javascript/src/errors.js";
import { browserStorage, windowStorage } from "../browser.js";
import { forget, isForgotten, isText, keep, kept, remember, remembered } from "../settings.js";
import { heard } from "../state/heard.js";
import { spoken } from "../words.js";
import { Claim } from "./claim.js";

/** @import { Store } from "../state/store.js" */
/** @import { State } from "../state/initial.js" */

/** Milliseconds for which a lost connection or a refusal is not shown, because most end sooner. */
export const UNSAID = 1500;

/** The close code of a connection whose player continues in another window. */
export const ELSEWHERE = 4001;

/**
 * A remark about the connection or the player's identity.
 * @typedef {"made_anew" | "ask_password" | "rewound" | "not_kept"} Remark
 */

/**
 * This page's session with its server. Messages go into the store. Commands go through `Client`, which keeps the
 * connection up and sends unanswered commands again.
 */
export class Session {
  #store;
  /** @type {Client} */
  #client;
  #url;
  #claim;
  #remark;
  /** True after the player was warned that the browser does not store the sign-in. */
  #isWarned = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #unsaid;

  /**
   * @param {Store<State>} store
   * @param {string} url
   * @param {{ claim?: Claim, remark?: (what: Remark) => void }} [with_]
   */
  constructor(store, url, { claim = new Claim(), remark = () => {} } = {}) {
    this.#store = store;
    this.#url = url;
    this.#claim = claim;
    this.#remark = remark;
    this.#client = this.#made(false);
  }

  get client() {
    return this.#client;
  }

  /**
   * Connect, as the last player of this browser if there is one. A page that only reads does not sign in, and neither
   * does a window while another one plays.
   */
  async open() {
    const isOurs = keptToken() === null || (await this.#claim.taken());
    await this.#connect(isOurs);
  }

  /** Connect again after the connection was closed for good, or take over from the other window. */
  async reopen() {
    await this.#claim.taken({ steal: true });
    await this.#connect(true);
  }

  /** Sign in as a guest, unless a player is signed in. */
  async withPlayer() {
    if (this.#store.state.me !== null) return;
    if (keptToken() !== null) {
      await this.reopen();
      return;
    }
    await this.#claim.taken({ steal: true });
    await this.#client.ask({ type: "sign_in" });
  }

  /** @param {boolean} isOurs true if this window signs in the last player */
  async #connect(isOurs) {
    this.#client.close();
    this.#client = this.#made(isOurs);
    this.#turned("opening", null, { isElsewhere: !isOurs });
    try {
      await this.#client.open();
    } catch (error) {
      if (error instanceof CommandRefused && error.code === "unknown_token") {
        await this.#signInAgain();
        return;
      }
      this.#turned("shut", error instanceof Error ? error : null);
      return;
    }
    await this.#takeUp();
  }

  /** The server no longer knows this player: a guest is created again, others are asked for their password. */
  async #signInAgain() {
    const wasGuest =
      this.#store.state.me === null ? keptKind() !== "person" : this.#store.state.me.player.kind === "guest";
    this.#forget();
    await this.#connect(true);
    if (wasGuest) await this.withPlayer();
    this.#remark(wasGuest ? "made_anew" : "ask_password");
  }

  /**
   * @param {import("../../../javascript/src/answers.js").Command} command
   * @returns {Promise<import("../../../javascript/types/v1.js").FromServer>}
   */
  say(command) {
    return this.#client.ask(command);
  }

  /** @param {boolean} signsIn */
  #made(signsIn) {
    const token = signsIn ? keptToken() : null;
    const client = new Client(this.#url, {
      client: "quarterdeck-web",
      language: spoken,
      patience: Number.POSITIVE_INFINITY,
      longestPause: UNSAID,
      ...(token === null ? { signIn: false } : { token }),
      // a player who takes over in another window has to reveal what this window has bound
      noteStore: ownStorage(),
      renewed: (_, now) => {
        keepToken(now);
        if (!this.#isWarned && isTokenForgotten()) this.#remark("not_kept");
        this.#isWarned = isTokenForgotten();
      },
    });
    client.on("message", (message) => {
      if (client === this.#client) this.#receive(message);
    });
    client.on("connection", ({ state, why }) => {
      if (client !== this.#client) return;
      const isUnknown =
        why instanceof LostError && why.cause instanceof CommandRefused && why.cause.code === "unknown_token";
      if (state === "shut" && isUnknown) this.#signInAgain();
      else this.#turned(state, why);
    });
    return client;
  }

  /** @param {import("../../../javascript/types/v1.js").FromServer} message */
  #receive(message) {
    if (message.type === "rewound") this.#remark("rewound");
    if (message.type === "signed_in") {
      const { player, token } = message;
      const kind = player.kind ?? "guest";
      keep("kind", kind);
      if (token && !isOfWindow()) remember({ id: player.id, name: player.name, kind, token });
    }
    const isUnavailable = message.type === "refused" && message.code === "unavailable";
    const isAnswer = (message.ref ?? null) !== null;
    this.#store.change((state) => {
      const next = heard(state, message);
      if (!isAnswer || (state.connection.isUnavailable ?? false) === isUnavailable) return next;
      return { ...next, connection: { ...next.connection, isUnavailable } };
    });
  }

  /** Follow the tables of the player at once: the title of every screen shows when it is their turn. */
  async #takeUp() {
    for (const { table, match, stage } of this.#store.state.seats) {
      if (table) await this.#client.tables.watch({ table }).catch(() => {});
      if (stage === "playing") await this.#client.watchMatch(match, 0).catch(() => {});
    }
  }

  /**
   * @param {State["connection"]["state"]} state
   * @param {Error | null} why
   * @param {Partial<State["connection"]>} [more]
   */
  #turned(state, why, more = {}) {
    const code = why instanceof LostError ? why.code : null;
    const isAway = state === "lost" || (state === "opening" && this.#store.state.welcome !== null);
    this.#store.change((known) => {
      const isLong = isAway && (known.connection.isLong ?? false);
      return { ...known, connection: { ...known.connection, ...more, state, isLong, code, why: why?.message ?? "" } };
    });
    if (!isAway) {
      clearTimeout(this.#unsaid);
      this.#unsaid = undefined;
    } else this.#unsaid ??= setTimeout(() => this.#missed(), UNSAID);
  }

  /** Show that the connection is down, because it has been for long. */
  #missed() {
    this.#store.change((known) => ({ ...known, connection: { ...known.connection, isLong: true } }));
  }

  /** Sign the player out of this page, and continue on a connection without a player. */
  async part() {
    this.#forget();
    await this.reopen();
  }

  /**
   * Continue as another remembered player; without one, on a connection without a player. The earlier player stays
   * remembered.
   * @param {import("../settings.js").Remembered | null} player
   */
  async goOnAs(player) {
    this.#putDown();
    if (player !== null) {
      forgetWhenClosed(false);
      keep("token", player.token);
      keep("kind", player.kind);
    }
    await this.reopen();
  }

  #forget() {
    const token = keptToken();
    for (const each of remembered()) {
      if (each.token === token || each.id === this.#store.state.me?.player.id) forget(each.id);
    }
    this.#putDown();
  }

  #putDown() {
    keep("token", null);
    keep("token", null, windowStorage);
    keep("kind", null);
    this.#store.change((state) => ({ ...state, me: null, seats: [] }));
  }
}

/** True if this browser forgets the player when the window is closed; `null` for no change. @type {boolean | null} */
let isForgetful = null;

/** @param {boolean | null} forgetful */
export function forgetWhenClosed(forgetful) {
  isForgetful = forgetful;
}

/** The kind of the last player of this browser. */
function keptKind() {
  return kept("kind", isText);
}

/** @returns {string | null} */
function keptToken() {
  return kept("token", isText, windowStorage) ?? kept("token", isText);
}

/** True if the sign-in is stored in this window only. */
function isOfWindow() {
  return isForgetful ?? kept("token", isText, windowStorage) !== null;
}

/** The storage for the sign-in. */
function ownStorage() {
  return isOfWindow() ? windowStorage : browserStorage;
}

/** @param {string} token */
function keepToken(token) {
  const own = ownStorage();
  keep("token", token, own);
  keep("token", null, own === windowStorage ? browserStorage : windowStorage);
}

/** True if the browser stores nothing, so that reloading the page signs the player out. */
export function isTokenForgotten() {
  return isForgotten("token", ownStorage());
}
