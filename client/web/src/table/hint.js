import { h, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { HintWords, isKnown, know } from "../ui/hint.js";
import { t } from "../words.js";
import { usePlaced } from "./placed.js";

/** @import { Update } from "../../../javascript/types/v1.js" */

/**
 * The hints of each game, by the kind of choice that they explain. The words are `hint.<game>.<kind>`.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const HINTS = {
  amfibido: ["draft", "play_combo", "play_fighter", "pass"],
  amiibart: ["use_attack", "attack", "play_fighter", "use_power"],
  "density-deck": ["fight", "draw", "discard"],
  myacards: ["let_pass", "attack", "place", "play"],
};

/**
 * The hint for these choices that this browser has not shown yet.
 * @param {Pick<Update, "game" | "choices">} update
 * @param {(id: string) => boolean} isOld
 * @returns {string | null}
 */
export function hintOf({ game, choices }, isOld) {
  const kinds = new Set(choices.map((/** @type {any} */ { type }) => type));
  const found = (HINTS[game] ?? []).find((kind) => kinds.has(kind) && !isOld(`${game}.${kind}`));
  return found === undefined ? null : `${game}.${found}`;
}

/**
 * A hint at the first encounter, on a part of the board where nothing lies. Without such a part it waits. It is shown
 * once: its button or the player's action ends it.
 * @param {{ update: Update }} props
 */
export function TableHint({ update }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const [, changed] = useState({});
  const id = hintOf(update, isKnown);
  usePlaced(root, ".own, .prompt, .board *", { least: LEAST, isTaken });
  useLayoutEffect(() => {
    const wasShown = () => root.current?.classList.contains("summary-placed") ?? false;
    return () => {
      if (id !== null && wasShown()) know(id);
    };
  }, [id, update.version]);
  if (id === null) return null;
  const close = () => {
    know(id);
    changed({});
  };
  return h(
    "aside",
    { class: "hint hint-at-table", "aria-label": t("hints.name"), ref: root },
    h(HintWords, { id, close }),
  );
}

/** What can be pressed or read, which a hint never covers: an empty place is free. */
const SHOWN =
  ".own, .prompt, img, svg, button, [data-step], [data-picked], [data-at^='seat/'], [data-at^='piece/'], .card";

/** @param {Element} each */
function isTaken(each) {
  return each.matches(SHOWN) || [...each.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");
}

const LEAST = { width: 240, height: 90 };
