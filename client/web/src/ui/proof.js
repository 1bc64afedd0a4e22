import { h, render } from "../../vendor/preact.js";
import { lazy } from "./lazy.js";

/** @import { Page } from "../page.js" */

/** @typedef {Page & { end: (isProved: boolean) => void }} Asked */
const Proof = lazy(
  ["account"],
  async () => /** @type {(props: Asked) => any} */ ((await import("./proof-dialog.js")).Proof),
  { isSmall: true },
);

/** The clients that ask for a proof. */
const asking = new WeakSet();

/** The answer to the open dialog. @type {Promise<boolean> | null} */
let open = null;

/**
 * Let the client of this page ask the player for a proof of who they are when the server refuses a request for want of
 * one. Afterwards the request is sent again.
 * @param {Page} page
 */
export function askForProof(page) {
  const { client } = page.session;
  if (asking.has(client)) return;
  asking.add(client);
  const { http } = client;
  const ask = client.ask.bind(client);
  const get = http.get.bind(http);
  const post = http.post.bind(http);
  client.ask = (command) => proven(page, () => ask(command));
  http.get = (path, how) => proven(page, () => get(path, how));
  http.post = (path, order, how) => proven(page, () => post(path, order, how));
}

/**
 * @template Answer
 * @param {Page} page
 * @param {() => Promise<Answer>} send
 * @returns {Promise<Answer>}
 */
async function proven(page, send) {
  try {
    return await send();
  } catch (error) {
    if (/** @type {any} */ (error).code !== "proof_needed") throw error;
    open ??= asked(page);
    if (!(await open)) throw error;
    return send();
  }
}

/** Show the dialog, and return whether the player has proved who they are. @param {Page} page @returns {Promise<boolean>} */
function asked(page) {
  return new Promise((answered) => {
    const place = document.body.appendChild(document.createElement("div"));
    /** @param {boolean} isProved */
    const end = (isProved) => {
      render(null, place);
      place.remove();
      open = null;
      answered(isProved);
    };
    render(h(Proof, { ...page, end }), place);
  });
}
