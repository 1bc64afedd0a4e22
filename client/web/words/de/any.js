/** @type {import("../../src/words.js").Translation<typeof import("../en/any.js").words>} */
export const words = {
  "any.hidden": "eine verdeckte Karte",
  "any.score": "dein Wert wäre {n}",
  "any.power": "du hättest {n}",
  "any.against": "{n} gegen {against}",
  "any.goes": "geht vom Tisch",
  "any.stays": "bleibt",
  "any.yours_goes": "deines geht vom Tisch",
  "any.yours_stays": "deines bleibt",
};
