import { h, useState } from "../../vendor/preact.js";
import { Dialog } from "../ui/dialog.js";
import { t } from "../words.js";

/** @import { Way } from "./plan.js" */

/**
 * All choices as a list of sentences, for everybody: the quickest way for whoever cannot see, the safest for whoever trembles.
 * @param {{ ways: readonly Way[], close: () => void, take: (way: Way) => void }} props
 */
export function Choices({ ways, close, take }) {
  const [sought, setSought] = useState("");
  const found = ways.filter((way) => way.sentence.toLowerCase().includes(sought.toLowerCase()));
  return h(Dialog, { title: t("match.choices"), close, class: "choices" }, [
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
