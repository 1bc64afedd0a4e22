/** @type {import("../../src/words.js").Translation<typeof import("../en/lesson.js").words>} */
export const words = {
  "lesson.unknown": "Von diesem Spiel gibt es hier keine geführte Partie.",
  "lesson.you": "Gast",
  "lesson.step": "Geführte Partie · {at} von {all}",
  "lesson.watch": "Sieh zu …",
  "lesson.go_on": "Weiter",
  "lesson.not_now": "Noch nicht. {hint}",
  "lesson.bot": "Gegen den Bot {bot} spielen",
  "lesson.rules": "Alle Regeln",
  "lesson.again": "Noch einmal",
};
