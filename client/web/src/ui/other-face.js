/** @import { Printing } from "../../../javascript/types/cards/amiibart.js" */

/**
 * The name of a card that tells it apart from its other printings.
 * @param {{ name: string, english?: string, printing?: Printing }} card
 * @param {string} artRare the word for an Art Rare
 */
export function calledInFull({ name, english, printing }, artRare) {
  const called = english || name;
  return printing === undefined ? called : `${called} (${faceOf(printing, artRare)})`;
}

/** The kind of a printing. @param {Printing} printing @param {string} artRare how an Art Rare is called here */
export function faceOf({ rarity }, artRare) {
  const words = rarity.replaceAll("_", " ");
  return rarity === "art_rare" ? artRare : words.charAt(0).toUpperCase() + words.slice(1);
}
