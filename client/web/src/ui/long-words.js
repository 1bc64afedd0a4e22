/**
 * The class of a name that has a word too long for a narrow card: it is set smaller, so that no word breaks in the middle.
 * @param {string} name
 * @param {number} most how many letters a word may have
 */
export function longWords(name, most) {
  return name.split(/[\s-]/).some((word) => word.length > most) ? " long-words" : "";
}

/** Vowels, consonants, and what begins a syllable as a whole; all else but the last consonant belongs to the one before. */
const SYLLABLES =
  /(?<=\p{L}[aeiouyäöü])([^aeiouyäöü]*?)(sch[lmnrw]?|c[hk]|ph|[bdfgkpt]r|[bfgkp]l|[^aeiouyäöü])(?=[aeiouyäöü]\p{L})/giu;

/**
 * A name whose long words may be parted between syllables, with a hyphen, where they do not fit: most browsers know no hyphenation of
 * their own, or not of this language. Now and then it parts a word elsewhere than a book does, which is better than anywhere.
 * @param {string} name
 * @param {number} most how many letters a word has that stays whole
 */
export function parted(name, most) {
  return name.replace(/\p{L}+/gu, (word) => (word.length > most ? word.replace(SYLLABLES, "$1\u00AD$2") : word));
}
