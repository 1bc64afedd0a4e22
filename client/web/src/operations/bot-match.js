import { isRecord, isText, keep, kept } from "../settings.js";
import { keepDeck, lastDeck } from "./openings.js";
import { opened } from "./tables.js";

/** @import { Page } from "../page.js" */
/** @import { GameOffer } from "../../../javascript/types/v1.js" */

/**
 * A match against bots, as somebody wishes it.
 * @typedef {{ bot: string | null, bots: number, deck: string | null }} BotMatch `bot`: its strength, by name; `bots`: how many; `deck`: one's own
 */

/**
 * The last wish of this browser, as far as this server still offers it.
 * @param {GameOffer} offer
 * @returns {BotMatch}
 */
export function lastBotMatch(offer) {
  const { bot, bots } = kept(`bot/${offer.name}`, isRecord) ?? {};
  return {
    bot: isText(bot) && offer.bots.includes(bot) ? bot : (offer.default_bot ?? null),
    bots:
      typeof bots === "number" && bots + 1 >= offer.least_seats && bots + 1 <= offer.most_seats
        ? bots
        : offer.default_seats - 1,
    deck: lastDeck(offer),
  };
}

/**
 * Begin a match against bots. The wish is kept as the next default. Each bot plays a ready deck drawn at random.
 * @param {Pick<Page, "session" | "store" | "go">} page
 * @param {GameOffer} offer
 * @param {Partial<BotMatch>} [wish] what differs from the last one
 */
export async function against(page, offer, wish = {}) {
  const { bot, bots, deck } = { ...lastBotMatch(offer), ...wish };
  if (Object.keys(wish).length > 0) keep(`bot/${offer.name}`, { bot, bots });
  await opened(page, offer.name, { bots, ...(bot !== null && { bot }), ...(wish.deck && { deck }) });
  if (wish.deck && deck !== null) keepDeck(offer.name, deck);
}
