/**
 * Deck codes: `protocol/docs/cards.md`. A code writes a deck in about sixty characters, and means the same on every
 * server.
 */

const FORM = 1;
const COPIES_BITS = 3;
const MOST_COPIES = 2 ** COPIES_BITS - 1;
const MOST_ENTRIES = 255;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * A card of a deck and its number of copies; 0 for a card beside the deck, such as a sensei.
 * @typedef {{ set: string, number: number, count: number }} CodedCard
 */

/** @typedef {{ cards: [string, number][], beside: string[] }} Deck by the ids of its cards */

/**
 * The parts of a catalogue that deck codes need.
 * @typedef {{ sets: readonly { id: string, cards: readonly any[], printings?: readonly any[] }[] }} NumberedCards
 */

/** Error: a text is no deck code. `message` names the fault. */
export class UnreadableCode extends Error {
  /** @override */
  name = "UnreadableCode";
}

/**
 * Return the two letters of the game and the cards of a deck code. Throws `UnreadableCode`.
 * @param {string} code
 * @returns {{ prefix: string, cards: CodedCard[] }}
 */
export function readCode(code) {
  const [, prefix, text] = /^([A-Z]{2})-([A-Z2-7]+)$/.exec(code.trim().toUpperCase()) ?? [];
  if (prefix === undefined || text === undefined) {
    throw new UnreadableCode(
      "This is not a deck code: a code begins like AB-, followed by letters and digits from 2 to 7.",
    );
  }
  const checked = fromBase32(text);
  const body = checked.subarray(0, -2);
  if (body.length === 0 || checkOf(body).some((byte, at) => byte !== checked[body.length + at])) {
    throw new UnreadableCode("This deck code is damaged: its check digits do not fit.");
  }
  if (body[0] !== FORM) {
    throw new UnreadableCode(`This deck code has form ${body[0]}; form ${FORM} can be read.`);
  }
  return { prefix, cards: [...entries(body)] };
}

/**
 * Return the code of a deck. Throws `RangeError` for a number or count that a code cannot hold.
 * @param {string} prefix
 * @param {readonly CodedCard[]} cards
 */
export function writeCode(prefix, cards) {
  /** @type {Map<string, CodedCard[]>} */
  const sets = new Map();
  for (const card of cards) {
    if (card.count < 0 || card.count > MOST_COPIES || card.number < 0 || card.number >= 2 ** (16 - COPIES_BITS)) {
      throw new RangeError(`a deck code cannot say ${card.count} of card ${card.number}`);
    }
    sets.set(card.set, [...(sets.get(card.set) ?? []), card]);
  }
  const body = [FORM];
  for (const set of [...sets.keys()].sort()) {
    const sorted = (sets.get(set) ?? []).sort((one, other) => one.number - other.number || one.count - other.count);
    for (let at = 0; at < sorted.length; at += MOST_ENTRIES) {
      const section = sorted.slice(at, at + MOST_ENTRIES);
      body.push(set.length, ...new TextEncoder().encode(set), section.length);
      for (const { number, count } of section) {
        const word = (number << COPIES_BITS) | count;
        body.push(word >> 8, word & 255);
      }
    }
  }
  return `${prefix}-${toBase32([...body, ...checkOf(Uint8Array.from(body))])}`;
}

/**
 * Return the deck of a code, by the ids of a game's cards. Throws `UnreadableCode`, also for cards that are not in the
 * catalogue.
 * @param {string} code
 * @param {NumberedCards} catalogue
 * @returns {Deck}
 */
export function deckOf(code, catalogue) {
  const ids = new Map(numbered(catalogue).map(({ id, set, number }) => [`${set} ${number}`, id]));
  /** @type {Deck} */
  const deck = { cards: [], beside: [] };
  for (const { set, number, count } of readCode(code).cards) {
    const id = ids.get(`${set} ${number}`);
    if (id === undefined) {
      throw new UnreadableCode(
        `This deck code names card ${number} of the set ${set}, which is not in this catalogue.`,
      );
    }
    if (count > 0) {
      deck.cards.push([id, count]);
    } else {
      deck.beside.push(id);
    }
  }
  return deck;
}

/**
 * Return the code of a deck. Throws `RangeError` for cards that are not in the catalogue, and for fewer than 1 or more
 * than 7 copies of a card.
 * @param {Deck} deck
 * @param {string} prefix
 * @param {NumberedCards} catalogue
 */
export function codeOf(deck, prefix, catalogue) {
  const known = new Map(numbered(catalogue).map(({ id, set, number }) => [id, { set, number }]));
  /** @type {Map<string, number>} */
  const counts = new Map(deck.beside.map((id) => [id, 0]));
  for (const [id, count] of deck.cards) {
    if (count < 1)
      throw new RangeError(`a deck code cannot say ${count} of ${id}: 0 marks what comes beside the cards`);
    counts.set(id, (counts.get(id) ?? 0) + count);
  }
  const cards = [...counts].map(([id, count]) => {
    const card = known.get(id);
    if (card === undefined) {
      throw new RangeError(`this catalogue has no card ${id}`);
    }
    return { ...card, count };
  });
  return writeCode(prefix, cards);
}

/** @param {NumberedCards} catalogue */
function numbered({ sets }) {
  return sets.flatMap((set) =>
    [...set.cards, ...(set.printings ?? [])].map(({ id, number }) => ({
      set: set.id,
      id: String(id),
      number: Number(number),
    })),
  );
}

/**
 * @param {Uint8Array} body
 * @returns {Generator<CodedCard, void, undefined>}
 */
function* entries(body) {
  const view = new DataView(body.buffer, body.byteOffset, body.length);
  let at = 1;
  try {
    while (at < body.length) {
      const end = at + 1 + view.getUint8(at);
      const many = view.getUint8(end);
      const set = String.fromCharCode(...body.subarray(at + 1, end));
      for (let start = end + 1; start < end + 1 + 2 * many; start += 2) {
        const word = view.getUint16(start);
        yield { set, number: word >> COPIES_BITS, count: word & MOST_COPIES };
      }
      at = end + 1 + 2 * many;
    }
  } catch (error) {
    if (error instanceof RangeError) {
      throw new UnreadableCode("This deck code breaks off in the middle.");
    }
    throw error;
  }
}

/**
 * Return the two highest bytes of the CRC-32 of these bytes.
 * @param {Uint8Array} body
 */
function checkOf(body) {
  let crc = 0xffffffff;
  for (const byte of body) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
  }
  const check = ~crc >>> 0;
  return [check >>> 24, (check >>> 16) & 255];
}

/** @param {readonly number[]} bytes */
function toBase32(bytes) {
  let [text, held, bits] = ["", 0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) {
      text += ALPHABET[(held >>> (bits - 5)) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + ALPHABET[(held << (5 - bits)) & 31] : text;
}

/** @param {string} text */
function fromBase32(text) {
  const bytes = [];
  let [held, bits] = [0, 0];
  for (const letter of text) {
    held = (held << 5) | ALPHABET.indexOf(letter);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >>> bits) & 255);
    }
    held &= (1 << bits) - 1;
  }
  return Uint8Array.from(bytes);
}
