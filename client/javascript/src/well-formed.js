import { CommandRefused, UsageError } from "./errors.js";

const HALF =
  "This text has half a character (a lone surrogate), which JSON cannot carry. Cut texts between characters, as" +
  " `[...text].slice(0, 300).join('')` does.";

/** Maximum number of characters of a `ref`, and of a share of entropy. */
const LONGEST = 64;

/**
 * Refuse a command that the server could not answer, because it could not read its `ref`. Throws `CommandRefused`, and
 * `UsageError` for a value that is not JSON.
 * @param {object & { ref: unknown }} command
 */
export function refuseUnanswerable(command) {
  const { ref } = command;
  if (typeof ref !== "string" || ref.length === 0 || [...ref].length > LONGEST) {
    throw malformed(`A \`ref\` must be a text of 1 to ${LONGEST} characters.`, "$.ref");
  }
  const where = placeOfHalf(asSent(command), "$");
  if (where !== null) {
    throw malformed(HALF, where);
  }
}

/**
 * Return a command as it is sent, after each `toJSON`. Throws `UsageError` for a value that is not JSON.
 * @param {object} command
 */
function asSent(command) {
  try {
    return JSON.parse(JSON.stringify(command));
  } catch (error) {
    const text = `this command cannot be sent as JSON: ${error instanceof Error ? error.message : error}`;
    throw new UsageError(text, { cause: error });
  }
}

/**
 * Refuse a share of entropy that could be bound but not revealed. Throws `CommandRefused`.
 * @param {string} entropy
 */
export function checkShare(entropy) {
  if ([...entropy].length > LONGEST) {
    throw malformed(`A share of entropy can have at most ${LONGEST} characters.`, "$.entropy");
  }
  if (!entropy.isWellFormed()) {
    throw malformed(HALF, "$.entropy");
  }
}

/**
 * @param {string} text
 * @param {string} where
 */
function malformed(text, where) {
  return new CommandRefused({ code: "malformed", text, where });
}

/**
 * Return the path of an unpaired surrogate in a value, in a text or in the name of a field.
 * @param {unknown} value
 * @param {string} at
 * @returns {string | null}
 */
function placeOfHalf(value, at) {
  if (typeof value === "string") {
    return value.isWellFormed() ? null : at;
  }
  if (typeof value !== "object" || value === null) {
    return null;
  }
  for (const [name, each] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${at}[${name}]` : `${at}.${name}`;
    const found = name.isWellFormed() ? placeOfHalf(each, place) : at;
    if (found !== null) {
      return found;
    }
  }
  return null;
}
