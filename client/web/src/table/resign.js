import { h, useState } from "../../vendor/preact.js";
import { Dialog } from "../ui/dialog.js";
import { Icon } from "../ui/icon.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */

/**
 * The button to resign, which asks for confirmation, or to ask the others for a recess.
 * @param {Page & { match: string }} props
 */
export function Resign({ match, session, failed }) {
  const [isAsked, setAsked] = useState(false);
  const label = t("match.resign_or_pause");
  /** @param {{ type: "resign" } | { type: "recess_match", step: "ask" }} command @param {string} text @param {string} [look] */
  const button = (command, text, look) =>
    h(
      "button",
      {
        type: "button",
        class: look,
        "data-do": command.type,
        key: text,
        onClick: () => {
          setAsked(false);
          session.say({ ...command, match }).catch(failed);
        },
      },
      text,
    );
  return [
    h(
      "button",
      {
        type: "button",
        class: "quiet bar-resign",
        key: "resign",
        "aria-label": label,
        title: label,
        onClick: () => setAsked(true),
      },
      h(Icon, { name: "flag" }),
    ),
    isAsked &&
      h(Dialog, { title: t("match.resign_asked"), close: () => setAsked(false), key: "asked" }, [
        h("p", { key: "note" }, t("match.resign_note")),
        h("div", { class: "row", key: "row" }, [
          button({ type: "resign" }, t("match.resign"), "risky"),
          button({ type: "recess_match", step: "ask" }, t("match.recess")),
          h("button", { type: "button", key: "no", onClick: () => setAsked(false) }, t("match.play_on")),
        ]),
      ]),
  ];
}
