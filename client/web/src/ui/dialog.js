import { h, useLayoutEffect, useRef } from "../../vendor/preact.js";
import { t } from "../words.js";
import { Icon } from "./icon.js";

/**
 * A dialog over the page, closed by its cross, by Escape, or by a click beside it.
 * @param {{ title: string, close: () => void, children?: any, class?: string }} props
 */
export function Dialog({ title, close, children, class: name = "" }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  // At once, not after the next picture: a key that is pressed meanwhile would still be for what is beneath.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    heading.current?.focus();
  }, []);
  return h(
    "dialog",
    {
      class: `sheet ${name}`,
      ref: dialog,
      "aria-label": title,
      onClose: close,
      onClick: (/** @type {MouseEvent} */ event) => {
        if (event.target === dialog.current) close();
      },
    },
    h("div", { class: "sheet-content" }, [
      h("div", { class: "sheet-head", key: "head" }, [
        h("h2", { key: "h", ref: heading, tabIndex: -1 }, h("bdi", null, title)),
        h("button", { type: "button", class: "quiet", "aria-label": t("dialog.close"), onClick: close, key: "x" }, [
          h(Icon, { name: "close" }),
        ]),
      ]),
      children,
    ]),
  );
}
