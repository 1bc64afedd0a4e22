import { h } from "../../vendor/preact.js";
import { useDeckFaces } from "../operations/deck-faces.js";
import { useKeptDecks } from "../operations/kept-decks.js";
import { builtDeck } from "../operations/openings.js";
import { t } from "../words.js";
import { Picture } from "./picture.js";

/** @import { Page } from "../page.js" */
/** @import { GameOffer } from "../../../javascript/types/v1.js" */

/**
 * Decks as tiles, each with a picture, its name and what it does: the ready ones, before them one's own.
 * @param {Page & { offer: GameOffer, value: string | null, label: string, choose: (deck: string) => void, isOwnToo?: boolean }} props
 */
export function DeckTiles({ offer, value, label, choose, isOwnToo = false, ...page }) {
  const faces = useDeckFaces(page, offer);
  const kept = useKeptDecks(page, offer.name) ?? [];
  const built = builtDeck(offer.name);
  const own = isOwnToo
    ? [
        ...(built !== null && kept.every(({ text }) => text !== built)
          ? [{ name: built, title: t("deck.built"), description: t("deck.built_note") }]
          : []),
        ...kept
          .filter(({ legal }) => legal)
          .map(({ name, text }) => ({ name: text, title: name, description: t("deck.kept_note") })),
      ]
    : [];
  return h("fieldset", { class: "field deck-tiles" }, [
    h("legend", { key: "legend" }, label),
    h(
      "div",
      { class: "deck-tiles-all", key: "all" },
      [...own, ...(offer.deck_titles ?? [])].map(({ name, title, description }) =>
        h("label", { class: "deck-tile", key: name, "data-deck": name }, [
          h("input", {
            key: "radio",
            type: "radio",
            name: `deck-${label}`,
            checked: name === value,
            onChange: () => choose(name),
          }),
          h("span", { class: "deck-tile-face", key: "face" }, h(Picture, { of: faces.get(name) })),
          h("span", { class: "deck-tile-words", key: "words" }, [
            h("strong", { key: "title" }, title),
            description && h("span", { class: "dim", key: "description" }, description),
          ]),
        ]),
      ),
    ),
  ]);
}
