import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useState } from "../../vendor/preact.js";
import { accepted, begun, putOff } from "../operations/challenges.js";
import { titleOf } from "../state/initial.js";
import { Icon } from "../ui/icon.js";
import { lazy } from "../ui/lazy.js";
import { t } from "../words.js";
import { termsOf } from "./challenge-terms.js";
import { inboxOf, stillOpen } from "./inbox.js";
import { answerText } from "./notice-text.js";

/** @import { Page } from "../page.js" */
/** @import { Challenge } from "../../../javascript/types/v1.js" */

/** @typedef {Page & { challenge: Challenge, close: () => void, done: () => void, fault?: unknown }} Answering */
const AnswerSheet = lazy(
  ["notices", "tables"],
  async () => /** @type {(props: Answering) => any} */ ((await import("./answer-sheet.js")).AnswerSheet),
  { isSmall: true, sheet: "fields" },
);

/** The strip above every screen, tables too: a challenge that waits for an answer, or the answer to an own one. @param {Page} page */
export function ChallengeStrip(page) {
  const { state, failed } = page;
  const [answering, setAnswering] = useState(/** @type {{ challenge: Challenge, fault: unknown } | null} */ (null));
  const [isBusy, setBusy] = useState(false);
  const inbox = inboxOf(state);
  if (inbox === null) return null;
  const isShown = (/** @type {Challenge} */ { id, match }) =>
    !inbox.put_off.includes(id) && (!match || match !== state.route.params.match);
  const [waiting] = stillOpen(inbox.received, state).filter(isShown);
  const [over] = Object.values(inbox.answered).filter((each) => isShown(each) && each.challenger.id === inbox.player);
  const sheet =
    answering !== null &&
    h(AnswerSheet, {
      ...page,
      ...answering,
      close: () => setAnswering(null),
      done: () => setAnswering(null),
      key: "sheet",
    });
  /** @param {string} id */
  const later = (id) =>
    h(
      "button",
      { type: "button", class: "quiet", "aria-label": t("challenge.later"), key: "x", onClick: () => putOff(page, id) },
      h(Icon, { name: "close" }),
    );
  if (over !== undefined) {
    return h("div", { class: "line-strip challenge-strip", role: "status", "data-answered": over.stage }, [
      h("p", { class: "challenge-words", key: "words" }, answerText(state, over)),
      over.match &&
        h(
          "button",
          { type: "button", class: "main", key: "go", onClick: () => begun(page, over).catch(failed) },
          t("challenge.to_match"),
        ),
      later(over.id),
    ]);
  }
  if (waiting === undefined) return sheet || null;
  const accept = () => {
    setBusy(true);
    accepted(page, waiting)
      .catch((fault) => {
        if (fault instanceof CommandRefused) setAnswering({ challenge: waiting, fault });
        else failed(fault);
      })
      .finally(() => setBusy(false));
  };
  return h("div", { class: "line-strip challenge-strip", role: "alert", "data-challenge": waiting.id }, [
    h("p", { class: "challenge-words", key: "words" }, [
      h(
        "strong",
        { key: "who" },
        t("challenge.from", { name: waiting.challenger.name, game: titleOf(state, waiting.game) }),
      ),
      h("span", { class: "dim", key: "terms" }, ` · ${termsOf(waiting).join(" · ")}`),
    ]),
    h(
      "button",
      { type: "button", class: "main", disabled: isBusy, key: "accept", onClick: accept },
      t("challenge.accept"),
    ),
    h(
      "button",
      { type: "button", key: "decline", onClick: () => setAnswering({ challenge: waiting, fault: null }) },
      t("challenge.decline_or"),
    ),
    later(waiting.id),
    sheet,
  ]);
}
