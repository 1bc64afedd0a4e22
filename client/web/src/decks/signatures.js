/**
 * The card that stands for each of several decks: one with a picture that the fewest of them hold, of these the dearest, of these the first.
 * No two decks have the same card, as long as there are enough.
 * @template {{ picture?: string, cost?: number }} Card
 * @param {ReadonlyMap<string, readonly string[]>} decks ids of cards by the name of the deck
 * @param {(id: string) => Card | undefined} cardOf
 * @returns {Map<string, Card>}
 */
export function signatures(decks, cardOf) {
  /** @type {Map<string, number>} */
  const holders = new Map();
  for (const ids of decks.values()) for (const id of ids) holders.set(id, (holders.get(id) ?? 0) + 1);
  const taken = new Set();
  /** @type {Map<string, Card>} */
  const found = new Map();
  for (const [name, ids] of decks) {
    const known = ids.flatMap((id) => {
      const card = cardOf(id);
      return card?.picture ? [{ id, card }] : [];
    });
    const [first] = known.sort(
      (one, other) =>
        Number(taken.has(one.id)) - Number(taken.has(other.id)) ||
        (holders.get(one.id) ?? 0) - (holders.get(other.id) ?? 0) ||
        (other.card.cost ?? 0) - (one.card.cost ?? 0),
    );
    if (first === undefined) continue;
    taken.add(first.id);
    found.set(name, first.card);
  }
  return found;
}
