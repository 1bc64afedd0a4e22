import { h } from "../../../vendor/preact.js";
import { t } from "../../words.js";
import { nameOf } from "./card.js";

/** @import { Part } from "../../../../javascript/types/games/amfibido.js" */
/** @import { Book } from "./card.js" */

/** The parts of a power. @param {{ parts: readonly Part[], book: Book }} given */
export function Parts({ parts, book }) {
  return h(
    "ul",
    { class: "af-parts" },
    parts.map((part, key) =>
      h("li", { key }, [
        h("b", { key: "n" }, key === 0 || part.amount < 0 ? part.amount : `+${part.amount}`),
        h("span", { key: "card" }, nameOf(book, part.card)),
        h("span", { class: "dim", key: "share" }, shareWord(part.share)),
      ]),
    ),
  );
}

/** @param {string} share */
function shareWord(share) {
  switch (share) {
    case "base":
    case "equipment":
    case "ability":
    case "combo":
      return t(`af.share.${share}`);
    default:
      return share;
  }
}
