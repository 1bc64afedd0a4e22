/** Checks a transcript as far as that is possible without rules: FAIRNESS.md, *A verifier without rules*. */

import { madeAgain } from "./draws.js";
import { commitmentOf, decksCommitment, keyAfterLoss, keyOf, linker } from "./fairness.js";
import { isTranscript } from "./file-kinds.js";
import { entropyHash, subtle } from "./notes.js";
import { strictly } from "./strict-json.js";

export { ForeignFile, transcriptIn } from "./file-kinds.js";
export { packFault, packFaultKind } from "./packs.js";
export { whoseIs } from "./signature.js";

/** @import { BoundRules, Draw, Entry, Transcript } from "../types/v1.js" */

const SEED = /^[0-9a-f]{64}$/;

/** The shipped games. Their events show every draw. */
const OURS = new Set(["amfibido", "amiibart", "density-deck", "myacards", "tiny"]);

/**
 * A player's notes about a match, against which its transcript is checked. Hashes are hexadecimal.
 * @typedef {object} Noted
 * @property {string} [commitment] received before the player was ready
 * @property {Readonly<Record<number, string>>} [entropy] by seat: the share of the player
 * @property {Readonly<Record<number, string | null>>} [entropyHashes] by seat: the hashes that the table showed before
 *   the player's share was revealed; `null` for a seat without one
 * @property {string | null} [decksCommitment] the table's commitment to all decks at that time; `null` if there was
 *   none, as in games without decks
 * @property {unknown} [options] the table's options at that time
 * @property {readonly string[]} [players] the ids of the players at that time, by seat
 * @property {BoundRules} [boundRules] the version of the rules and the card sets of the match, as the table showed them
 * @property {number} [timeLimit] milliseconds for an action, as the table showed them
 * @property {boolean} [rated] true if the match was to count for ratings, as the table showed it
 * @property {Readonly<Record<number, string>>} [links] by version: the last one is best
 */

/**
 * The first fault of a transcript.
 * @typedef {object} Fault
 * @property {"unreadable" | "opening" | "seed" | "entropy" | "note" | "version" | "link" | "cause" | "clock" | "draws"} kind
 * @property {number | null} version the version of the entry; `null` if it belongs to none
 * @property {string} text the fault in a sentence
 */

/**
 * The findings about a transcript.
 * @typedef {object} Verdict
 * @property {Fault | null} fault the first fault; `null` if everything that can be checked follows
 * @property {boolean} areDrawsNoted true if the entries list their draws; matches that began on an older server do not
 * @property {number} entries number of checked entries
 * @property {number} shuffles number of repeated shuffles
 * @property {number} draws number of other repeated draws
 * @property {number} losses number of times that the store had lost a part of the match, as the log says
 * @property {number} noted number of the player's notes with which it agrees
 */

class Found extends Error {
  /**
   * @param {Fault["kind"]} kind
   * @param {number | null} version
   * @param {string} text
   */
  constructor(kind, version, text) {
    super(text);
    this.fault = { kind, version, text: version === null ? text : `entry ${version}: ${text}` };
  }
}

/**
 * Check a transcript for consistency, and against notes about the match: seed and commitment, entropy, versions, times,
 * links, and every draw. Legal actions and correct events can only be checked with the rules, by `quarterdeck verify`.
 * Rejects on a page that cannot hash.
 * @param {Transcript} transcript
 * @param {Noted} [noted]
 * @returns {Promise<Verdict>}
 */
export async function verify(transcript, noted = {}) {
  /** @type {Verdict} */
  const verdict = { fault: null, areDrawsNoted: false, entries: 0, shuffles: 0, draws: 0, losses: 0, noted: 0 };
  subtle(); // a page that cannot hash has found nothing
  try {
    await checkAll(transcript, noted, verdict);
  } catch (error) {
    const why = isTranscript(transcript) ? error : "it is not a transcript of a match";
    const unreadable = new Found("unreadable", verdict.entries + 1, `it cannot be read: ${why}`);
    verdict.fault = (error instanceof Found ? error : unreadable).fault; // nobody gets past by what one stumbles over
  }
  return verdict;
}

