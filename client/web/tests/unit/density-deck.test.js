import assert from "node:assert/strict";
import { test } from "node:test";
import * as densityDeck from "../../src/games/density-deck/index.js";
import { motions } from "../../src/games/density-deck/motions.js";
import { placesIn, textIn, tree } from "./tree.js";
import "./english.js";

const ace = { colour: "gold", power: 4 };
const place = (/** @type {string} */ at) => ({ "data-at": at });

/** What lies in the hand of seat 0 while it is a seat's turn that has taken a card. @param {number} turn */
function handIn(turn) {
  const view = {
    turn_seat: turn,
    hand: [{ colour: "red", power: 5 }],
    drawn: null,
    taken: { from_seat: 2, card: ace },
    prospects: [],
    score: null,
    seats: [{ seat: 0, lives: 10, discard_top: null }],
  };
  const props = /** @type {any} */ ({ seat: 0, names: ["Ann", "Ben", "Cleo"], at: place, update: { result: null } });
  return tree(densityDeck.Own(view, props))
    .flatMap(placesIn)
    .filter((at) => at.startsWith("hand/"));
}

test("a card that was taken lies in the hand of whoever took it, and in nobody else's", () => {
  assert.deepEqual(handIn(0), ["hand/red-5", "hand/gold-4"]);
  assert.deepEqual(handIn(1), ["hand/red-5"]);
});

test("what flies lies in a hand whose cards one sees, and else where somebody's cards are counted", () => {
  const [discarded, drew] = [
    { type: "discarded", seat: 0, card: ace },
    { type: "drew", seat: 1, card: null },
  ];
  assert.deepEqual(motions(discarded, null, null, 0), [{ from: "hand/gold-4", to: "discard/0" }]);
  assert.deepEqual(motions(discarded, null, null, 2), [{ from: "held/0", to: "discard/0" }]);
  assert.deepEqual(motions(drew, null, null, 0), [{ from: "pile", to: "held/1" }]);
});

test("whoever has left a deal is shown with what it will cost, and others are not", () => {
  const seat = { seat: 0, lives: 10, discard_top: null, status: "surrendered" };
  const view = { hand: [], drawn: null, taken: null, prospects: [], score: null, turn_seat: 1 };
  const props = /** @type {any} */ ({ seat: 0, names: ["Ann", "Ben"], at: place });
  const said = (/** @type {number} */ pending) =>
    tree(densityDeck.Own({ ...view, seats: [{ ...seat, pending }] }, props))
      .flatMap(textIn)
      .join("");
  assert.match(said(2), /10.*−2 ♥/);
  assert.doesNotMatch(said(0), /−/);
});

test("a fight is the main button only where nobody is asked to draw", () => {
  const fight = { type: "fight" };
  const tone = (/** @type {any[]} */ choices) =>
    densityDeck.ways(fight, /** @type {any} */ ({ view: {}, sentence: "", outlook: null, choices }))[0]?.steps[0]?.tone;
  assert.equal(tone([fight, { type: "surrender" }]), "main");
  assert.equal(tone([fight, { type: "draw" }]), undefined);
  assert.equal(tone([fight, { type: "take", from_seat: 1 }]), undefined);
});
