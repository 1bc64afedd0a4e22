import { h } from "../../../vendor/preact.js";
import { t } from "../../words.js";
import { COLUMNS, pieceOf } from "./cards.js";
import { Mini, pieceSentence } from "./face.js";
import { zoneName } from "./ways.js";

/** @import { TableProps } from "../index.js" */
/** @typedef {import("./cards.js").Piece} Piece */

/** What row 1 takes, by column. */
const TAKES = /** @type {const} */ (["event", "event", "event", "effect", "effect", "effect", "dominion", "dominion"]);

/**
 * The field: eight columns that both halves share; the half of whoever looks is the lower one.
 * @param {{ view: any, props: TableProps }} given
 */
export function Field({ view, props }) {
  const own = props.seat ?? 0;
  /** @type {Map<string, Piece>} */
  const standing = new Map();
  for (const each of view.field) {
    const piece = pieceOf(each, view, props.cards);
    standing.set(piece.zone.id, piece);
  }
  /** @param {number} half @param {readonly number[]} rows */
  const rows = (half, rows) =>
    rows.map((row) =>
      h(
        "div",
        { class: "my-row", key: `${half}.${row}` },
        TAKES.map((takes, column) => {
          const id = `${half}.${row}.${column}`;
          return h(Zone, {
            id,
            takes: row === 1 ? takes : null,
            piece: standing.get(id) ?? null,
            own,
            view,
            props,
            key: id,
          });
        }),
      ),
    );
  return h("div", { class: "my-field", role: "group", "aria-label": t("my.field") }, [
    ...rows(1 - own, [1, 2, 3, 4]),
    h(
      "div",
      { class: "my-border", "aria-hidden": "true", key: "border" },
      [...COLUMNS].map((letter) => h("span", { key: letter }, letter)),
    ),
    ...rows(own, [4, 3, 2, 1]),
  ]);
}

/**
 * @param {{ id: string, takes: string | null, piece: Piece | null, own: number, view: any, props: TableProps }} given
 */
function Zone({ id, takes, piece, own, view, props }) {
  const { attack, placing } = view;
  const place = props.at(`zone/${id}`);
  const isAwaited = placing?.zone === id;
  return h(
    "div",
    {
      class: `my-zone${takes === null ? "" : ` my-takes-${takes}`}${isAwaited ? " my-awaited" : ""}`,
      ...place,
    },
    piece === null
      ? isAwaited && h("span", { class: "unseen" }, t("my.awaited", { zone: zoneName(id, props) }))
      : h(
          "div",
          {
            class: `my-piece ${piece.seat === own ? "my-mine" : "my-theirs"}${roleIn(attack, placing, piece)}`,
            role: "img",
            "aria-label": pieceSentence(piece, zoneName(id, props), whose(piece, props)),
            // In a zone that may be clicked itself a card is part of it, and no place of its own.
            ...("data-step" in place ? {} : props.at(`piece/${piece.piece}`)),
          },
          [h(Mini, { piece, key: "mini" }), h(Outlook, { piece, props, key: "outlook" })],
        ),
  );
}

/** @param {any} attack @param {any} placing @param {Piece} piece */
function roleIn(attack, placing, { piece }) {
  if (attack?.piece === piece) return " my-attacker";
  if (attack?.target === piece) return " my-target";
  return placing?.chosen.includes(piece) ? " my-given" : "";
}

/** @param {Piece} piece @param {TableProps} props */
export function whose(piece, { seat, names }) {
  if (seat === null) return t("my.whose", { name: names[piece.seat] ?? "" });
  return t(piece.seat === seat ? "my.mine" : "my.theirs");
}

/**
 * What an attack on this card would come to, as the server says, where it is what may be clicked now.
 * @param {{ piece: Piece, props: TableProps }} given
 */
function Outlook({ piece, props }) {
  const { plan, update } = props;
  const place = `piece/${piece.piece}`;
  if (plan.picked.length === 0 || !plan.lit.has(place)) return null;
  const way = plan.ways.find(({ steps }) => steps[plan.picked.length]?.at === place);
  const outlook = way?.choice === undefined ? null : (update.outlooks?.[way.choice] ?? null);
  if (outlook === null || outlook.removes === undefined || outlook.removes === null) return null;
  const sign = outlook.removes ? ">" : "≤";
  const numbers =
    outlook.against === undefined || outlook.against === null ? "" : `${outlook.power}${sign}${outlook.against}`;
  return h(
    "span",
    { class: `my-outlook${outlook.removes ? " my-falls" : ""}`, "aria-hidden": "true" },
    `${numbers}${outlook.removes ? "✓" : "✕"}`,
  );
}
