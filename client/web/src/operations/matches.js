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
 * Whether what somebody chooses now is taken. While the connection is taken up again it is, too: the client keeps it until the
 * connection is up, so that nobody has to know whether it was when they clicked.
 * @param {Pick<import("../state/initial.js").State, "connection">} state
 * @param {Pick<MatchState, "update" | "sent">} match
 */
export function mayChoose({ connection }, { update, sent }) {
  return sent === null && update.result === null && (connection.state === "open" || connection.state === "lost");
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
 * The earlier moment of a match that is looked at, of those that this window has seen; `null` for how it stands now.
 * @param {Pick<MatchState, "history" | "past">} match
 */
export function lookedAt({ history, past = null }) {
  if (past === null) return null;
  const seen = history.findLast(({ version }) => version <= past) ?? history[0] ?? null;
  return seen === history.at(-1) ? null : seen;
}

/**
 * Look at an earlier moment of a match while it goes on, or at how it stands now. What happens meanwhile moves nobody from there.
 * @param {Pick<Page, "store">} page
 * @param {string} match
 * @param {number | null} version
 */
export function look(page, match, version) {
  const newest = page.store.state.matches[match]?.update.version ?? 0;
  changeMatch(page, match, { past: version === null || version >= newest ? null : version });
}

/**
 * Look at a moment that is so many later than the one that is looked at; earlier, below nothing.
 * @param {Pick<Page, "store">} page
 * @param {string} id
 * @param {number} by
 */
export function stepInTime(page, id, by) {
  const match = page.store.state.matches[id];
  if (match === undefined) return;
  const { history } = match;
  const seen = lookedAt(match);
  const at = seen === null ? history.length - 1 : history.indexOf(seen);
  look(page, id, history[Math.max(0, at + by)]?.version ?? null);
}

/**
 * @param {Pick<Page, "store">} page
 * @param {string} match
 * @param {readonly Step[]} picked
 */
export function pick(page, match, picked) {
  changeMatch(page, match, { picked, refused: null });
}
