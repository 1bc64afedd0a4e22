import { h, useState } from "../../vendor/preact.js";
import { isRecord, keep, kept } from "../settings.js";
import { called, t } from "../words.js";
import { Icon } from "./icon.js";

/** True if this browser has shown a hint already. @param {string} id */
export function isKnown(id) {
  return kept("hints", isRecord)?.[id] === true;
}

/** Show a hint never again. @param {string} id */
export function know(id) {
  keep("hints", { ...kept("hints", isRecord), [id]: true });
}

/** The words of a hint and the button that ends it. @param {{ id: string, close: () => void }} props */
export function HintWords({ id, close }) {
  return [
    h("p", { key: "words" }, called("hint", id)),
    h(
      "button",
      { type: "button", class: "quiet", "aria-label": t("hints.got"), onClick: close, key: "got" },
      h(Icon, { name: "close" }),
    ),
  ];
}

/** A hint in the flow of a page, which comes with the page and stays away once it is dismissed. @param {{ id: string }} props */
export function Hint({ id }) {
  const [isShown, setShown] = useState(() => !isKnown(id));
  if (!isShown) return null;
  const close = () => {
    know(id);
    setShown(false);
  };
  return h("aside", { class: "hint", "aria-label": t("hints.name") }, h(HintWords, { id, close }));
}
