/** JSON that all readers understand in the same way: a text under a link must not have two meanings. */

/** Maximum depth of nested objects and arrays. Programs differ in the depth that they read. */
const DEEPEST = 100;

/** A bracket, a comma, a colon, a string, a whole number or a word; nothing else, and no white space. */
const TOKEN = /[{}[\]:,]|"(?:[^"\\]|\\.)*"|-?(?:0|[1-9]\d*)(?![\d.eE])|true|false|null/y;
const SPACE = /[ \t\n\r]*/y;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * Return the value of a strict JSON text: each key of an object occurs once, each number is a whole number between
 * −(2^53 − 1) and 2^53 − 1 without fraction or exponent, each string is valid Unicode, nothing is nested more than 100
 * deep, and there is no white space between values unless it is `maybeSpaced`. Throws a `SyntaxError` for everything
 * else.
 * @param {string} text
 * @param {{ maybeSpaced?: boolean }} [how]
 * @returns {any}
 */
export function strictly(text, { maybeSpaced = false } = {}) {
  const value = JSON.parse(text);
  /** @type {(Set<string> | null)[]} the keys of each object that is open, `null` for an array */
  const open = [];
  let isKey = false;
  TOKEN.lastIndex = 0;
  for (;;) {
    if (maybeSpaced) {
      SPACE.lastIndex = TOKEN.lastIndex;
      TOKEN.lastIndex += SPACE.exec(text)?.[0].length ?? 0;
    }
    const at = TOKEN.lastIndex;
    if (at >= text.length) break;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) throw new SyntaxError(`there is white space, or no whole number, at ${at}`);
    const keys = open.at(-1);
    if (token[0] === '"') {
      const said = JSON.parse(token);
      if (LONE_SURROGATE.test(said)) throw new SyntaxError(`the text at ${at} is not valid Unicode`);
      if (isKey && keys?.has(said)) throw new SyntaxError(`the key ${token} stands twice, again at ${at}`);
      if (isKey) keys?.add(said);
    } else if (token === "{" || token === "[") {
      open.push(token === "{" ? new Set() : null);
      if (open.length > DEEPEST) throw new SyntaxError(`it is nested more than ${DEEPEST} deep at ${at}`);
    } else if (token === "}" || token === "]") {
      open.pop();
    } else if (token === "-0" || !(Number.isSafeInteger(Number(token)) || !/\d/.test(token))) {
      throw new SyntaxError(`the number at ${at} is not read alike everywhere`);
    }
    isKey = token === "{" || (token === "," && keys instanceof Set);
  }
  return value;
}
