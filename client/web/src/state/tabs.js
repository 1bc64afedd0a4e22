import { t } from "../words.js";

/** @import { State } from "./initial.js" */

/** Whether this player is asked for something anywhere. @param {State} state */
export function isAsked(state) {
  const inMatches = Object.values(state.matches).some(
    ({ update }) => update.choices.length > 0 && update.result === null,
  );
  return inMatches || state.seats.some((seat) => seat.asked) || state.offer?.stage === "open";
}

/** Say in the title whose move it is. @param {State} state */
export function entitle(state) {
  const isOurs = isAsked(state);
  if (isOurs === isSaid) return;
  isSaid = isOurs;
  document.title = isOurs ? `● ${t("page.your_move")} – ${t("app.title")}` : t("app.title");
}

/** What the title says. */
let isSaid = false;
