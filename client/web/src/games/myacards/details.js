import { h } from "../../../vendor/preact.js";
import { cardOf, pieceOf } from "./cards.js";
import { Full } from "./face.js";
import { whose } from "./field.js";
import { zoneName } from "./ways.js";

/** @import { TableProps } from "../index.js" */

/**
 * What lies at a place, large: a card of the hand, of a sentence or of the field, and what its numbers are made of.
 * @param {string} place
 * @param {any} view
 * @param {TableProps} props
 */
export function details(place, view, props) {
  const at = place.indexOf("/");
  const [kind, id] = [place.slice(0, at), place.slice(at + 1)];
  if (kind === "piece") {
    const found = view.field.find((/** @type {any} */ each) => each.piece === id);
    if (found === undefined) return null;
    const piece = pieceOf(found, view, props.cards);
    const where = `${whose(piece, props)}, ${zoneName(piece.zone.id, props)}`;
    return { title: piece.card.name, body: h(Full, { card: piece.card, piece, where }) };
  }
  if (!["hand", "theirs", "lost", "card"].includes(kind)) return null;
  const card = cardOf(id, view, props.cards);
  return { title: card.name, body: h(Full, { card }) };
}
