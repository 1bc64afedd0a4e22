/** Draws of the numbers of a match, and the hash chain of its log: FAIRNESS.md. */

import { hex, subtle, utf8 } from "./notes.js";

const WORDS = 8;
const RANGE = 2 ** 32;
const LINKS = "quarterdeck links";
const DECKS = "quarterdeck decks";

/**
 * Return the bytes of a hexadecimal text. Throws `TypeError` for any other text.
 * @param {string} text
 */
function bytes(text) {
  if (!/^([0-9a-f]{2})*$/i.test(text)) {
    throw new TypeError(`“${text.slice(0, 80)}” is not hexadecimal`);
  }
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * Return a whole number as bytes of this count, the highest first.
 * @param {number} number
 * @param {number} size
 */
function bigEndian(number, size) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(number));
  return new Uint8Array(view.buffer, 8 - size);
}

/** @param {readonly Uint8Array[]} parts */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {Uint8Array<ArrayBuffer>} key */
async function hmac(key) {
  const signing = await subtle().importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  /** @param {Uint8Array<ArrayBuffer>} message */
  return async (message) => new Uint8Array(await subtle().sign("HMAC", signing, message));
}

/**
 * Return the commitment to a seed, both in hexadecimal.
 * @param {string} seed
 */
export async function commitmentOf(seed) {
  return hex(new Uint8Array(await subtle().digest("SHA-256", bytes(seed))));
}

/** @param {string} name */
function named(name) {
  return [bigEndian(utf8(name).length, 4), utf8(name)];
}

/**
 * Return the commitment to all decks that is sent while shares of entropy are revealed, in hexadecimal.
 * @param {string} seed
 * @param {string} match
 * @param {readonly { cards: readonly (readonly [string, number])[], beside?: readonly string[] }[]} decks
 */
export async function decksCommitment(seed, match, decks) {
  const parts = decks.flatMap(({ cards, beside = [] }) => [
    bigEndian(cards.length, 4),
    ...cards.flatMap(([card, count]) => [...named(card), bigEndian(count, 4)]),
    bigEndian(beside.length, 4),
    ...beside.flatMap(named),
  ]);
  return hex(await (await hmac(bytes(seed)))(joined([utf8(DECKS + match), ...parts])));
}

/**
 * Return the key of a match, in hexadecimal; `entropy` has the share of every seat in order.
 * @param {string} seed
 * @param {string} match
 * @param {readonly string[]} entropy
 */
export async function keyOf(seed, match, entropy) {
  const shares = entropy.map(utf8).flatMap((share) => [bigEndian(share.length, 4), share]);
  return hex(await (await hmac(bytes(seed)))(joined([utf8(match), ...shares])));
}

/**
 * Return the key of a match after an entry with the cause `history_lost`, both in hexadecimal.
 * @param {string} key
 */
export async function keyAfterLoss(key) {
  return hex(new Uint8Array(await subtle().digest("SHA-256", joined([bytes(key), utf8("rewound")]))));
}

/** The random numbers of one entry of a match, in order. */
export class Dice {
  #key;
  #version;
  #drawn = 0;
  /** @type {Promise<(message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>> | null} */
  #signing = null;
  /** @type {DataView | null} */
  #digest = null;

  /**
   * @param {string} key the key of the match, in hexadecimal
   * @param {number} version of the entry
   */
  constructor(key, version) {
    this.#key = bytes(key);
    this.#version = version;
  }

  /** Number of words that have been drawn. */
  get words() {
    return this.#drawn;
  }

  async #next() {
    if (this.#digest === null || this.#drawn % WORDS === 0) {
      this.#signing ??= hmac(this.#key);
      const message = joined([bigEndian(this.#version, 8), bigEndian(Math.floor(this.#drawn / WORDS), 8)]);
      this.#digest = new DataView((await (await this.#signing)(message)).buffer);
    }
    const word = this.#digest.getUint32((this.#drawn % WORDS) * 4);
    this.#drawn += 1;
    return word;
  }

  /**
   * Return a whole number from 0 to n − 1, for n up to 2³². Rejects with `RangeError` for n below 1.
   * @param {number} n
   */
  async below(n) {
    if (!Number.isInteger(n) || n < 1 || n > RANGE) {
      throw new RangeError(`there is nothing to choose from ${n}`);
    }
    for (;;) {
      const number = await this.#next();
      if (number < RANGE - (RANGE % n)) {
        return number % n;
      }
    }
  }

  /**
   * Return the cards in a random order.
   * @template Card
   * @param {readonly Card[]} cards
   */
  async shuffled(cards) {
    const order = [...cards];
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = await this.below(at + 1);
      [order[at], order[other]] = [/** @type {Card} */ (order[other]), /** @type {Card} */ (order[at])];
    }
    return order;
  }

  /**
   * Return a random card.
   * @template Card
   * @param {readonly Card[]} cards
   */
  async pick(cards) {
    return /** @type {Card} */ (cards[await this.below(cards.length)]);
  }

  /**
   * Return the roll of a die with this number of sides.
   * @param {number} sides
   */
  async roll(sides) {
    return (await this.below(sides)) + 1;
  }
}

/**
 * Return the links of a log, in hexadecimal, from the first entry on.
 * @param {string} seed
 * @param {string} match
 * @param {readonly { at: number, entry: string }[]} entries
 */
export async function linksOf(seed, match, entries) {
  const next = await linker(seed, match);
  const links = [];
  for (const entry of entries) {
    links.push(await next(entry));
  }
  return links;
}

/**
 * Return a function that computes the links of a log, one entry after the other.
 * @param {string} seed
 * @param {string} match
 * @returns {Promise<(entry: { at: number, entry: string }) => Promise<string>>}
 */
export async function linker(seed, match) {
  const sign = await hmac(await (await hmac(bytes(seed)))(utf8(LINKS + match)));
  /** @type {Uint8Array<ArrayBuffer>} */
  let link = new Uint8Array(32);
  return async ({ at, entry }) => {
    link = await sign(joined([link, bigEndian(at, 8), utf8(entry)]));
    return hex(link);
  };
}
