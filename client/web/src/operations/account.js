import { forgetWhenClosed } from "../connection/session.js";
import { downloaded } from "../download.js";

/** @import { Page } from "../page.js" */

/**
 * Sign in as somebody with an account; whoever was signed in here is not any more.
 * @param {Pick<Page, "session">} page
 * @param {{ type: "sign_in", name: string, password: string } | { type: "recover_account", name: string, code: string, new_password: string }} command
 * @param {boolean} isRemembered whether this browser signs in again by itself once its window was closed
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
 * Keep the name of a guest, who is made if there is none yet.
 * @param {Pick<Page, "session">} page
 * @param {string} name
 * @param {string} password
 * @param {string} [invite] the code of an invite, where the host asks for one
 */
export async function registered({ session }, name, password, invite) {
  await session.asSomebody();
  return session.client.account.register(name, password, invite ? { invite } : {});
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
 * Save everything that the server keeps about this player, as a file.
 * @param {Pick<Page, "session">} page
 */
export async function exported({ session }) {
  const found = await session.client.http.get("/v1/me/export", { signed: true });
  downloaded("quarterdeck.json", JSON.stringify(found, null, 2));
}
