import { en } from "../words/en.js";

/** @typedef {keyof typeof en} Key */
/** @typedef {Readonly<Partial<Record<Key, string>>>} Words */

/** @type {Words} */
let words = en;

const HOLE = /\{(\w+)(?:\|([^{}]*))?\}/g;

/** The language of this page, which its server is asked to speak, too. */
export let spoken = "en";

/**
 * The client's own words of a language; English where there is none, or where they cannot be loaded.
 * @param {string} language
 */
export async function speak(language) {
  const code = language.toLowerCase().split("-")[0] ?? "en";
  const found = await LANGUAGES[code]?.().catch(() => undefined);
  words = found ?? en;
  spoken = found === undefined ? "en" : code;
  document.documentElement.lang = spoken;
}

/** @type {Readonly<Record<string, () => Promise<Words>>>} */
const LANGUAGES = {
  de: async () => (await import("../words/de.js")).de,
};

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
