/** @import { Page } from "../page.js" */
/** @import { Player } from "../../../javascript/types/v1.js" */

/**
 * True if this player can challenge that one, as far as the page knows.
 * @param {Pick<Page, "state">} page
 * @param {Player} player
 */
export function canChallenge({ state }, player) {
  const { me, welcome } = state;
  const isOther = me !== null && me.player.id !== player.id;
  return isOther && !player.bot && (welcome?.capabilities ?? []).includes("challenges");
}
