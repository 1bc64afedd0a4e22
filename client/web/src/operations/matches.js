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
 * True if a choice is accepted now. It is, too, while the client reconnects: the client sends it afterwards, so that
 * players need not know the state of the connection.
 * @param {Pick<import("../state/initial.js").State, "connection">} state
 * @param {Pick<MatchState, "update" | "sent">} match
 */
export function mayChoose({ connection }, { update, sent }) {
  return sent === null && update.result === null && (connection.state === "open" || connection.state === "lost");
}

/**
 * Send a choice. The table does not move before the server answers: the choice is marked until then, and no further
 * choice is accepted, not even one clicked before the next repaint.
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
 * The earlier moment of a running match that is shown, out of those that this window has received; `null` for the
 * present.
 * @param {Pick<MatchState, "history" | "past">} match
 */
export function lookedAt({ history, past = null }) {
  if (past === null) return null;
  const seen = history.findLast(({ version }) => version <= past) ?? history[0] ?? null;
  return seen === history.at(-1) ? null : seen;
}

/**
 * Show an earlier moment of a running match, or the present. Later updates do not leave it.
 * @param {Pick<Page, "store">} page
 * @param {string} match
 * @param {number | null} version
 */
export function look(page, match, version) {
  const newest = page.store.state.matches[match]?.update.version ?? 0;
  changeMatch(page, match, { past: version === null || version >= newest ? null : version });
}

/**
 * Show a moment that is this many updates later, or earlier for a negative number.
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
