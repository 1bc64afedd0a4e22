import { h, useEffect, useState } from "../../vendor/preact.js";
import { Fault } from "../ui/form.js";
import { Several } from "../ui/several.js";
import { t } from "../words.js";
import { inboxOf, keepChallenges, readChallenges } from "./inbox.js";

/** @import { Page } from "../page.js" */
/** @import { RatingBand } from "../../../javascript/types/v1.js" */

/** The distances from the player's own rating to choose from, in points. */
const DISTANCES = [100, 200, 400];

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
  /** @param {string} by @param {RatingBand[]} [bands] */
  const change = async (by, bands) => {
    const challenges = await session.client.challenges();
    keepChallenges(page, await challenges.setChallengers(/** @type {typeof GROUPS[number]} */ (by), bands));
    setFault(null);
  };
  const { by, bands } = inbox;
  const games = (state.welcome?.games ?? []).filter((each) => each.least_seats <= 2 && each.most_seats >= 2);
  return h("section", { class: "panel settings", "data-part": "challengers", "data-by": inbox.by }, [
    h(Several, {
      key: "by",
      label: t("challengers.preference"),
      value: inbox.by,
      choices: GROUPS.map((value) => ({ value, title: t(`challengers.by_${value}`) })),
      change: (chosen) => change(chosen).catch(setFault),
    }),
    h("details", { class: "rating-bands", key: "bands" }, [
      h("summary", { key: "summary" }, t("challengers.bands")),
      h("p", { class: "dim", key: "note" }, t("challengers.bands_note")),
      games.map(({ name, title }) =>
        h(Band, {
          title,
          band: bands.find((each) => each.game === name) ?? { game: name },
          change: (band) => {
            const others = bands.filter((each) => each.game !== name);
            const isAny = (band.below ?? null) === null && (band.above ?? null) === null;
            change(by, isAny ? others : [...others, band]).catch(setFault);
          },
          key: name,
        }),
      ),
    ]),
    h("p", { class: "dim", key: "note" }, t("challengers.preference_note")),
    fault !== null && h(Fault, { error: fault, key: "fault" }),
  ]);
}

/**
 * The ratings of challengers in one game.
 * @param {{ title: string, band: RatingBand, change: (band: RatingBand) => void }} props
 */
function Band({ title, band, change }) {
  /** @param {"below" | "above"} side */
  const choice = (side) =>
    h("label", { class: "field", key: side }, [
      h("span", { class: "field-label", key: "label" }, t(`challengers.bands_${side}`)),
      h(
        "select",
        {
          key: "select",
          value: String(band[side] ?? ""),
          onChange: (/** @type {any} */ event) => {
            const { value } = event.currentTarget;
            change({ ...band, [side]: value === "" ? null : Number(value) });
          },
        },
        [null, ...new Set([...DISTANCES, band[side] ?? 0])]
          .filter((each) => each !== 0 || band[side] === 0)
          .map((each) =>
            h(
              "option",
              { key: String(each), value: String(each ?? "") },
              each === null ? t("challengers.bands_any") : t("challengers.bands_points", { n: each }),
            ),
          ),
      ),
    ]);
  const stored = { "data-below": String(band.below ?? ""), "data-above": String(band.above ?? "") };
  return h("fieldset", { class: "field rating-band", "data-game": band.game, ...stored }, [
    h("legend", { key: "legend" }, title),
    h("div", { class: "row", key: "row" }, [choice("below"), choice("above")]),
  ]);
}
