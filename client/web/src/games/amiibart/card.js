import { h } from "../../../vendor/preact.js";
import { CardText, More } from "../../table/details.js";
import { longWords, parted } from "../../ui/long-words.js";
import { calledInFull, faceOf } from "../../ui/other-face.js";
import { Picture } from "../../ui/picture.js";
import { kept } from "../../ui/redraws.js";
import { called, t } from "../../words.js";
import { EMBLEMS } from "./emblems.js";

/** @import { Card as CardAlone, Printing } from "../../../../javascript/types/cards/amiibart.js" */
/** @import { FighterView } from "../../../../javascript/types/games/amiibart.js" */
/** @import { TableProps } from "../index.js" */

/** A card; for an Art Rare with its printing. @typedef {CardAlone & { printing?: Printing, picture?: string }} Card */

/**
 * Everything for describing cards: the catalogue, and phrases until it arrives.
 * @typedef {Pick<TableProps, "cards" | "phrasing">} Printed
 */

/** @param {Printed} props @param {string} id @returns {Card | undefined} */
export function cardOf({ cards }, id) {
  return cards?.get(id);
}

/** The name of a card; for another printing also which one. @param {Printed} props @param {string} id */
export function nameOf(props, id) {
  const card = cardOf(props, id);
  return card === undefined ? props.phrasing.thing("card", id) : calledInFull(card, t("am.art_rare"));
}

/** The printed name of a card. @param {Printed} props @param {string} id */
function printedName(props, id) {
  return cardOf(props, id)?.name ?? props.phrasing.thing("card", id);
}

export const Emblem = kept(
  /** @param {{ of: string }} props */
  ({ of }) => {
    return h(
      "svg",
      { class: "am-emblem", viewBox: "0 0 24 24", "aria-hidden": "true" },
      h("path", { d: EMBLEMS[of] ?? EMBLEMS.none, "fill-rule": "evenodd" }),
    );
  },
);

/** The cost of a card, as a coin. @param {{ cost: number }} props */
export function Coin({ cost }) {
  return h("span", { class: "am-coin", "aria-hidden": "true" }, cost);
}

/** A number of a card, marked if it differs from the printed one. */
export const Figure = kept(
  /** @param {{ of: "attack" | "health", now: number, printed: number | undefined }} props */
  ({ of, now, printed = now }) => {
    const than = now > printed ? " am-more" : now < printed ? " am-less" : "";
    return h("b", { class: `am-${of}${than}` }, [
      now,
      than !== "" && h("i", { key: "than" }, now > printed ? "▴" : "▾"),
    ]);
  },
);

const Keywords = kept(
  /** @param {{ words: readonly string[] }} props */
  ({ words }) => {
    return words.length === 0
      ? null
      : h(
          "span",
          { class: "am-keywords" },
          words.map((word) =>
            h("span", { class: "am-keyword", title: called("am.word", word), key: word }, h(Emblem, { of: word })),
          ),
        );
  },
);

/** A kind or a type of cards. @param {string} kind */
export function kindWord(kind) {
  return called("am.kind", kind);
}

/**
 * The type line of a card: kind, Element, types, and the printing.
 * @param {Card} card
 */
export function sortOf(card) {
  const kind = card.kind === "power" ? t(card.primary ? "am.primary" : "am.secondary") : kindWord(card.kind);
  const face = card.printing === undefined ? [] : [faceOf(card.printing, t("am.art_rare"))];
  return [kind, called("am.element", card.element), ...(card.types ?? []).map(kindWord), ...face].join(" · ");
}

/**
 * All that a card shows, in words.
 * @param {Printed} props
 * @param {string} id
 * @param {FighterView | null} [fighter] the Fighter in play
 */
export function cardInWords(props, id, fighter = null) {
  return inWords(cardOf(props, id), nameOf(props, id), fighter);
}

