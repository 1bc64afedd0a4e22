import { challengeOf, random } from "../../../javascript/src/app-sign-in.js";
import { browserStorage, channel, windowStorage } from "../browser.js";
import { t } from "../words.js";
import { registered } from "./account.js";

/** @import { Page } from "../page.js" */
/** @import { Account } from "../../../javascript/types/v1.js" */

/** @typedef {{ provider: string, since: number }} Linked */

const BEGUN = "sign-on";

/** The key of the state of a proof, which its small window finds in the address to which the provider sends it. */
const PROOF = "sign-on-proof";

/**
 * Return the providers of identities by which players may sign in; `only` if there is no other way,
 * and `passkeys` if the server takes passkeys.
 * @param {Pick<Page, "session">} page
 * @returns {Promise<{ providers: readonly { id: string, name: string }[], only: boolean, passkeys: boolean, email: boolean }>}
 */
export function providers({ session }) {
  return session.client.http.get("/sign-on/providers");
}

/**
 * Leave for the sign-in page of a provider.
 * @param {Pick<Page, "session">} page
 * @param {string} provider
 */
export async function begun({ session }, provider) {
  const verifier = random();
  const { address } = await session.client.http.post("/sign-on/start", {
    provider,
    challenge: await challengeOf(verifier),
  });
  windowStorage.setItem(BEGUN, verifier);
  location.assign(address);
}

/**
 * Sign in with what the provider gave this browser. Return a ticket if the identity has no account yet, and `null` if
 * the player is signed in.
 * @param {Pick<Page, "session">} page
 * @param {Readonly<Record<string, string>>} query of the address to which the player returned
 * @returns {Promise<{ ticket: string, verifier: string } | null>}
 */
export async function finished({ session }, { state = "", code = "", iss }) {
  const verifier = windowStorage.getItem(BEGUN) ?? "";
  windowStorage.removeItem(BEGUN);
  const { token, ticket } = await session.client.http.post("/sign-on/finish", {
    state,
    code,
    verifier,
    ...(iss && { iss }),
  });
  if (token === null) return { ticket, verifier };
  await session.say({ type: "sign_in", token });
  return null;
}

/**
 * Make an account whose password nobody knows: its player signs in by the provider, or with a recovery code.
 * @param {Pick<Page, "session">} page
 * @param {string} name
 * @param {string} ticket
 * @param {string} [invite]
 * @returns {Promise<Account>}
 */
export function registeredAs(page, name, ticket, invite) {
  return registered(page, name, random(), invite, ticket);
}

/**
 * Prove who the player is by a new sign-in at a provider, in a small window.
 * @param {Pick<Page, "session">} page
 * @param {string} provider
 */
export async function proved({ session }, provider) {
  const shown = open("about:blank", "_blank", "popup,width=480,height=680"); // at once, while the click allows it
  const answers = channel(PROOF);
  if (shown === null || answers === null) throw new Error(t("proof.no_window"));
  const { http, account } = session.client;
  const verifier = random();
  const challenge = await challengeOf(verifier);
  const { address } = await http.post("/sign-on/start", { provider, challenge, proof: true });
  const state = new URL(address).searchParams.get("state") ?? "";
  browserStorage.setItem(PROOF, state);
  const back = new Promise((/** @type {(query: Record<string, string>) => void} */ arrived) => {
    answers.onmessage = ({ data }) => data.state === state && arrived(data);
  });
  shown.location.replace(address);
  const { code = "", iss } = await back;
  answers.close();
  const { ticket } = await http.post("/sign-on/finish", { state, code, verifier, ...(iss && { iss }) });
  await account.proveIdentity({ ticket });
}

/**
 * Give the answer of a provider to the window that waits for a proof. Return whether there is one.
 * @param {Readonly<Record<string, string>>} query of the address to which the player returned
 */
export function isProof(query) {
  if (query.state === undefined || browserStorage.getItem(PROOF) !== query.state) return false;
  browserStorage.removeItem(PROOF);
  channel(PROOF)?.postMessage({ ...query });
  close();
  return true;
}

/**
 * Link an identity to the player's account.
 * @param {Pick<Page, "session">} page
 * @param {{ ticket: string, verifier: string }} what
 */
export async function linked({ session }, what) {
  await session.client.http.post("/sign-on/link", what);
}

/**
 * @param {Pick<Page, "session">} page
 * @returns {Promise<readonly Linked[]>}
 */
export async function links({ session }) {
  return (await session.client.http.get("/v1/me/identities", { signed: true })).links;
}

/**
 * @param {Pick<Page, "session">} page
 * @param {string} provider
 * @returns {Promise<readonly Linked[]>}
 */
export async function unlinked({ session }, provider) {
  return (await session.client.http.post("/sign-on/unlink", { provider })).links;
}
