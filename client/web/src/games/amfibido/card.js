import { h } from "../../../vendor/preact.js";
import { CardText, More } from "../../table/details.js";
import { longWords, parted } from "../../ui/long-words.js";
import { Picture } from "../../ui/picture.js";
import { kept } from "../../ui/redraws.js";
import { called, t } from "../../words.js";
import { EMBLEMS } from "./emblems.js";

/** @import { Face as Told } from "../../../../javascript/types/games/amfibido.js" */
/** @import { TableProps } from "../index.js" */

/** The printed card and the address of its picture. @typedef {Told & { picture?: string }} Printed */

/**
 * Everything for describing cards: the catalogue, the descriptions in the view, and phrases until these arrive.
 * @typedef {Pick<TableProps, "cards" | "phrasing"> & { description?: unknown, faces: Readonly<Record<string, Printed>> }} Book
 */

/** Levels as they are printed. A sensei has none. */
export const LEVELS = ["", "I", "II", "III", "IV", "V"];

/** Signs with a single outline. In other signs, overlapping areas are cut out. */
const SOLID = new Set(["snake", "salamander", "lizard", "rest"]);

/** @param {Book} book @param {string} id @returns {Printed | undefined} */
export function cardOf({ cards, faces }, id) {
  return cards?.get(id) ?? faces[id];
}

/** The name of a card. @param {Book} book @param {string} id */
export function nameOf(book, id) {
  return cardOf(book, id)?.name ?? book.phrasing.thing("card", id);
}

/** The sign of a card, by its species or its kind. @param {Printed | undefined} card */
export function signOf(card) {
  return card?.species?.[0] ?? card?.kind ?? "guild";
}

/** The type line of a card: level, kind, species. @param {Printed} card */
export function sortOf(card) {
  const words = [
    card.level ? t("af.level", { level: LEVELS[card.level] ?? "" }) : "",
    ...(card.species?.length ? card.species.map(kindWord) : [kindWord(card.kind)]),
  ];
  return words.filter((word) => word !== "").join(" · ");
}

/** A kind or a species of cards. @param {string} kind */
export function kindWord(kind) {
  return called("af.kind", kind);
}

/** Everything printed on a card, in words. @param {Book} book @param {string} id */
export function cardInWords(book, id) {
  return inWords(cardOf(book, id), nameOf(book, id));
}

/** @param {Printed | undefined} card @param {string} name what it is called as long as it is not known */
function inWords(card, name) {
  if (card === undefined) return name;
  const power = card.power ? t("af.power_of", { n: card.power }) : "";
  return (
    [card.name, sortOf(card), power].filter((part) => part !== "").join(", ") + (card.text ? `. ${card.text}` : "")
  );
}

export const Emblem = kept(
  /** @param {{ of: string }} props */
  ({ of }) =>
    h(
      "svg",
      { class: "af-emblem", viewBox: "0 0 24 24", "aria-hidden": "true" },
      h("path", { d: EMBLEMS[of] ?? EMBLEMS.guild, "fill-rule": SOLID.has(of) ? "nonzero" : "evenodd" }),
    ),
);

/** The band in the colour of a card's level. */
export const Belt = kept(
  /** @param {{ level: number }} props */
  ({ level }) => h("span", { class: "af-belt", "aria-hidden": "true" }, h("i", null, LEVELS[level] ?? "")),
);

/** @param {Printed | undefined} card */
export function levelClass(card) {
  return `af-level-${card?.level ?? 0}`;
}

/**
 * A card's face: in the hand, as an offer, or in full size.
 * @param {{ book: Book, id: string, size: "hand" | "offer" | "full", place?: any, isDim?: boolean, isChosen?: boolean }} given
 */
export function Face({ book, id, size, place = {}, isDim = false, isChosen = false }) {
  return h(Drawn, { card: cardOf(book, id), name: nameOf(book, id), size, place, isDim, isChosen });
}

/** @typedef {{ card: Printed | undefined, name: string, size: string, place: any, isDim: boolean, isChosen: boolean }} DrawnProps */

const Drawn = kept(
  /** @param {DrawnProps} props */
  ({ card, name, size, place, isDim, isChosen }) =>
    h(
      "div",
      {
        class: `card af-card af-${size} af-of-${card?.kind ?? "none"} ${levelClass(card)}${isDim ? " af-dim" : ""}${isChosen ? " af-chosen" : ""}`,
        role: "img",
        "aria-label": inWords(card, name),
        ...place,
      },
      h(Inside, { card, name }),
    ),
);

/** The contents of a card. They do not change with being clickable. */
const Inside = kept(
  /** @param {{ card: Printed | undefined, name: string }} props */
  ({ card, name }) => [
    h(Belt, { level: card?.level ?? 0, key: "belt" }),
    h("span", { class: `af-name${longWords(name, 12)}`, key: "name" }, parted(name, 8)),
    h("span", { class: "af-field", key: "field" }, [
      h(Picture, { of: card?.picture, key: "picture" }),
      card?.power ? h("b", { class: "af-seal", key: "seal" }, card.power) : null,
    ]),
    h(CardText, { class: "af-text", text: parted(card?.text ?? "", 12), key: "text" }),
    card?.text && h(More, { key: "more" }),
    h("span", { class: "af-sort", key: "sort" }, card === undefined ? "" : shortSort(card)),
  ],
);

/** @param {Printed} card */
function shortSort(card) {
  return card.species?.length ? card.species.map(kindWord).join(", ") : kindWord(card.kind);
}

/**
 * A card of the catalogue, drawn for its list.
 * @param {any} card @param {{ cards: Book["cards"], large: boolean }} props
 */
export function printed(card, { cards, large }) {
  const phrasing = /** @type {any} */ ({ thing: () => card.name });
  return h(Face, {
    book: { cards, phrasing, faces: { [card.id]: card } },
    id: card.id,
    size: large ? "full" : "offer",
  });
}

/**
 * A card in a sentence: its sign beside its name, in the colour of its belt.
 * @param {any} value
 * @param {any} part
 * @param {{ cards: Book["cards"] }} known
 */
export function drawn(value, part, { cards }) {
  const card = typeof value === "string" ? cards?.get(value) : undefined;
  if (card === undefined) return null;
  return h("span", { class: `af-pip ${levelClass(card)}`, "data-thing": value }, [
    h(Emblem, { of: signOf(card), key: "e" }),
    part.text,
  ]);
}
