import { h } from "../../vendor/preact.js";
import { called } from "../words.js";

/** @import { Phrase } from "../../../javascript/types/v1.js" */

/** Lines of one sign, shown large at a seat. */
export const EMOTES = ["👏", "😄", "😮", "🤔", "😢", "🔥"];

/** @type {readonly Phrase[]} */
const PHRASES = ["hello", "good_luck", "well_played", "thanks", "one_moment", "sorry", "good_game"];

/**
 * Lines that a click sends: phrases, which each player reads in their own language, and signs.
 * @param {{ say: (what: { text: string } | { phrase: Phrase }) => void }} props
 */
export function ReadyWords({ say }) {
  return h("div", { class: "talk-phrases" }, [
    ...PHRASES.map((phrase) =>
      h("button", { type: "button", key: phrase, onClick: () => say({ phrase }) }, called("phrase", phrase)),
    ),
    ...EMOTES.map((text) => h("button", { type: "button", key: text, onClick: () => say({ text }) }, text)),
  ]);
}
