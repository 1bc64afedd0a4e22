import { t } from "../words.js";

/** @import { Noted } from "../../../javascript/src/verify.js" */

const HASH = /^[0-9a-f]{64}$/i;

/**
 * The notes of a player about a match in the form for `verify`. Throws a readable error for invalid input.
 * @param {Readonly<Record<string, string>>} typed
 * @param {number | null} seat the player's seat; `null` if the form asks for it
 * @returns {Noted}
 */
export function notedIn({ version = "", link = "", entropy = "", seat: chosen = "" }, seat) {
  /** @type {Noted} */
  const noted = {};
  if (version.trim() !== "" || link.trim() !== "") {
    if (!/^[1-9]\d*$/.test(version.trim())) throw new Error(t("verified.bad_version"));
    if (!HASH.test(link.trim())) throw new Error(t("verified.bad_link"));
    noted.links = { [Number(version)]: link.trim().toLowerCase() };
  }
  // A share may be any text, so blanks at its ends are kept.
  if (entropy !== "") noted.entropy = { [seat ?? Number(chosen)]: entropy };
  return noted;
}
