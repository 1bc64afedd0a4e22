/** @type {import("../../src/words.js").Translation<typeof import("../en/hints.js").words>} */
export const words = {
  "hints.name": "Tipp",
  "hints.got": "Verstanden",
  "hint.lobby":
    "Setz dich an einen Tisch mit freiem Platz, oder öffne einen eigenen. Kommt niemand, spielt ein Bot mit.",
  "hint.collection": "Karten kommen aus Packs, die du dir erspielst. Jede Karte zeigt, wie viele du hast.",
  "hint.decks":
    "Beginne mit einem fertigen Deck und ändere ein paar Karten. Die Zeile unten sagt, was noch nicht stimmt.",
  "hint.density-deck.draw":
    "Karten deiner besten Farbe werden malgenommen, andere Farben abgezogen. Zieh, oder nimm eine abgelegte Karte der anderen.",
  "hint.density-deck.discard":
    "Leg ab, was von deinen Punkten abgezogen wird: eine Farbe, von der du nur eine Karte hast.",
  "hint.density-deck.fight":
    "Ein verlorener Kampf kostet jede Runde mehr Leben. Aufgeben kostet weniger und ist für schlechte Hände da.",
  "hint.amfibido.draft": "Behalte eine Karte, die anderen bekommt der Gegner. Hohe Zahlen gewinnen Dojos.",
  "hint.amfibido.play_fighter": "Zwei von drei Dojos gewinnen die Runde. Das dritte brauchst du nicht.",
  "hint.amfibido.play_combo": "Eine Kombo zählt nur diese Runde. Spiel sie dort, wo sie ein Dojo dreht.",
  "hint.amfibido.pass":
    "Wer passt, ist für diese Runde fertig. Karten, die du behältst, hast du in der nächsten Runde.",
  "hint.amiibart.play_fighter":
    "Links steht der Angriff, rechts die Gesundheit. Fünf tote Kämpfer verlieren die Partie: Opfere keinen ohne Grund.",
  "hint.amiibart.attack": "Beide Kämpfer schlagen zugleich zu. Ein Totenkopf zeigt, wer sterben würde.",
  "hint.amiibart.use_attack": "Ein besonderer Angriff kostet Energie, aber niemand schlägt zurück.",
  "hint.amiibart.use_power":
    "Eine Kraft wirkt einmal im Zug und bleibt liegen. Energie, die du nicht ausgibst, verfällt.",
  "hint.myacards.place":
    "Tiere und Pflanzen kämpfen in ihrer eigenen Spalte. Leuchtende Plätze sind für diese Karte offen.",
  "hint.myacards.play": "Ereignisse wirken sofort und sind dann weg. Halte die Karte gedrückt, um alles zu lesen.",
  "hint.myacards.attack":
    "Dein ATK gegen ihr DFS: Nur die höhere Zahl entfernt eine Karte. Schnelle Karten greifen zuerst an.",
  "hint.myacards.let_pass": "Du darfst mit einer Karte antworten. Es geschehen zu lassen kostet nichts.",
};
