import { forgetWhenClosed } from "../connection/session.js";
import { downloaded } from "../download.js";

/** @import { Page } from "../page.js" */

/**
 * Sign in with an account. The earlier player is signed out.
 * @param {Pick<Page, "session">} page
 * @param {{ type: "sign_in", name: string, password: string, code?: string } | { type: "recover_account", name: string, code: string, new_password: string, second_factor?: string }} command
 * @param {boolean} isRemembered true if this browser signs in again by itself after its window was closed
 */
export async function signedInAs({ session }, command, isRemembered) {
  forgetWhenClosed(!isRemembered);
  try {
    await session.say(command);
  } catch (error) {
    forgetWhenClosed(null);
    throw error;
  }
}

/**
 * Turn the guest into an account. Without a guest, one is created first.
 * @param {Pick<Page, "session">} page
 * @param {string} name
 * @param {string} password
 * @param {string} [invite] the code of an invite, if the host requires one
 * @param {string} [ticket] the ticket of a provider of identities, if these are the only way
 */
export async function registered({ session }, name, password, invite, ticket) {
  await session.withPlayer();
  return session.client.account.register(name, password, { ...(invite && { invite }), ...(ticket && { ticket }) });
}

/**
 * @param {Pick<Page, "session">} page
 * @param {{ everywhere?: boolean }} [how]
 */
export async function signedOut({ session }, { everywhere = false } = {}) {
  await session.client.account.signOut({ everywhere });
  await session.part();
}

/**
 * @param {Pick<Page, "session">} page
 * @param {string} [password] a guest has none
 */
export async function deleted({ session }, password) {
  await session.client.account.delete(password);
  await session.part();
}

/**
 * Save all data that the server stores about this player, as a file.
 * @param {Pick<Page, "session">} page
 */
export async function exported({ session }) {
  const found = await session.client.http.get("/v1/me/export", { signed: true });
  downloaded("quarterdeck.json", JSON.stringify(found, null, 2));
}
