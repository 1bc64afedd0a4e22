import { h } from "../../../vendor/preact.js";
import { kept } from "../../ui/redraws.js";
import { t } from "../../words.js";
import { COLUMNS, pieceOf } from "./cards.js";
import { kindSign, SIGNS } from "./emblems.js";
import { kindKey, Mini, pieceSentence, Sign } from "./face.js";
import { zoneName } from "./ways.js";

/** @import { TableProps } from "../index.js" */
/** @typedef {import("./cards.js").Piece} Piece */

/** The kinds of cards in row 1, by column. */
const TAKES = /** @type {const} */ (["event", "event", "event", "effect", "effect", "effect", "dominion", "dominion"]);

/**
 * The field: eight columns through both halves. The viewer's half is the lower one. A row or column without a card is a
 * strip; one that had a card, or that something might be placed in, stays open for the rest of the turn.
 * @this {any}
 * @param {{ view: any, props: TableProps }} given
 */
export function Field(given) {
  const { view, props } = given;
  const own = props.seat ?? 0;
  /** @type {Map<string, Piece>} */
  const standing = new Map();
  if (this.turn !== view.turn) [this.turn, this.opened] = [view.turn, new Set()];
  /** The keys of rows, and the numbers of columns. @type {Set<string | number>} */
  const opened = this.opened;
  for (const each of view.field) {
    const piece = pieceOf(each, view, props.cards);
    standing.set(piece.zone.id, piece);
  }
  const zones = [0, 1].flatMap((half) =>
    [1, 2, 3, 4].flatMap((row) => TAKES.map((_, column) => ({ key: `${half}.${row}`, column }))),
  );
  /** @type {Map<string, any>} */
  const places = new Map();
  for (const { key, column } of zones) {
    const id = `${key}.${column}`;
    const place = props.at(`zone/${id}`);
    places.set(id, place);
    if (standing.has(id) || view.placing?.zone === id || "data-step" in place) opened.add(key).add(column);
  }
  /** @param {number} half @param {readonly number[]} order */
  const rows = (half, order) => {
    const all = order.map((row) => {
      const key = `${half}.${row}`;
      const zones = TAKES.map((takes, column) => {
        const id = `${key}.${column}`;
        const isAwaited = view.placing?.zone === id;
        const place = places.get(id);
        return {
          name: isAwaited || standing.has(id) ? zoneName(id, props) : "",
          takes: row === 1 ? takes : null,
          isAwaited,
          isFolded: !opened.has(column),
          place,
          standing: standingOf(standing.get(id), own, view, props),
        };
      });
      return { row, zones, isOpen: opened.has(key), key };
    });
    const isActive = all.some(({ row, isOpen }) => row > 2 && isOpen);
    return all.map((each) => h(Row, { ...each, isActive }));
  };
  return h("div", { class: "my-field", role: "group", "aria-label": t("my.field") }, [
    ...rows(1 - own, [1, 2, 3, 4]),
    h(
      "div",
      { class: "my-border", "aria-hidden": "true", key: "border" },
      [...COLUMNS].map((letter, at) => h("span", { class: opened.has(at) ? "" : "my-fold", key: letter }, letter)),
    ),
    ...rows(own, [4, 3, 2, 1]),
  ]);
}

/**
 * The drawing of a card on the field.
 * @param {Piece | undefined} piece
 * @param {number} own the viewer's half
 * @param {any} view
 * @param {TableProps} props
 */
function standingOf(piece, own, view, props) {
  if (piece === undefined) return null;
  return {
    piece,
    role: `${piece.seat === own ? "my-mine" : "my-theirs"}${roleIn(view.attack, view.placing, piece)}`,
    whose: whose(piece, props),
    place: props.at(`piece/${piece.piece}`),
    outlook: outlookOf(piece, props),
  };
}