/**
 * @param {Transcript} transcript
 * @param {Noted} noted
 * @param {Verdict} verdict
 */
async function checkAll(transcript, noted, verdict) {
  const { entries, match, game } = transcript;
  const opened = await openingOf(transcript, noted);
  const read = entries.map(({ entry }) => parsed(entry));
  const losses = read.flatMap((entry) => (entry?.cause?.type === "history_lost" ? [entry.cause] : []));
  const told = Object.entries(noted.links ?? {}).map(([at, link]) => ({
    version: Number(at),
    link: link.toLowerCase(),
  }));
  const binding = told.filter(({ version, link }) => !isOfLost(losses, version, link, entries[version - 1]?.link));
  const next = await linker(opened.seed, match);
  let key = await keyOf(opened.seed, match, opened.entropy);
  let before = 0;
  verdict.areDrawsNoted = read[0]?.draws !== undefined;
  for (const [place, stored] of entries.entries()) {
    const [version, entry] = [place + 1, read[place]];
    checkShape(version, entry, stored.at, before);
    if (entry.version !== version) {
      throw new Found("version", version, `it has the number ${entry.version}: an entry is missing or out of order`);
    }
    if ((await next(stored)) !== stored.link) {
      throw new Found("link", version, "its link does not match: the entry, its time or an earlier entry was changed");
    }
    if (binding.some((note) => note.version === version && note.link !== stored.link)) {
      throw new Found("note", version, "you noted another link: the match was different when you received it");
    }
    if (version > 1 && entry.cause.type === "opened") {
      throw new Found("cause", version, "a match is opened only once");
    }
    checkUndo(version, entry, read);
    checkRecess(version, entry, read);
    await checkDraws(version, entry, key, OURS.has(game), verdict);
    if (entry.cause.type === "history_lost") {
      key = await keyAfterLoss(key);
    }
    before = stored.at;
    verdict.entries = version;
  }
  const beyond = binding.find(({ version }) => !(version >= 1 && version <= entries.length));
  if (beyond !== undefined) {
    throw new Found(
      "note",
      null,
      `you noted a link at version ${beyond.version}, but the transcript ends at ${entries.length}`,
    );
  }
  const shares = Object.keys(noted.entropy ?? {}).length + Object.keys(noted.entropyHashes ?? {}).length;
  const single = [noted.commitment, noted.decksCommitment, noted.options, noted.players, noted.boundRules];
  single.push(noted.timeLimit, noted.rated);
  const others = shares + single.filter((each) => each !== undefined && each !== null).length;
  Object.assign(verdict, { losses: losses.length, noted: binding.length + others });
}

/**
 * Return the first entry of the match. Checks first that its seed fits the published hash and the player's own notes.
 * @param {Transcript} transcript
 * @param {Noted} noted
 */
async function openingOf({ entries, match, game, commitment }, noted) {
  const [first] = entries;
  if (first === undefined) {
    throw new Found("version", null, "there are no entries");
  }
  const read = parsed(first.entry);
  if (read === null) {
    throw new Found("unreadable", 1, "it is no entry");
  }
  const opened = read.cause;
  if (opened?.type !== "opened") {
    throw new Found("opening", 1, "a match begins with `opened`");
  }
  if (opened.match !== match || opened.game !== game) {
    throw new Found("opening", 1, `it opens match ${opened.match} of ${opened.game}, not ${match} of ${game}`);
  }
  if (typeof opened.seed !== "string" || !SEED.test(opened.seed)) {
    throw new Found("seed", 1, "the seed is not 32 bytes in hexadecimal");
  }
  if ((await commitmentOf(opened.seed)) !== commitment) {
    throw new Found("seed", 1, `the seed does not match the commitment ${commitment}`);
  }
  if (noted.commitment !== undefined && noted.commitment.toLowerCase() !== commitment) {
    throw new Found("note", null, `you noted another commitment than ${commitment}`);
  }
  const { entropy, players } = opened;
  if (!Array.isArray(entropy) || !entropy.every((share) => typeof share === "string") || !Array.isArray(players)) {
    throw new Found("opening", 1, "its players or their entropy are missing");
  }
  for (const [seat, share] of Object.entries(noted.entropy ?? {})) {
    if (entropy[Number(seat)] !== share) {
      throw new Found("note", 1, `the entropy of seat ${seat} is not the one that was used`);
    }
  }
  if (entropy.length !== players.length) {
    throw new Found("opening", 1, `there are ${entropy.length} shares of entropy for ${players.length} seats`);
  }
  await checkBound(opened, noted);
  return { seed: opened.seed, entropy };
}

