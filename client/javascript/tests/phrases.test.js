import assert from "node:assert/strict";
import { test } from "node:test";
import { namesOf, PhraseBook } from "../src/phrases.js";

const RED_FIVE = { colour: "red", power: 5 };
const book = new PhraseBook(
  {
    actions: { take: "Take {card} from {from_seat}", attack: "Attack {target}[ with {cards}]" },
    events: {
      took: "{seat} takes {card}.",
      drew: "{seat} draws {count|# card|# cards|nothing}.",
      found: "{cards|# is|# are|nothing is} found.",
      stronger: "{card}:{attack| +# Attack| +# Attack|}{health| +# Health| +# Health|}.",
      moved: "{piece} moves.",
    },
    things: { card: "{colour} {power}", "tree-frog": "Tree Frog", piece: "{card} ({seat})" },
  },
  ["Ann", "Ben"],
);

test("an action is its phrase with the fields filled in", () => {
  assert.equal(book.action({ type: "take", card: RED_FIVE, from_seat: 1 }), "Take red 5 from Ben");
});

test("a phrase has a form for one, for many and for none", () => {
  /** @type {[object, string][]} */
  const said = [
    [{ type: "drew", seat: 0, count: 1 }, "Ann draws 1 card."],
    [{ type: "drew", seat: 0, count: 3 }, "Ann draws 3 cards."],
    [{ type: "drew", seat: 0, count: 0 }, "Ann draws nothing."],
    [{ type: "drew", seat: 0 }, "Ann draws nothing."],
    [{ type: "found", cards: ["tree-frog"] }, "Tree Frog is found."],
    [{ type: "found", cards: ["tree-frog", "newt"] }, "Tree Frog, newt are found."],
    [{ type: "found", cards: [] }, "nothing is found."],
    [{ type: "stronger", card: "newt", attack: 100, health: 1 }, "newt: +100 Attack +1 Health."],
    [{ type: "stronger", card: "newt", attack: -100, health: 0 }, "newt: -100 Attack."],
  ];
  for (const [event, words] of said) {
    assert.equal(book.event(event), words);
  }
});

test("an optional part is left out when it has nothing to say", () => {
  assert.equal(book.action({ type: "attack", target: "tree-frog", cards: [] }), "Attack Tree Frog");
  assert.equal(book.action({ type: "attack", target: "tree-frog", cards: ["newt"] }), "Attack Tree Frog with newt");
});

test("the parts of a sentence say what they name", () => {
  assert.deepEqual(book.eventParts({ type: "took", seat: 0, card: RED_FIVE }), [
    { text: "Ann", seat: 0 },
    { text: " takes " },
    { text: "red 5", value: RED_FIVE, field: "card" },
    { text: "." },
  ]);
  const seen = book.at({ seats: [{ pieces: [{ piece: "f2", card: "tree-frog", seat: 1 }] }] });
  assert.deepEqual(seen.eventParts({ type: "moved", piece: "f2" }), [
    { text: "Tree Frog (Ben)", piece: "f2", field: "piece" },
    { text: " moves." },
  ]);
  assert.deepEqual(book.eventParts({ type: "moved", piece: "tree-frog" })[0], {
    text: "Tree Frog",
    thing: "tree-frog",
    field: "piece",
  });
});

test("what has no phrase is said field by field", () => {
  assert.equal(
    book.event({ type: "card_burned", card: RED_FIVE, next_seat: 0 }),
    "Card burned: card red 5, next seat Ann",
  );
  assert.equal(book.event({ type: "bell" }), "Bell");
  assert.equal(book.event({ type: "took", seat: 1, card: RED_FIVE }), "Ben takes red 5.");
  assert.equal(book.thing("odd", { x: 1, tall: true }), "x 1, tall yes");
  assert.equal(book.event(17), "17");
});

test("words that every object has are words like others", () => {
  assert.equal(book.event({ type: "constructor" }), "Constructor");
  assert.equal(book.event({ type: "moved", piece: "toString" }), "toString moves.");
});

test("a result is said place by place", () => {
  assert.equal(new PhraseBook({}, ["Ann", "Ben", "Cleo"]).result({ places: [3, 1, 1] }), "1. Ben and Cleo, 3. Ann");
  assert.match(book.result({ places: [] }), /counts for nobody/);
});

test("two of one name are told apart, and somebody's bot is marked", () => {
  /** @type {any[]} */
  const players = [
    { id: "1", name: "Ann", kind: "guest", bot: null },
    { id: "2", name: "Ann", kind: "guest", bot: null },
    { id: "3", name: "Ann", kind: "bot", bot: null },
    { id: "4", name: "Random 1", kind: "bot", bot: "random" },
  ];
  assert.deepEqual(namesOf(players), ["Ann (1)", "Ann (2)", "Ann (bot)", "Random 1"]);
});
