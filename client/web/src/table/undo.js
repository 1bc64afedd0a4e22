import { h } from "../../vendor/preact.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Update } from "../../../javascript/types/v1.js" */
/** @import { Phrasing } from "./phrasing.js" */

/**
 * The button that asks to take the last action back. It stands in the bar: a row more below the board of a phone would
 * hide a part of it.
 * @param {Page & { update: Update }} props
 */
export function AskUndo({ update, session, failed }) {
  const { match, undo } = update;
  if (undo?.state !== "possible" || update.result !== null) return null;
  const { action } = undo;
  const ask = () => session.say({ type: "ask_undo", match, action }).catch(failed);
  const label = t("undo.ask");
  return h("button", { type: "button", class: "quiet", "aria-label": label, title: label, onClick: ask }, "↶");
}

/**
 * The request to take the last action back: the answers of the others, and the outcome.
 * @param {Page & { update: Update, phrasing: Phrasing }} props
 */
export function Undo({ update, phrasing, session, failed }) {
  const { match, seat, undo } = update;
  if (!undo || undo.state === "possible" || update.result !== null) return null;
  const { action, state, missing = [] } = undo;
  /** @param {"agree" | "decline"} answer */
  const reply = (answer) => () => session.say({ type: "answer_undo", match, action, answer }).catch(failed);
  const isAnswering = state === "asked" && missing.some((each) => each === seat);
  const name = phrasing.seat(undo.seat);
  /** @type {Partial<Record<string, string>>} */
  const sentences = {
    asked:
      undo.seat === seat
        ? t("undo.waits", { names: missing.map((each) => phrasing.seat(each)).join(", ") })
        : t("undo.asked", { name }),
    done: t("undo.done", { name }),
    declined: t("undo.declined", { name }),
  };
  return h("div", { class: "undo row", role: "status" }, [
    h("span", { key: "text" }, sentences[state] ?? ""),
    isAnswering && h("button", { type: "button", key: "agree", onClick: reply("agree") }, t("undo.agree")),
    isAnswering && h("button", { type: "button", key: "decline", onClick: reply("decline") }, t("undo.decline")),
  ]);
}
