/** The parts of a tournament that a page needs, from its messages. Pure. */

/** @import { Entrant, Tournament, TournamentPairing } from "../../../javascript/types/v1.js" */

/** Stages of players who cannot come back by themselves. @type {readonly string[]} */
export const GONE = ["removed", "disqualified"];

/** Formats with late entries. @type {readonly string[]} */
const LATE = ["swiss", "pods"];

/** True for an arena: whoever waits is paired, for a fixed time. @param {Tournament} tournament */
export function isArena({ summary }) {
  return summary.format === "arena";
}

/** True for the maker of the tournament and the assistants. @param {Tournament} tournament @param {string | undefined} player */
export function mayDirect({ director, assistants = [] }, player) {
  return [director, ...assistants].some(({ id }) => id === player);
}

/** True if the tournament is over. @param {Tournament} tournament */
export function isOver({ summary: { stage } }) {
  return stage === "ended" || stage === "cancelled";
}

/** The last round, if one is paired. @param {Tournament} tournament */
export function lastRound({ rounds }) {
  return rounds.at(-1) ?? null;
}

/** True while a result of the last round is missing. @param {Tournament} tournament */
export function isPlayed(tournament) {
  if (tournament.part) return tournament.part.open > 0;
  return lastRound(tournament)?.pairings.some(({ points }) => !points) ?? false;
}

/** The number of the next round; `null` if there is none. @param {Tournament} tournament */
export function nextRound(tournament) {
  const { round, rounds } = tournament.summary;
  if (isArena(tournament)) return tournament.summary.stage === "open" ? 1 : null;
  return isOver(tournament) || round >= rounds ? null : round + 1;
}

/** True if another round can follow for a player: only then it matters who leaves and comes back. @param {Tournament} tournament @param {string} player */
export function goesOn(tournament, player) {
  if (isArena(tournament)) return !isOver(tournament);
  const { cut = [] } = tournament;
  return nextRound(tournament) !== null && (cut.length === 0 || cut.includes(player));
}

/**
 * The ways of a player to enter.
 * @param {Tournament} tournament
 * @param {string} player
 * @returns {{ entrant: Entrant | null, entry: "open" | "late" | "back" | "full" | "wait" | "uninvited" | "closed" | null }} `null`: nothing is open to the player
 */
export function entryOf(tournament, player) {
  const { summary, entrants } = tournament;
  const entrant = entrants.find((each) => each.player.id === player) ?? null;
  if (isOver(tournament) || GONE.includes(entrant?.stage ?? "") || entrant?.stage === "in") {
    return { entrant, entry: null };
  }
  if (entrant?.stage === "waiting") return { entrant, entry: null };
  if (entrant !== null) return { entrant, entry: goesOn(tournament, player) ? "back" : null };
  if (tournament.entry === "invited" && !(tournament.invited ?? []).includes(player))
    return { entrant, entry: "uninvited" };
  const taken =
    tournament.part?.taken ??
    entrants.filter(({ stage }) => stage === "in" || stage === "absent" || stage === "waiting").length;
  const full = tournament.waiting_list ? "wait" : "full";
  if (isArena(tournament))
    return { entrant, entry: Math.max(taken, summary.entrants) >= summary.most_entrants ? full : "open" };
  const isLate = LATE.includes(summary.format) && 2 * summary.round < roundsBeforeCut(tournament);
  if (summary.round > 0 && !isLate) return { entrant, entry: "closed" };
  if (taken >= summary.most_entrants) return { entrant, entry: full };
  return { entrant, entry: summary.round === 0 ? "open" : "late" };
}

/** The number of rounds before a cut. @param {Tournament} tournament */
function roundsBeforeCut({ summary, cut_to: cut }) {
  return summary.rounds - (cut ? Math.ceil(Math.log2(cut)) : 0);
}

/**
 * True if a player can check in now.
 * @param {Tournament} tournament
 * @param {Entrant | null} entrant
 * @param {number} now by the server's clock
 */
export function mayCheckIn({ check_in: time, summary }, entrant, now) {
  if (!time || summary.round > 0 || entrant?.stage !== "in" || entrant.checked_in) return false;
  return !summary.starts_at || now >= summary.starts_at - time;
}

/**
 * The pairing of a player in the last round.
 * @param {Tournament} tournament
 * @param {string} player
 * @returns {TournamentPairing | null}
 */
export function ownPairing(tournament, player) {
  return lastRound(tournament)?.pairings.find(({ players }) => players.includes(player)) ?? null;
}

/**
 * The rulings against a player that the player has not appealed against: those of lost points, and a removal.
 * @param {Tournament} tournament
 * @param {string} player
 * @returns {{ match: string | null, ruling: string }[]}
 */
export function appealable({ entrants, rounds, appeals = [] }, player) {
  const own = appeals.filter((each) => each.player.id === player);
  const entrant = entrants.find((each) => each.player.id === player);
  const isGone = GONE.includes(entrant?.stage ?? "") && own.every(({ match, stage }) => match || stage === "upheld");
  const ruled = rounds.flatMap(({ pairings }) =>
    pairings.flatMap(({ match, players, points: given, ruling }) =>
      match && ruling && (given?.[players.indexOf(player)] ?? 100) < 100 && own.every((each) => each.match !== match)
        ? [{ match, ruling }]
        : [],
    ),
  );
  // a disqualification ends a running match with the same words: its appeal is that against the removal
  return isGone
    ? [{ match: null, ruling: entrant?.reason ?? "" }, ...ruled.filter(({ ruling }) => ruling !== entrant?.reason)]
    : ruled;
}

/** Hundredths as a number in a language: 150 is 1.5. @param {number} hundredths @param {string} language */
export function points(hundredths, language) {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(hundredths / 100);
}