/** @param {Card | undefined} card @param {string} name what it is called as long as it is not known @param {FighterView | null} fighter */
function inWords(card, name, fighter) {
  if (card === undefined) return name;
  const { attack = 0, health } = fighter ?? card;
  const words = fighter?.keywords ?? card.keywords ?? [];
  return [
    card.name,
    sortOf(card),
    health === undefined ? "" : t("am.numbers", { attack, health }),
    ...words.map((word) => called("am.word", word)),
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/**
 * Attributes that make an element a picture with a name. A lit place has a label for its click instead.
 * @param {any} place
 * @param {string} label
 */
export function named(place, label) {
  return { role: "img", "aria-label": label, ...place };
}

/**
 * A card's face: on the table, in the strip of remaining cards, or in full size. A Fighter in play shows its present
 * numbers.
 * @param {{
 *   props: Printed, id: string, size: "board" | "strip" | "full", fighter?: FighterView | null, count?: number,
 *   place?: any, label?: string, isDim?: boolean, outlook?: any, key?: string,
 * }} given
 */
export function face({ props, id, fighter = null, count = 1, place = {}, isDim = false, ...more }) {
  return h(Drawn, { card: cardOf(props, id), name: printedName(props, id), fighter, count, place, isDim, ...more });
}

/**
 * The outlook of an attack on this Fighter: a skull if it dies, a heart if it lives, as healing may save it.
 * @param {{ outlook: any }} props
 */
function Outlook({ outlook }) {
  const end = (/** @type {boolean} */ dies) => h(Emblem, { of: dies ? "skull" : "lifesteal", key: "end" });
  return h("span", { class: "am-outlook", "aria-hidden": "true" }, [
    h("span", { class: `am-there${outlook.removes ? " am-kills" : ""}`, key: "there" }, [
      `−${outlook.power}`,
      end(outlook.removes),
    ]),
    h("span", { class: `am-back${outlook.dies ? " am-costs" : ""}`, key: "back" }, [
      `↩${outlook.against ?? 0}`,
      end(outlook.dies),
    ]),
  ]);
}

/**
 * @typedef {object} DrawnProps
 * @property {Card | undefined} card
 * @property {string} name
 * @property {"board" | "strip" | "full"} size
 * @property {FighterView | null} fighter
 * @property {number} count
 * @property {any} place
 * @property {string} [label] the label of the whole, if it says more than the card
 * @property {boolean} isDim
 * @property {any} [outlook] the outlook of an attack on this Fighter
 */

const Drawn = kept(
  /** @param {DrawnProps} props */
  ({ card, name, size, fighter, count, place, label, isDim, outlook = null }) => {
    const { attack, health } = fighter ?? card ?? {};
    const keywords = fighter?.keywords ?? card?.keywords ?? NONE;
    return h(
      "div",
      {
        class: `card am-card am-${size} am-of-${card?.element ?? "none"}${card?.printing === undefined ? "" : " am-art"}${isDim ? " am-dim" : ""}${fighter?.may_attack ? " am-may" : ""}`,
        ...named(place, label ?? `${inWords(card, name, fighter)}${size === "board" ? "" : `. ${card?.text ?? ""}`}`),
      },
      [
        h(Inside, { card, name, size, attack, health, keywords, count, isInPlay: fighter !== null, key: "inside" }),
        outlook !== null && h(Outlook, { outlook, key: "outlook" }),
      ],
    );
  },
);

/** @type {readonly string[]} */
const NONE = [];

/**
 * The text beneath the picture of another printing: its words, its kind, and the artist.
 * @param {{ printing: Printing }} props
 */
function Legend({ printing }) {
  return h("span", { class: "am-legend", "aria-hidden": "true" }, [
    printing.flavour && h("i", { key: "words" }, printing.flavour),
    h(
      "span",
      { key: "face" },
      printing.artist
        ? `${faceOf(printing, t("am.art_rare"))} · ${t("am.picture_by", { artist: printing.artist })}`
        : faceOf(printing, t("am.art_rare")),
    ),
  ]);
}

/**
 * The contents of a card. They do not change with being clickable.
 * @typedef {object} InsideProps
 * @property {Card | undefined} card
 * @property {string} name
 * @property {DrawnProps["size"]} size
 * @property {number | undefined} attack
 * @property {number | undefined} health
 * @property {readonly string[]} keywords
 * @property {number} count
 * @property {boolean} isInPlay
 */

const Inside = kept(
  /** @param {InsideProps} props */
  ({ card, name, size, attack, health, keywords, count, isInPlay }) => {
    const kind = card?.kind ?? "";
    const isTall = size === "board" && `${attack}${health}`.length > 6;
    return [
      h(
        "span",
        { class: `am-name${longWords(name, 9)}${isTall ? " am-low" : ""}`, "aria-hidden": "true", key: "name" },
        [
          h("span", { key: "name" }, parted(name, size === "board" ? 9 : 8)),
          size !== "board" && kind !== "power" && kind !== "token" && h(Coin, { cost: card?.cost ?? 0, key: "cost" }),
        ],
      ),
      h("span", { class: "am-field", "aria-hidden": "true", key: "field" }, [
        h(Picture, { of: card?.picture, key: "picture" }),
        h(Emblem, { of: kind === "hazard" || kind === "stage" ? kind : (card?.element ?? "none"), key: "emblem" }),
        h(Keywords, { words: keywords, key: "words" }),
        count > 1 && h("span", { class: "am-count", key: "count" }, `×${count}`),
        isInPlay && size === "board" && h("span", { class: "am-ready", key: "ready" }, h(Emblem, { of: "weapon" })),
      ]),
      card !== undefined && h(CardText, { class: "am-text", text: parted(card.text ?? "", 12), key: "text" }),
      h(More, { key: "more" }),
      size === "full" && card?.printing !== undefined && h(Legend, { printing: card.printing, key: "legend" }),
      h(
        "span",
        { class: `am-foot${isTall ? " am-tall" : ""}`, "aria-hidden": "true", key: "foot" },
        health !== undefined
          ? [
              h(Figure, {
                of: "attack",
                now: attack ?? 0,
                printed: isInPlay ? card?.attack : undefined,
                key: "attack",
              }),
              size === "full" &&
                card !== undefined &&
                h("span", { class: "am-stars", key: "stars" }, "★".repeat(card.stars ?? 1)),
              h(Figure, { of: "health", now: health, printed: isInPlay ? card?.health : undefined, key: "health" }),
            ]
          : [
              h("span", { class: "am-kind", key: "kind" }, card === undefined ? "" : called("am.kind", card.kind)),
              h("span", { class: "am-stars", key: "stars" }, kind === "power" ? "" : "★".repeat(card?.stars ?? 1)),
            ],
      ),
    ];
  },
);
