/** The contents of a batch of claim codes, which a moderator enters row by row. Pure. */

/**
 * A row of the form: packs, or copies of a card, as typed.
 * @typedef {object} GiftRow
 * @property {number} id stays the same while rows above are removed
 * @property {"packs" | "copies"} kind
 * @property {string} game
 * @property {string} set the set of the cards in the packs; empty for all sets
 * @property {string} card of copies: the name or id of the card
 * @property {string} count
 */

/** @typedef {{ packs: { game: string, count: number, set: string | null }[], copies: { game: string, card: string, count: number }[] }} Gift */

/**
 * The gift for these rows.
 * @param {readonly GiftRow[]} rows
 * @param {(game: string, called: string) => string} idOf returns the id of a card by its name; an unknown name stays as
 *   typed
 * @returns {Gift}
 */
export function giftOf(rows, idOf) {
  const { packs, copies } = kinds(rows);
  return {
    packs: packs.map(({ game, set, count }) => ({ game, count: Number(count), set: set || null })),
    copies: copies.map(({ game, card, count }) => ({ game, card: idOf(game, card.trim()), count: Number(count) })),
  };
}

/**
 * The field of a refusal: `label`, or `3.card` of the row with the id 3; `null` without one.
 * @param {string | null} where the path from the server, such as `$.gift.copies[0].card`
 * @param {readonly GiftRow[]} rows
 */
export function fieldAt(where, rows) {
  const [, kind, at, name] = /^\$\.gift\.(packs|copies)\[(\d+)\](?:\.(\w+))?$/.exec(where ?? "") ?? [];
  if (kind === "packs" || kind === "copies") {
    const row = kinds(rows)[kind][Number(at)];
    return row === undefined ? null : `${row.id}.${name ?? "game"}`;
  }
  return /^\$\.(\w+)/.exec(where ?? "")?.[1] ?? null;
}

/** @param {readonly GiftRow[]} rows */
function kinds(rows) {
  return {
    packs: rows.filter(({ kind }) => kind === "packs"),
    copies: rows.filter(({ kind }) => kind === "copies"),
  };
}
