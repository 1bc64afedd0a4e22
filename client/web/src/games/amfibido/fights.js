import { h } from "../../../vendor/preact.js";
import { longWords, parted } from "../../ui/long-words.js";
import { t } from "../../words.js";
import { nameOf } from "./card.js";
import { bookOf } from "./table.js";

/** @import { Fight, Fought, Power, View } from "../../../../javascript/types/games/amfibido.js" */
/** @import { TableProps } from "../index.js" */

/**
 * The outcome of a fight for this viewer, whose own side is the near one.
 * @param {number | null} winner @param {number} own
 */
export function endOf(winner, own) {
  return winner === null ? "drawn" : winner === own ? "won" : "lost";
}

/** @param {Fought} last @param {TableProps} props */
export function lastInWords(last, { names }) {
  return last.winner_seat === null
    ? t("af.round_drawn", { round: last.round })
    : t("af.round_won", { round: last.round, name: names[last.winner_seat] ?? "" });
}

/**
 * The fights of the last round, from left to right.
 * @param {{ last: Fought, view: View, props: TableProps }} given
 */
export function Fights({ last, view, props }) {
  const own = props.seat ?? 0;
  return h(
    "button",
    {
      type: "button",
      class: "af-fights",
      "data-at": "fights",
      "aria-label": `${lastInWords(last, props)} ${last.fights.map((fight) => fightInWords(fight, view, props)).join(" ")}`,
      onClick: () => props.show("fights"),
      key: `round-${last.round}`,
    },
    [
      h("span", { class: "af-fights-title", key: "title" }, lastInWords(last, props)),
      ...last.fights.map((fight) =>
        h("span", { class: `af-fight af-${endOf(fight.winner_seat, own)} af-fight-${fight.dojo}`, key: fight.dojo }, [
          h(Fighting, { power: fight.sides[1 - own] ?? null, view, props, key: "theirs" }),
          h(Fighting, { power: fight.sides[own] ?? null, view, props, key: "mine" }),
          h("i", { class: "af-end", key: "end" }, t(`af.end.${endOf(fight.winner_seat, own)}`)),
        ]),
      ),
    ],
  );
}

/** @param {{ power: Power | null, view: View, props: TableProps }} given */
function Fighting({ power, view, props }) {
  const name = power === null ? t("af.nobody") : nameOf(bookOf(view, props), power.card);
  return h("span", { class: "af-fighting" }, [
    h("span", { class: `af-fought${longWords(name, 10)}`, key: "name" }, parted(name, 10)),
    h("b", { key: "total" }, power === null ? "–" : power.total),
  ]);
}

/** @param {Fight} fight @param {View} view @param {TableProps} props */
function fightInWords(fight, view, props) {
  const sides = fight.sides.map((power) =>
    power === null ? t("af.nobody") : `${nameOf(bookOf(view, props), power.card)} ${power.total}`,
  );
  const winner = fight.winner_seat === null ? t("af.end.drawn") : (props.names[fight.winner_seat] ?? "");
  return t("af.fight", { dojo: fight.dojo, one: sides[0] ?? "", other: sides[1] ?? "", winner });
}
