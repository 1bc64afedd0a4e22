/** @type {import("../../src/words.js").Translation<typeof import("../en/replay.js").words>} */
export const words = {
  "replay.title": "Aufzeichnung",
  "replay.moment": "Moment {at} von {all}",
  "replay.first": "An den Anfang",
  "replay.before": "Einen Moment zurück",
  "replay.after": "Einen Moment weiter",
  "replay.last": "Ans Ende",
  "replay.play": "Abspielen",
  "replay.pause": "Anhalten",
  "replay.as": "Gesehen von",
  "replay.spectators": "Zuschauern",
  "replay.link": "Link zu diesem Moment kopieren",
  "replay.copied": "Der Link ist kopiert.",
  "replay.speed": "Tempo: {n}-fach",
  "replay.choices": "Was zur Wahl stand",
  "replay.taken": "Das wurde gewählt: {what}",
  "replay.none":
    "Von dieser Partie gibt es für dich keine Aufzeichnung: Sie läuft noch, oder ihr Tisch ließ niemanden zusehen.",
  "replay.verify": "Prüfen",
};
