/** @import { Fight, GameEvent } from "../../../../javascript/types/games/amfibido.js" */
/** @import { Motion } from "../index.js" */

/**
 * The movements of an event, by the names of places. Cards of other players fly from and to their names.
 * @param {GameEvent} event
 * @param {unknown} _before
 * @param {unknown} _after
 * @param {number | null} [own] the viewer's seat
 * @returns {Motion[]}
 */
export function motions(event, _before, _after, own = null) {
  /** @param {number} seat @param {string | null} card */
  const held = (seat, card) => (seat === own && card !== null ? `hand/${card}` : `held/${seat}`);
  /** @param {number} seat @param {string | null} card @param {string} zone */
  const from = (seat, card, zone) => {
    if (zone === "hand") return held(seat, card);
    return zone === "cooldown" ? `rest/${seat}` : seat === own && card !== null ? `offer/${card}` : `held/${seat}`;
  };
  switch (event.type) {
    case "drew":
      return [{ from: `deck/${event.level}`, to: held(event.seat, event.card), ...back(event) }];
    case "draft_dealt":
      return [
        {
          from: `deck/${event.level}`,
          to: event.card === null ? `held/${event.seat}` : `offer/${event.card}`,
          ...back(event),
        },
      ];
    case "hand_dealt":
      return (event.cards ?? []).map((card) => ({ from: "deck/1", to: held(event.seat, card) }));
    case "took":
      if (event.card === null) return [];
      return [{ from: `offer/${event.card}`, to: held(event.seat, event.card) }];
    case "fielded":
      return [{ from: from(event.seat, event.card, event.source), to: `piece/${event.piece}` }];
    case "attached":
      return [{ from: from(event.seat, event.card, event.source), to: `piece/${event.piece}` }];
    case "action_played":
      return [{ from: held(event.seat, event.card), to: "discards", of: "discards" }];
    case "discarded":
      return [{ from: from(event.seat, event.card, event.source), to: "discards" }];
    case "switched":
      return [
        { from: `piece/${event.piece}`, to: `piece/${event.piece}` },
        ...(event.swaps === null ? [] : [{ from: `piece/${event.swaps}`, to: `piece/${event.swaps}` }]),
      ];
    case "transformed":
      return [{ from: `piece/${event.piece}`, to: `piece/${event.as_piece}` }];
    case "retired":
      return [{ from: `piece/${event.piece}`, to: "discards" }];
    case "gained":
      return [{ floats: `piece/${event.piece}`, by: event.amount, tone: event.amount < 0 ? "less" : "more" }];
    case "fought":
      return event.fights.flatMap(blow);
    case "scored":
      return [{ floats: `seat/${event.seat}`, by: event.points, tone: "more" }];
    case "knocked_out":
      return [{ leaves: `piece/${event.piece}` }];
    case "returned":
      return [
        {
          from: `piece/${event.piece}`,
          to: event.to === "cooldown" ? `rest/${event.seat}` : held(event.seat, event.card),
        },
      ];
    case "recovered":
      return event.cards.map((card) => ({ from: `rest/${event.seat}`, to: held(event.seat, card) }));
    default:
      return [];
  }
}

/** A hidden card flies with the back of its deck. @param {{ card: string | null, level: number }} event */
function back({ card, level }) {
  return card === null ? { of: `deck/${level}` } : {};
}

/** The winner of a dojo strikes the loser. @param {Fight} fight @returns {Motion[]} */
function blow({ sides, winner_seat: winner }) {
  const [strikes, at] = winner === null ? [] : [sides[winner], sides[1 - winner]];
  return strikes && at ? [{ strikes: `piece/${strikes.piece}`, at: `piece/${at.piece}` }] : [];
}
