import { en } from "../words/en.js";

/** @typedef {keyof typeof en} Key */
/** @typedef {Readonly<Partial<Record<Key, string>>>} Words */

/** @type {Words} */
let words = en;

const HOLE = /\{(\w+)(?:\|([^{}]*))?\}/g;

/**
 * The client's own words of a language; English where there is none.
 * @param {string} language
 */
export async function speak(language) {
  const code = language.toLowerCase().split("-")[0] ?? "en";
  document.documentElement.lang = "en";
  words = en;
  const load = LANGUAGES[code];
  if (load === undefined) return;
  words = await load();
  document.documentElement.lang = code;
}

/** @type {Readonly<Record<string, () => Promise<Words>>>} */
const LANGUAGES = {};

/** The languages there are, English first. */
export const languages = ["en", ...Object.keys(LANGUAGES)];

/**
 * A sentence in the language of this page.
 * @param {Key} key
 * @param {Readonly<Record<string, string | number>>} [fields]
 */
export function t(key, fields = {}) {
  return filled(words[key] ?? en[key], fields);
}

/**
 * What a word of a server is called here; itself, if this client does not know it: newer servers may have more.
 * @param {string} prefix
 * @param {string} word
 */
export function called(prefix, word) {
  const key = `${prefix}.${word}`;
  if (Object.hasOwn(en, key)) return t(/** @type {Key} */ (key));
  const text = word.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * @param {string} text
 * @param {Readonly<Record<string, string | number>>} fields
 */
export function filled(text, fields) {
  return text.replace(HOLE, (_, name, forms) => {
    const value = fields[name] ?? "";
    if (forms === undefined) return String(value);
    const [one, many = one] = String(forms).split("|");
    return (Number(value) === 1 ? one : many)?.replaceAll("#", String(value)) ?? "";
  });
}
