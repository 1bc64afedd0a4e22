import { learnt, t } from "./words.js";

/**
 * Say what a player has to know about the connection or about who they are. It is rare, so its words come with it.
 * @param {import("./page.js").Page["noted"]} noted
 * @param {import("./connection/session.js").Remark} what
 */
export async function remark(noted, what) {
  await learnt(["remarks"]);
  noted(t(`remark.${what}`));
}
