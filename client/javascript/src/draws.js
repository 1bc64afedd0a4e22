/** Repeats the draws of an entry from the match's key and compares them with its events: FAIRNESS.md, *Draws*. */

import { Dice } from "./fairness.js";

/** @import { Draw } from "../types/v1.js" */

const INDEX = /^(0|[1-9][0-9]*)$/;

/**
 * Repeat all draws of an entry. Return the first fault as a sentence; `null` if all draws follow.
 * @param {readonly Draw[]} draws
 * @param {readonly unknown[]} events
 * @param {string} key of the match, in hexadecimal
 * @param {number} version of the entry
 * @param {boolean} areShown true if the events of this game show every draw; then an entry may have no further ones
 */
export async function madeAgain(draws, events, key, version, areShown) {
  const dice = new Dice(key, version);
  /** @type {Set<string>} */
  const taken = new Set();
  for (const [place, draw] of draws.entries()) {
    const fault = isDraw(draw) ? await drawn(draw, events, dice, taken, areShown) : "is none";
    if (fault !== null) {
      return `draw ${place + 1}${isDraw(draw) ? ` (${draw.kind}, ${draw.purpose})` : ""} ${fault}`;
    }
  }
  return null;
}

/** @param {any} draw */
function isDraw(draw) {
  if (typeof draw !== "object" || draw === null || typeof draw.purpose !== "string" || !Number.isInteger(draw.words)) {
    return false;
  }
  switch (draw.kind) {
    case "shuffle":
      return Array.isArray(draw.of);
    case "pick":
      return Array.isArray(draw.of) && draw.of.length > 0;
    case "roll":
      return Number.isInteger(draw.of) && draw.of >= 1 && draw.of <= 2 ** 32;
    default:
      return false;
  }
}

/**
 * @param {any} draw
 * @param {readonly unknown[]} events
 * @param {Dice} dice
 * @param {Set<string>} taken places in the events that show another draw of this entry
 * @param {boolean} areShown
 */
async function drawn({ kind, purpose, of, words, at, outcome: written }, events, dice, taken, areShown) {
  const before = dice.words;
  const outcome =
    kind === "shuffle" ? await dice.shuffled(of) : kind === "pick" ? await dice.pick(of) : await dice.roll(of);
  if (dice.words - before !== words) {
    return `takes ${dice.words - before} numbers, not ${words}`;
  }
  if (at === undefined) {
    if (!same(written, outcome)) {
      return "has another outcome than recorded";
    }
    return areShown ? "is not shown, but this game shows every draw" : null;
  }
  const shown = Array.isArray(at) ? at.map((pointer) => shownAt(pointer, purpose, events, taken)) : [];
  if (shown.length === 0 || shown.includes(undefined)) {
    return "is not shown at its place";
  }
  if (kind === "shuffle") {
    const cards = shown.every(Array.isArray) ? shown.flat(1) : null;
    return same(cards, outcome) ? null : "has another outcome than the events show";
  }
  return shown.length === 1 && same(shown[0], outcome) ? null : "has another outcome than the events show";
}

/**
 * Return the value at a place of the events, and mark the place as taken; `undefined` if a draw of this purpose cannot
 * be there.
 * @param {unknown} pointer
 * @param {string} purpose
 * @param {readonly unknown[]} events
 * @param {Set<string>} taken
 */
function shownAt(pointer, purpose, events, taken) {
  if (typeof pointer !== "string" || !pointer.startsWith("/") || taken.has(pointer)) {
    return undefined;
  }
  taken.add(pointer);
  const [kind, ...field] = purpose.split(".");
  const path = pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const event = /** @type {any} */ (events[Number(path[0])]);
  if (event?.type !== kind || (field.length > 0 && path[1] !== field.join("."))) {
    return undefined;
  }
  /** @type {any} */
  let value = events;
  for (const part of path) {
    const isThere = Array.isArray(value) ? INDEX.test(part) : typeof value === "object" && value !== null;
    if (!isThere || !Object.hasOwn(value, part)) {
      return undefined;
    }
    value = value[part];
  }
  return value;
}

/**
 * True if two JSON values are equal.
 * @param {unknown} one
 * @param {unknown} other
 * @returns {boolean}
 */
function same(one, other) {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return one === other;
  }
  if (Array.isArray(one) !== Array.isArray(other)) {
    return false;
  }
  const [mine, yours] = [Object.entries(one), Object.entries(other)];
  return (
    mine.length === yours.length &&
    mine.every(([name, value]) => Object.hasOwn(other, name) && same(value, /** @type {any} */ (other)[name]))
  );
}
