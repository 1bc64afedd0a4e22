/** @import { GameEvent, View } from "../../../../javascript/types/games/amiibart.js" */
/** @import { Motion } from "../index.js" */

/**
 * The movements of an event, by the names of places.
 * @param {GameEvent} event
 * @param {View} _before
 * @param {View} _after
 * @param {number | null} [own] the viewer's seat
 * @returns {Motion[]}
 */
export function motions(event, _before, _after, own = null) {
  /** @param {number} seat @param {string} card */
  const held = (seat, card) => (seat === own ? `library/${card}` : `seat/${seat}`);
  switch (event.type) {
    case "fighter_entered":
      return event.summoned ? [] : [{ from: held(event.seat, event.card), to: `piece/${event.piece}` }];
    case "hazard_set":
      return [{ from: held(event.seat, event.card), to: `hazard/${event.seat}/${event.card}` }];
    case "stage_set":
      return [{ from: held(event.seat, event.card), to: `stage/${event.seat}/${event.card}` }];
    case "card_played":
      return (event.targets ?? []).map((piece) => ({ strikes: held(event.seat, event.card), at: `piece/${piece}` }));
    case "power_used":
      return (event.targets ?? []).map((piece) => ({
        strikes: `power/${event.seat}/${event.power}`,
        at: `piece/${piece}`,
      }));
    case "attacked":
      return event.targets.map((piece) => ({ strikes: `piece/${event.piece}`, at: `piece/${piece}` }));
    case "damaged":
      return [{ floats: `piece/${event.piece}`, by: -event.amount, tone: "less", isBelow: true }];
    case "healed":
      return [{ floats: `piece/${event.piece}`, by: event.amount, tone: "more", isBelow: true }];
    case "died":
      return [{ leaves: `piece/${event.piece}` }];
    case "returned":
      return [{ from: `piece/${event.piece}`, to: held(event.seat, event.card) }];
    case "hazard_lost":
      return [{ leaves: `hazard/${event.seat}/${event.card}` }];
    case "stage_lost":
      return [{ leaves: `stage/${event.seat}/${event.card}` }];
    default:
      return [];
  }
}
