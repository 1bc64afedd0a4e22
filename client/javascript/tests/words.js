// Reads cases from its input and writes those that this SDK says otherwise than they stand there; for
// tests/client/test_javascript_words.py, whose cases are what the SDK for Python says.
import { codeOf, deckOf } from "../src/deck-codes.js";
import { PhraseBook } from "../src/phrases.js";

const chunks = [];
for await (const chunk of process.stdin) {
  chunks.push(chunk);
}
const { phrases, names, moments, decks } = JSON.parse(Buffer.concat(chunks).toString());
const wrong = [];
for (const { view, said } of moments) {
  const book = new PhraseBook(phrases, names).at(view);
  for (const [kind, value, words] of said) {
    const parts = kind === "action" ? book.actionParts(value) : book.eventParts(value);
    const here = parts.map(({ text }) => text).join("");
    if (here !== words || here !== (kind === "action" ? book.action(value) : book.event(value))) {
      wrong.push([value, words, here]);
    }
  }
}
for (const { deck, prefix, catalogue, code } of decks) {
  const { cards, beside } = deckOf(code, catalogue);
  if (
    codeOf(deck, prefix, catalogue) !== code ||
    cards.length !== deck.cards.length ||
    beside.length !== deck.beside.length
  ) {
    wrong.push([deck, code, codeOf(deck, prefix, catalogue)]);
  }
}
console.log(JSON.stringify(wrong));
