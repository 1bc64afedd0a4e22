/** @type {import("../../src/words.js").Translation<typeof import("../en/verified.js").words>} */
export const words = {
  "verified.so": "Geprüft: Jedes Mischen folgt aus dem Startwert",
  "verified.links": "Geprüft: Jedes Glied folgt aus dem Startwert",
  "verified.why":
    "Dein Browser hat es geprüft: Der Startwert ist der, den der Server vor dem Geben versprochen hatte, und {entries|# Eintrag ist|# Einträge sind} unverändert verkettet.",
  "verified.draws":
    "{shuffles|# Mischen und|# Mischen und} {draws|# weiteres Los|# weitere Lose} kommen aus dem Startwert und den Anteilen aller.",
  "verified.no_draws": "Ein älterer Server hat sie begonnen und die Ziehungen nicht aufgezeichnet.",
  "verified.noted":
    "{noted|# Notiz dieser Seite aus der Partie stimmt|# Notizen dieser Seite aus der Partie stimmen} überein.",
  "verified.unbound": "aber diese Seite hat keinen Anteil daran",
  "verified.bound_why":
    "Dein Anteil war versiegelt, bevor irgendeiner aufgedeckt wurde, und jeder passt zu seinem Siegel: Niemand hat die Karten ausgesucht.",
  "verified.rules_untold":
    "Dein Anteil war versiegelt, bevor irgendeiner aufgedeckt wurde, aber der Server hatte die Regeln des Gebens nicht angekündigt: Darum kann diese Seite nicht sagen, dass niemand die Karten ausgesucht hat.",
  "verified.unbound_why":
    "Diese Seite hatte für dieses Geben keinen Anteil von dir versiegelt und kann darum nicht sagen, dass niemand es ausgesucht hat: Du hast anderswo gespielt, oder du bekamst eine andere Partie als die, für die du bereit warst.",
  "verified.losses": "Der Speicher des Servers hatte Einträge verloren, und das Protokoll hält es fest.",
  "verified.more": "Wie das geht, und was es beweist",
  "verified.not": "Diese Partie passt nicht zu ihrem Startwert",
  "verified.not_why":
    "Sie wurde verändert, oder dieser Seite wurde eine andere gezeigt: {why}. Sag es dem Betreiber und den anderen Spielern.",
  "verified.insecure": "Nur eine Seite über https:// kann das Mischen prüfen.",
  "verified.signed": "Von diesem Server unterschrieben, mit seinem Schlüssel {key}.",
  "verified.unknown_key": "Sie ist unterschrieben, aber mit keinem Schlüssel dieses Servers.",
  "verified.unsigned": "Kein Server hat sie unterschrieben.",
  "verified.unchecked": "Die Unterschrift ist nicht geprüft: Dieser Browser unterstützt kein Ed25519.",
  "verified.no_keys": "Die Unterschrift ist nicht geprüft: Die Schlüssel des Servers kamen nicht an.",
  "verified.other_key": "sie ist mit dem Schlüssel {key} unterschrieben, aber du hast einen anderen notiert",
  "verified.missed": "Das lässt sich nicht prüfen: {why}",
  "verified.hold": "Mit eigenen Notizen vergleichen",
  "verified.version": "Bei Version",
  "verified.link": "Das Glied, das du damals gesehen hast",
  "verified.link_note": "64 Ziffern und Buchstaben von a bis f",
  "verified.seat": "Wessen Beitrag das ist",
  "verified.entropy": "Dein Beitrag zum Mischen",
  "verified.key": "Der Schlüssel des Servers",
  "verified.key_note": "Seine Kennung, wie unter /v1/keys",
  "verified.check": "Prüfen",
  "verified.agrees": "Alles stimmt überein.",
  "verified.bad_version": "Die Version muss eine Zahl ab 1 sein, mit ihrem Glied.",
  "verified.bad_link": "Ein Glied muss 64 Ziffern und Buchstaben von a bis f haben.",
};
