/** What every client needs to bind its share of a match's entropy: hashes, as FAIRNESS.md has them. */

/** @param {Uint8Array<ArrayBuffer>} bytes */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
export function utf8(text) {
  return /** @type {Uint8Array<ArrayBuffer>} */ (new TextEncoder().encode(text));
}

export function subtle() {
  if (globalThis.crypto?.subtle === undefined) {
    throw new Error("verification needs a secure page: one from https:// or from this machine");
  }
  return crypto.subtle;
}

/**
 * Return the hash by which a seat binds its share of entropy, in hexadecimal.
 * @param {string} entropy
 */
export async function entropyHash(entropy) {
  return hex(new Uint8Array(await subtle().digest("SHA-256", utf8(entropy))));
}

/**
 * Return what says to a server that this share of entropy is bound: nothing on a page that cannot hash, one that is neither
 * from `https://` nor from this machine; it adds the empty share then.
 * @param {() => string} draw gives the share
 * @returns {Promise<{ entropy_hash?: string }>}
 */
export async function bound(draw) {
  return globalThis.crypto?.subtle === undefined ? {} : { entropy_hash: await entropyHash(draw()) };
}
