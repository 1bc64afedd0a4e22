import { Backoff } from "./backoff.js";
import { ClientError, CommandRefused, LostError, MisunderstoodError } from "./errors.js";
import { checked, MILLISECONDS_TO_CONNECT, OVER, opened, RESTARTS } from "./line.js";
import { PatchError, WholeUpdates } from "./patches.js";

/** @import { FromClient, FromServer, Refused, SignedIn, Welcome } from "../types/v1.js" */
/** @import { End, Line } from "./line.js" */

/**
 * @typedef {object} SignInOptions who one is: with none of these a guest whose name the server makes up
 * @property {string} [name] of a guest; with a `password`, of an account
 * @property {string} [password] of the account; with a `recoveryCode`, its new one
 * @property {string} [recoveryCode]
 * @property {string} [token] an earlier client's `token`, to be the same player again
 * @property {boolean} [signIn] `false` for whoever only looks: nobody needs to sign in for that
 */

/**
 * @typedef {SignInOptions & {
 *   renewed?: (before: string | null, now: string) => void,
 *   patience?: number,
 *   client?: string,
 *   language?: string,
 *   updates?: "whole" | "patch",
 *   WebSocket?: typeof WebSocket,
 *   fetch?: typeof fetch,
 *   chance?: () => number,
 * }} Options `renewed` is told each new token, to keep it; `patience` is for how many milliseconds a broken line is tried
 *   to be taken up again (a minute; `Infinity` for ever); `language`, such as `de`, is that of texts, in English where
 *   the server does not speak it; `updates` is how matches are told on every line: without it in patches where frames
 *   are not compressed, for both together cost a server most and save next to nothing
 */

/** @typedef {"opening" | "open" | "lost" | "shut"} LineState */

/**
 * @typedef {object} Hooks
 * @property {(message: FromServer) => void} heard is told every message
 * @property {() => Iterable<Command>} resume gives what to say first on a line that was taken up again
 * @property {(command: Command, answer: FromServer) => void} resumed is told what each of that was answered
 * @property {(error: ClientError) => void} failed is told when it is over for good
 * @property {(state: LineState, why: Error | null) => void} changed is told of the line
 */

/**
 * A command's known fields without its `ref`, which the client gives it.
 * @template Each
 * @typedef {{ [Key in keyof Each as string extends Key ? never : Key extends "ref" ? never : Key]: Each[Key] } & { ref?: string | null }} Said
 */

/** @typedef {FromClient extends infer Each ? Each extends FromClient ? Said<Each> : never : never} Command */

/** Refusals that mean "send this again in a moment". */
const ASK_AGAIN = new Set(["unavailable", "too_many"]);
const MILLISECONDS_UNTIL_A_LINE_IS_STEADY = 5_000;
/** A line on which nothing is heard for so long is asked whether anybody is there. */
const MILLISECONDS_OF_SILENCE = 30_000;
const PARTING = new Set(["sign_out", "delete_account"]);
const SIGNED_OUT =
  "this player was signed out: all sessions were ended, the token was revoked, or the server does not know the player" +
  " any more";

/** This line is not up, or not any more; another one may be. */
class Broken extends Error {
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

/** @typedef {{ promise: Promise<FromServer>, resolve: (answer: FromServer) => void, reject: (error: Error) => void }} AwaitedAnswer */

/**
 * A command on its way to its answer, and the line it was sent on last.
 * @typedef {{ command: any, line: Line | null, answer: AwaitedAnswer, isParting: boolean }} Asking
 */

/**
 * One client's line to a server: it is kept up, and every command is carried through to its answer.
 *
 * A line that breaks is taken up again with growing pauses. Then the client presents its token, takes up what it
 * followed, and sends every command that has no answer yet once more, under the same `ref`: the server does each only once.
 */
export class Connection {
  url;
  /** @type {Welcome | null} */
  welcome = null;
  /** @type {SignedIn | null} */
  signedIn = null;
  /** How often the line was taken up again. */
  reconnects = 0;
  /** @type {LineState} */
  state = "opening";

  #options;
  #hooks;
  /** @type {string | null} */
  #token;
  /** @type {Line | null} */
  #line = null;
  /** @type {Map<string, Asking>} */
  #asking = new Map();
  /** @type {Map<string, Command>} */
  #resuming = new Map();
  #prefix = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  #refs = 0;
  /** @type {ClientError | null} */
  #lost = null;
  /** @type {Set<() => void>} */
  #pausing = new Set();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #watching;
  #atOnce = () => this.wake();

