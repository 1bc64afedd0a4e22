import assert from "node:assert/strict";
import { test } from "node:test";
import { freeRoom } from "../../src/table/room.js";

/** @param {number} left @param {number} top @param {number} right @param {number} bottom */
const box = (left, top, right, bottom) => ({ left, top, right, bottom });
const BOARD = box(0, 0, 400, 400);

test("a board without anything that must stay free is one room, but for a gap at its edges", () => {
  assert.deepEqual(freeRoom(BOARD, []), box(6, 6, 394, 394));
});

test("the largest room beside, above or below the taken boxes is found, and touches none of them", () => {
  assert.deepEqual(freeRoom(BOARD, [box(0, 300, 400, 400)]), box(6, 6, 394, 294));
  assert.deepEqual(freeRoom(BOARD, [box(0, 0, 150, 400)]), box(156, 6, 394, 394));
  assert.deepEqual(freeRoom(BOARD, [box(0, 0, 400, 60), box(0, 180, 400, 240)]), box(6, 246, 394, 394));
});

test("of two rooms of the same size the lower one is taken", () => {
  assert.deepEqual(freeRoom(BOARD, [box(0, 190, 400, 210)]), box(6, 216, 394, 394));
});

test("there is none where every free part is too small to read a sentence in", () => {
  assert.equal(freeRoom(BOARD, [box(190, 0, 210, 400)]), null);
  assert.equal(freeRoom(BOARD, [box(0, 90, 400, 300)]), null);
});

test("an empty box takes nothing", () => {
  assert.deepEqual(freeRoom(BOARD, [box(0, 200, 400, 200)]), box(6, 6, 394, 394));
});
