/**
 * QR codes (ISO/IEC 18004): bytes, error correction M, versions 1 to 10, which is up to 213 bytes.
 */

/**
 * For each version: number of code words in all, for correction in each block, and of blocks.
 * @type {readonly (readonly [number, number, number])[]}
 */
const SIZES = [
  [26, 10, 1],
  [44, 16, 1],
  [70, 26, 1],
  [100, 18, 2],
  [134, 24, 2],
  [172, 16, 4],
  [196, 18, 4],
  [242, 22, 4],
  [292, 22, 5],
  [346, 26, 5],
];
/** The centres of the alignment patterns, by version. */
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const LEVEL_M = 0;
const BYTES = 4;

/** @type {readonly ((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/**
 * Return the modules of a text's code, row by row; dark ones are `true`.
 * @param {string} text
 * @param {number} [wanted] the mask, from 0 to 7; the best one by default
 * @returns {boolean[][]}
 */
export function qr(text, wanted) {
  const bytes = new TextEncoder().encode(text);
  const version = SIZES.findIndex(([all, each, blocks], at) => {
    const room = (all - each * blocks) * 8;
    return 4 + (at < 9 ? 8 : 16) + bytes.length * 8 <= room;
  });
  if (version < 0) throw new RangeError(`${bytes.length} bytes are too many for a QR code of version 10`);
  const words = corrected(dataWords(bytes, version), version);
  const masks = wanted === undefined ? MASKS.map((_, mask) => mask) : [wanted];
  const drawn = masks.map((mask) => matrix(words, version, mask));
  return drawn.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

/**
 * @param {Uint8Array} bytes
 * @param {number} version counted from 0
 */
function dataWords(bytes, version) {
  const [all, each, blocks] = size(version);
  const room = all - each * blocks;
  /** @type {number[]} */
  const bits = [];
  /** @param {number} value @param {number} length */
  const put = (value, length) => {
    for (let at = length - 1; at >= 0; at -= 1) bits.push((value >> at) & 1);
  };
  put(BYTES, 4);
  put(bytes.length, version < 9 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room * 8; pad ^= 0xec ^ 0x11) put(pad, 8);
  return Array.from({ length: room }, (_, at) => bits.slice(at * 8, at * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0));
}

/**
 * The words of all blocks with their correction, interleaved.
 * @param {readonly number[]} words
 * @param {number} version
 */
function corrected(words, version) {
  const [, each, blocks] = size(version);
  const short = Math.floor(words.length / blocks);
  const longer = words.length % blocks;
  /** @type {number[][]} */
  const data = [];
  for (let block = 0, from = 0; block < blocks; block += 1) {
    const length = short + (block >= blocks - longer ? 1 : 0);
    data.push(words.slice(from, from + length));
    from += length;
  }
  const corrections = data.map((block) => remainder(block, each));
  return [...woven(data), ...woven(corrections)];
}

/** @param {readonly (readonly number[])[]} blocks */
function woven(blocks) {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, at) => blocks.flatMap((block) => block[at] ?? [])).flat();
}

/** Powers of the generator of the field with 256 elements, twice, and their logarithms. */
const POWERS = new Uint8Array(512);
const LOGARITHMS = new Uint8Array(256);
for (let at = 0, value = 1; at < 255; at += 1) {
  POWERS[at] = value;
  POWERS[at + 255] = value;
  LOGARITHMS[value] = at;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}

/** @param {number} one @param {number} other */
function product(one, other) {
  if (one === 0 || other === 0) return 0;
  return POWERS[(LOGARITHMS[one] ?? 0) + (LOGARITHMS[other] ?? 0)] ?? 0;
}

/**
 * The Reed–Solomon correction words of a block.
 * @param {readonly number[]} block
 * @param {number} length
 */
function remainder(block, length) {
  let divisor = [1];
  for (let at = 0; at < length; at += 1) {
    const root = POWERS[at] ?? 0;
    divisor = [...divisor, 0].map((value, place) => value ^ product(divisor[place - 1] ?? 0, root));
  }
  const left = [...block, ...Array(length).fill(0)];
  for (let at = 0; at < block.length; at += 1) {
    const factor = left[at];
    for (const [place, value] of divisor.entries()) left[at + place] ^= product(value, factor);
  }
  return left.slice(block.length);
}

/**
 * @param {readonly number[]} words
 * @param {number} version
 * @param {number} mask
 */
