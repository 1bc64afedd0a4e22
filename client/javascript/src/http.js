import { CommandRefused, LostError, MisunderstoodError } from "./errors.js";

/** How many answers are kept, to be asked for again only if they have changed. */
const MOST_KEPT = 100;

/** For how many milliseconds one waits for an answer: a busy server, or one that finds the other, takes its time. */
const PATIENCE = 30_000;

/** What a server gives over plain HTTP. What has an `ETag` is kept, and asked for again with it. */
export class HttpRequests {
  #url;
  #fetch;
  #token;
  /** @type {Map<string, { tag: string, body: string }>} */
  #kept = new Map();

  /**
   * @param {string} url
   * @param {{ fetch?: typeof globalThis.fetch, token?: () => string | null, language?: string }} [options]
   */
  constructor(url, { fetch = globalThis.fetch, token = () => null, language } = {}) {
    this.#url = url;
    this.#fetch = fetch;
    this.#token = token;
    /** @type {Record<string, string>} */
    this.headers = language === undefined ? {} : { "Accept-Language": language };
  }

  /**
   * Return what is there, as JSON. A private server is asked again as this client's player. Rejects with
   * `CommandRefused`, `LostError`, `MisunderstoodError`.
   * @param {string} path
   * @param {{ signed?: boolean, text?: boolean }} [how] `signed`: as this client's player; `text`: as it is, no JSON
   * @returns {Promise<any>}
   */
  async get(path, { signed = false, text = false } = {}) {
    const kept = !signed && this.#kept.get(path);
    const asked = this.#asked(path, {
      headers: {
        ...(kept && { "If-None-Match": kept.tag }),
        ...(signed && this.#signature()),
      },
    });
    const answer = await asked.catch((error) => {
      if (signed || error.code !== "not_signed_in" || !this.#token()) throw error;
    });
    if (!answer) return this.get(path, { signed: true, text });
    const body = kept && answer.status === 304 ? kept.body : answer.body;
    this.#keep(path, signed ? null : answer.tag, body);
    return text ? body : read(body);
  }

  /**
   * Order something as this client's player, and return the answer. Rejects with `CommandRefused`, `LostError`,
   * `MisunderstoodError`.
   * @param {string} path
   * @param {object} order
   * @param {{ patience?: number }} [how] for how many milliseconds one waits for the answer
   * @returns {Promise<any>}
   */
  async post(path, order, { patience } = {}) {
    const headers = { "Content-Type": "application/json", ...this.#signature() };
    const { body } = await this.#asked(path, { method: "POST", headers, body: JSON.stringify(order) }, patience);
    return read(body);
  }

  #signature() {
    return { Authorization: `Bearer ${this.#token()}` };
  }

  /**
   * @param {string} path
   * @param {{ method?: string, headers: Record<string, string>, body?: string }} question
   * @param {number} [patience]
   */
  async #asked(path, { headers, ...question }, patience = PATIENCE) {
    const how = { ...question, headers: { ...this.headers, ...headers }, signal: AbortSignal.timeout(patience) };
    let answer;
    let body;
    try {
      answer = await this.#fetch.call(globalThis, this.#url + path, how);
      body = await answer.text();
    } catch (error) {
      throw new LostError(`${this.#url} cannot be reached: ${error instanceof Error ? error.message : error}`);
    }
    const { status } = answer;
    if (!answer.ok && status !== 304) throw refusedIn(body, status);
    return { status, body, tag: answer.headers.get("ETag") };
  }

  /**
   * @param {string} path
   * @param {string | null} tag
   * @param {string} body
   */
  #keep(path, tag, body) {
    this.#kept.delete(path);
    if (tag) {
      this.#kept.set(path, { tag, body });
      const [oldest] = this.#kept.keys();
      if (oldest && this.#kept.size > MOST_KEPT) this.#kept.delete(oldest);
    }
  }
}

/** @param {string} body */
function read(body) {
  try {
    return JSON.parse(body);
  } catch {
    throw new MisunderstoodError("the server's answer cannot be read");
  }
}

/**
 * Return why a question over plain HTTP was refused.
 * @param {string} body
 * @param {number} status
 */
function refusedIn(body, status) {
  try {
    const problem = JSON.parse(body);
    return new CommandRefused({ ...problem, code: problem.code ?? "other", text: problem.detail });
  } catch {
    return new CommandRefused({ code: "other", text: `The server answered with status ${status}.` });
  }
}
