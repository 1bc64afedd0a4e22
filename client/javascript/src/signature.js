/** Signatures of transcripts: FAIRNESS.md, *Signatures*. */

import { permittedSubtle } from "./notes.js";
import { strictly } from "./strict-json.js";

/** @import { Transcript } from "../types/v1.js" */

const TYPE = "quarterdeck-match+jws";

/**
 * A public key of a server, as `/v1/keys` lists it.
 * @typedef {object} PublicKey
 * @property {string} x
 * @property {string} kid
 * @property {number} since the key signs matches that ended from this time on
 * @property {number} [until] and before this time
 */

/**
 * The signer of a transcript, as far as it is known.
 * @typedef {object} Signature
 * @property {"by_key" | "unknown_key" | "unsigned" | "unchecked"} signed by the key for the time of the match's end, by
 *   a key that is not among these, not at all, or not checked, because this browser has no Ed25519
 * @property {string | null} key the id of the key that the signature names
 * @property {{ kind: "signature", version: number | null, text: string } | null} fault the signature names one of the
 *   keys, but that key did not make it, or it signs something else
 */

class Wrong extends Error {
  /**
   * @param {number | null} version
   * @param {string} text
   */
  constructor(version, text) {
    super(version === null ? text : `entry ${version}: ${text}`);
    this.version = version;
  }
}

/**
 * Return the signer of a transcript that `verify` has accepted: check its signature with the keys of a server.
 * @param {Transcript} transcript
 * @param {{ keys: readonly PublicKey[] }} keys the server's answer at `/v1/keys`
 * @returns {Promise<Signature>}
 */
export async function whoseIs(transcript, { keys }) {
  const { signature } = transcript;
  if (typeof signature !== "string") {
    return { signed: "unsigned", key: null, fault: null };
  }
  /** @type {Signature} */
  const found = { signed: "unchecked", key: null, fault: null };
  try {
    const [header, payload, signing, made] = split(signature);
    found.key = header.kid;
    const key = keys.find(({ kid }) => kid === header.kid);
    if (key === undefined) {
      return { ...found, signed: "unknown_key" };
    }
    const isOf = await isSignedBy(key, signing, made);
    if (isOf === null) {
      return found;
    }
    if (!isOf) {
      throw new Wrong(null, `the signature is not of the key ${key.kid}: it was altered, or made without that key`);
    }
    const stated = statementIn(payload);
    compare(stated, transcript);
    if (stated.ended < key.since || (key.until !== undefined && stated.ended >= key.until)) {
      throw new Wrong(null, `the key ${key.kid} is not the one that signed when it ended`);
    }
    found.signed = "by_key";
  } catch (error) {
    if (!(error instanceof Wrong)) {
      throw error;
    }
    found.fault = { kind: "signature", version: error.version, text: error.message };
  }
  return found;
}

/**
 * Return header, payload, the signed text, and the signature.
 * @param {string} signature
 * @returns {[any, Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>]}
 */
function split(signature) {
  const [front = "", middle = "", end = "", ...more] = signature.split(".");
  let header, payload, made;
  try {
    [header, payload, made] = [strictly(text(bytesOf(front))), bytesOf(middle), bytesOf(end)];
  } catch {
    header = null;
  }
  if (payload === undefined || made === undefined || more.length > 0 || typeof header?.kid !== "string") {
    throw new Wrong(null, "the signature cannot be read: the signature is not a compact JWS");
  }
  if (header.alg !== "EdDSA" || header.typ !== TYPE) {
    throw new Wrong(null, `the signature cannot be read: the header of the signature does not name EdDSA and ${TYPE}`);
  }
  return [header, payload, utf8(`${front}.${middle}`), made];
}

/** @param {Uint8Array<ArrayBuffer>} payload */
function statementIn(payload) {
  try {
    return strictly(text(payload));
  } catch {
    throw new Wrong(null, "what is signed cannot be read");
  }
}

/**
 * True if this key has signed the text; `null` if this browser cannot check it.
 * @param {PublicKey} key
 * @param {Uint8Array<ArrayBuffer>} signing
 * @param {Uint8Array<ArrayBuffer>} made
 */
async function isSignedBy({ x, kid }, signing, made) {
  const subtle = permittedSubtle();
  if (subtle === undefined) {
    return null;
  }
  const named = new Uint8Array(await subtle.digest("SHA-256", utf8(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`)));
  if (base64url(named) !== kid) {
    return false;
  }
  try {
    const key = await subtle.importKey("raw", bytesOf(x), { name: "Ed25519" }, false, ["verify"]);
    return await subtle.verify({ name: "Ed25519" }, key, made, signing);
  } catch (error) {
    if (error instanceof Error && error.name === "NotSupportedError") {
      return null;
    }
    return false;
  }
}

/**
 * Throw for the first part of the transcript that differs from the signed statement.
 * @param {any} stated
 * @param {Transcript} transcript
 */
function compare(stated, { match, game, commitment, entries, result }) {
  const [first, last] = [JSON.parse(entries[0]?.entry ?? "{}").cause, entries.at(-1)];
  const players = first?.players?.map((/** @type {any} */ player) => ({ id: player?.id, name: player?.name }));
  /** @type {[string, unknown, number][]} */
  const told = [
    ["match", match, 1],
    ["game", game, 1],
    ["rules", first?.rules, 1],
    ["commitment", commitment, 1],
    ["players", players, 1],
    ["entries", entries.length, entries.length],
    ["ended", last?.at, entries.length],
    ["link", last?.link, entries.length],
    ["result", { places: result?.places, reason: result?.reason }, entries.length],
  ];
  for (const [name, value, version] of told) {
    if (!isSame(stated?.[name], value)) {
      throw new Wrong(version, `the server has signed another \`${name}\` than the transcript has`);
    }
  }
}

/**
 * True if two values are equal; the first one may have further fields.
 * @param {any} stated
 * @param {any} value
 * @returns {boolean}
 */
function isSame(stated, value) {
  if (typeof value !== "object" || value === null) {
    return stated === value;
  }
  const names = Object.keys(value);
  if (Array.isArray(value) && stated?.length !== value.length) {
    return false;
  }
  return names.every((name) => isSame(stated?.[name], value[name]));
}

/** @param {string} written */
function utf8(written) {
  return /** @type {Uint8Array<ArrayBuffer>} */ (new TextEncoder().encode(written));
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
function text(bytes) {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
function base64url(bytes) {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/**
 * Return the bytes of a base64url text. Throws if it is invalid or not in its shortest form.
 * @param {string} written
 */
function bytesOf(written) {
  const binary = atob(written.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  if (base64url(bytes) !== written) {
    throw new TypeError("the text is not base64url without padding");
  }
  return bytes;
}
