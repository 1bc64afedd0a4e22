import { ForkedError, UsageError } from "./errors.js";
import { checkShare } from "./well-formed.js";

/** @import { BoundRules, Table, Update } from "../types/v1.js" */

const MOST_NOTES = 1000;

/** Maximum number of noted links of a match. Older ones are dropped: each link covers all entries before it. */
export const MOST_LINKS = 1000;

/**
 * The links of a match that the player received, by version. All sources must agree on the link of a version
 * (FAIRNESS.md).
 */
export class Links extends Map {
  /** The epoch of the match in which the links were received. A store that has lost entries begins a new epoch. */
  epoch = 0;

  /**
   * Note an update's link. Throws `ForkedError` if another link was noted for its version.
   * @param {Pick<Update, "match" | "epoch" | "version" | "link">} update
   */
  note({ match, epoch, version, link }) {
    const noted = this.get(version);
    if (noted !== undefined && noted !== link) {
      throw new ForkedError(
        match,
        version,
        `version ${version} of match ${match} had the link ${noted}, and now has ${link}: the server shows you another ` +
          "match than before",
      );
    }
    this.epoch = Math.max(this.epoch, epoch ?? 0);
    this.set(version, link);
    if (this.size > MOST_LINKS) {
      this.delete(Math.min(...this.keys()));
    }
  }

  /**
   * Resume a match that was followed before. If its store has lost entries in between, and has told so, the noted links
   * are void.
   * @param {Pick<Update, "epoch">} update
   */
  takeUp({ epoch }) {
    if ((epoch ?? 0) > this.epoch) {
      this.clear();
    }
  }

  /**
   * Drop the links from a version on, because the store has lost the entries. This is no fraud.
   * @param {number} version
   */
  void(version) {
    for (const later of [...this.keys()].filter((each) => each >= version)) {
      this.delete(later);
    }
  }
}

/**
 * A player's knowledge of a match before its deal, against which its transcript is checked.
 * @typedef {{
 *   commitment: string,
 *   entropy: string,
 *   entropyHashes?: Record<number, string | null>,
 *   decksCommitment?: string | null,
 *   options?: unknown,
 *   players?: readonly string[],
 *   boundRules?: BoundRules,
 *   timeLimit?: number,
 *   rated?: boolean,
 * }} Note `decksCommitment` is `null` in games that are played without
 */

/**
 * The key under which notes are stored in `sessionStorage` or the like, for a page that is loaded again.
 * @typedef {Pick<Storage, "getItem" | "setItem">} NoteStore
 */

const STORED = "quarterdeck notes";

/** Maximum number of stored notes: those of the newest matches. */
const MOST_STORED = 20;

/** The notes about the newest matches, by match, and the received links of the matches that were followed last. */
export class Notes extends Map {
  /** @type {Map<string, Links>} */
  #links = new Map();
  #store;

  /** @param {NoteStore | null} [store] */
  constructor(store = null) {
    super();
    this.#store = store;
    for (const [match, note] of stored(store)) {
      this.set(match, note);
    }
  }

  /**
   * Return the received links of a match, by version.
   * @param {string} match
   */
  links(match) {
    const known = this.#links.get(match) ?? new Links();
    if (!this.#links.has(match) && this.#links.size >= MOST_NOTES) {
      this.#links.delete(/** @type {string} */ (this.#links.keys().next().value));
    }
    this.#links.set(match, known);
    return known;
  }

  /**
   * Return the player's own share of a match's entropy, and note it: the given one, or else the one for the same
   * commitment before, or else a new one.
   * @param {string} match
   * @param {string} commitment
   * @param {string | null} given
   * @returns {string}
   */
  entropy(match, commitment, given) {
    const noted = /** @type {Note | undefined} */ (this.get(match));
    if (given !== null) {
      checkShare(given);
    }
    const entropy = given ?? (noted?.commitment === commitment ? noted.entropy : drawn());
    if (noted === undefined && this.size >= MOST_NOTES) {
      this.delete(this.keys().next().value);
    }
    this.set(match, noted?.commitment === commitment && noted.entropy === entropy ? noted : { commitment, entropy });
    this.#keep();
    return entropy;
  }

  /**
   * Note the bound hashes and terms of all seats before the player's share is revealed. The first note counts.
   * @param {Pick<Table, "match" | "places" | "decks_commitment" | "options" | "bound_rules" | "time_limit" | "rated">} table
   */
  bind({ match, places, decks_commitment: decksCommitment = null, options, bound_rules: boundRules, ...table }) {
    const noted = /** @type {Note | undefined} */ (this.get(match));
    if (noted !== undefined && noted.entropyHashes === undefined) {
      const entropyHashes = Object.fromEntries(places.map((place, seat) => [seat, place.entropy_hash ?? null]));
      const players = places.flatMap(({ player }) => (player ? [player.id] : []));
      this.set(match, {
        ...noted,
        entropyHashes,
        decksCommitment,
        options,
        players,
        timeLimit: table.time_limit,
        rated: table.rated ?? false,
        ...(boundRules && { boundRules }),
      });
      this.#keep();
    }
  }

  #keep() {
    try {
      this.#store?.setItem(STORED, JSON.stringify([...this].slice(-MOST_STORED)));
    } catch {
      // if the page may store nothing, a note is lost only by a reload at the wrong moment
    }
  }
}

/**
 * Return the stored notes, by match.
 * @param {NoteStore | null} store
 * @returns {[string, Note][]}
 */
function stored(store) {
  try {
    /** @type {any[]} */
    const kept = JSON.parse(store?.getItem(STORED) ?? "[]");
    // The store may hold values of another program or an older build.
    return kept.filter((each) => each?.[0].at && each[1]?.commitment);
  } catch {
    return [];
  }
}

/** Return 32 random bytes in hexadecimal. */
function drawn() {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @internal
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @internal
 * @param {string} text
 */
export function utf8(text) {
  return /** @type {Uint8Array<ArrayBuffer>} */ (new TextEncoder().encode(text));
}

/** Return the platform's hash and signature functions, or `undefined` if the page may not use them. */
export function permittedSubtle() {
  try {
    return globalThis.crypto?.subtle;
  } catch {
    return undefined; // a browser may forbid it by name
  }
}

/** Return the platform's hash and signature functions. Throws `UsageError` if the page may not use them. */
export function subtle() {
  const found = permittedSubtle();
  if (found === undefined) throw new UsageError("verification needs a secure page, from https:// or from this machine");
  return found;
}

/**
 * Return the hash by which a seat binds its share of entropy, in hexadecimal.
 * @param {string} entropy
 */
export async function entropyHash(entropy) {
  return hex(new Uint8Array(await subtle().digest("SHA-256", utf8(entropy))));
}

/**
 * Return the fields that bind a share of entropy. They are empty on a page that cannot hash, one neither from
 * `https://` nor from this machine; the seat then adds the empty share.
 * @param {() => string} draw returns the share
 * @returns {Promise<{ entropy_hash?: string }>}
 */
export async function bound(draw) {
  return permittedSubtle() === undefined ? {} : { entropy_hash: await entropyHash(draw()) };
}
