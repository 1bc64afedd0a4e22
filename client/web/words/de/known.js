/** @type {import("../../src/words.js").Translation<typeof import("../en/known.js").words>} */
export const words = {
  "known.here": "Wer da ist",
  "known.results": "Deine letzten Partien",
  "known.all": "Alle",
  "known.no_results": "Hier stehen deine Ergebnisse, mit der Änderung deiner Wertung.",
  "known.tournaments": "Turniere",
  "known.running": "Wird gerade gespielt",
  "known.won": "gewonnen",
  "known.lost": "verloren",
  "known.unfinished": "nicht beendet",
  "known.plays": "spielt {game}",
  "known.online": "online",
  "known.place": "{place}.",
};
