/**
 * Readers for files of users. A byte order mark is skipped. The refusal of a file of another kind names this kind, as
 * far as its bytes show it. `file_kinds.py` of the server knows the same kinds.
 */

import { strictly } from "./strict-json.js";

/** @import { Transcript } from "../types/v1.js" */

/**
 * The words that follow “it is” in a sentence about a file, by its kind. A `text` is any that is none of the others, also JSON with a mistake in it.
 */
export const KINDS = {
  empty: "empty",
  gzip: "a gzip archive; unpack it first",
  zip: "a ZIP archive; unpack it first",
  archive: "a compressed archive; unpack it first",
  picture: "a picture",
  pdf: "a PDF document",
  database: "an SQLite database",
  store: "a snapshot file of Redis or Valkey",
  backup: "a backup of Quarterdeck",
  utf_16: "text in UTF-16; save it as UTF-8",
  not_utf_8: "text in an encoding other than UTF-8; save it as UTF-8",
  binary: "binary, not text",
  pgn: "a chess game in PGN",
  html: "a web page",
  xml: "XML",
  json_lines: "several JSON values, one a line (NDJSON)",
  transcript: "a transcript of a match",
  replay: "a replay as one viewer saw it, not the transcript",
  table: "a table of the lobby",
  keys: "a list of public keys",
  card_set: "a card set",
  deck: "a deck",
  message: "a single message of the protocol",
  json: "JSON of another kind",
  text: "text of another kind",
};

/** @typedef {keyof typeof KINDS} FileKind */

/** Number of characters in which the lines of a deck are searched. */
const HEAD = 4096;

/** A printable character of ASCII, a tab or the end of a line, as hexadecimal digits. */
const PLAIN = "(?:09|0[ad]|[2-6].|7[0-9a-e])";

/** The first bytes of files of these kinds, in hexadecimal digits. @type {[RegExp, FileKind][]} */
const SIGNATURES = [
  [/^1f8b/, "gzip"],
  [/^504b0(304|506)/, "zip"],
  [/^(377abcaf271c|fd377a585a00|425a683.314159265359|28b52ffd|526172211a07)/, "archive"],
  [/^(89504e470d0a|ffd8ff|474946383[79]61|52494646.{8}57454250|.{8}6674797061766966)/, "picture"],
  [/^255044462d/, "pdf"],
  [/^53514c69746520666f726d6174203300/, "database"],
  [/^(5245444953(3\d){4}|56414c4b4559(3\d){3})/, "store"],
  [/^717561727465726465636b2d6261636b757020/, "backup"],
  [new RegExp(`^(fffe|feff|(${PLAIN}00){2}|(00${PLAIN}){2})`), "utf_16"],
];

/** The fields that identify JSON files of Quarterdeck. @type {[string[], FileKind][]} */
const FIELDS = [
  [["match", "commitment", "entries"], "transcript"],
  [["match", "began", "frames"], "replay"],
  [["places", "stage"], "table"],
  [["game", "id", "cards"], "card_set"],
  [["keys"], "keys"],
];

/** Error: a file of another kind. `kind` is the actual one, `transcript` if it is a broken transcript. */
export class ForeignFile extends Error {
  /** @override */
  name = "ForeignFile";

  /**
   * @param {FileKind} kind
   * @param {string} text
   */
  constructor(kind, text) {
    super(text);
    this.kind = kind;
  }
}

/**
 * Return the transcript in a file. Throws `ForeignFile` for a file of another kind.
 * @param {Uint8Array | ArrayBuffer | string} content
 * @returns {Transcript}
 */
export function transcriptIn(content) {
  const text = typeof content === "string" ? content.replace(/^\ufeff/, "") : decoded(content);
  const kind = text === null ? kindOf(content) : kindOfText(text);
  if (kind !== "transcript") {
    const why = kind === "text" ? "it is not JSON" : `it is ${KINDS[kind]}`;
    throw new ForeignFile(kind, `this is not ${KINDS.transcript}: ${why}`);
  }
  const found = read(/** @type {string} */ (text));
  if (!isTranscript(found)) {
    throw new ForeignFile(kind, `this is not ${KINDS.transcript}: parts of it are missing or of another type`);
  }
  return found;
}

