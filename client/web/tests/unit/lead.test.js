import assert from "node:assert/strict";
import { test } from "node:test";
import { SCORES } from "../../src/games/scores.js";
import { turningPoint } from "../../src/table/lead.js";

/** @type {import("../../src/games/scores.js").Score} */
const LIVES = { title: "finale.lives", moved: "finale.lives_moved", of: ({ seats }) => seats };

/**
 * The turning point of a match with these numbers of the seats, one moment after the other.
 * @param {readonly (readonly number[])[]} numbers
 * @param {{ places?: readonly number[], seat?: number | null, isLow?: boolean }} [how]
 */
function turned(numbers, { places = [1, 2], seat = 0, isLow = false } = {}) {
  const history = numbers.map((seats, version) => ({
    version,
    view: { seats },
    seat,
    result: version === numbers.length - 1 ? { places, reason: "last_standing" } : null,
  }));
  return turningPoint(/** @type {any} */ (history), { ...LIVES, isLow }, null)?.update.version ?? null;
}

test("it is the moment that moved the lead most towards the result", () => {
  const numbers = [
    [9, 9],
    [5, 9],
    [5, 7],
    [5, 2],
    [5, 0],
  ];
  assert.equal(turned(numbers), 3);
  assert.equal(turned(numbers, { places: [2, 1] }), 1, "whoever lost wants to know where");
  assert.equal(turned(numbers, { seat: 1, places: [1, 2] }), 3, "to the loser it was the same moment");
  assert.equal(turned(numbers, { seat: null }), 3, "a spectator looks with the winner");
});

test("of moments of the same size it is the last in which the lead changed hands, or else none", () => {
  assert.equal(
    turned([
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 1],
      [3, 1],
    ]),
    3,
  );
  assert.equal(
    turned([
      [0, 0],
      [1, 0],
      [2, 0],
    ]),
    null,
    "the first lead is no turn",
  );
});

test("where fewer is better, the other's more is one's own lead", () => {
  assert.equal(
    turned(
      [
        [0, 0],
        [1, 0],
        [1, 3],
        [1, 5],
      ],
      { isLow: true },
    ),
    2,
  );
});

test("of more than two the best of the others counts", () => {
  assert.equal(
    turned(
      [
        [5, 5, 5],
        [5, 1, 5],
        [5, 1, 4],
        [5, 0, 0],
      ],
      { places: [1, 2, 2] },
    ),
    3,
  );
});

test("after a draw a moment counts whomever it helped", () => {
  assert.equal(
    turned(
      [
        [5, 5],
        [5, 2],
        [4, 2],
        [4, 4],
      ],
      { places: [1, 1] },
    ),
    1,
  );
});

test("there is none where nothing moved the score that way, and while a match goes on", () => {
  assert.equal(
    turned([
      [5, 5],
      [4, 5],
    ]),
    null,
  );
  assert.equal(turned([[5, 5]]), null);
  assert.equal(
    turned(
      [
        [5, 5],
        [5, 1],
      ],
      { places: [] },
    ),
    null,
  );
});

test("scores are read from the view alone", () => {
  assert.deepEqual(SCORES.amfibido?.of({ seats: [{ points: 4 }, { points: 1 }] }, null), [4, 1]);
  assert.deepEqual(SCORES.amiibart?.of({ seats: [{ tokens: 2 }, { tokens: 5 }] }, null), [2, 5]);
  const field = [
    { piece: "a", card: "wolf", zone: "0.3.5", stats: [5, 3, 4] },
    { piece: "b", card: "wolf", zone: "0.3.6", stats: [1, 1, 9], seat: 1 },
  ];
  assert.deepEqual(SCORES.myacards?.of({ seats: [{ seat: 0 }, { seat: 1 }], field }, null), [8, 2]);
});
