import { cardOf, nameOf } from "./card.js";

/** @import { Printed } from "./card.js" */

const KINDS = ["fighter", "token", "spell", "hazard", "stage", "power"];

/**
 * Cards in display order: by kind, Fighters by strength, all others by cost, and then by name.
 * @param {[string, number][]} cards
 * @param {Printed} props
 * @param {ReadonlySet<string>} [first] cards that come before all others
 */
export function sorted(cards, props, first = new Set()) {
  const rank = (/** @type {string} */ id) => {
    const card = cardOf(props, id);
    const kind = KINDS.indexOf(card?.kind ?? "");
    return [first.has(id) ? 0 : 1, kind, card?.kind === "fighter" ? -(card.attack ?? 0) : (card?.cost ?? 0)];
  };
  return cards.toSorted(([one], [other]) => {
    const [a, b] = [rank(one), rank(other)];
    const differs = a.findIndex((each, at) => each !== b[at]);
    return differs === -1
      ? nameOf(props, one).localeCompare(nameOf(props, other))
      : (a[differs] ?? 0) - (b[differs] ?? 0);
  });
}
