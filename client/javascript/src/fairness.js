/** @import { Transcript } from "../types/v1.js" */

/** How the numbers of a match are drawn, and how its log is chained: FAIRNESS.md. */

const WORDS = 8;
const RANGE = 2 ** 32;
const LINKS = "quarterdeck links";

/** @param {Uint8Array<ArrayBuffer>} bytes */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Return the bytes of a hexadecimal text. Throws `TypeError` for what is none.
 * @param {string} text
 */
function bytes(text) {
  if (!/^([0-9a-f]{2})*$/i.test(text)) {
    throw new TypeError(`“${text.slice(0, 80)}” is not hexadecimal`);
  }
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {string} text */
function utf8(text) {
  return /** @type {Uint8Array<ArrayBuffer>} */ (new TextEncoder().encode(text));
}

/**
 * Return a whole number as so many bytes, the highest first.
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

function subtle() {
  if (globalThis.crypto?.subtle === undefined) {
    throw new Error("verification needs a secure page: one from https:// or from this machine");
  }
  return crypto.subtle;
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

/**
 * Return the key of a match, in hexadecimal; `entropy` is that of every seat in order.
 * @param {string} seed
 * @param {string} match
 * @param {readonly string[]} entropy
 */
export async function keyOf(seed, match, entropy) {
  const shares = entropy.map(utf8).flatMap((share) => [bigEndian(share.length, 4), share]);
  return hex(await (await hmac(bytes(seed)))(joined([utf8(match), ...shares])));
}

/** The numbers that one entry of a match draws, in order. */
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
   * Return a whole number from 0 to n − 1, for n up to 2³².
   * @param {number} n
   */
  async below(n) {
    for (;;) {
      const number = await this.#next();
      if (number < RANGE - (RANGE % n)) {
        return number % n;
      }
    }
  }

  /**
   * Return the cards in another order.
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
   * Return one of the cards.
   * @template Card
   * @param {readonly Card[]} cards
   */
  async pick(cards) {
    return /** @type {Card} */ (cards[await this.below(cards.length)]);
  }

  /**
   * Return what a die with so many sides shows.
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
  const key = await (await hmac(bytes(seed)))(utf8(LINKS + match));
  const sign = await hmac(key);
  const links = [];
  /** @type {Uint8Array<ArrayBuffer>} */
  let link = new Uint8Array(32);
  for (const { at, entry } of entries) {
    link = await sign(joined([link, bigEndian(at, 8), utf8(entry)]));
    links.push(hex(link));
  }
  return links;
}

/**
 * What a player noted of a match, to hold its transcript against.
 * @typedef {object} Noted
 * @property {string} [commitment] seen before one was ready
 * @property {Readonly<Record<number, string>>} [entropy] by seat: the share that one has given
 * @property {Readonly<Record<number, string>>} [links] by version: the last one is best
 */

/**
 * @typedef {object} Verification
 * @property {string[]} faults everything that is wrong, each in a sentence; none if it is what it says it is
 * @property {string | null} key with which `Dice` draw the match's numbers again; `null` if there is no seed in it
 */

/**
 * Hold a transcript against itself and against what was noted of the match: seed and commitment, entropy, versions, times
 * and links. Whether events follow from the rules only `quarterdeck verify` can tell, which has them.
 * @param {Transcript} transcript
 * @param {Noted} [noted]
 * @returns {Promise<Verification>}
 */
export async function verified(transcript, noted = {}) {
  const { entries, match, commitment } = transcript;
  const read = entries.map(({ entry }) => JSON.parse(entry));
  const opened = read[0]?.cause;
  if (opened?.type !== "opened" || typeof opened.seed !== "string") {
    return { faults: ["The first entry does not open the match, so there is no seed to verify it by."], key: null };
  }
  /** @type {string[]} */
  const entropy = opened.entropy;
  const faults = [];
  if (opened.match !== match) {
    faults.push(`The log is of the match ${opened.match}, not of ${match}.`);
  }
  const committed = await commitmentOf(opened.seed);
  if (committed !== commitment) {
    faults.push("The seed is not the one that the transcript's commitment is to.");
  }
  if (noted.commitment !== undefined && committed !== noted.commitment.toLowerCase()) {
    faults.push("The seed is not the one that the commitment you noted is to.");
  }
  for (const [seat, share] of Object.entries(noted.entropy ?? {})) {
    if (entropy[Number(seat)] !== share) {
      faults.push(`Seat ${seat} gave another entropy than the transcript says.`);
    }
  }
  faults.push(...order(read, entries), ...(await chain(transcript, opened.seed, noted.links ?? {})));
  return { faults, key: await keyOf(opened.seed, match, entropy) };
}

/**
 * @param {readonly { version: number }[]} read
 * @param {readonly { at: number }[]} entries
 */
function order(read, entries) {
  const faults = [];
  for (const [at, { version }] of read.entries()) {
    if (version !== at + 1) {
      faults.push(`Entry ${at + 1} says that it is version ${version}.`);
    }
    const [before, now] = [entries[at - 1], entries[at]];
    if (before !== undefined && now !== undefined && now.at < before.at) {
      faults.push(`Time runs backwards before version ${version}.`);
    }
  }
  return faults;
}

/**
 * Whether a noted link is of an entry that the server's store had lost, as the log says: then nothing can show it any more.
 * @param {{ since: number, was: number, link: string }} loss
 * @param {string} version
 * @param {string} noted
 */
function isOfLost({ since, was, link }, version, noted) {
  const at = Number(version);
  return since < at && (at < was || (at === was && link === noted.toLowerCase()));
}

/**
 * @param {Transcript} transcript
 * @param {string} seed
 * @param {Readonly<Record<number, string>>} noted
 */
async function chain({ match, entries }, seed, noted) {
  const lost = entries.map(({ entry }) => JSON.parse(entry).cause).filter(({ type }) => type === "history_lost");
  const links = await linksOf(seed, match, entries);
  const faults = [];
  const broken = entries.findIndex(({ link }, at) => link !== links[at]);
  if (broken >= 0) {
    faults.push(`The link of version ${broken + 1} does not fit what stands there.`);
  }
  for (const [version, link] of Object.entries(noted)) {
    if (links[Number(version) - 1] !== link.toLowerCase() && !lost.some((loss) => isOfLost(loss, version, link))) {
      faults.push(`The link that you noted of version ${version} is not that of the transcript.`);
    }
  }
  return faults;
}
