import { h, useEffect, useRef } from "../../vendor/preact.js";
import { Icon } from "../ui/icon.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Key } from "../words.js" */

/** What each key does. @type {readonly (readonly [string, Key])[]} */
const KEYS = [
  ["← ↑ ↓ →", "keys.arrows"],
  ["Enter", "keys.enter"],
  ["Esc", "keys.escape"],
  ["1–9", "keys.digits"],
  ["c", "keys.choices"],
  ["i", "keys.explain"],
  ["l", "keys.log"],
  ["t", "keys.talk"],
  ["r", "keys.rules"],
  ["h", "keys.hand"],
  ["s", "keys.standing"],
  ["[ ]", "keys.replay"],
  ["?", "keys.help"],
];

/** All keys that there are. @param {Page & { close: () => void }} props */
export function KeyList({ close }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  return h("dialog", { class: "keys", ref: dialog, onClose: close, "aria-label": t("keys.title") }, [
    h("div", { class: "row keys-head", key: "head" }, [
      h("h2", { key: "h2" }, t("keys.title")),
      h(
        "button",
        { type: "button", class: "quiet", "aria-label": t("dialog.close"), onClick: close, key: "x" },
        h(Icon, { name: "close" }),
      ),
    ]),
    h(
      "dl",
      { key: "list" },
      KEYS.flatMap(([key, does]) => [h("dt", { key }, h("kbd", null, key)), h("dd", { key: does }, t(does))]),
    ),
  ]);
}
