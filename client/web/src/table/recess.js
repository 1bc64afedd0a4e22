import { h } from "../../vendor/preact.js";
import { Clock } from "../ui/clock.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Update } from "../../../javascript/types/v1.js" */
/** @import { Phrasing } from "./phrasing.js" */

/**
 * A recess in which the clocks stand, or the request for one: the answers, and when the match goes on.
 * @param {Page & { update: Update, phrasing: Phrasing }} props
 */
export function Recess({ update: { match, seat, recess }, phrasing, session, failed, state }) {
  if (!recess) return null;
  const { missing = [], until } = recess;
  const isMine = missing.some((each) => each === seat);
  const names = missing.map((each) => phrasing.seat(each)).join(", ");
  const name = phrasing.seat(recess.seat);
  /** @type {Partial<Record<string, string>>} */
  const sentences = {
    asked: recess.seat === seat ? t("recess.waits", { names }) : t("recess.asked", { name }),
    on: isMine ? t("recess.on") : t("recess.waits_on", { names }),
    declined: t("recess.declined", { name }),
    over: t("recess.over"),
  };
  /** @param {"agree" | "decline" | "resume"} step */
  const button = (step) =>
    h(
      "button",
      {
        type: "button",
        key: step,
        class: step === "decline" ? "" : "main",
        "data-do": step,
        onClick: () => session.say({ type: "recess_match", match, step }).catch(failed),
      },
      t(`recess.${step}`),
    );
  return h("div", { class: "recess row", role: "status" }, [
    h("span", { key: "text" }, sentences[recess.state] ?? ""),
    until && h(Clock, { until, ahead: state.ahead, key: "clock" }),
    isMine && (recess.state === "on" ? button("resume") : [button("agree"), button("decline")]),
  ]);
}
