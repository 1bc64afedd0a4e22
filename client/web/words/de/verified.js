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
  "verified.losses": "Der Speicher des Servers hatte einen Teil vergessen, und das Protokoll sagt es.",
  "verified.more": "Wie, und was das beweist",
  "verified.not": "Diese Partie folgt nicht aus ihrem Startwert",
  "verified.not_why":
    "Jemand hat sie verändert, oder dieser Seite wurde eine andere gezeigt: {why}. Sag es denen, die den Server betreiben, und den anderen.",
  "verified.insecure": "Nur eine Seite über https:// kann das Mischen prüfen.",
};
