/** The public score of a match, by game: for its result and its turning point. */

import { pieceOf } from "./myacards/cards.js";

/** @typedef {import("./catalogue.js").Cards | null} Cards */

/**
 * @typedef {object} Score
 * @property {import("../words.js").Key} title the name of the score
 * @property {import("../words.js").Key} moved the sentence for a change of it
 * @property {boolean} [isLow] true if a lower score is better
 * @property {(view: any, cards: Cards) => readonly number[]} of returns the score of each seat, as the view shows it
 */

/** @param {string} field a number of each seat of a view @returns {Score["of"]} */
const ofSeats =
  (field) =>
  ({ seats }) =>
    seats.map((/** @type {any} */ seat) => seat[field]);

/** Returns the attack and defense of all pieces of each seat of MYACARDS. @type {Score["of"]} */
function strength(view, cards) {
  const pieces = view.field.map((/** @type {any} */ each) => pieceOf(each, view, cards));
  return view.seats.map((/** @type {any} */ { seat }) =>
    pieces
      .filter((/** @type {any} */ each) => each.seat === seat && each.stats !== null)
      .reduce(
        (/** @type {number} */ sum, /** @type {any} */ { stats: [attack, defense] }) => sum + attack + defense,
        0,
      ),
  );
}

/** @type {Readonly<Record<string, Score>>} */
export const SCORES = {
  amfibido: { title: "finale.rounds", moved: "finale.rounds_moved", of: ofSeats("points") },
  amiibart: { title: "finale.tokens", moved: "finale.tokens_moved", isLow: true, of: ofSeats("tokens") },
  "density-deck": { title: "finale.lives", moved: "finale.lives_moved", of: ofSeats("lives") },
  myacards: { title: "finale.strength", moved: "finale.strength_moved", of: strength },
};
