import { credentials, permitted } from "../browser.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */

/** @typedef {Pick<Page, "session">} Here */

/** @typedef {{ id: string, name: string, since: number, used_on: number | null }} Passkey */

/** True if this browser knows passkeys. */
export const knowsPasskeys = () => permitted(() => PublicKeyCredential.parseRequestOptionsFromJSON) !== null;

/**
 * Return the answer of an authenticator as JSON.
 * @param {Promise<Credential | null> | undefined} asked
 */
async function answerOf(asked) {
  try {
    return JSON.stringify(await asked);
  } catch (error) {
    throw new Error(t(/** @type {any} */ (error).name === "InvalidStateError" ? "passkey.already" : "passkey.none"));
  }
}

/** @param {Here} page @param {boolean} proof @returns {Promise<{ token: string, ticket: string }>} */
async function used({ session }, proof) {
  const { http } = session.client;
  const { options } = await http.post("/sign-on/passkeys/options", {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(options));
  const answer = await answerOf(credentials()?.get({ publicKey }));
  return http.post("/sign-on/passkeys/use", { answer, proof });
}

/** Sign in by a passkey. @param {Here} page */
export async function signedInByPasskey(page) {
  const { token } = await used(page, false);
  await page.session.say({ type: "sign_in", token });
}

/** Prove who the player is by a passkey. @param {Here} page */
export async function provedByPasskey(page) {
  const { ticket } = await used(page, true);
  await page.session.client.account.proveIdentity({ ticket });
}

/** @param {Here} page @returns {Promise<readonly Passkey[]>} */
export async function passkeys({ session }) {
  return (await session.client.http.get("/sign-on/passkeys", { signed: true })).passkeys;
}

/** @param {Here} page @param {string} name @returns {Promise<readonly Passkey[]>} */
export async function added({ session }, name) {
  const { http } = session.client;
  const { options } = await http.post("/sign-on/passkeys/begin", {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options));
  const answer = await answerOf(credentials()?.create({ publicKey }));
  return (await http.post("/sign-on/passkeys/add", { answer, name })).passkeys;
}

/** @param {Here} page @param {string} passkey @param {string} name @returns {Promise<readonly Passkey[]>} */
export async function renamed({ session }, passkey, name) {
  return (await session.client.http.post("/sign-on/passkeys/rename", { passkey, name })).passkeys;
}

/** @param {Here} page @param {string} passkey @returns {Promise<readonly Passkey[]>} */
export async function removed({ session }, passkey) {
  return (await session.client.http.post("/sign-on/passkeys/remove", { passkey })).passkeys;
}
