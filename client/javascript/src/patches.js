import { PatchError } from "./errors.js";

export { PatchError };

/** @import { Update } from "../types/v1.js" */

/**
 * A change at a place that a JSON Pointer (RFC 6901) names. There are three of the operations of JSON Patch (RFC 6902).
 * @typedef {{ op: "add", path: string, value: unknown } | { op: "remove", path: string }
 *   | { op: "replace", path: string, value: unknown }} Operation
 */

/** The fields of an update that a patch changes. Its other fields are in the message itself, or unchanged. */
const CHANGING = /** @type {const} */ (["players", "waiting", "result", "view", "choices", "outlooks", "watching"]);
const INDEX = /^(0|[1-9][0-9]*)$/;

/**
 * Return a JSON value after these operations, in order. The value itself does not change, and unchanged parts are
 * shared with it. Throws `PatchError` if an operation does not fit.
 * @param {any} document
 * @param {readonly Operation[]} operations
 */
export function patched(document, operations) {
  let whole = document;
  for (const operation of operations) {
    const [first, ...keys] = operation.path.split("/");
    if (first !== "") {
      throw new PatchError(`\`${operation.path}\` is no place`);
    }
    if (keys.length === 0) {
      whole = operation.op === "remove" ? misfit(operation) : operation.value;
    } else {
      whole = changed(whole, keys.map(unescaped), operation);
    }
  }
  return whole;
}

/**
 * @param {any} place
 * @param {string[]} keys
 * @param {Operation} operation
 * @returns {any}
 */
function changed(place, keys, operation) {
  const [key = "", ...rest] = keys;
  if (rest.length > 0) {
    const at = found(place, key, operation);
    const copy = copied(place);
    put(copy, at, changed(place[at], rest, operation));
    return copy;
  }
  const copy = copied(place);
  if (operation.op === "add" && Array.isArray(copy)) {
    copy.splice(key === String(copy.length) ? copy.length : Number(found(place, key, operation)), 0, operation.value);
  } else if (operation.op === "add" && isObject(copy)) {
    put(copy, key, operation.value);
  } else if (operation.op === "replace") {
    put(copy, found(place, key, operation), operation.value);
  } else if (operation.op === "remove" && Array.isArray(copy)) {
    copy.splice(Number(found(place, key, operation)), 1);
  } else if (operation.op === "remove") {
    delete copy[found(place, key, operation)];
  } else {
    misfit(operation);
  }
  return copy;
}

/**
 * Return the key or index of the value at `key`. Throws `PatchError` if there is none.
 * @param {any} place
 * @param {string} key
 * @param {Operation} operation
 * @returns {string | number}
 */
function found(place, key, operation) {
  if (Array.isArray(place) && INDEX.test(key) && Number(key) < place.length) {
    return Number(key);
  }
  if (isObject(place) && !Array.isArray(place) && Object.hasOwn(place, key)) {
    return key;
  }
  return misfit(operation);
}

/**
 * Set a value at a key. Every key is allowed, `__proto__` too.
 * @param {any} place
 * @param {string | number} key
 * @param {unknown} value
 */
function put(place, key, value) {
  Object.defineProperty(place, key, { value, configurable: true, enumerable: true, writable: true });
}

/** @param {any} value */
function copied(value) {
  return Array.isArray(value) ? [...value] : isObject(value) ? { ...value } : value;
}

/** @param {unknown} value */
function isObject(value) {
  return typeof value === "object" && value !== null;
}

/** @param {string} part */
function unescaped(part) {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

/**
 * @param {Operation} operation
 * @returns {never}
 */
function misfit(operation) {
  throw new PatchError(`there is nothing at \`${operation.path}\``);
}

/** Builds whole updates from the patches on one connection. */
export class WholeUpdates {
  /** @type {Map<string, any>} */
  #latest = new Map();

  /**
   * Return the message itself, or the `update` that results from a patch and the update before. Throws `PatchError` if
   * the patch does not fit.
   * @param {any} message
   */
  whole(message) {
    switch (message.type) {
      case "update":
        this.#latest.set(message.match, message);
        return message;
      case "update_patch":
        return this.#madeWhole(message);
      case "match_unwatched":
        this.#latest.delete(message.match);
        return message;
      default:
        return message;
    }
  }

  /**
   * @param {any} message
   * @returns {Update}
   */
  #madeWhole({ type: _, patch, ...said }) {
    const before = this.#latest.get(said.match);
    this.#latest.delete(said.match); // what does not fit leaves nothing behind that could be built on
    if (before === undefined || before.version !== said.since) {
      throw new PatchError(`a patch follows version ${said.since}, which was not sent on this connection`);
    }
    const changing = Object.fromEntries(CHANGING.filter((key) => key in before).map((key) => [key, before[key]]));
    const staying = Object.fromEntries(Object.entries(before).filter(([key]) => !(key in changing)));
    delete staying.recess; // it is in each update while there is one
    const { undo, ...whole } = { ...staying, ...said, ...patched(changing, patch) };
    const update = undo ? { ...whole, undo } : whole; // `null` says that there is none any more
    this.#latest.set(said.match, update);
    return update;
  }
}
