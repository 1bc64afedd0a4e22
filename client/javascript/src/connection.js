import { beginAgain, PendingCommands, sendOnce } from "./answers.js";
import { ClientError, CommandRefused, LostError, MisunderstoodError, UsageError } from "./errors.js";
import { ASK_AGAIN, greeted, readerOn, signedIn } from "./handshake.js";
import { Pauses, Tries } from "./pauses.js";
import { Broken, checked, MILLISECONDS_TO_ANSWER, MOST_DOUBLED, OVER, opened, RESTARTS, TURNS } from "./socket.js";

/** @import { FromServer, SignedIn, Welcome } from "../types/v1.js" */
/** @import { Command, PendingCommand } from "./answers.js" */
/** @import { HelloOptions, SignInOptions } from "./handshake.js" */
/** @import { Socket } from "./socket.js" */

/**
 * @typedef {SignInOptions & HelloOptions & {
 *   noteStore?: import("./notes.js").NoteStore,
 *   renewed?: (before: string | null, now: string) => void,
 *   patience?: number,
 *   longestPause?: number,
 *   WebSocket?: typeof WebSocket,
 *   fetch?: typeof fetch,
 *   chance?: () => number,
 * }} Options `noteStore`, such as `sessionStorage`, keeps what a page that is loaded again has to know to reveal entropy and to verify;
 *   `renewed` is told each new token, to keep it; `patience` is for how many milliseconds a broken connection is tried
 *   to be taken up again (a minute; `Infinity` for ever); a command that is to be sent again only after more than `longestPause`
 *   milliseconds (as many as `patience`) rejects with its refusal; `connectTimeout` is for how many milliseconds a server may leave
 *   a client without an answer that connects, signs in, or asks whether anybody is there (10 seconds); `language`, such as `de`, is that of texts, in English where
 *   the server does not speak it; `updates` is how matches are told on every connection: without it in patches where frames
 *   are not compressed, for both together cost a server most and save next to nothing
 */

/** @typedef {"opening" | "open" | "lost" | "shut"} ConnectionState */

/**
 * @typedef {object} Hooks
 * @property {(message: FromServer) => void} received is called with every message
 * @property {() => Iterable<Command>} resume returns the first commands of a new connection
 * @property {(command: Command, answer: FromServer) => void} resumed is called with each of these commands and its
 *   answer
 * @property {() => boolean} isPlaying true if an update of a match may come at any time
 * @property {(error: ClientError) => void} failed is called when the connection is lost for good
 * @property {(state: ConnectionState, why: Error | null) => void} changed is called when the state of the connection
 *   has changed
 */

/** Default patience in milliseconds, for which the client tries to reconnect. */
const PATIENCE = 60_000;
const MILLISECONDS_UNTIL_A_CONNECTION_IS_STEADY = 5_000;
/** Milliseconds of silence after which the client sends a ping. */
const MILLISECONDS_OF_SILENCE = 30_000;
/** Milliseconds after which a working connection is trusted again. Then the shorter bound of silence applies to it. */
const MILLISECONDS_UNTIL_A_CONNECTION_IS_TRUSTED = 60_000;
/** Number of older tokens that are tried when a server does not know the newest one. */
const OLDER_TOKENS = 3;
const SIGNED_OUT =
  "this player was signed out: all sessions were ended, the token was revoked, or the player no longer" + " exists";

/**
 * One client's connection to a server. It reconnects, and carries every command through to its answer.
 *
 * Reconnects follow each other with growing pauses. Then the client presents its token, resumes its subscriptions, and
 * sends every unanswered command again under the same `ref`: the server executes each only once.
 */
export class Connection {
  url;
  /** @type {Welcome | null} */
  welcome = null;
  /** @type {SignedIn | null} */
  signedIn = null;
  /** Number of reconnects. */
  reconnects = 0;
  /** @type {ConnectionState} */
  state = "opening";

