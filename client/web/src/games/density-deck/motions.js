import { nameOf } from "./card.js";

/** @import { Motion } from "../index.js" */

/**
 * The movements of an event, by the names of places.
 * @param {any} event
 * @param {unknown} _before
 * @param {unknown} _after
 * @param {number | null} [own] the viewer's seat
 * @returns {Motion[]}
 */
export function motions(event, _before, _after, own = null) {
  const held = event.seat === own && event.card ? `hand/${nameOf(event.card)}` : `held/${event.seat}`;
  switch (event.type) {
    case "drew":
      return [{ from: "pile", to: held }];
    case "took":
      return [{ from: `discard/${event.from_seat}`, to: held }];
    case "discarded":
      return [{ from: held, to: `discard/${event.seat}` }];
    case "dealt":
      return event.hands.flatMap((/** @type {any} */ hand, /** @type {number} */ seat) =>
        hand === null
          ? [{ from: "pile", to: `held/${seat}`, of: "pile" }]
          : hand.map((/** @type {any} */ card) => ({ from: "pile", to: `hand/${nameOf(card)}` })),
      );
    case "flipped":
      return [{ turns: `centre/${event.position}` }];
    case "damaged":
      return [{ floats: `seat/${event.seat}`, by: -event.damage, text: " ♥", tone: "less" }];
    default:
      return [];
  }
}
