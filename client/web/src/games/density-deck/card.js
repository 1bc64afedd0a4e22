import { h } from "../../../vendor/preact.js";
import { Picture } from "../../ui/picture.js";
import { kept } from "../../ui/redraws.js";
import { called } from "../../words.js";
import { EMBLEMS } from "./emblems.js";

/** @typedef {{ colour: string, power: number }} Card */
/** @typedef {import("../catalogue.js").Cards | null} Cards */

/** The name of a card's place. @param {Card} card */
export function nameOf({ colour, power }) {
  return `${colour}-${power}`;
}

/** A colour, which is the kind of a card. @param {string} colour */
export function kindWord(colour) {
  return called("dd.colour", colour);
}

/** @param {Card} card */
function colourOf({ colour }) {
  return kindWord(colour);
}

export const Emblem = kept(
  /** @param {{ of: string }} props */
  ({ of }) =>
    h(
      "svg",
      { class: "dd-emblem", viewBox: "0 0 24 24", "aria-hidden": "true" },
      h("path", { d: EMBLEMS[of] ?? EMBLEMS.common }),
    ),
);

/** A card's face or back, and a note on it: a count or an outlook. */
export const Face = kept(
  /** @param {{ card: Card | null, cards?: Cards, label?: string, place?: object, noted?: { class: string, text: string } | null }} props */
  ({ card, cards = null, label, place = {}, noted = null }) => {
    const note = noted === null ? null : h("span", { class: noted.class }, noted.text);
    return card === null
      ? h(
          "div",
          { class: "card dd-card dd-back", role: "img", "aria-label": label ?? "", ...place },
          h(Emblem, { of: "common" }),
          note,
        )
      : h(
          "div",
          {
            class: `card dd-card dd-${card.colour}`,
            role: "img",
            "aria-label": label ?? `${colourOf(card)} ${card.power}`,
            ...place,
          },
          h(Inside, { ...card, picture: cards?.get(nameOf(card))?.picture }),
          note,
        );
  },
);

/** The contents of a card. They do not change with being clickable. */
const Inside = kept(
  /** @param {Card & { picture: string | undefined }} card */
  (card) => {
    const colour = colourOf(card);
    return [
      h("span", { class: "dd-power", key: "power" }, card.power),
      h(Emblem, { of: card.colour, key: "emblem" }),
      h(Picture, { of: card.picture, key: "picture" }),
      h("span", { class: `dd-name${colour.length > 9 ? " dd-name-long" : ""}`, key: "name" }, colour),
    ];
  },
);

/** A card in a sentence. */
export const Pip = kept(
  /** @param {{ card: Card }} props */
  ({ card }) =>
    h(
      "span",
      { class: `dd-pip dd-${card.colour}`, "data-thing": nameOf(card) },
      h(Emblem, { of: card.colour }),
      card.power,
      h("span", { class: "unseen" }, ` ${colourOf(card)}`),
    ),
);
