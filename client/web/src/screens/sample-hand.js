import { h } from "../../vendor/preact.js";
import { t } from "../words.js";
import { kindOf, PrintedCard, useCatalogue } from "./cards.js";

/** @import { Page } from "../page.js" */

/** Number of cards in a sample hand. */
const HELD = 7;
/** Most characters of text on its cards: a strip is as high as its longest card. */
const LONGEST = 90;

/**
 * Some cards of a game in its drawing, each of another kind as long as there is one. They begin at the end of the
 * catalogue, as the examples of the rules beside them have cards from its beginning.
 * @param {Page & { game: string }} props
 */
export function SampleHand({ game, ...page }) {
  const cards = useCatalogue(page, game);
  if (cards === undefined || cards.size === 0) return null;
  return h("section", { class: "game-hand", "aria-label": t("game.hand") }, [
    h("h2", { key: "h2" }, t("game.hand")),
    h(
      "ul",
      { class: "strip sample-hand", key: "cards" },
      handOf(
        [...cards.values()].filter(({ kind, text = "" }) => kind !== "token" && text.length <= LONGEST).reverse(),
        HELD,
      ).map((card) =>
        h(
          "li",
          { key: card.id },
          h(
            "a",
            { class: "cards-card", href: `/cards/${game}/${encodeURIComponent(card.id)}` },
            h(PrintedCard, { page, game, card, cards }),
          ),
        ),
      ),
    ),
  ]);
}

/**
 * So many cards: the first of each kind, then the second of each, and so on.
 * @template {{ kind?: string, colour?: string }} Card
 * @param {readonly Card[]} cards
 * @param {number} most
 * @returns {Card[]}
 */
export function handOf(cards, most) {
  /** @type {Map<string, Card[]>} */
  const kinds = new Map();
  for (const card of cards) {
    const kind = kindOf(card);
    kinds.set(kind, [...(kinds.get(kind) ?? []), card]);
  }
  const found = [];
  for (let at = 0; found.length < Math.min(most, cards.length); at += 1)
    for (const of of kinds.values()) found.push(...of.slice(at, at + 1));
  return found.slice(0, most);
}