/**
 * Return the value of a transcript's JSON. Throws `ForeignFile` if programs may read it differently.
 * @param {string} text
 * @returns {any}
 */
function read(text) {
  try {
    return strictly(text, { maybeSpaced: true });
  } catch (error) {
    const why = /** @type {SyntaxError} */ (error).message;
    throw new ForeignFile("transcript", `programs may read this file differently: ${why}`);
  }
}

/**
 * True if a value has the parts of a transcript. `verify` checks their contents.
 * @param {any} value
 * @returns {value is Transcript}
 */
export function isTranscript(value) {
  const { match, game, commitment, entries, result } = value ?? {};
  return (
    [match, game, commitment].every((each) => typeof each === "string") &&
    typeof result === "object" &&
    result !== null &&
    Array.isArray(entries) &&
    entries.every((each) => typeof each?.entry === "string" && typeof each.link === "string")
  );
}

/**
 * Return the kind of a file by its content.
 * @param {Uint8Array | ArrayBuffer | string} content
 * @returns {FileKind}
 */
export function kindOf(content) {
  if (typeof content === "string") return kindOfText(content);
  const bytes = new Uint8Array(content);
  const start = Array.from(bytes.subarray(0, 32), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const known = SIGNATURES.find(([signature]) => signature.test(start));
  if (known !== undefined) return known[1];
  if (bytes.includes(0)) return "binary";
  const text = decoded(bytes);
  return text === null ? "not_utf_8" : kindOfText(text);
}

/** The text of a file without a byte order mark; `null` if it is not UTF-8. @param {Uint8Array | ArrayBuffer} bytes */
function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** @param {string} text @returns {FileKind} */
function kindOfText(text) {
  const bare = text.replace(/^[\ufeff\u200b \t\r\n]+/, "");
  if (bare === "") return "empty";
  if (bare.startsWith("<")) {
    if (/^<(!doctype\s+html|html|head|body)\b/i.test(bare)) return "html";
    if (/<cockatrice_deck\b|<Deck\b/.test(bare.slice(0, HEAD))) return "deck";
    return /^<(\?xml|!doctype|!--|[a-z_][\w.-]*[\s>/])/i.test(bare) ? "xml" : "text";
  }
  if (/^\[(Event|Site|Date|Round|White|Black|Result|FEN) "/.test(bare)) return "pgn";
  const kind = /^[{[]/.test(bare) ? kindOfJson(bare) : "text";
  return kind === "text" && isDeck(bare) ? "deck" : kind;
}

/** @param {string} text @returns {FileKind} */
function kindOfJson(text) {
  const value = parsed(text);
  if (value === undefined) {
    const lines = text.split("\n", 2).map(parsed);
    const areLines = lines.length === 2 && lines.every((each) => isObject(each));
    return areLines ? "json_lines" : "text";
  }
  if (!isObject(value)) return "json";
  const known = FIELDS.find(([fields]) => fields.every((field) => Object.hasOwn(value, field)));
  if (known !== undefined) return known[1];
  if (hasDeck(value)) return "deck";
  return typeof value.type === "string" ? "message" : "json";
}

/** True if an object has a deck, or cards with their numbers, without the printed cards. @param {any} value */
function hasDeck({ cards, deck }) {
  if (isObject(cards)) return true;
  const first = Array.isArray(cards) ? cards[0] : undefined;
  if (typeof first === "string" || (Array.isArray(first) && typeof first[0] === "string")) return true;
  if (isObject(first) && ["count", "quantity", "copies"].some((field) => Object.hasOwn(first, field))) return true;
  return typeof deck === "string" || (typeof deck === "object" && deck !== null);
}

/** True if a text is a deck code, or most of its first lines have a number of cards. @param {string} text */
function isDeck(text) {
  const trimmed = text.slice(0, HEAD).split(/\r\n|\r|\n/);
  const lines = trimmed.map((line) => line.trim()).filter((line) => line !== "" && !/^[#/;[]/.test(line));
  const first = lines.slice(0, 8);
  const listed = first.filter((line) => /^\d{1,2}\s*[x×]?\s+\S/.test(line)).length;
  return first.some((line) => /^[A-Z]{2}-[A-Z2-7]{13,}/.test(line)) || (listed >= 2 && 2 * listed > first.length);
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {any} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
