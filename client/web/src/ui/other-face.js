/** @import { Printing } from "../../../javascript/types/cards/amiibart.js" */

/**
 * What a card is called where one face of it has to be told from others.
 * @param {{ name: string, english?: string, printing?: Printing }} card
 * @param {string} artRare how an Art Rare is called here
 */
export function calledInFull({ name, english, printing }, artRare) {
  const called = english || name;
  return printing === undefined ? called : `${called} (${faceOf(printing, artRare)})`;
}

/** Which face a printing is. @param {Printing} printing @param {string} artRare how an Art Rare is called here */
export function faceOf({ rarity }, artRare) {
  const words = rarity.replaceAll("_", " ");
  return rarity === "art_rare" ? artRare : words.charAt(0).toUpperCase() + words.slice(1);
}
