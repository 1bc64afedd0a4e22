/** @import { Page } from "../page.js" */

/**
 * Open a table, as a guest if need be, and go there; with bots it begins at once.
 * @param {Pick<Page, "session" | "store" | "go">} page
 * @param {string} game
 * @param {{ bots?: number, bot?: string, deck?: string | null, fields?: object }} [how]
 */
export async function opened({ session, go }, game, { bots = 0, bot, deck, fields = {} } = {}) {
  await session.asSomebody();
  const { tables } = session.client;
  const table = await tables.open(game, {
    ...(bots > 0 && { seats: bots + 1 }),
    ...(deck && { deck }),
    ...fields,
  });
  if (bots === 0) {
    go(`/t/${table.id}`);
    return;
  }
  for (let at = 0; at < bots; at += 1) await tables.addBot(table.id, bot === undefined ? {} : { bot });
  const begun = await tables.ready(table.id);
  await session.client.watchMatch(begun.match, 0);
  go(`/m/${begun.match}`);
}