  #options;
  #hooks;
  /** @type {string | null} */
  #token;
  /** @type {string[]} */
  #olderTokens = [];
  /** @type {Socket | null} */
  #socket = null;
  #pending = new PendingCommands();
  /** @type {Map<string, Command>} */
  #resuming = new Map();
  /** @type {ClientError | null} */
  #lost = null;
  #pauses = new Pauses();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #watching;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #counting;
  /** Number of connections in a row that were closed for their silence. */
  #timesLeft = 0;
  /**
   * Number of sign-ins on connections that broke before the answer. A busy server may carry one out later, and then it
   * closes the newer connection of this client.
   */
  #lateSignIns = 0;
  #atOnce = () => this.wake();

  /**
   * @param {string | URL} url
   * @param {Options} options
   * @param {Hooks} hooks
   */
  constructor(url, options, hooks) {
    this.url = checked(url);
    if ((options.WebSocket ?? globalThis.WebSocket) === undefined || Promise.withResolvers === undefined) {
      const found = Reflect.get(globalThis, "process")?.versions?.node;
      throw new UsageError(
        `@quarterdeck/client needs Node.js 22 or newer, or a browser of 2024 or newer${found ? `; this is Node.js ${found}` : ""}`,
      );
    }
    this.#options = options;
    this.#hooks = hooks;
    this.#token = options.token ?? null;
  }

  /**
   * Connect and sign in. The client tries once, and again only while the server has no access to its store. Rejects
   * with `LostError`, `CommandRefused`, `MisunderstoodError`.
   */
  async open() {
    const tries = this.#tries();
    for (;;) {
      try {
        const socket = await this.#connect();
        this.#listenToTheWorld();
        this.#takeUp(socket);
        this.#keepUp(socket);
        return;
      } catch (error) {
        if (!(error instanceof Broken) || error.refusal === null) {
          throw error instanceof Broken ? new LostError(`${this.url} cannot be reached: ${error.message}`) : error;
        }
        await this.#pause(tries, error);
      }
    }
  }

  /** Close the connection. Commands without an answer are rejected with `LostError`. */
  close() {
    this.#end(new LostError("the client was closed"));
  }

  /** Reconnect at once, without the remaining pause. */
  wake() {
    this.#pauses.wake();
  }

