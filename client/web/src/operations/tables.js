import { CommandRefused } from "../../../javascript/src/errors.js";
import { forgetDeck, lastDeck } from "./openings.js";

/** @import { Page } from "../page.js" */

/** Milliseconds for an action against bots, which are not in a hurry: new players read first. */
const UNHURRIED = 300_000;

/**
 * Open a table, as a guest if necessary, and go there. A match with bots only begins at once; each bot has a ready deck drawn at random.
 * @param {Pick<Page, "session" | "store" | "go">} page
 * @param {string} game
 * @param {{ bots?: number, bot?: string, deck?: string | null, fields?: object }} [how]
 */
export async function opened({ session, go }, game, { bots = 0, bot, deck, fields = {} } = {}) {
  await session.withPlayer();
  const { tables } = session.client;
  const offer = session.client.welcome.games.find((each) => each.name === game);
  const last = () => (offer === undefined ? null : lastDeck(offer));
  /** @param {string | null} brought */
  const open = (brought) =>
    tables.open(game, {
      ...(bots > 0 && { seats: bots + 1, time_limit: UNHURRIED }),
      ...(brought !== null && { deck: brought }),
      ...fields,
    });
  const table = await open(deck ?? last()).catch((error) => {
    if (deck || !(error instanceof CommandRefused) || !error.where?.startsWith("$.deck")) throw error;
    forgetDeck(game); // what this browser kept is no deck, or not any more
    return open(last());
  });
  if (bots === 0) {
    go(`/t/${table.id}`);
    return;
  }
  for (let at = 0; at < bots; at += 1) {
    const ready = drawn(offer?.decks ?? []);
    await tables.addBot(table.id, { ...(bot !== undefined && { bot }), ...(ready !== undefined && { deck: ready }) });
  }
  await begun({ session, go }, table.id);
}

/** Returns one of these names at random, from 32 bytes as a share of entropy has. @param {readonly string[]} names */
function drawn(names) {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(32));
  return names[byte % names.length];
}

/**
 * Be ready, and go to the match if it has begun.
 * @param {Pick<Page, "session" | "go">} page
 * @param {string} table
 * @param {{ deck?: string | null, perspectives?: "during" }} [fields]
 */
export async function begun({ session, go }, table, fields = {}) {
  let now = await session.client.tables.ready(table, fields);
  if (now.stage === "revealing") now = (await revealed({ session }, table)) ?? now;
  if (now.stage !== "playing") {
    go(`/t/${table}`);
    return;
  }
  await session.client.watchMatch(now.match, 0);
  go(`/m/${now.match}`);
}

/**
 * Return a table after its entropy is revealed; `null` if it has closed since: its match was played, and all players
 * have left.
 * @param {Pick<Page, "session">} page
 * @param {string} table
 */
export async function revealed({ session }, table) {
  try {
    for await (const now of session.client.tables.changes(table)) {
      if (now.stage !== "revealing") return now;
    }
  } catch (error) {
    if (!(error instanceof CommandRefused && error.code === "unknown_table")) throw error;
  }
  return null;
}

/**
 * Sit down at a table, as a guest if necessary, and go there.
 * @param {Pick<Page, "session" | "go">} page
 * @param {Parameters<Page["session"]["client"]["tables"]["sit"]>[0]} fields
 */
export async function seated({ session, go }, fields) {
  await session.withPlayer();
  const table = await session.client.tables.sit(fields);
  go(table.stage === "playing" ? `/m/${table.match}` : `/t/${table.id}`, { replace: fields.code !== undefined });
}

/**
 * Prepare a table for a rematch, be ready, and go there. With bots only, the match begins at once. If spectators see
 * hands, the player agrees to that at the table.
 * @param {Pick<Page, "session" | "go">} page
 * @param {string} table
 */
export async function rematched({ session, go }, table) {
  const now = await session.client.tables.rematch(table);
  if (now.perspectives === "during") go(`/t/${table}`);
  else await begun({ session, go }, table);
}
