import { changeInbox, readChallenges } from "../notices/inbox.js";
import { keepDeck, lastDeck } from "./openings.js";

/** @import { Page } from "../page.js" */
/** @import { Challenge, CreateChallenge, CreateChallengeLink, DeclineChallenge } from "../../../javascript/types/v1.js" */

/** The reasons for declining, as the page offers them. */
export const REASONS = /** @type {const} */ ([
  "generic",
  "later",
  "busy",
  "game",
  "options",
  "too_fast",
  "too_slow",
  "rated",
  "unrated",
  "no_bots",
  "only_bots",
]);

/** @param {Page} page @param {Omit<CreateChallenge, "type" | "ref">} what */
export async function challenged(page, what) {
  if (what.deck) keepDeck(what.game, what.deck);
  const challenge = await (await page.session.client.challenges()).create(what);
  await readChallenges(page);
  return challenge;
}

/** Make a challenge link. @param {Page} page @param {Omit<CreateChallengeLink, "type" | "ref">} what */
export async function linked(page, what) {
  if (what.deck) keepDeck(what.game, what.deck);
  const made = await (await page.session.client.challenges()).createLink(what);
  await readChallenges(page);
  return made;
}

/** Cancel a challenge link. @param {Page} page @param {string} id */
export async function unlinked(page, id) {
  await (await page.session.client.challenges()).cancelLink(id);
  await readChallenges(page);
}

/**
 * Accept the challenge of a link, and go to its match.
 * @param {Page} page
 * @param {string} token
 * @param {{ deck?: string, only_rated?: boolean }} how
 */
export async function acceptedLink(page, token, how) {
  await begun(page, await (await page.session.client.challenges()).acceptLink(token, how));
}

/**
 * Accept a challenge with a deck, without one with the deck that was brought last, and go to its match. A challenge that is shown
 * as rated is refused if its match would not be, unless the player agrees.
 * @param {Page} page
 * @param {Challenge} challenge
 * @param {{ deck?: string | undefined, orUnrated?: boolean }} [how]
 */
export async function accepted(page, challenge, { deck, orUnrated = false } = {}) {
  const onlyRated = challenge.rated && !challenge.unrated && !orUnrated;
  const offer = page.state.welcome?.games.find((each) => each.name === challenge.game);
  const brought = deck ?? (offer === undefined ? null : lastDeck(offer));
  if (deck) keepDeck(challenge.game, deck);
  const now = await answered(page, async (challenges) =>
    challenges.accept(challenge.id, brought ?? undefined, { onlyRated }),
  );
  await begun(page, now);
}

/** @param {Page} page @param {Challenge} challenge @param {DeclineChallenge["reason"]} reason */
export async function declined(page, challenge, reason) {
  await answered(page, (challenges) => challenges.decline(challenge.id, reason));
}

/** @param {Page} page @param {Challenge} challenge */
export async function cancelled(page, challenge) {
  return answered(page, (challenges) => challenges.cancel(challenge.id));
}

/** Go to the match of an accepted challenge. @param {Page} page @param {Challenge} challenge */
export async function begun(page, { id, match = null, table = null }) {
  if (match === null) return;
  putOff(page, id);
  if (table !== null) await page.session.client.tables.watch({ table }).catch(() => {}); // its rematch needs it
  await page.session.client.watchMatch(match, 0);
  page.go(`/m/${match}`);
}

/** Close the banner of a challenge. It stays in the inbox. @param {Page} page @param {string} id */
export function putOff(page, id) {
  changeInbox(page, (inbox) => ({ ...inbox, put_off: [...inbox.put_off, id] }));
}

/**
 * Give an answer, and read the open challenges again, also after a refusal: another window may have answered.
 * @param {Page} page
 * @param {(challenges: Awaited<ReturnType<Page["session"]["client"]["challenges"]>>) => Promise<Challenge>} answer
 */
async function answered(page, answer) {
  try {
    return await answer(await page.session.client.challenges());
  } finally {
    await readChallenges(page).catch(() => {});
  }
}
