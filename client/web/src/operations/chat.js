/** @import { Page } from "../page.js" */
/** @import { Avoidance, Phrase, Where } from "../../../javascript/types/v1.js" */

/**
 * Send a line, or one of the phrases.
 * @param {Pick<Page, "session" | "store">} page
 * @param {{ where: Where, id: string | null }} there
 * @param {{ text: string } | { phrase: Phrase }} what
 */
export async function said({ session }, { where, id }, what) {
  await session.withPlayer();
  const { talk } = session.client;
  if ("text" in what) await talk.say(where, what.text, id);
  else await talk.sayPhrase(where, what.phrase, id);
}

/**
 * Avoid a player, or undo it. Their lines disappear from this window at once.
 * @param {Pick<Page, "session" | "store">} page
 * @param {string} player
 * @param {Avoidance} how
 */
export async function avoided({ session, store }, player, how) {
  await session.client.account.avoid(player, how);
  if (how === "no") return;
  store.change((state) => {
    const chat = Object.entries(state.chat).map(([where, lines]) => [
      where,
      lines.filter((line) => line.player.id !== player),
    ]);
    return { ...state, chat: Object.fromEntries(chat) };
  });
}