/**
 * Check each seat's entropy against its bound hash, and the hashes and the decks against the notes.
 * @param {any} opened
 * @param {Noted} noted
 */
async function checkBound(opened, noted) {
  const { seed, match, players, entropy, entropy_hashes: told, decks, options } = opened;
  const hashes = told === undefined ? players.map(() => null) : told;
  if (!Array.isArray(hashes) || hashes.length !== players.length) {
    throw new Found("opening", 1, `it has no entropy hash for each of its ${players.length} seats`);
  }
  for (const [seat, bound] of Object.entries(noted.entropyHashes ?? {})) {
    if (hashes[Number(seat)] !== bound) {
      throw new Found("note", 1, `the entropy hash of seat ${seat} is not the one that you noted`);
    }
  }
  for (const [seat, share] of told === undefined ? [] : entropy.entries()) {
    if (hashes[seat] === null ? share !== "" : (await entropyHash(share)) !== hashes[seat]) {
      throw new Found("entropy", 1, `the entropy of seat ${seat} does not match its hash`);
    }
  }
  const { decksCommitment: ofDecks, options: agreed, players: sat, boundRules: rules } = noted;
  const brought = decks ?? [];
  const isOfDecks =
    ofDecks === null ? brought.length === 0 : ofDecks?.toLowerCase() === (await decksCommitment(seed, match, brought));
  if (ofDecks !== undefined && !isOfDecks) {
    throw new Found("note", 1, "the decks do not match the commitment that you noted");
  }
  if (agreed !== undefined && !isSame(agreed, options)) {
    throw new Found("note", 1, "the options are not those that you noted");
  }
  const seated = players.map((/** @type {any} */ player) => player?.id);
  if (sat !== undefined && !isSame(sat, seated)) {
    throw new Found("note", 1, "the players are not those that you noted, seat by seat");
  }
  const dealtBy = [opened.rules, opened.card_sets ?? []];
  if (rules !== undefined && !isSame([rules.version, rules.card_sets ?? []], dealtBy)) {
    throw new Found("note", 1, "the rules or card sets are not those that you noted");
  }
  if (noted.timeLimit !== undefined && noted.timeLimit !== opened.time_limit) {
    throw new Found("note", 1, "the time limit is not the one that you noted");
  }
  if (noted.rated !== undefined && noted.rated !== (opened.rated ?? false)) {
    throw new Found("note", 1, "the match is rated, or not rated, unlike what you noted");
  }
}

/**
 * True if two parsed JSON values are equal. The order of fields does not count.
 * @param {any} one
 * @param {any} other
 * @returns {boolean}
 */
function isSame(one, other) {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return one === other;
  }
  const [names, others] = [Object.keys(one), Object.keys(other)];
  const isAlike = Array.isArray(one) === Array.isArray(other) && names.length === others.length;
  return isAlike && names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]));
}

/**
 * Return an entry as an object; `null` if it is none, or if it is JSON that two programs could read differently.
 * @param {string} text
 * @returns {any}
 */
function parsed(text) {
  try {
    const read = strictly(text);
    return typeof read === "object" && !Array.isArray(read) ? read : null;
  } catch {
    return null;
  }
}

/**
 * @param {number} version
 * @param {any} entry
 * @param {number} at
 * @param {number} before
 */
function checkShape(version, entry, at, before) {
  if (typeof entry?.cause?.type !== "string" || !Array.isArray(entry.events)) {
    throw new Found(
      "unreadable",
      version,
      "it is no entry: a JSON object with each key once, whole numbers only, valid Unicode and no white space",
    );
  }
  if (!Number.isSafeInteger(at) || at < 0) {
    throw new Found("unreadable", version, `${at} is not a time`);
  }
  if (at < before) {
    throw new Found("clock", version, `it was written ${before - at} ms before the one before it`);
  }
}

