import { CommandRefused } from "../../../javascript/src/errors.js";
import { refusedUntil } from "../ui/refusal.js";
import { t } from "../words.js";

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
 * Whether what somebody chooses now is taken. While the line is taken up again it is, too: the client keeps it until the
 * line is up, so that nobody has to know whether it was when they clicked.
 * @param {Pick<import("../state/initial.js").State, "line">} state
 * @param {Pick<MatchState, "update" | "sent">} match
 */
export function mayChoose({ line }, { update, sent }) {
  return sent === null && update.result === null && (line.state === "open" || line.state === "lost");
}

/**
 * Send what was chosen. Nothing moves before the server says so: what was chosen is marked until it has its answer, and
 * nothing else is taken meanwhile, not even what is clicked before that is drawn.
 * @param {Pick<Page, "session" | "store" | "failed" | "noted">} page
 * @param {MatchState} match
 * @param {Way} way
 */
export async function act(page, { update }, way) {
  const { match } = update;
  if ((page.store.state.matches[match]?.sent ?? null) !== null) return;
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
    else if (error.code === "stale" || error.code === "not_your_turn") page.noted(t("match.passed"));
    else {
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
