/** @type {import("../../src/words.js").Translation<typeof import("../en/verified.js").words>} */
export const words = {
  "verified.so": "Geprüft: Jedes Mischen folgt aus dem Startwert",
  "verified.links": "Geprüft: Jedes Glied folgt aus dem Startwert",
  "verified.why":
    "Dein Browser hat es nachgerechnet: Der Startwert ist der, den der Server vor dem Geben versprochen hatte, und {entries|# Eintrag folgt|# Einträge folgen} unverändert aufeinander.",
  "verified.draws":
    "{shuffles|# Mischen und|# Mischen und} {draws|# weiteres Los sind|# weitere Lose sind} das, was Startwert und Anteile aller ergeben.",
  "verified.no_draws": "Ein älterer Server hat sie begonnen, der nicht aufschrieb, was gezogen wurde.",
  "verified.noted":
    "{noted|# Notiz dieser Seite aus der Partie stimmt|# Notizen dieser Seite aus der Partie stimmen} überein.",
  "verified.unbound": "aber diese Seite hat keinen Anteil daran",
  "verified.bound_why":
    "Dein Anteil war festgelegt, bevor irgendeiner gezeigt wurde, und jeder ist der, der festgelegt war: Niemand hat die Karten ausgesucht.",
  "verified.rules_untold":
    "Dein Anteil war festgelegt, bevor irgendeiner gezeigt wurde, aber der Server hatte nicht gesagt, nach welchen Regeln er gibt: Darum kann diese Seite nicht sagen, dass niemand die Karten ausgesucht hat.",
  "verified.unbound_why":
    "Diese Seite hatte für dieses Geben keinen Anteil von dir festgelegt und kann darum nicht sagen, dass niemand es ausgesucht hat: Du hast sie anderswo gespielt, oder du bekamst eine andere Partie als die, für die du bereit warst.",
  "verified.losses": "Der Speicher des Servers hatte einen Teil vergessen, und das Protokoll sagt es.",
  "verified.more": "Wie, und was das beweist",
  "verified.not": "Diese Partie folgt nicht aus ihrem Startwert",
  "verified.not_why":
    "Jemand hat sie verändert, oder dieser Seite wurde eine andere gezeigt: {why}. Sag es denen, die den Server betreiben, und den anderen.",
  "verified.insecure": "Nur eine Seite über https:// kann das Mischen prüfen.",
  "verified.signed": "Dieser Server hat sie unterschrieben, mit seinem Schlüssel {key}.",
  "verified.unknown_key": "Sie ist unterschrieben, aber mit keinem Schlüssel dieses Servers.",
  "verified.unsigned": "Kein Server hat sie unterschrieben.",
  "verified.unchecked": "Wer sie unterschrieben hat, ist nicht geprüft: Dieser Browser kennt kein Ed25519.",
  "verified.no_keys": "Wer sie unterschrieben hat, ist nicht geprüft: Die Schlüssel des Servers kamen nicht an.",
  "verified.other_key": "sie ist mit dem Schlüssel {key} unterschrieben, und du hattest einen anderen notiert",
  "verified.missed": "Das lässt sich nicht sagen: {why}",
  "verified.hold": "Mit eigenen Notizen vergleichen",
  "verified.version": "Bei welcher Version",
  "verified.link": "Das Glied, das dir damals gesagt wurde",
  "verified.link_note": "64 Ziffern und Buchstaben von a bis f",
  "verified.seat": "Wessen Beitrag das ist",
  "verified.entropy": "Dein Beitrag zum Mischen",
  "verified.key": "Der Schlüssel des Servers",
  "verified.key_note": "Mit seinem Namen, wie er unter /v1/keys steht",
  "verified.check": "Prüfen",
  "verified.agrees": "Alles stimmt überein.",
  "verified.bad_version": "Die Version ist eine Zahl ab 1 und gehört zu ihrem Glied.",
  "verified.bad_link": "Ein Glied hat 64 Ziffern und Buchstaben von a bis f.",
};
