/** @type {import("../../src/words.js").Translation<typeof import("../en/finale.js").words>} */
export const words = {
  "finale.place": "Platz",
  "finale.player": "Spieler",
  "finale.rounds": "Gewonnene Runden",
  "finale.tokens": "Todesmarken",
  "finale.lives": "Leben",
  "finale.strength": "ATK + DFS auf dem Feld",
  "finale.turned": "Wendepunkt",
  "finale.board": "Tisch ansehen",
  "finale.claim": "Fällige Packungen abholen",
  "finale.earned": "{n|Du hast eine Packung bekommen.|Du hast # Packungen bekommen.}",
  "finale.none_due": "Gerade ist keine Packung fällig.",
  "finale.packs": "Zu deinen Packungen",
};
