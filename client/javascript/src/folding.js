/**
 * Case folding of names and texts for comparison. `quarterdeck_protocol/folding.py` is its twin for the server, the
 * terminal and deck lists. `folding-vectors.json` in `protocol/` tests both with the same results.
 */

const APOSTROPHES = /['`´‘’‚‛′ʹʻʼʽˈ＇｀]/g;
const TRADE_MARKS = /[©®™℠]/g;
const TIMES = /[×✕✖⨯]/g;

/** @type {Readonly<Record<string, string>>} */
const SPELT_OUT = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };

/** @type {Readonly<Record<string, string>>} */
const PLAIN = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th" },
  ...{ ħ: "h", ı: "i", ŋ: "n", ŧ: "t", ĸ: "k", ς: "σ" },
};
const PLAIN_LETTERS = /[ßæœøłđðþħıŋŧĸς]/g;

/** Han, Hiragana and Katakana: each character is a word of its own. */
const WITHOUT_BLANKS =
  /[\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/gu;

/**
 * Return the words of a text in the form for comparison, with a blank between them: without case, accents, apostrophes,
 * dashes.
 * @param {string} text
 */
export function folded(text) {
  return text
    .normalize("NFC")
    .replace(APOSTROPHES, "")
    .replace(TRADE_MARKS, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(APOSTROPHES, "")
    .replace(TIMES, " x ")
    .replace(/[\p{Mn}\p{Me}\p{Cf}]/gu, "")
    .replace(PLAIN_LETTERS, (letter) => PLAIN[letter] ?? letter)
    .replace(/\p{So}/gu, " $& ")
    .replace(/[^\p{L}\p{N}\p{Mc}\p{So}]/gu, " ")
    .replace(WITHOUT_BLANKS, " $& ")
    .trim()
    .replace(/ +/g, " ");
}

/**
 * Return the same with umlauts written as two letters: `loewe`.
 * @param {string} text
 */
export function speltOut(text) {
  return folded(
    text
      .normalize("NFC")
      .toLowerCase()
      .replace(/[äöüåø]/g, (letter) => SPELT_OUT[letter] ?? letter),
  );
}

/**
 * Return all words by which a text is found, each once and after a blank.
 * @param {string} text
 */
export function searchable(text) {
  const apart = text.replace(APOSTROPHES, " ");
  const words = [folded(text), speltOut(text), folded(apart)].flatMap((each) => each.split(" ")).filter(Boolean);
  return [...new Set(words)].map((word) => ` ${word}`).join("");
}

/**
 * True if each word of a question begins a word of a `searchable` text.
 * @param {string} question
 * @param {string} searched
 */
export function finds(question, searched) {
  const others = speltOut(question).split(" ");
  return folded(question)
    .split(" ")
    .every((word, at) => searched.includes(` ${word}`) || searched.includes(` ${others[at]}`) || word === "");
}

/**
 * True if two texts are the same after folding.
 * @param {string} one
 * @param {string} other
 */
export function areSame(one, other) {
  const others = formsOf(other);
  return formsOf(one).some((form) => others.includes(form));
}

/** All folded forms of a text; for a text without a word, the text itself. @param {string} text */
const formsOf = (text) => [folded(text) || text, speltOut(text) || text];