/**
 * @typedef {object} ZoneProps
 * @property {string} name the name of the zone, if it has one
 * @property {string | null} takes
 * @property {boolean} isAwaited true while sacrifices are chosen for a card that will stand here
 * @property {boolean} isFolded true if its column is a strip
 * @property {any} place
 * @property {ReturnType<typeof standingOf>} standing
 */

/**
 * What a row takes, in its first empty zone that has room; in row 1, in the first one of each kind, but in the last one
 * at the end. The names of zones say the same to readers.
 * @param {number} row
 * @param {readonly ZoneProps[]} zones
 * @param {number} at
 * @param {boolean} isOpen
 */
function labelOf(row, zones, at, isOpen) {
  const { takes } = /** @type {ZoneProps} */ (zones[at]);
  const fits = (/** @type {ZoneProps} */ zone) =>
    zone.takes === takes && zone.standing === null && !(isOpen && zone.isFolded);
  if (at !== (takes === "dominion" ? zones.findLastIndex(fits) : zones.findIndex(fits))) return null;
  return t(takes ? kindKey(takes) : row === 2 ? "my.row_support" : "my.row_active");
}

const Row = kept(
  /** @param {{ row: number, zones: readonly ZoneProps[], isOpen: boolean, isActive: boolean }} props */
  ({ row, zones, isOpen, isActive }) =>
    h(
      "div",
      { class: `my-row${isOpen ? " my-open" : row < 3 ? "" : isActive ? " my-thin" : ` my-active-${row}`}` },
      zones.map((zone, at) => h(Zone, { ...zone, label: labelOf(row, zones, at, isOpen), key: at })),
    ),
);

const Zone = kept(
  /** @param {ZoneProps & { label: string | null }} props */
  ({ name, takes, isAwaited, isFolded, place, standing, label }) =>
    h(
      "div",
      {
        class: `my-zone${isFolded ? " my-fold" : ""}${takes === null ? "" : ` my-takes-${takes}`}${isAwaited ? " my-awaited" : ""}`,
        ...place,
      },
      standing === null
        ? [
            label !== null &&
              h("span", { class: "my-label", "aria-hidden": "true", key: "label" }, [
                takes && h(Sign, { path: kindSign(takes), key: "sign" }),
                label,
              ]),
            isAwaited && h("span", { class: "unseen", key: "awaited" }, t("my.awaited", { zone: name })),
          ]
        : h(
            "div",
            {
              class: `my-piece ${standing.role}`,
              role: "img",
              "aria-label": pieceSentence(standing.piece, name, standing.whose),
              // In a clickable zone the card is a part of it, and no place of its own.
              ...("data-step" in place ? {} : standing.place),
            },
            [
              h(Mini, { piece: standing.piece, key: "mini" }),
              standing.outlook !== null && h(Outlook, { outlook: standing.outlook, key: "outlook" }),
            ],
          ),
    ),
);

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
 * The outlook of an attack on this card, if that is a present choice.
 * @param {Piece} piece
 * @param {TableProps} props
 */
function outlookOf(piece, { plan, update }) {
  const place = `piece/${piece.piece}`;
  if (plan.picked.length === 0 || !plan.lit.has(place)) return null;
  const way = plan.ways.find(({ steps }) => steps[plan.picked.length]?.at === place);
  const outlook = way?.choice === undefined ? null : (update.outlooks?.[way.choice] ?? null);
  return outlook?.removes === undefined || outlook.removes === null ? null : outlook;
}

/**
 * The outlook, in the place of the card's numbers only.
 * @param {{ outlook: NonNullable<ReturnType<typeof outlookOf>> }} props
 */
function Outlook({ outlook }) {
  const sign = outlook.removes ? ">" : "≤";
  const numbers =
    outlook.against === undefined || outlook.against === null ? "" : `${outlook.power}${sign}${outlook.against}`;
  return h("span", { class: `my-outlook${outlook.removes ? " my-falls" : ""}`, "aria-hidden": "true" }, [
    numbers,
    h(Sign, { path: SIGNS[outlook.removes ? "oblivion" : "shielded"] ?? null, key: "end" }),
  ]);
}
