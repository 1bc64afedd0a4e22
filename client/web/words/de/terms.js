/** @type {import("../../src/words.js").Translation<typeof import("../en/terms.js").words>} */
export const words = {
  "announced.no": "Ausblenden",
  "terms.ask": "Um hier zu spielen, zu schreiben oder ein Konto anzulegen, stimme bitte zu:",
  "terms.accept": "Zustimmen",
};
