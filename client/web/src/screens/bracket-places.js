/** The places of matches in a drawn bracket, from the messages of a tournament. Pure. */

/** @import { Tournament, TournamentPairing } from "../../../javascript/types/v1.js" */

/** @typedef {{ round: number, cells: (TournamentPairing | null)[] }} Column `null` is a match that is not known yet */
/** @typedef {{ part: "winners" | "losers" | "final" | "third_place", columns: Column[] }} Section */

/**
 * The parts of a bracket with their columns: none if the tournament has no bracket yet.
 * @param {Tournament} tournament
 * @returns {Section[]}
 */
export function bracketOf(tournament) {
  const first = tournament.rounds.findIndex(({ pairings }) => pairings.some(({ part }) => part));
  if (first === -1) return [];
  const isDouble = tournament.summary.format === "double_elimination";
  const seeds = seedsOf(tournament, first);
  const size = 2 ** Math.ceil(Math.log2(Math.max(seeds.length, 2)));
  const places = new Map(order(size).flatMap((seed, at) => (seeds[seed - 1] ? [[seeds[seed - 1], at]] : [])));
  /** @param {string[]} parts */
  const columnsOf = (...parts) =>
    tournament.rounds.slice(first).flatMap(({ pairings }, at) => {
      const cells = pairings.filter(({ part }) => part && parts.includes(part));
      return cells.length > 0 ? [{ round: first + at + 1, cells }] : [];
    });
  const upper = columnsOf("winners", ...(isDouble ? [] : ["final"]));
  /** @type {Column[]} */
  const columns = [];
  for (let level = 1; 2 ** level <= size; level += 1) {
    const known = upper[level - 1];
    /** @type {(TournamentPairing | null)[]} */
    const cells = Array.from({ length: size / 2 ** level }, () => null);
    for (const pairing of known?.cells ?? []) {
      const at = places.get(pairing.players[0]);
      if (at !== undefined) cells[Math.floor(at / 2 ** level)] = pairing;
    }
    columns.push({ round: known?.round ?? (columns.at(-1)?.round ?? first) + 1, cells });
  }
  /** @type {Section[]} */
  const sections = [{ part: "winners", columns }];
  for (const part of /** @type {const} */ (["losers", "final", "third_place"])) {
    const of = part === "final" && !isDouble ? [] : columnsOf(part);
    if (of.length > 0) sections.push({ part, columns: of });
  }
  return sections;
}

/** The players of a bracket, the strongest first. @param {Tournament} tournament @param {number} first @returns {string[]} */
function seedsOf({ cut = [], entrants, rounds }, first) {
  if (cut.length > 0) return [...cut];
  const here = new Set(rounds[first]?.pairings.flatMap(({ players }) => players));
  return entrants
    .filter(({ player, number }) => number && here.has(player.id))
    .sort((one, other) => (one.number ?? 0) - (other.number ?? 0))
    .map(({ player }) => player.id);
}

/** The seeds in the order of the first round. @param {number} size @returns {number[]} */
function order(size) {
  let seeds = [1];
  while (seeds.length < size) seeds = seeds.flatMap((seed) => [seed, 2 * seeds.length + 1 - seed]);
  return seeds;
}