  /**
   * @param {string | URL} url
   * @param {Options} options
   * @param {Hooks} hooks
   */
  constructor(url, options, hooks) {
    this.url = checked(url);
    this.#options = options;
    this.#hooks = hooks;
    this.#token = options.token ?? null;
  }

  /**
   * Connect and sign in: tried once, and again only while the server is there and its store is away. Rejects with
   * `LostError`, `CommandRefused`, `MisunderstoodError`.
   */
  async open() {
    const again = this.#backoff();
    for (;;) {
      try {
        const line = await this.#connect();
        this.#listenToTheWorld();
        this.#takeUp(line);
        this.#keepUp(line);
        return;
      } catch (error) {
        if (!(error instanceof Broken) || error.refusal === null) {
          throw error instanceof Broken ? new LostError(`${this.url} cannot be reached: ${error.message}`) : error;
        }
        await this.#pause(again, error);
      }
    }
  }

  /** Hang up. Whatever has no answer yet is rejected with `LostError`. */
  close() {
    this.#end(new LostError("the client was closed"));
  }

  /** Try at once to take a broken line up again, rather than after a pause. */
  wake() {
    for (const wake of this.#pausing) {
      wake();
    }
  }

  /**
   * Carry a command through to its answer, across reconnects; on refusals with one of the codes in `again` it is asked again.
   * Rejects with `CommandRefused`, `LostError`.
   * @param {Command} said
   * @param {ReadonlySet<string>} [again]
   * @returns {Promise<FromServer>}
   */
  async ask(said, again = ASK_AGAIN) {
    const ref = said.ref ?? this.freshRef();
    if (this.#asking.has(ref)) {
      throw new ClientError(`\`${ref}\` already names a command that has no answer yet`);
    }
    const command = { ...said, ref };
    this.#weigh(command);
    const pauses = this.#backoff();
    /** @type {Asking} */
    const asking = { command, line: null, answer: Promise.withResolvers(), isParting: PARTING.has(command.type) };
    this.#asking.set(ref, asking);
    try {
      for (;;) {
        if (this.#lost !== null) {
          throw this.#lost;
        }
        this.#send(asking);
        const heard = await asking.answer.promise;
        if (heard.type !== "refused") {
          return heard;
        }
        const refused = new CommandRefused(heard);
        if (!again.has(heard.code)) {
          throw refused;
        }
        await this.#pause(pauses, refused);
        asking.answer = Promise.withResolvers();
        asking.line = null;
      }
    } finally {
      this.#asking.delete(ref);
    }
  }

  /** Return a name that no other command of this client has. */
  freshRef() {
    this.#refs += 1;
    return `${this.#prefix}-${this.#refs}`;
  }

  /** @returns {string | null} */
  get token() {
    return this.#token;
  }

  // The line

  /** @returns {Promise<Line>} */
  async #connect() {
    const updates = new WholeUpdates();
    /** @type {Line} */
    let line;
    try {
      line = await opened(
        this.url,
        (message, on) => this.#hear(message, on, updates),
        this.#options.WebSocket ?? WebSocket,
      );
    } catch (error) {
      throw new Broken(error instanceof Error ? error.message : String(error));
    }
    try {
      await this.#introduce(line);
      return line;
    } catch (error) {
      line.close();
      throw error;
    }
  }

  /**
   * Say hello and sign in. Rejects with `CommandRefused`, or `Broken` if it should be tried again.
   * @param {Line} line
   */
  async #introduce(line) {
    const welcome = await this.#introduced(line, this.#hello(line));
    if (welcome.type === "welcome") {
      this.welcome = welcome;
    }
    const command = this.#signIn();
    if (command === null) {
      return;
    }
    /** @type {FromServer} */
    let heard;
    try {
      heard = await this.#introduced(line, command);
    } catch (error) {
      const isParting = [...this.#asking.values()].some((asking) => asking.isParting);
      if (error instanceof CommandRefused && error.code === "unknown_token" && isParting) {
        return; // nobody is signed in any more, and who asked for that hears it on this line
      }
      throw error;
    }
    if (heard.type !== "signed_in") {
      throw new MisunderstoodError(`the server answered \`sign_in\` with \`${heard.type}\`, which does not fit`);
    }
  }

