import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { Icon } from "../ui/icon.js";
import { t } from "../words.js";

/** @import { Way } from "./plan.js" */

/**
 * All choices as a list of sentences, for everybody: the quickest way for whoever cannot see, the safest for whoever trembles.
 * @param {{ ways: readonly Way[], close: () => void, take: (way: Way) => void }} props
 */
export function Choices({ ways, close, take }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [sought, setSought] = useState("");
  useEffect(() => dialog.current?.showModal(), []);
  const found = ways.filter((way) => way.sentence.toLowerCase().includes(sought.toLowerCase()));
  return h("dialog", { class: "choices", ref: dialog, onClose: close, "aria-label": t("match.choices") }, [
    h("div", { class: "row", key: "head" }, [
      h("h2", { key: "h" }, t("match.choices")),
      h(
        "button",
        { type: "button", class: "quiet", key: "x", "aria-label": t("match.back"), onClick: close },
        h(Icon, { name: "close" }),
      ),
    ]),
    h("input", {
      key: "find",
      type: "search",
      "aria-label": t("page.find"),
      placeholder: t("page.find"),
      value: sought,
      onInput: (/** @type {any} */ event) => setSought(event.currentTarget.value),
    }),
    h(
      "ul",
      { key: "list" },
      found.map((way, key) =>
        h(
          "li",
          { key },
          h(
            "button",
            {
              type: "button",
              onClick: () => {
                close();
                take(way);
              },
            },
            way.sentence,
          ),
        ),
      ),
    ),
  ]);
}
