/**
 * The client's own texts, each with a key. A part of them is loaded with its screen: `page` with the page, others with
 * the screen or the game's table that uses them.
 *
 * @typedef {typeof import("../words/en/page.js").words
 *   & typeof import("../words/en/account.js").words & typeof import("../words/en/amfibido.js").words
 *   & typeof import("../words/en/amiibart.js").words & typeof import("../words/en/any.js").words
 *   & typeof import("../words/en/cards.js").words & typeof import("../words/en/collection.js").words
 *   & typeof import("../words/en/console.js").words & typeof import("../words/en/density-deck.js").words
 *   & typeof import("../words/en/finale.js").words & typeof import("../words/en/hints.js").words
 *   & typeof import("../words/en/known.js").words & typeof import("../words/en/lesson.js").words
 *   & typeof import("../words/en/match.js").words & typeof import("../words/en/moderation.js").words
 *   & typeof import("../words/en/myacards.js").words & typeof import("../words/en/notices.js").words
 *   & typeof import("../words/en/people.js").words & typeof import("../words/en/remarks.js").words
 *   & typeof import("../words/en/replay.js").words & typeof import("../words/en/rules.js").words
 *   & typeof import("../words/en/seek.js").words & typeof import("../words/en/settings.js").words
 *   & typeof import("../words/en/tables.js").words & typeof import("../words/en/terms.js").words
 *   & typeof import("../words/en/tournaments.js").words & typeof import("../words/en/verified.js").words
 *   & typeof import("../words/en/recess.js").words & typeof import("../words/en/webhooks.js").words} All
 * @typedef {keyof All} Key
 * @typedef {"account" | "amfibido" | "amiibart" | "any" | "cards" | "collection" | "console" | "density-deck" | "finale" | "hints" | "known" | "lesson" | "match" | "moderation" | "myacards" | "notices" | "page" | "recess"
 *   | "people" | "remarks" | "replay" | "rules" | "seek" | "settings" | "tables" | "terms" | "tournaments" | "verified" | "webhooks"} Part
 */

/**
 * A part in another language, with the same keys.
 * @template English
 * @typedef {Readonly<Record<keyof English, string>>} Translation
 */

/** The available languages, English first. */
export const languages = ["en", "de"];

/** The language of this page, which the client also requests from the server. */
export let spoken = "en";

/** All loaded texts, of one language. @type {Record<string, string>} */
let words = {};

/** The parts that are loaded or being loaded. @type {Map<Part, Promise<void>>} */
const parts = new Map();

const HOLE = /\{(\w+)(?:\|([^{}]*))?\}/g;

/**
 * Load the texts in a language; English for an unknown one. If loading fails, the earlier language stays, at first
 * English. A page of another language never loads the English texts.
 * @param {string} language
 */
export async function speak(language) {
  const wanted = language.toLowerCase().split("-")[0] ?? "en";
  const code = languages.includes(wanted) ? wanted : "en";
  const isBegun = parts.has("page");
  if (code !== spoken || !isBegun) await translated(code).catch(() => (isBegun ? undefined : translated("en")));
  document.documentElement.lang = spoken;
}

/** Replace all texts by those of a language. @param {string} code */
async function translated(code) {
  const wanted = /** @type {Set<Part>} */ (new Set(["page", ...parts.keys()]));
  const found = await Promise.all([...wanted].map((part) => wordsOf(code, part)));
  words = Object.assign({}, ...found);
  spoken = code;
  parts.set("page", Promise.resolve());
}

/**
 * Wait until some parts of the texts are loaded. Rejects if one fails; the next call tries again.
 * @param {readonly Part[]} wanted
 */
export async function learnt(wanted) {
  await Promise.all(wanted.map((part) => parts.get(part) ?? learning(part)));
}

/** @param {Part} part */
function learning(part) {
  const arrival = wordsOf(spoken, part).then((found) => {
    Object.assign(words, found);
  });
  parts.set(part, arrival);
  arrival.catch(() => parts.delete(part));
  return arrival;
}

/**
 * @param {string} language
 * @param {Part} part
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
async function wordsOf(language, part) {
  return (await import(`../words/${language}/${part}.js`)).words;
}

/**
 * A text in the language of this page. Texts are loaded in parts; the screen that uses a text loads its part first.
 * @param {Key} key
 * @param {Readonly<Record<string, string | number>>} [fields]
 */
export function t(key, fields = {}) {
  const sentence = words[key];
  if (sentence === undefined) console.error(`${key} is said before its part of the words is here`);
  return filled(sentence ?? key, fields);
}

/**
 * The text for a word of the server; the word itself if this client does not know it, as newer servers may have more.
 * @param {string} prefix
 * @param {string} word
 */
export function called(prefix, word) {
  const key = `${prefix}.${word}`;
  if (Object.hasOwn(words, key)) return t(/** @type {Key} */ (key));
  const text = word.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * @param {string} text
 * @param {Readonly<Record<string, string | number>>} fields
 */
export function filled(text, fields) {
  if (!text.includes("{")) return text;
  return text.replace(HOLE, (_, name, forms) => {
    const value = fields[name] ?? "";
    if (forms === undefined) return String(value);
    const [one, many = one] = String(forms).split("|");
    return (Number(value) === 1 ? one : many)?.replaceAll("#", String(value)) ?? "";
  });
}
