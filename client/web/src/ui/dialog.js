import { h, useLayoutEffect, useRef } from "../../vendor/preact.js";
import { t } from "../words.js";
import { Icon } from "./icon.js";

/**
 * A dialog over the page. Its cross, Escape, or a click beside it closes it.
 * @param {{ title: string, close: () => void, children?: any, class?: string }} props
 */
export function Dialog({ title, close, children, class: name = "" }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  // At once, not after the next frame: a key that is pressed in between would go to the page beneath.
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
