import { h, useState } from "../../vendor/preact.js";
import { changeWishes, wishedOf } from "../operations/wishes.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Wishes } from "../../../javascript/types/v1.js" */

const OUTER = "M12 21 3.7 12.7a5 5 0 0 1 7-7l1.3 1.2 1.3-1.2a5 5 0 0 1 7 7z";
const INNER = "M12 18.2l6.9-6.9a3 3 0 0 0-4.2-4.2L12 9.7 9.3 7.1a3 3 0 0 0-4.2 4.2z";

/**
 * The button that adds a printing to the player's wish list or removes it.
 * @param {{ page: Page, game: string, card: string, name: string, wishes: Wishes, isShort?: boolean }} props `isShort`:
 *   without words
 */
export function WishButton({ page, game, card, name, wishes, isShort = false }) {
  const [isBusy, setBusy] = useState(false);
  const isWished = wishedOf(wishes, game).has(card);
  const press = () => {
    setBusy(true);
    changeWishes(page, isWished ? { removes: [{ game, card }] } : { adds: [{ game, card }] })
      .catch(page.failed)
      .finally(() => setBusy(false));
  };
  return h(
    "button",
    {
      type: "button",
      class: isShort ? "quiet wish" : "wish",
      "aria-pressed": isWished,
      "aria-label": isShort ? t("wishes.wish_for", { name }) : undefined,
      "aria-disabled": isBusy,
      onClick: () => !isBusy && press(),
    },
    [h(Heart, { isFull: isWished, key: "sign" }), !isShort && t("wishes.wish")],
  );
}

/** The heart of a wish: an outline, or filled. @param {{ isFull: boolean }} props */
function Heart({ isFull }) {
  return h(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: isFull ? OUTER : `${OUTER}${INNER}`, "fill-rule": "evenodd" }),
  );
}
