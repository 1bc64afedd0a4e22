import { h } from "../../vendor/preact.js";
import { DeckChoice } from "../ui/deck-choice.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { GameOffer } from "../../../javascript/types/v1.js" */

/**
 * The choice of a deck, folded away under the name of the chosen one, so that the answer is in view. Games without decks have none.
 * @param {Page & { offer: GameOffer | undefined, deck: string, change: (deck: string) => void, isOpen: boolean }} props
 */
export function DeckFold({ offer, deck, change, isOpen, ...page }) {
  if (offer === undefined || (offer.decks ?? []).length === 0) return null;
  const title = (offer.deck_titles ?? []).find((each) => each.name === deck)?.title ?? "";
  return h("details", { class: "game-options", open: isOpen }, [
    h("summary", { key: "summary" }, [t("deck.label"), title].filter(Boolean).join(": ")),
    h(DeckChoice, { ...page, offer, value: deck, change, key: "choice" }),
  ]);
}
