import { h, useState } from "../../vendor/preact.js";
import { useKeptDecks } from "../operations/kept-decks.js";
import { builtDeck } from "../operations/openings.js";
import { t } from "../words.js";
import { Choice } from "./field.js";

/** @import { Page } from "../page.js" */
/** @import { GameOffer } from "../../../javascript/types/v1.js" */

/**
 * The choice of a deck: a ready one by its name, or the player's own by its code or list, which the server checks while
 * it is typed.
 * @param {Pick<Page, "state" | "store" | "session" | "failed"> & { offer: GameOffer, value: string, change: (deck: string) => void, label?: string }} props
 */
export function DeckChoice({ offer, value, change, label = t("deck.label"), ...page }) {
  const { session, failed } = page;
  const ready = offer.deck_titles ?? [];
  const names = offer.decks ?? [];
  const kept = (useKeptDecks(page, offer.name) ?? []).filter((deck) => deck.legal);
  const isKept = (/** @type {string | null} */ code) => kept.some((deck) => deck.text === code);
  const built = isKept(builtDeck(offer.name)) ? null : builtDeck(offer.name);
  const isOwn = !names.includes(value) && (value === "" || (value !== built && !isKept(value)));
  const [faults, setFaults] = useState(/** @type {readonly string[]} */ ([]));
  const judge = () => {
    if (value.trim() === "") return;
    session.client.tables
      .readDeck({ game: offer.name, deck: value })
      .then((read) => setFaults(read.faults ?? []), failed);
  };
  return h("div", { class: "deck-choice" }, [
    h(Choice, {
      key: "choice",
      label,
      value: isOwn ? "" : value,
      choices: [
        ...names.map((name) => {
          const titled = ready.find((each) => each.name === name);
          return { value: name, title: titled?.title ?? name, description: titled?.description ?? "" };
        }),
        ...kept.map(({ name, text }) => ({ value: text, title: name, description: t("deck.kept_note") })),
        ...(built === null ? [] : [{ value: built, title: t("deck.built"), description: t("deck.built_note") }]),
        { value: "", title: t("deck.own"), description: t("deck.own_note") },
      ],
      change: (deck) => {
        setFaults([]);
        change(deck);
      },
    }),
    isOwn &&
      h("label", { class: "field", key: "own" }, [
        h("span", { class: "field-label", key: "label" }, t("deck.code")),
        h("textarea", {
          key: "text",
          rows: 3,
          spellcheck: false,
          value,
          onInput: (/** @type {any} */ event) => change(event.currentTarget.value),
          onBlur: judge,
        }),
        faults.length > 0 &&
          h(
            "ul",
            { class: "fault", role: "alert", key: "faults" },
            faults.map((fault, at) => h("li", { key: at }, fault)),
          ),
      ]),
  ]);
}
