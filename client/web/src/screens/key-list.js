import { h } from "../../vendor/preact.js";
import { Dialog } from "../ui/dialog.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Key } from "../words.js" */

/** The effect of each key. @type {readonly (readonly [string, Key])[]} */
const KEYS = [
  ["← ↑ ↓ →", "keys.arrows"],
  ["Enter", "keys.enter"],
  ["Esc", "keys.escape"],
  ["1–9", "keys.digits"],
  ["c", "keys.choices"],
  ["o", "keys.since"],
  ["i", "keys.explain"],
  ["l", "keys.log"],
  ["t", "keys.talk"],
  ["r", "keys.rules"],
  ["h", "keys.hand"],
  ["s", "keys.standing"],
  ["[ ]", "keys.replay"],
  ["{ }", "keys.leap"],
  ["Home End", "keys.ends"],
  ["1 2 … Enter", "keys.moment"],
  ["e", "keys.eyes"],
  ["o", "keys.could"],
  ["p", "keys.play"],
  ["+ −", "keys.speed"],
  ["?", "keys.help"],
];

/** The list of all keys. @param {Page & { close: () => void }} props */
export function KeyList({ close }) {
  return h(
    Dialog,
    { title: t("keys.title"), close, class: "keys" },
    h(
      "dl",
      null,
      KEYS.flatMap(([key, does]) => [
        h("dt", { key: `dt-${does}` }, h("kbd", null, key)),
        h("dd", { key: does }, t(does)),
      ]),
    ),
  );
}
