import { h } from "../../../vendor/preact.js";
import { t } from "../../words.js";
import { cardOf, partsOf, pieceOf } from "./cards.js";
import { SIGNS } from "./emblems.js";
import { cardSentence, Full, ground, Sign, STATS, signOf, states } from "./face.js";
import { whose } from "./field.js";
import { bonusName, zoneName } from "./ways.js";

/** @import { TableProps } from "../index.js" */
/** @typedef {import("./cards.js").Piece} Piece */

/**
 * The large view of a place: a card of the hand, of a sentence or of the field, and the parts of its numbers; for a
 * seat its public state and its lost cards.
 * @param {string} place
 * @param {any} view
 * @param {TableProps} props
 */
export function details(place, view, props) {
  const at = place.indexOf("/");
  const [kind, id] = [place.slice(0, at), place.slice(at + 1)];
  if (kind === "piece") {
    const found = view.field.find((/** @type {any} */ each) => each.piece === id);
    if (found === undefined) return null;
    const piece = pieceOf(found, view, props.cards);
    const where = `${whose(piece, props)}, ${zoneName(piece.zone.id, props)}`;
    return { title: piece.card.name, body: h(Full, { card: piece.card, standing: h(Standing, { piece, where }) }) };
  }
  const seat = view.seats[Number(id)];
  if (kind === "seat" && seat !== undefined) return { title: props.names[seat.seat] ?? "", body: h(Counts, { seat }) };
  if (kind === "oblivion" && seat !== undefined)
    return { title: t("my.oblivion_of", { name: props.names[seat.seat] ?? "" }), body: h(Lost, { seat, view, props }) };
  if (!["hand", "theirs", "lost", "card"].includes(kind)) return null;
  const card = cardOf(id, view, props.cards);
  return { title: card.name, body: h(Full, { card }) };
}

/** Number of a seat's cards in each zone. @param {{ seat: any }} props */
function Counts({ seat }) {
  const gone = Object.values(seat.oblivion).reduce((sum, n) => sum + Number(n), 0);
  return h("ul", null, [
    h("li", { key: "hand" }, t("my.in_hand", { n: seat.hand_count })),
    h("li", { key: "deck" }, t("my.in_deck", { n: seat.deck_count })),
    h("li", { key: "oblivion" }, t("my.in_oblivion", { n: gone })),
  ]);
}

/** The cards of a seat that are out of play. @param {{ seat: any, view: any, props: TableProps }} given */
function Lost({ seat, view, props }) {
  return h(
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
  );
}

/** @param {{ piece: Piece, where: string }} props */
function Standing({ piece, where }) {
  return h("div", { class: "my-standing" }, [
    h("p", { key: "where" }, [where, ...states(piece)].join(" · ")),
    piece.stats !== null && h(Parts, { piece, key: "parts" }),
  ]);
}

/** The parts of each number, line by line. @param {{ piece: Piece }} props */
function Parts({ piece }) {
  const { stats } = piece;
  const row = (/** @type {any} */ what, /** @type {readonly number[]} */ numbers, /** @type {boolean} */ isChange) => [
    h("th", { scope: "row", key: "what" }, what),
    ...numbers.map((each, at) => h("td", { class: `my-stat-${at}`, key: at }, isChange ? signed(each) : each)),
  ];
  return h("table", { class: "my-parts" }, [
    h(
      "thead",
      { key: "head" },
      h("tr", null, [h("td", { key: "0" }), ...STATS.map((name) => h("th", { scope: "col", key: name }, name))]),
    ),
    h("tbody", { key: "body" }, [
      ...partsOf(piece).map(({ what, numbers }) =>
        h("tr", { key: what }, row(partName(what), numbers, what !== "printed")),
      ),
      h("tr", { class: "my-now", key: "now" }, row(t("my.now"), stats ?? [], false)),
    ]),
  ]);
}

/** @param {string} what */
function partName(what) {
  if (what === "printed") return t("my.printed");
  if (what === "others") return t("my.others");
  const name = bonusName(what);
  return h("span", { class: "my-part" }, [h(Sign, { path: SIGNS[what] ?? null, class: "my-mark", key: "sign" }), name]);
}

/** @param {number} number */
function signed(number) {
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "·";
}
