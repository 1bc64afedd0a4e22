/** @import { Motion } from "../index.js" */

/**
 * The movements of an event, by the names of places.
 * @param {any} event
 * @param {any} before
 * @param {any} after
 * @returns {Motion[]}
 */
export function motions(event, before, after) {
  const { seat } = event;
  const standing = `piece/${event.piece}`;
  // The view does not name the owner: the seat whose hand has this card and this size is taken.
  const own = after.seats[seat]?.hand_count === after.hand?.length && (after.hand ?? []).includes(event.card);
  const held = before.hand?.includes(event.card) ? `hand/${event.card}` : `held/${seat}`;
  switch (event.type) {
    case "drew":
      return [{ from: `deck/${seat}`, to: event.card ? `hand/${event.card}` : `held/${seat}` }];
    case "placed":
      return [{ from: held, to: standing }];
    case "played":
      return [{ from: held, to: standing }];
    case "attack_declared":
      return [{ strikes: standing, at: `piece/${event.target}` }];
    case "attack_resolved":
      return event.attack === null || event.defense === null
        ? []
        : [
            event.attack > event.defense
              ? { floats: `piece/${event.target}`, text: `${event.attack} > ${event.defense}`, tone: "less" }
              : { floats: `piece/${event.target}`, text: `${event.attack} ≤ ${event.defense}`, tone: "plain" },
          ];
    case "removed":
      return [{ leaves: standing }];
    case "discarded":
      return [{ from: held, to: `oblivion/${seat}`, of: held }];
    case "milled":
      return [{ from: `deck/${seat}`, to: `oblivion/${seat}` }];
    case "moved": {
      const was = before.field.find((/** @type {any} */ each) => each.piece === event.piece);
      return was === undefined ? [] : [{ from: `zone/${was.zone}`, to: standing }];
    }
    case "returned":
      return [{ from: standing, to: own ? `hand/${event.card}` : `held/${seat}` }];
    case "recovered":
      return [{ from: `oblivion/${seat}`, to: own ? `hand/${event.card}` : `held/${seat}` }];
    default:
      return [];
  }
}
