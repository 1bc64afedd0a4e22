/** What a batch of codes is to give, as a moderator puts it together row by row. Pure. */

/**
 * Packs or copies of a card, as they are typed.
 * @typedef {object} GiftRow
 * @property {number} id stays while rows above it go
 * @property {"packs" | "copies"} kind
 * @property {string} game
 * @property {string} set of packs: of whose cards alone they are; nothing for all
 * @property {string} card of copies: its name, or its id
 * @property {string} count
 */

/** @typedef {{ packs: { game: string, count: number, set: string | null }[], copies: { game: string, card: string, count: number }[] }} Gift */

/**
 * The gift that rows come to.
 * @param {readonly GiftRow[]} rows
 * @param {(game: string, called: string) => string} idOf the id of what is called so; what is called like nothing stays as it is typed
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
 * The field to which a refusal points: `label`, or `3.card` of the row with the id 3; `null` where there is none.
 * @param {string | null} where as the server says it, such as `$.gift.copies[0].card`
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
