import { ForkedError } from "./errors.js";
import { verify } from "./verify.js";

/** @import { Transcript } from "../types/v1.js" */
/** @import { Notes } from "./notes.js" */
/** @import { Noted } from "./verify.js" */

/**
 * Check a transcript against the notes of this client, and repeat every draw. Rejects with `ForkedError` if the
 * transcript does not follow from them.
 * @param {Transcript} transcript
 * @param {Notes} notes
 * @param {number | null} seat the player's own seat in the match
 * @param {Noted} noted notes from elsewhere, which count before those of this client
 */
export async function checkTranscript(transcript, notes, seat, noted) {
  const { match } = transcript;
  const { entropy, ...known } = notes.get(match) ?? {};
  const verdict = await verify(transcript, {
    ...known,
    ...noted,
    links: { ...Object.fromEntries(notes.links(match)), ...noted.links },
    entropy: { ...(entropy !== undefined && seat !== null && { [seat]: entropy }), ...noted.entropy },
  });
  if (verdict.fault !== null) {
    throw new ForkedError(match, verdict.fault.version, verdict.fault.text);
  }
  return verdict;
}
