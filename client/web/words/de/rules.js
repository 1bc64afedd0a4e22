/** @type {import("../../src/words.js").Translation<typeof import("../en/rules.js").words>} */
export const words = {
  "rules.example.density-deck.0":
    "Rot 5, Rot 3 und eine einfache 7 auf der Hand, Rot 10 in der Mitte: 5 × 3 × 10 + 7 = 157.",
  "rules.example.density-deck.1": "Eine Karte ohne Farbe und drei Farben. Weiß hat 6, 6 und 6: höchstens 216.",
  "rules.example.density-deck.2": "Eine erste Hand. Blau ist die beste Farbe, Lila wird abgezogen: 5 + 4 − 3 = 6.",
  "rules.example.density-deck.3":
    "Runde 2 deckt eine Karte der Mitte auf: Rote Karten zählen nun in jeder Hand zehnmal so viel.",
  "rules.example.density-deck.4": "Vier Karten nach dem Ziehen. Leg Blau 3 ab: Es bleiben 5 × 3 + 7 = 22.",
  "rules.example.density-deck.5": "6 − 5 − 3 = −2. In Runde 3 kostet Aufgeben 2 Leben, ein verlorener Kampf 3.",
  "rules.example.density-deck.6":
    "Du rufst den Kampf aus, mit 6 × 6 − 6 = 30. Alle, die noch dabei sind, zeigen ihre Hand.",
  "rules.example.density-deck.7":
    "Silber 4 liegt in der Mitte, Schwarz 6 auf einem anderen Stapel: 6 × 6 + 9 − 4 × 4 = 29.",
  "rules.example.density-deck.8": "16 gegen 12 in Runde 2: Wer weniger hat, verliert 2 Leben, wer mehr hat, keines.",
  "rules.example.density-deck.9": "Von einem Stapel genommen: Diese Karte kennen alle. Was du ziehst, siehst nur du.",
  "rules.example.density-deck.10": "Diese Karte hattest du gezogen, als deine Zeit um war: Sie wird für dich abgelegt.",
  "rules.example.amfibido.0": "Kämpfer, Ausrüstung und Kombo in einem Dojo: 4 + 1 + 3 = 8.",
  "rules.example.amfibido.1":
    "4 gegen 3: Dieses Dojo ist gewonnen. Zwei Dojos gewinnen die Runde, vier Runden die Partie.",
  "rules.example.amfibido.2": "Stufen I bis IV, jede aus ihrem eigenen Stapel.",
  "rules.example.amfibido.3": "Kein Kämpfer unter den ersten drei Karten: Zeig sie und zieh drei andere.",
  "rules.example.amfibido.4": "Kämpfer, Ausrüstung, Kombo und Aktionskarte.",
  "rules.example.amfibido.5": "Behalte eine, gib zwei weiter. Dann behältst du eine der zwei, die zu dir kommen.",
  "rules.example.amfibido.6":
    "Zwei Aktionen: Der Frosch kommt in ein Dojo. Bist du wieder am Zug, kommt der Tritt auf den Frosch.",
  "rules.example.amfibido.7": "4 gegen 3 gewinnt, 3 gegen 3 ist unentschieden, und wer allein im Dojo steht, gewinnt.",
  "rules.example.amfibido.8": "2 + 1 + 3, und dieser Frosch hat 3 mehr durch jede Kombo: 9.",
  "rules.example.amfibido.9":
    "Der Kaiman hat gewonnen und bleibt. Der Gecko kommt auf die Hand. Die Kombo mit Bumerang ruht eine Runde.",
  "rules.example.amfibido.10":
    "Knockout: Wen es besiegt, der muss ruhen. Verwandeln: Laich, der gewinnt, wird ein Kämpfer der Stufe II.",
  "rules.example.amfibido.11":
    "Die Schildkröte gewinnt Kampf und Runde. Du wählst, was zuerst kommt: Sie scheidet aus, oder sie kommt auf deine Hand.",
  "rules.example.amfibido.12": "Deine Zeit ist um: Du hast gepasst, und diese Karte bleibt auf deiner Hand.",
  "rules.example.amiibart.0": "Zwei Kämpfer und ein Zauber, je 1 Energie. In jedem Zug hast du 10.",
  "rules.example.amiibart.1": "Eine häufige, eine seltene und eine sehr seltene Karte.",
  "rules.example.amiibart.2": "Karten von Weapon, mit einer Haupt- und einer Nebenkraft dieses Elements.",
  "rules.example.amiibart.3": "Zug eins: drei Kämpfer auf Plätze deiner Wahl, umsonst.",
  "rules.example.amiibart.4":
    "1 + 2 + 2 Energie für Kämpfer, Zauber und Kraft. Was von zehn übrig ist, verfällt mit dem Zug.",
  "rules.example.amiibart.5": "Eine Kraft, ein Zauber, eine Falle und ein Schauplatz.",
  "rules.example.amiibart.6":
    "Beide schlagen zugleich zu: Die Katze hat 300 Schaden und stirbt, die Speerreihe behält 400 von 700 Gesundheit.",
  "rules.example.amiibart.7": "Ein Kämpfer, der eine Spielmarke mitbringt. Ihr Tod bringt keine Todesmarke.",
  "rules.example.amiibart.8": "Flink und Lebensraub, Block, Todesstoß: Jedes dieser Wörter ist eine Regel.",
  "rules.example.amiibart.9": "Dein fünfter Kämpfer ist gestorben: Du hast verloren.",
  "rules.example.amiibart.10":
    "Deine Zeit ist um, während diese Kraft nach einem Kämpfer fragt: Es wird der am weitesten links.",
  "rules.example.myacards.0":
    "ATK 5, und 1 mehr durch den Naturforscher: 6 ist höher als DFS 5 des Hirsches, er wird entfernt.",
  "rules.example.myacards.1": "Aktive Karte, Unterstützung, Dominium, Ereignis und Effekt.",
  "rules.example.myacards.2": "Höchstens vier vom gleichen Tier und zwei vom gleichen Effekt.",
  "rules.example.myacards.3":
    "Der Vielfraß gehört in Reihe 3 und 4, die Honigbiene in Reihe 2, das Dominium in Reihe 1.",
  "rules.example.myacards.4":
    "Kein Lebewesen unter den ersten fünf: Zeig sie, misch sie zurück und zieh fünf andere, einmal.",
  "rules.example.myacards.5":
    "Erst den Wolf legen, dann angreifen. Den Effekt darfst du vor und zwischen deinen Angriffen spielen.",
  "rules.example.myacards.6":
    "Der Kojote braucht einen Wolf von dir im Spiel. Der Löwe braucht eine deiner aktiven Karten als Opfer.",
  "rules.example.myacards.7": "SPD 6 geht vor SPD 2. Hat der Vielfraß angegriffen, darf der Gepard nicht mehr.",
  "rules.example.myacards.8":
    "Zwei verschiedene Karten derselben Einordnung nebeneinander: Schwestertaxa, +2 auf alle drei Zahlen.",
  "rules.example.myacards.9":
    "Nur diese Unterstützung ist noch da, und jeder Angriff entfernt sie: Die Partie ist zu Ende.",
  "rules.example.myacards.10":
    "Der entfernte Wolf liegt im Vergessen. Der Effekt nimmt zwei Lebewesen zurück auf die Hand.",
  "rules.example.myacards.11":
    "Du wirst angegriffen und hast ein paar Sekunden: Dieser Effekt rettet eine deiner aktiven Karten.",
  "rules.turn.density-deck":
    "In deinem Zug ziehst du eine Karte oder nimmst eine von einem Stapel und legst eine ab. Oder du rufst den Kampf aus.",
  "rules.turn.amfibido":
    "In jeder Runde behältst du eine Karte der Auswahl, dann legt ihr abwechselnd Karten in drei Dojos. Wer mehr Dojos gewinnt, gewinnt die Runde.",
  "rules.turn.amiibart":
    "In deinem Zug hast du 10 Energie für Karten. Dann darf jeder Kämpfer angreifen, und die andere Seite ist dran.",
  "rules.turn.myacards":
    "In deinem Zug ziehst du eine Karte, legst Lebewesen und greifst in derselben Spalte an. Ist ATK höher als DFS, ist die Karte weg.",
};