/**
 * True if a noted link belongs to an entry that the store had lost, according to the log. Then nothing can prove it any
 * more.
 * @param {readonly { since: number, was: number, link: string }[]} losses
 * @param {number} version
 * @param {string} noted
 * @param {string | undefined} stands the link of the transcript at that version
 */
function isOfLost(losses, version, noted, stands) {
  if (noted === stands) {
    return false;
  }
  return losses.some(
    ({ since, was, link }) => since < version && (version < was || (version === was && link === noted)),
  );
}

/**
 * Hold a request to take an action back, or an answer to it, against the entries before: the match has undo, the action is
 * the last one, nothing was drawn for it, and it was the asking seat's.
 * @param {number} version
 * @param {any} entry
 * @param {readonly any[]} read
 */
function checkUndo(version, { seat, cause: { undo }, events }, read) {
  if (undo === undefined) {
    return;
  }
  const since = read.slice(undo.action, version - 1);
  const steps = since.filter(({ cause }) => cause.undo !== undefined);
  const action = read[undo.action - 1];
  const asking = undo.answer === undefined ? seat : steps[0]?.seat;
  const isOfTheLast = undo.action < version && action.cause.type === "acted" && action.seat === asking;
  const { rated, undo_rule: rule } = read[0].cause;
  const isOpen = !rated && rule === undefined && action?.draws === undefined && action?.cause.undo === undefined;
  const others = since.filter(({ cause }) => cause.undo === undefined);
  const isIdle = (/** @type {any} */ cause) => cause.type === "returned" || cause.recess !== undefined;
  const isUndisturbed = others.every((each) => isIdle(each.cause) && each.events.length === 0);
  const isOver = steps.some(({ cause }) => cause.undo.answer === "decline" || cause.undo.back_to !== undefined);
  const isFirst = (undo.answer === undefined) === (steps.length === 0);
  const isBack = undo.back_to === undefined || (undo.back_to === undo.action - 1 && undo.answer !== "decline");
  if (events.length > 0 || !isOfTheLast || !isOpen || !isUndisturbed || isOver || !isFirst || !isBack) {
    throw new Found("cause", version, "no action could be taken back here");
  }
}

/**
 * Hold a step of a recess against the entries before: the match has one, and only the server ends one without a step, after a step.
 * @param {number} version
 * @param {any} entry
 * @param {readonly any[]} read
 */
function checkRecess(version, { seat, cause: { recess }, events }, read) {
  if (recess === undefined) {
    return;
  }
  const { rated, recess_rule: rule } = read[0].cause;
  const isOffered = rule === undefined ? !rated : rule === "consent";
  const isBegun = recess.step === "ask" || read.slice(0, version - 1).some(({ cause }) => cause.recess?.step === "ask");
  if (!isOffered || !isBegun || events.length > 0 || (seat === null) !== (recess.step === undefined)) {
    throw new Found("cause", version, "there was no such recess");
  }
}

/**
 * @param {number} version
 * @param {Entry} entry
 * @param {string} key
 * @param {boolean} areShown
 * @param {Verdict} verdict
 */
async function checkDraws(version, entry, key, areShown, verdict) {
  const draws = /** @type {unknown} */ (entry.draws);
  if (draws === undefined) {
    return;
  }
  if (!verdict.areDrawsNoted) {
    throw new Found("draws", version, "it has draws, but the first entry has none");
  }
  if (!Array.isArray(draws)) {
    throw new Found("draws", version, "its draws are not a list");
  }
  const fault = await madeAgain(/** @type {Draw[]} */ (draws), entry.events, key, version, areShown);
  if (fault !== null) {
    throw new Found("draws", version, fault);
  }
  const shuffles = draws.filter(({ kind }) => kind === "shuffle").length;
  verdict.shuffles += shuffles;
  verdict.draws += draws.length - shuffles;
}
