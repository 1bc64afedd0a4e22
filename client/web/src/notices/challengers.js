import { h, useEffect, useState } from "../../vendor/preact.js";
import { Fault } from "../ui/form.js";
import { Several } from "../ui/several.js";
import { t } from "../words.js";
import { inboxOf, keepChallenges, readChallenges } from "./inbox.js";

/** @import { Page } from "../page.js" */

const GROUPS = /** @type {const} */ (["nobody", "followed", "registered", "everybody"]);

/** The setting for the players that may challenge this one. The server stores it. @param {Page} page */
export function Challengers(page) {
  const { state, session } = page;
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const inbox = inboxOf(state);
  const isHere = inbox !== null;
  useEffect(() => {
    if (isHere) readChallenges(page).catch(setFault);
  }, [isHere]);
  if (inbox === null || inbox.by === null) return null;
  /** @param {string} by */
  const change = async (by) => {
    const challenges = await session.client.challenges();
    keepChallenges(page, await challenges.setChallengers(/** @type {typeof GROUPS[number]} */ (by)));
    setFault(null);
  };
  return h("section", { class: "panel settings", "data-part": "challengers", "data-by": inbox.by }, [
    h(Several, {
      key: "by",
      label: t("challenge.preference"),
      value: inbox.by,
      choices: GROUPS.map((value) => ({ value, title: t(`challenge.by_${value}`) })),
      change: (by) => change(by).catch(setFault),
    }),
    h("p", { class: "dim", key: "note" }, t("challenge.preference_note")),
    fault !== null && h(Fault, { error: fault, key: "fault" }),
  ]);
}
