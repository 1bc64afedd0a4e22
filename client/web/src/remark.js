import { learnt, t } from "./words.js";

/**
 * Show a remark about the connection or the player's identity. It is rare, so its words are loaded with it.
 * @param {import("./page.js").Page["noted"]} noted
 * @param {import("./connection/session.js").Remark} what
 */
export async function remark(noted, what) {
  await learnt(["remarks"]);
  noted(t(`remark.${what}`));
}