  /** @param {Line} line */
  #hello(line) {
    const form = line.isCompressed ? "whole" : "patch";
    const { client = "@quarterdeck/client", updates = form, language } = this.#options;
    return { type: "hello", protocol: 1, client, updates, ...(language && { language }) };
  }

  #signIn() {
    const { name, password, recoveryCode, signIn = true } = this.#options;
    if (this.#token !== null) {
      return { type: "sign_in", token: this.#token };
    }
    if (!signIn) {
      return null;
    }
    if (recoveryCode !== undefined) {
      return { type: "recover_account", name, code: recoveryCode, new_password: password };
    }
    return { type: "sign_in", ...(name !== undefined && { name }), ...(password !== undefined && { password }) };
  }

  /**
   * Say something that belongs to this line alone, and return its answer.
   * @param {Line} line
   * @param {object & { type: string }} said
   * @returns {Promise<FromServer>}
   */
  async #introduced(line, said) {
    const ref = this.freshRef();
    /** @type {Asking} */
    const asking = { command: { ...said, ref }, line, answer: Promise.withResolvers(), isParting: false };
    this.#asking.set(ref, asking);
    const timer = setTimeout(() => line.drop("it does not answer"), MILLISECONDS_TO_CONNECT);
    try {
      line.send(asking.command);
      const heard = await Promise.race([asking.answer.promise, line.ended]);
      if (!("type" in heard)) {
        throw OVER[heard.code] === undefined
          ? new Broken(heard.reason || "the line broke while signing in", { end: heard })
          : new LostError(heard.reason || (OVER[heard.code] ?? ""), heard.code);
      }
      if (heard.type === "refused") {
        throw ASK_AGAIN.has(heard.code) ? new Broken(heard.text, { refusal: heard.code }) : new CommandRefused(heard);
      }
      return heard;
    } finally {
      clearTimeout(timer);
      this.#asking.delete(ref);
    }
  }

  /**
   * Say on this line what is followed, and then all that has no answer yet. What is asked meanwhile goes out on this line
   * too, and nothing goes out on it twice.
   * @param {Line} line
   */
  #takeUp(line) {
    if (this.#lost !== null) {
      line.close();
      return;
    }
    this.#resuming = new Map();
    if (this.reconnects > 0) {
      for (const command of this.#hooks.resume()) {
        const ref = this.freshRef();
        this.#resuming.set(ref, command);
        line.send({ ...command, ref });
      }
    }
    this.#line = line;
    for (const asking of this.#asking.values()) {
      this.#send(asking);
    }
    this.#turn("open", null);
  }

  /**
   * Keep the line up until it is lost for good. Whatever ends this, nobody waits any more.
   * @param {Line} line
   */
  async #keepUp(line) {
    let again = this.#backoff();
    try {
      while (this.#lost === null) {
        const since = performance.now();
        const end = await line.ended;
        this.#line = null;
        if (this.#lost !== null) {
          return;
        }
        const over = OVER[end.code];
        if (over !== undefined) {
          throw new LostError(end.reason || over, end.code);
        }
        if (performance.now() - since > MILLISECONDS_UNTIL_A_LINE_IS_STEADY) {
          again = this.#backoff();
        }
        line = await this.#connectAgain(
          again,
          new Broken(end.reason || `the line broke with code ${end.code}`, { end }),
        );
        this.reconnects += 1;
        this.#takeUp(line);
      }
    } catch (error) {
      this.#end(error instanceof ClientError ? error : new MisunderstoodError(String(error)));
    }
  }

  /**
   * @param {Pauses} again
   * @param {Broken} broken
   */
  async #connectAgain(again, broken) {
    for (let why = broken; ; ) {
      this.#turn("lost", why);
      if (why.end?.code !== RESTARTS || again.tries > 0) {
        await this.#pause(again, why);
      } else {
        again.next();
      }
      if (this.#lost !== null) {
        throw this.#lost;
      }
      try {
        return await this.#connect();
      } catch (error) {
        if (error instanceof CommandRefused) {
          throw new LostError(`the server does not take this player up again: ${error.message}`, null, {
            cause: error,
          });
        }
        if (!(error instanceof Broken)) {
          throw error;
        }
        why = error;
      }
    }
  }

  /** @param {Asking} asking */
  #send(asking) {
    if (this.#line !== null && asking.line !== this.#line) {
      asking.line = this.#line;
      this.#line.send(asking.command);
    }
  }

  /**
   * @param {FromServer} message
   * @param {Line} line
   * @param {WholeUpdates} updates
   */
  #hear(message, line, updates) {
    if (this.#lost !== null) {
      return;
    }
    let heard = message;
    try {
      heard = updates.whole(message);
    } catch (error) {
      if (!(error instanceof PatchError)) {
        throw error;
      }
      line.drop(error.message); // whatever is said on the next line begins with whole updates
      return;
    }
    if (heard.type === "signed_in") {
      const before = this.#token;
      this.signedIn = heard;
      this.#token = heard.token;
      this.#options.renewed?.(before, heard.token);
    }
    this.#hooks.heard(heard);
    const ref = heard.ref ?? null;
    if (ref === null) {
      if (heard.type === "signed_out" && ![...this.#asking.values()].some((asking) => asking.isParting)) {
        this.#end(new LostError(SIGNED_OUT));
      }
      return;
    }
    const resumed = this.#resuming.get(ref);
    if (resumed !== undefined) {
      this.#resuming.delete(ref);
      if (heard.type === "refused" && ASK_AGAIN.has(heard.code)) {
        line.drop(heard.text);
        return;
      }
      this.#hooks.resumed(resumed, heard);
    }
    this.#asking.get(ref)?.answer.resolve(heard);
  }

  // What else happens

  /** Hear from the browser that there is a network again, or that somebody looks; and ask a silent line. */
  #listenToTheWorld() {
    globalThis.addEventListener?.("online", this.#atOnce);
    globalThis.document?.addEventListener?.("visibilitychange", this.#atOnce);
    this.#watching = setInterval(() => this.#askWhetherSomebodyIsThere(), MILLISECONDS_OF_SILENCE);
  }

  async #askWhetherSomebodyIsThere() {
    const line = this.#line;
    if (line !== null && performance.now() - line.heardAt > MILLISECONDS_OF_SILENCE) {
      await this.#introduced(line, this.#hello(line)).catch(() => {});
    }
  }

  /** @param {object} command */
  #weigh(command) {
    const most = this.welcome?.limits.message_bytes;
    const bytes = new TextEncoder().encode(JSON.stringify(command)).length;
    if (most !== undefined && bytes > most) {
      const text = `This command has ${bytes} bytes; the server reads at most ${most}.`;
      throw new CommandRefused({ code: "too_large", text });
    }
  }

  #backoff() {
    return new Pauses(this.#options.patience ?? 60_000, this.#options.chance);
  }

  /**
   * Wait before something is tried again. Rejects with `LostError` if it has been tried for too long.
   * @param {Pauses} again
   * @param {Error} why
   */
  async #pause(again, why) {
    const wait = Math.max(again.next(), why instanceof CommandRefused ? (why.retryIn ?? 0) : 0);
    if (performance.now() + wait > again.until) {
      throw new LostError(`${this.url} cannot be reached: ${why.message}`);
    }
    /** @type {PromiseWithResolvers<void>} */
    const woken = Promise.withResolvers();
    const timer = setTimeout(woken.resolve, wait);
    this.#pausing.add(woken.resolve);
    await woken.promise;
    this.#pausing.delete(woken.resolve);
    clearTimeout(timer);
  }

  /**
   * @param {LineState} state
   * @param {Error | null} why
   */
  #turn(state, why) {
    this.state = state;
    this.#hooks.changed(state, why);
  }

  /** @param {ClientError} error */
  #end(error) {
    if (this.#lost !== null) {
      return;
    }
    this.#lost = error;
    clearInterval(this.#watching);
    globalThis.removeEventListener?.("online", this.#atOnce);
    globalThis.document?.removeEventListener?.("visibilitychange", this.#atOnce);
    this.#line?.close();
    this.#line = null;
    this.wake();
    for (const asking of this.#asking.values()) {
      asking.answer.promise.catch(() => {});
      asking.answer.reject(error);
    }
    this.#hooks.failed(error);
    this.#turn("shut", error);
  }
}

/** The pauses between tries, until a patience has run out. */
class Pauses extends Backoff {
  /**
   * @param {number} patience
   * @param {(() => number) | undefined} chance
   */
  constructor(patience, chance) {
    super({ chance: chance ?? Math.random });
    this.until = performance.now() + patience;
  }
}
