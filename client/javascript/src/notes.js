import { Links } from "./links.js";

const MOST_NOTES = 1000;

/**
 * What a player knew of a match before its deal, to hold its transcript against.
 * @typedef {{ commitment: string, entropy: string }} Note
 */

/** The notes on the matches that began last, by match, and the links that were told of those that were followed last. */
export class Notes extends Map {
  /** @type {Map<string, Links>} */
  #links = new Map();

  /**
   * Return the links that were told of a match, by version.
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
   * Return the player's own share of a match's entropy, and note it: the one that is given, or else the one that was given
   * for the same commitment before, or else a new one.
   * @param {string} match
   * @param {string} commitment
   * @param {string | null} given
   * @returns {string}
   */
  entropy(match, commitment, given) {
    const noted = /** @type {Note | undefined} */ (this.get(match));
    const entropy = given ?? (noted?.commitment === commitment ? noted.entropy : drawn());
    if (noted === undefined && this.size >= MOST_NOTES) {
      this.delete(this.keys().next().value);
    }
    this.set(match, { commitment, entropy });
    return entropy;
  }
}

/** Return 32 random bytes, in hexadecimal. */
function drawn() {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
