/** @type {import("../../src/words.js").Translation<typeof import("../en/remarks.js").words>} */
export const words = {
  "remark.made_anew": "Der Server kannte dich nicht mehr, darum bist du ein neuer Gast.",
  "remark.rewound":
    "Der Server hat die neuesten Züge einer Partie verloren. Sie geht davor weiter; niemand hat betrogen.",
  "remark.ask_password": "Der Server kennt dieses Gerät nicht mehr. Bitte melde dich wieder an.",
  "remark.not_kept":
    "Dein Browser lässt diese Seite nichts speichern. Wenn du sie neu lädst oder schließt, bist du abgemeldet.",
};
