/**
 * The class of a name that has a word too long for a narrow card: it is set smaller, so that no word breaks in the middle.
 * @param {string} name
 * @param {number} most how many letters a word may have
 */
export function longWords(name, most) {
  return name.split(/[\s-]/).some((word) => word.length > most) ? " long-words" : "";
}

/** A vowel, what ends its syllable, and what begins the next one. */
const SYLLABLES =
  /(?<=\p{L}[aeiouyäöü])([^aeiouyäöü]*?)(sch[lmnrw]?|c[hk]|ph|[bdfgkpt]r|[bfgkp]l|[^aeiouyäöü])(?=[aeiouyäöü]\p{L})/giu;

/**
 * A name whose long words may be parted between syllables, more or less: few browsers know how.
 * @param {string} name
 * @param {number} most how many letters stay whole
 */
export function parted(name, most) {
  return name.replace(/\p{L}+/gu, (word) => (word.length > most ? word.replace(SYLLABLES, "$1\u00AD$2") : word));
}
