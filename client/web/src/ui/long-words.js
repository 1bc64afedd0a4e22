/**
 * The class of a name that has a word too long for a narrow card: it is set smaller, so that no word breaks in the middle.
 * @param {string} name
 * @param {number} most how many letters a word may have
 */
export function longWords(name, most) {
  return name.split(/[\s-]/).some((word) => word.length > most) ? " long-words" : "";
}
