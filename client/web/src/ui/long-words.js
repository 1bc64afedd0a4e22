/**
 * The class of a name with a word that is too long for a narrow card. Its type is smaller, so that no word breaks in
 * the middle.
 * @param {string} name
 * @param {number} most maximum number of letters of a word
 */
export function longWords(name, most) {
  return name.split(/[\s-]/).some((word) => word.length > most) ? " long-words" : "";
}

/** The end of a syllable: a vowel with its consonants, before at least four letters. */
const SYLLABLES =
  /(?<=\p{L}[aeiouyäöü])([^aeiouyäöü]*?)(sch[lmnrw]?|c[hk]|ph|[bdfgkpt]r|[bfgkp]l|[^aeiouyäöü])(?=[aeiouyäöü]\p{L}{2})/giu;

/**
 * A name whose long words may be hyphenated roughly by syllables: few browsers can do it.
 * @param {string} name
 * @param {number} most number of letters that stay together
 */
export function parted(name, most) {
  return name.replace(/\p{L}+/gu, (word) =>
    word.length > most ? word.replace(SYLLABLES, "$1\u00AD$2").replace("eee", "ee\u00ADe") : word,
  );
}