function matrix(words, version, mask) {
  const width = 21 + version * 4;
  const dark = Array.from({ length: width }, () => /** @type {boolean[]} */ (Array(width).fill(false)));
  const fixed = Array.from({ length: width }, () => /** @type {boolean[]} */ (Array(width).fill(false)));
  /** @param {number} x @param {number} y @param {boolean} value */
  const set = (x, y, value) => {
    const [row, fixedRow] = [dark[y], fixed[y]];
    if (row === undefined || fixedRow === undefined || x < 0 || x >= width) return;
    row[x] = value;
    fixedRow[x] = true;
  };
  drawPatterns(set, version, width);
  drawFormat(set, mask, width);
  if (version >= 6) drawVersion(set, version + 1, width);
  fill(dark, fixed, words, mask);
  return dark;
}

/** @typedef {(x: number, y: number, value: boolean) => void} Set */

/** @param {Set} set @param {number} version @param {number} width */
function drawPatterns(set, version, width) {
  for (let at = 0; at < width; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [x, y] of /** @type {const} */ ([
    [3, 3],
    [width - 4, 3],
    [3, width - 4],
  ])) {
    for (let dy = -4; dy <= 4; dy += 1) {
      for (let dx = -4; dx <= 4; dx += 1) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(x + dx, y + dy, ring !== 2 && ring !== 4);
      }
    }
  }
  const centres = ALIGNMENT[version] ?? [];
  const last = centres.at(-1);
  for (const x of centres) {
    for (const y of centres) {
      if ((x === 6 && (y === 6 || y === last)) || (x === last && y === 6)) continue;
      for (let dy = -2; dy <= 2; dy += 1) {
        for (let dx = -2; dx <= 2; dx += 1) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
      }
    }
  }
}

/** @param {Set} set @param {number} mask @param {number} width */
function drawFormat(set, mask, width) {
  const data = (LEVEL_M << 3) | mask;
  let rest = data;
  for (let at = 0; at < 10; at += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  /** @param {number} at */
  const bit = (at) => ((bits >> at) & 1) === 1;
  for (let at = 0; at <= 5; at += 1) set(8, at, bit(at));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let at = 9; at < 15; at += 1) set(14 - at, 8, bit(at));
  for (let at = 0; at < 8; at += 1) set(width - 1 - at, 8, bit(at));
  for (let at = 8; at < 15; at += 1) set(8, width - 15 + at, bit(at));
  set(8, width - 8, true);
}

/** @param {Set} set @param {number} version counted from 1 @param {number} width */
function drawVersion(set, version, width) {
  let rest = version;
  for (let at = 0; at < 12; at += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let at = 0; at < 18; at += 1) {
    const value = ((bits >> at) & 1) === 1;
    const [far, near] = [width - 11 + (at % 3), Math.floor(at / 3)];
    set(far, near, value);
    set(near, far, value);
  }
}

/**
 * Place the words in columns of two, up and down in turn, from the right.
 * @param {boolean[][]} dark
 * @param {readonly (readonly boolean[])[]} fixed
 * @param {readonly number[]} words
 * @param {number} mask
 */
function fill(dark, fixed, words, mask) {
  const width = dark.length;
  const inverted = MASKS[mask] ?? (() => false);
  let at = 0;
  for (let right = width - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUpward = ((right + 1) & 2) === 0;
    for (let step = 0; step < width; step += 1) {
      const y = isUpward ? width - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = dark[y];
        if (row === undefined || fixed[y]?.[x]) continue;
        const bit = (((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1;
        row[x] = bit !== inverted(x, y);
        at += 1;
      }
    }
  }
}

/**
 * The penalty of a mask: long runs, blocks, patterns like a finder, and an imbalance of dark and light.
 * @param {readonly (readonly boolean[])[]} dark
 */
function penalty(dark) {
  const width = dark.length;
  let points = 0;
  const columns = dark.map((_, x) => dark.map((row) => row[x] ?? false));
  for (const row of [...dark, ...columns]) {
    const text = row.map(Number).join("");
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
    for (let at = 0; at + 11 <= width; at += 1) {
      const part = text.slice(at, at + 11);
      if (part === "10111010000" || part === "00001011101") points += 40;
    }
  }
  for (let y = 0; y + 1 < width; y += 1) {
    for (let x = 0; x + 1 < width; x += 1) {
      const value = dark[y]?.[x];
      if (value === dark[y]?.[x + 1] && value === dark[y + 1]?.[x] && value === dark[y + 1]?.[x + 1]) points += 3;
    }
  }
  const share = (dark.flat().filter(Boolean).length * 20) / (width * width);
  return points + 10 * Math.floor(Math.abs(share - 10));
}

/** @param {number} version */
function size(version) {
  const found = SIZES[version];
  if (found === undefined) throw new RangeError("there is no such version");
  return found;
}
