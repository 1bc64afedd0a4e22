import { CommandRefused, LostError, MisunderstoodError } from "./errors.js";

/** Maximum number of cached answers. */
const MOST_KEPT = 100;

/** Default milliseconds to wait for an answer. A busy server, or one that asks another, may be slow. */
const PATIENCE = 30_000;

/** Requests over plain HTTP. Answers with an `ETag` are cached and revalidated. */
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
   * Return the JSON at a path. A private server is asked again with this client's token. Rejects with `CommandRefused`,
   * `LostError`, `MisunderstoodError`.
   * @param {string} path
   * @param {{ signed?: boolean, text?: boolean }} [how] `signed`: with this client's token; `text`: the answer is text,
   *   not JSON
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
   * Send a POST request as this client's player, and return the answer. Rejects with `CommandRefused`, `LostError`,
   * `MisunderstoodError`.
   * @param {string} path
   * @param {object} order
   * @param {{ patience?: number }} [how] milliseconds to wait for the answer
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
 * Return the error for a refused HTTP request.
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
