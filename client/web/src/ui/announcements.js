import { h, useState } from "../../vendor/preact.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */

/** The announcements of the operators, until they end or are dismissed. @param {Page} page */
export function Announcements({ state }) {
  const [dismissed, setDismissed] = useState(/** @type {readonly string[]} */ ([]));
  const left = (state.welcome?.announcements ?? []).filter(({ id }) => !dismissed.includes(id));
  return h(
    "div",
    { role: "status", class: left.length > 0 ? "line-strip line-strip-shut site-terms" : "", "data-line": "announced" },
    left.map(({ id, text }) =>
      h("p", { key: id }, [
        text,
        " ",
        h("button", { type: "button", key: "no", onClick: () => setDismissed([...dismissed, id]) }, t("announced.no")),
      ]),
    ),
  );
}
