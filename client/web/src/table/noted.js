import { t } from "../words.js";

/** @import { Noted } from "../../../javascript/src/verify.js" */

const HASH = /^[0-9a-f]{64}$/i;

/**
 * What somebody says that they had noted of a match, as `verify` takes it. Throws with what cannot be read, in words.
 * @param {Readonly<Record<string, string>>} typed
 * @param {number | null} seat theirs; `null` where the form asks for it
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
  // A share may be any text, so nothing is cut off its ends.
  if (entropy !== "") noted.entropy = { [seat ?? Number(chosen)]: entropy };
  return noted;
}
