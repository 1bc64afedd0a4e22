import { CommandRefused } from "../../../javascript/src/errors.js";
import { refusedUntil } from "../ui/refusal.js";

/** @import { Page } from "../page.js" */
/** @import { MatchState } from "../state/initial.js" */
/** @import { Step, Way } from "../table/plan.js" */

/**
 * @param {Pick<Page, "store">} page
 * @param {string} match
 * @param {Partial<MatchState>} with_
 */
export function changeMatch({ store }, match, with_) {
  store.change((state) => {
    const known = state.matches[match];
    return known === undefined ? state : { ...state, matches: { ...state.matches, [match]: { ...known, ...with_ } } };
  });
}

/**
 * Send what was chosen. Nothing moves before the server says so: what was chosen is marked meanwhile, and nothing is lit.
 * @param {Pick<Page, "session" | "store" | "failed">} page
 * @param {MatchState} match
 * @param {Way} way
 */
export async function act(page, { update }, way) {
  const { match } = update;
  changeMatch(page, match, { sent: { action: way.action }, refused: null });
  try {
    await page.session.say({
      type: "act",
      match,
      seen: update.version,
      epoch: update.epoch ?? 0,
      action: /** @type {any} */ (way.action),
    });
    changeMatch(page, match, { sent: null, picked: [] });
  } catch (error) {
    changeMatch(page, match, { sent: null, picked: [] });
    if (!(error instanceof CommandRefused)) page.failed(error);
    else if (error.code !== "stale" && error.code !== "not_your_turn") {
      const until = refusedUntil(error);
      changeMatch(page, match, { refused: { code: error.code, text: error.text, where: error.where, until } });
    }
  }
}

/**
 * @param {Pick<Page, "store">} page
 * @param {string} match
 * @param {readonly Step[]} picked
 */
export function pick(page, match, picked) {
  changeMatch(page, match, { picked, refused: null });
}
