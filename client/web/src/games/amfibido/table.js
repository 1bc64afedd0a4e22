/** @import { View, FighterView, EquipmentView, ComboView } from "../../../../javascript/types/games/amfibido.js" */
/** @import { Book } from "./card.js" */

/**
 * The place of a piece.
 * @typedef {object} Found
 * @property {number} seat
 * @property {number} dojo counted from 1
 * @property {string} card
 * @property {FighterView | null} fighter the piece itself, or the fighter under it
 * @property {EquipmentView | null} equipment
 * @property {ComboView | null} combo
 */

/**
 * The descriptions of cards in this match, from the view.
 * @param {View} view @param {Omit<Book, "faces">} props @returns {Book}
 */
export function bookOf(view, { cards, phrasing, description }) {
  return { cards, phrasing, description, faces: facesBeside(cards, view.faces) };
}

/**
 * The faces that are not in the catalogue. Others change no drawing, though the view has more of them with each card
 * that is seen.
 * @param {Book["cards"]} cards
 * @param {Book["faces"]} faces
 */
function facesBeside(cards, faces) {
  if (cards === null) return faces;
  const known = BESIDE.get(faces);
  if (known?.cards === cards) return known.beside;
  const beside = Object.fromEntries(Object.entries(faces).filter(([id]) => !cards.has(id)));
  BESIDE.set(faces, { cards, beside });
  return beside;
}

/** @type {WeakMap<Book["faces"], { cards: Book["cards"], beside: Book["faces"] }>} */
const BESIDE = new WeakMap();

/** @param {View} view @param {string} piece @returns {Found | null} */
export function found(view, piece) {
  for (const side of view.seats) {
    for (const [at, { fighter, equipment }] of side.dojos.entries()) {
      const where = { seat: side.seat, dojo: at + 1, fighter: null, equipment: null, combo: null };
      if (fighter?.piece === piece) return { ...where, card: fighter.card, fighter };
      const combo = fighter?.combos?.find((each) => each.piece === piece);
      if (combo !== undefined) return { ...where, card: combo.card, fighter, combo };
      const thing = equipment.find((each) => each.piece === piece);
      if (thing !== undefined) return { ...where, card: thing.card, fighter, equipment: thing };
    }
  }
  return null;
}

/**
 * The cards that a player chooses from, each with the name of its place: a draft, a sensei, cards that were looked at
 * or turned up, cards from elsewhere, and cards whose order is asked.
 * @param {View} view
 * @param {readonly any[]} choices
 * @returns {readonly { card: string, place: string }[]}
 */
export function offered(view, choices) {
  const laid = [...view.offer, ...view.looked_at, ...(isOfOneself(view, choices) ? view.revealed : [])];
  const asked = choices.flatMap((choice) => (isOfTray(choice, view) ? [choice] : []));
  const ordered = asked.filter((choice) => choice.type === "resolve_first");
  if (ordered.length > 0) return ordered.map((choice) => ({ card: choice.card, place: `offer/${orderName(choice)}` }));
  const further = asked.map((choice) => choice.sensei ?? choice.card).filter((card) => !laid.includes(card));
  return [...new Set([...laid, ...further])].map((card) => ({ card, place: `offer/${card}` }));
}

/** The name of a choice of order. Two pieces may be copies of one card. @param {{ piece: string }} choice */
export function orderName({ piece }) {
  return piece;
}

/** @param {View} view @param {readonly any[]} choices */
function isOfOneself(view, choices) {
  return view.question !== null && choices.length > 0;
}

/**
 * True if a choice is about a card that lies neither in the hand nor in a dojo.
 * @param {any} choice @param {View} view
 */
export function isOfTray(choice, view) {
  switch (choice.type) {
    case "draft":
    case "choose_sensei":
    case "play_shown":
    case "discard_shown":
    case "resolve_first":
      return true;
    case "choose_card":
      return !isOfHand(choice, view);
    default:
      return false;
  }
}

/**
 * True if a choice is about a card of the hand, such as a discard.
 * @param {{ card: string }} choice @param {View} view
 */
export function isOfHand({ card }, view) {
  const isDiscard = /discard/.test(view.question?.prompt ?? "") && view.question?.prompt !== "play_or_discard";
  return isDiscard && (view.hand ?? []).includes(card);
}
