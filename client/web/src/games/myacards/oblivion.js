import { h, useState } from "../../../vendor/preact.js";
import { Details } from "../../table/details.js";
import { t } from "../../words.js";
import { cardOf } from "./cards.js";
import { SIGNS } from "./emblems.js";
import { cardSentence, ground, Sign, signOf } from "./face.js";

/** @import { TableProps } from "../index.js" */

/**
 * How many cards of a seat are out of play; a click lists them.
 * @param {{ seat: any, gone: number, view: any, props: TableProps }} given
 */
export function Oblivion({ seat, gone, view, props }) {
  const [isOpen, setOpen] = useState(false);
  const label = t("my.in_oblivion", { n: gone });
  return [
    h(
      "button",
      {
        type: "button",
        class: "my-count-of my-oblivion",
        "aria-label": label,
        title: label,
        "data-at": `oblivion/${seat.seat}`,
        disabled: gone === 0,
        key: "count",
        onClick: () => setOpen(true),
      },
      [h(Sign, { path: SIGNS.oblivion ?? null, key: "sign" }), gone],
    ),
    isOpen && h(Listed, { seat, view, props, close: () => setOpen(false), key: "list" }),
  ];
}

/** @param {{ seat: any, view: any, props: TableProps, close: () => void }} given */
function Listed({ seat, view, props, close }) {
  return h(Details, {
    title: t("my.oblivion_of", { name: props.names[seat.seat] ?? "" }),
    close,
    body: h(
      "ul",
      { class: "my-gone" },
      Object.entries(seat.oblivion).map(([id, n]) => {
        const card = cardOf(id, view, props.cards);
        const isBanned = (seat.banned ?? []).includes(id);
        return h("li", { key: id }, [
          h(
            "span",
            { class: `my-pip-field ${ground(card)}`, key: "field" },
            h(Sign, { path: signOf(card), class: "my-emblem" }),
          ),
          h("span", { key: "text" }, [
            cardSentence(card),
            Number(n) > 1 && h("b", { key: "n" }, ` ×${n}`),
            isBanned && h("i", { key: "banned" }, ` – ${t("my.banned")}`),
          ]),
        ]);
      }),
    ),
  });
}
