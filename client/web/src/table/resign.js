import { h, useState } from "../../vendor/preact.js";
import { Dialog } from "../ui/dialog.js";
import { Icon } from "../ui/icon.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */

/**
 * The button to resign, which asks for confirmation.
 * @param {Page & { match: string }} props
 */
export function Resign({ match, session, failed }) {
  const [isAsked, setAsked] = useState(false);
  const resign = () => {
    setAsked(false);
    session.say({ type: "resign", match }).catch(failed);
  };
  return [
    h(
      "button",
      {
        type: "button",
        class: "quiet bar-resign",
        key: "resign",
        "aria-label": t("match.resign"),
        title: t("match.resign"),
        onClick: () => setAsked(true),
      },
      h(Icon, { name: "flag" }),
    ),
    isAsked &&
      h(Dialog, { title: t("match.resign_asked"), close: () => setAsked(false), key: "asked" }, [
        h("p", { key: "note" }, t("match.resign_note")),
        h("div", { class: "row", key: "row" }, [
          h(
            "button",
            { type: "button", class: "risky", "data-do": "resign", key: "yes", onClick: resign },
            t("match.resign"),
          ),
          h("button", { type: "button", key: "no", onClick: () => setAsked(false) }, t("match.play_on")),
        ]),
      ]),
  ];
}
