import { ClientError, LostError } from "./errors.js";

/**
 * The tokens of an app. `access_token` signs a `Client` in; `refresh_token` gives the next tokens, once.
 * @typedef {{ access_token: string, refresh_token: string, expires_in: number, scope: string }} AppTokens
 */

/** @typedef {{ getItem: (name: string) => string | null, setItem: (name: string, value: string) => void, removeItem: (name: string) => void }} Storage */

const STARTED = "quarterdeck app sign-in";

/**
 * The sign-in of players on a page of another site (OAuth 2.1 with PKCE). The page never sees a password.
 */
export class AppSignIn {
  #server;
  #clientId;
  #redirect;
  #storage;

  /**
   * @param {string} server the origin of the server, as `https://cards.example.org`
   * @param {{ clientId: string, redirect?: string, storage?: Storage }} how `clientId`: the name that the player reads;
   *   `redirect`: the address where the player returns, by default that of this page
   */
  constructor(server, { clientId, redirect = location.origin + location.pathname, storage = sessionStorage }) {
    this.#server = server;
    this.#clientId = clientId;
    this.#redirect = redirect;
    this.#storage = storage;
  }

  /**
   * Return the address of the server's question to the player, and remember that it was asked.
   * @param {readonly string[]} scopes
   * @returns {Promise<string>}
   */
  async address(scopes) {
    const { authorization_endpoint: endpoint } = await this.#metadata();
    const [verifier, state] = [random(), random()];
    this.#storage.setItem(STARTED, JSON.stringify({ verifier, state }));
    const query = new URLSearchParams({
      response_type: "code",
      client_id: this.#clientId,
      redirect_uri: this.#redirect,
      scope: scopes.join(" "),
      state,
      code_challenge: await challengeOf(verifier),
      code_challenge_method: "S256",
    });
    return `${endpoint}?${query}`;
  }

  /**
   * Return the tokens after the player's consent; `null` if the player does not come back from the question. Rejects
   * with `ClientError` if the player refused, or if another page or server has made the address.
   * @param {string} [address] the address to which the player returned
   * @returns {Promise<AppTokens | null>}
   */
  async tokens(address = location.href) {
    const given = new URL(address).searchParams;
    const started = this.#storage.getItem(STARTED);
    if (started === null || !(given.has("code") || given.has("error"))) return null;
    this.#storage.removeItem(STARTED);
    const { verifier, state } = JSON.parse(started);
    const { issuer } = await this.#metadata();
    if (given.get("state") !== state || given.get("iss") !== issuer)
      throw new ClientError("this answer belongs to another request or comes from another server");
    const code = given.get("code");
    if (code === null) throw new ClientError(`the player was not signed in: ${given.get("error")}`);
    return this.#issued({
      grant_type: "authorization_code",
      code,
      redirect_uri: this.#redirect,
      code_verifier: verifier,
    });
  }

  /**
   * Return the tokens of a player who enters a code on another device. Rejects with `ClientError` if the player denies
   * it, or lets it expire.
   * @param {readonly string[]} scopes
   * @param {(asked: { user_code: string, verification_uri: string, verification_uri_complete: string }) => void} show
   *   shows the player the page and the code to enter there
   * @param {(seconds: number) => Promise<unknown>} [wait]
   * @returns {Promise<AppTokens>}
   */
  async tokensByCode(scopes, show, wait = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds))) {
    const { device_authorization_endpoint: endpoint } = await this.#metadata();
    const asked = JSON.parse(await this.#posted(endpoint, { scope: scopes.join(" ") }));
    show(asked);
    const form = { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: asked.device_code };
    let seconds = asked.interval;
    for (;;) {
      await wait(seconds);
      try {
        return await this.#issued(form);
      } catch (error) {
        const [, code = ""] = /"error":"(authorization_pending|slow_down)"/.exec(String(error)) ?? [];
        if (code === "") throw error;
        if (code === "slow_down") seconds += 5;
      }
    }
  }

  /**
   * Return new tokens for a refresh token, which is used up. Rejects with `ClientError` if the player has ended it.
   * @param {string} token
   * @returns {Promise<AppTokens>}
   */
  refreshed(token) {
    return this.#issued({ grant_type: "refresh_token", refresh_token: token });
  }

  /**
   * End what the player has allowed, by either token.
   * @param {string} token
   */
  async end(token) {
    const { revocation_endpoint: endpoint } = await this.#metadata();
    await this.#posted(endpoint, { token });
  }

  /** @param {Record<string, string>} form */
  async #issued(form) {
    const { token_endpoint: endpoint } = await this.#metadata();
    return JSON.parse(await this.#posted(endpoint, form));
  }

  async #metadata() {
    return JSON.parse(await asked(`${this.#server}/.well-known/oauth-authorization-server`));
  }

  /** @param {string} endpoint @param {Record<string, string>} form */
  #posted(endpoint, form) {
    return asked(endpoint, { method: "POST", body: new URLSearchParams({ ...form, client_id: this.#clientId }) });
  }
}

/** @param {string} address @param {RequestInit} [how] */
async function asked(address, how) {
  const answer = await fetch(address, how).catch((error) => {
    throw new LostError(`${address} cannot be reached: ${error.message}`);
  });
  const body = await answer.text();
  if (!answer.ok) throw new ClientError(`the server refused the sign-in: ${body}`);
  return body;
}

/** Return a new secret of 256 bits. */
export function random() {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** Return the challenge for a verifier (RFC 7636): its SHA-256. @param {string} verifier */
export async function challengeOf(verifier) {
  return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
}

/** @param {Uint8Array} bytes */
function base64url(bytes) {
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (letter) => ({ "+": "-", "/": "_" })[letter] ?? "");
}