  /**
   * Send a command and return its answer, across reconnects. It is sent again on refusals with a code in `again`.
   * Rejects with `CommandRefused`, `LostError`.
   * @param {Command} said
   * @param {ReadonlySet<string>} [again]
   * @returns {Promise<FromServer>}
   */
  async ask(said, again = ASK_AGAIN) {
    const tries = this.#tries();
    const pending = this.#pending.add(said);
    try {
      this.#weigh(pending.command);
      for (;;) {
        if (this.#lost !== null) {
          throw this.#lost;
        }
        if (this.#socket !== null) {
          sendOnce(pending, this.#socket);
        }
        const received = await pending.answer.promise;
        if (received.type !== "refused") {
          return received;
        }
        const refused = new CommandRefused(received);
        const { patience = PATIENCE, longestPause = patience } = this.#options;
        const isLimit = refused.remaining === 0 && refused.retryIn === null; // no wait changes it
        if (isLimit || !again.has(received.code) || (refused.retryIn ?? 0) > longestPause) {
          throw refused;
        }
        await this.#pause(tries, refused);
        beginAgain(pending);
      }
    } finally {
      this.#pending.remove(pending);
    }
  }

  /** Return a name that no other command of this client has. */
  freshRef() {
    return this.#pending.freshRef();
  }

  /** @returns {string | null} */
  get token() {
    return this.#token;
  }

  // The connection

  /**
   * @param {number} [connectTimeout]
   * @returns {Promise<Socket>}
   */
  async #connect(connectTimeout = this.#options.connectTimeout) {
    /** @type {Socket} */
    let socket;
    try {
      const { WebSocket: Raw = WebSocket } = this.#options;
      socket = await opened(this.url, (received, on) => this.#receive(received, on), Raw, connectTimeout);
    } catch (error) {
      throw new Broken(error instanceof Error ? error.message : String(error));
    }
    try {
      socket.updates = await readerOn(socket, this.#options);
      const options = { ...this.#options, ...(connectTimeout !== undefined && { connectTimeout }) };
      await greeted(socket, this.#pending, options);
      await this.#signIn(socket, options);
      return socket;
    } catch (error) {
      socket.close();
      throw error;
    }
  }

  /**
   * Sign in with the newest token, or with an older one if the server does not know the newest: a restored store may
   * know only an older one.
   * @param {Socket} socket
   * @param {Options} options
   */
  async #signIn(socket, options) {
    const tokens = [this.#token, ...this.#olderTokens.toReversed()];
    for (;;) {
      try {
        await signedIn(socket, this.#pending, options, tokens.shift() ?? null);
        return;
      } catch (error) {
        if (error instanceof Broken && error.refusal === null) {
          this.#lateSignIns += 1;
        }
        if (!(error instanceof CommandRefused) || error.code !== "unknown_token" || tokens.length === 0) {
          throw error;
        }
      }
    }
  }

  /**
   * Resume all subscriptions on a connection, and then send all unanswered commands. Commands that are added meanwhile
   * go out on it too. Nothing is sent twice on it.
   * @param {Socket} socket
   */
  #takeUp(socket) {
    if (this.#lost !== null) {
      socket.close();
      return;
    }
    this.#resuming = new Map();
    if (this.reconnects > 0) {
      for (const command of this.#hooks.resume()) {
        const ref = this.freshRef();
        this.#resuming.set(ref, command);
        socket.send({ ...command, ref });
      }
    }
    this.#socket = socket;
    this.#leaveWhenSilent(socket);
    this.#pending.sendAll(socket);
    this.#turn("open", null);
  }

  /**
   * Keep the connection up until it is lost for good. However this ends, no command waits any longer.
   * @param {Socket} socket
   */
  async #keepUp(socket) {
    let tries = this.#tries();
    try {
      while (this.#lost === null) {
        const since = performance.now();
        const end = await socket.ended;
        this.#socket = null;
        clearTimeout(this.#counting);
        if (this.#lost !== null) {
          return;
        }
        const over = OVER[end.code];
        const isOwn = end.code === 4001 && this.#lateSignIns-- > 0; // taken up by this client
        if (over !== undefined && !isOwn) {
          throw new LostError(end.reason || over, end.code);
        }
        if (performance.now() - since > MILLISECONDS_UNTIL_A_CONNECTION_IS_STEADY) {
          tries = this.#tries();
        }
        socket = await this.#connectAgain(
          tries,
          new Broken(end.reason || `the connection broke with code ${end.code}`, { end }),
        );
        this.reconnects += 1;
        this.#takeUp(socket);
      }
    } catch (error) {
      this.#end(error instanceof ClientError ? error : new MisunderstoodError(String(error)));
    }
  }

  /**
   * @param {Tries} tries
   * @param {Broken} broken
   */
  async #connectAgain(tries, broken) {
    let timeout = this.#silence || Number.POSITIVE_INFINITY;
    for (let why = broken; ; timeout *= 2) {
      this.#turn("lost", why);
      if (why.end?.code !== RESTARTS || tries.tries > 0) {
        await this.#pause(tries, why);
      } else {
        tries.next();
      }
      if (this.#lost !== null) {
        throw this.#lost;
      }
      try {
        return await this.#connect(Math.min(timeout, this.#options.connectTimeout ?? MILLISECONDS_TO_ANSWER));
      } catch (error) {
        if (error instanceof CommandRefused) {
          throw new LostError(`the server refuses to resume this session: ${error.message}`, null, {
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

  /**
   * @param {FromServer} received
   * @param {Socket} socket
   */
  #receive(received, socket) {
    if (this.#lost !== null) {
      return;
    }
    if (received.type === "welcome") {
      this.welcome = received;
    } else if (
      received.type === "site_changed" ||
      received.type === "pause_changed" ||
      received.type === "announcements_changed"
    ) {
      const terms = this.welcome?.site?.terms ?? null;
      this.welcome &&= { ...this.welcome, ...received, type: "welcome" };
      const due = this.welcome?.site?.terms ?? null;
      if (due !== terms && this.signedIn !== null && this.signedIn.player.kind !== "bot") {
        this.signedIn = { ...this.signedIn, terms_due: due };
      }
    } else if (received.type === "signed_in") {
      const before = this.#token;
      this.signedIn = received;
      this.#token = received.token;
      if (before !== null && before !== received.token) {
        this.#olderTokens = [...this.#olderTokens, before].slice(-OLDER_TOKENS);
      }
      this.#options.renewed?.(before, received.token);
    }
    if (received.type === "pong" && (received.ref ?? null) === null) {
      return;
    }
    this.#hooks.received(received);
    const ref = received.ref ?? null;
    if (ref === null) {
      if (received.type === "signed_out" && !this.#pending.isParting) {
        this.#end(new LostError(SIGNED_OUT));
      } else if (received.type === "refused" && received.code === "not_json") {
        this.#pending.refuse(received, socket);
      }
      return;
    }
    const resumed = this.#resuming.get(ref);
    if (resumed !== undefined) {
      this.#resuming.delete(ref);
      if (received.type === "refused" && ASK_AGAIN.has(received.code)) {
        socket.drop(received.text);
        return;
      }
      this.#hooks.resumed(resumed, received);
    }
    this.#pending.answer(received);
  }

  // What else happens

  /** Reconnect when the browser reports a network, or when the page becomes visible; ping a silent connection. */
  #listenToTheWorld() {
    globalThis.addEventListener?.("online", this.#atOnce);
    globalThis.document?.addEventListener?.("visibilitychange", this.#atOnce);
    this.#watching = setInterval(() => this.#ping(), MILLISECONDS_OF_SILENCE);
  }

  async #ping() {
    const socket = this.#socket;
    if (socket !== null && performance.now() - socket.receivedAt > MILLISECONDS_OF_SILENCE) {
      await greeted(socket, this.#pending, this.#options).catch(() => {});
    }
  }

  get #silence() {
    return this.welcome?.limits.silence ?? 0;
  }

  /**
   * @param {Socket} socket a connection that is closed when the server is silent on it for too long although a message
   *   was due
   */
  #leaveWhenSilent(socket) {
    if (this.#silence === 0) {
      return;
    }
    const since = performance.now();
    const turn = () => {
      if (performance.now() - since > MILLISECONDS_UNTIL_A_CONNECTION_IS_TRUSTED) {
        this.#timesLeft = 0;
      }
      const isDue = this.#pending.size + this.#resuming.size > 0 || this.#hooks.isPlaying();
      const next = socket.silence.turn(isDue);
      if (next === "leave") {
        this.#timesLeft = Math.min(this.#timesLeft + 1, MOST_DOUBLED);
        socket.drop("it does not answer");
        return;
      }
      if (next === "ask") {
        socket.send({ type: "ping" });
      }
      this.#counting = setTimeout(turn, (this.#silence / TURNS) * 2 ** this.#timesLeft);
    };
    this.#counting = setTimeout(turn, (this.#silence / TURNS) * 2 ** this.#timesLeft);
  }

  /** @param {object} command */
  #weigh(command) {
    const most = this.welcome?.limits.message_bytes;
    const bytes = new TextEncoder().encode(JSON.stringify(command)).length;
    if (most !== undefined && bytes > most) {
      const text = `This command has ${bytes} bytes; the limit of the server is ${most}.`;
      throw new CommandRefused({ code: "too_large", text });
    }
  }

  #tries() {
    return new Tries(this.#options.patience ?? PATIENCE, this.#options.chance);
  }

  /**
   * Wait before the next try. Rejects with `LostError` after the patience has run out.
   * @param {Tries} tries
   * @param {Error} why
   */
  async #pause(tries, why) {
    const wait = tries.pause(why instanceof CommandRefused ? (why.retryIn ?? 0) : 0);
    if (wait === null) {
      throw new LostError(`${this.url} cannot be reached: ${why.message}`);
    }
    await this.#pauses.pause(wait);
  }

  /**
   * @param {ConnectionState} state
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
    clearTimeout(this.#counting);
    globalThis.removeEventListener?.("online", this.#atOnce);
    globalThis.document?.removeEventListener?.("visibilitychange", this.#atOnce);
    this.#socket?.close();
    this.#socket = null;
    this.wake();
    this.#pending.reject(error);
    this.#hooks.failed(error);
    this.#turn("shut", error);
  }
}
