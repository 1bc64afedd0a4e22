import { shake } from "../browser.js";

/** @import { Page } from "../page.js" */
/** @import { State } from "../state/initial.js" */
/** @import { Challenge, OpenChallengeLink, Challenges, Notice, Notices, RatingBand } from "../../../javascript/types/v1.js" */

/**
 * The inbox of the player, as far as this page has read it: `panels.inbox` of the state.
 *
 * @typedef {object} Inbox
 * @property {string} player the id of the player
 * @property {readonly Notice[]} notices newest first
 * @property {string | null} before the cursor of older notices
 * @property {string} read the read mark
 * @property {number} unread number of unread notices
 * @property {readonly Challenge[]} received open challenges to the player
 * @property {readonly Challenge[]} sent open challenges by the player
 * @property {readonly OpenChallengeLink[]} links open challenge links of the player
 * @property {readonly RatingBand[]} bands the ratings of challengers, by game
 * @property {Challenges["challenged_by"] | null} by who may challenge the player; `null` if the server has no challenges
 * @property {Readonly<Record<string, Challenge>>} answered challenges whose answer this page has received
 * @property {readonly string[]} put_off challenges whose banner the player has closed
 */

/** The inbox of this player, once it has been read. @param {Pick<State, "panels" | "me">} state @returns {Inbox | null} */
export function inboxOf({ panels, me }) {
  return panels.inbox?.player === me?.player.id ? (panels.inbox ?? null) : null;
}

/** True if this server has challenges. @param {Pick<State, "welcome">} state */
export function hasChallenges({ welcome }) {
  return (welcome?.capabilities ?? []).includes("challenges");
}

/** @param {Pick<Page, "store">} page @param {(inbox: Inbox) => Inbox} next */
export function changeInbox({ store }, next) {
  store.change((state) => {
    const inbox = inboxOf(state);
    return inbox === null ? state : { ...state, panels: { ...state.panels, inbox: next(inbox) } };
  });
}

/**
 * Read the inbox and follow it, until this is over. The SDK continues after the last notice when a connection comes back.
 * @param {Page} page
 * @param {() => boolean} isOver
 */
export async function followed(page, isOver) {
  const { session, store } = page;
  const player = session.client.player.id;
  const notices = await session.client.notices();
  const first = await notices.list();
  if (isOver()) return;
  /** @type {Inbox} */
  const inbox = {
    player,
    ...shown(first),
    received: [],
    sent: [],
    links: [],
    bands: [],
    by: null,
    answered: {},
    put_off: [],
  };
  store.change((state) => ({ ...state, panels: { ...state.panels, inbox } }));
  await readChallenges(page);
  for await (const notice of notices.follow(first.notices[0]?.id ?? first.read)) {
    if (isOver()) return;
    await taken(page, notice);
  }
}

/** @param {Notices} page */
function shown({ notices, before = null, read, unread }) {
  return { notices, before: before ?? null, read, unread };
}

/** @param {Page} page @param {Notice} notice */
async function taken(page, notice) {
  const { challenge } = notice;
  changeInbox(page, (inbox) => withNotice(inbox, notice));
  if (notice.kind === "challenged") shake(30);
  if (challenge) await readChallenges(page).catch(() => {}); // the next notice reads them again
  const { route } = page.store.state;
  const isSeen = notice.match && route.params.match === notice.match && inboxOf(page.store.state)?.unread === 1;
  if (isSeen) await readUpTo(page, notice.id).catch(() => {});
}

/**
 * An inbox with a further notice. One with an id that is known already changes nothing.
 * @param {Inbox} inbox
 * @param {Notice} notice
 * @returns {Inbox}
 */
export function withNotice(inbox, notice) {
  const { id, challenge } = notice;
  if (inbox.notices.some((each) => each.id === id)) return inbox;
  return {
    ...inbox,
    notices: [notice, ...inbox.notices],
    unread: inbox.unread + (Number(id) > Number(inbox.read) ? 1 : 0),
    answered:
      challenge && challenge.stage !== "open" ? { ...inbox.answered, [challenge.id]: challenge } : inbox.answered,
  };
}

/** Read the newest notices again: a notice of a turn leaves the inbox when the turn is over. @param {Page} page */
export async function readNewest(page) {
  const found = shown(await (await page.session.client.notices()).list());
  changeInbox(page, (inbox) => ({ ...inbox, ...found }));
}

/** Read the open challenges again. @param {Page} page */
export async function readChallenges(page) {
  if (!hasChallenges(page.store.state)) return;
  keepChallenges(page, await (await page.session.client.challenges()).list());
}

/** @param {Page} page @param {Challenges} challenges */
export function keepChallenges(page, { received, sent, challenged_by, links = [], rating_bands: bands = [] }) {
  changeInbox(page, (inbox) => ({ ...inbox, received, sent, links, bands, by: challenged_by }));
}

/** Mark notices as read. @param {Page} page @param {string} id of the newest of them */
export async function readUpTo(page, id) {
  const { read, unread } = await (await page.session.client.notices()).read(id);
  changeInbox(page, (inbox) => ({ ...inbox, read, unread }));
}

/** Read the notices before those that are known. @param {Page} page */
export async function readOlder(page) {
  const before = inboxOf(page.store.state)?.before;
  if (!before) return;
  const found = shown(await (await page.session.client.notices()).list(before));
  changeInbox(page, (inbox) => ({ ...inbox, ...found, notices: [...inbox.notices, ...found.notices] }));
}

/**
 * The open challenges that the clock has not ended.
 * @template {Challenge | OpenChallengeLink} Each
 * @param {readonly Each[]} challenges
 * @param {Pick<State, "ahead">} state
 */
export function stillOpen(challenges, { ahead }) {
  const now = Date.now() + ahead;
  return challenges.filter((each) => each.stage === "open" && each.expires_at > now);
}
