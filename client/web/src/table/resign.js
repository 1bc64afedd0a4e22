import { h, useState } from "../../vendor/preact.js";
import { Dialog } from "../ui/dialog.js";
import { Icon } from "../ui/icon.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */

/**
 * The button to resign, which asks for confirmation, or to ask the others for a recess.
 * @param {Page & { match: string }} props
 */
export function Resign({ match, session, failed, state }) {
  const [isAsked, setAsked] = useState(false);
  const hasRecess = (state.welcome?.capabilities ?? []).includes("recess");
  const label = t(hasRecess ? "match.resign_or_pause" : "match.resign");
  /** @param {{ type: "resign" } | { type: "recess_match", step: "ask" }} command */
  const say = (command) => {
    setAsked(false);
    session.say({ ...command, match }).catch(failed);
  };
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
          h(
            "button",
            { type: "button", class: "risky", "data-do": "resign", key: "yes", onClick: () => say({ type: "resign" }) },
            t("match.resign"),
          ),
          hasRecess &&
            h(
              "button",
              {
                type: "button",
                "data-do": "recess",
                key: "recess",
                onClick: () => say({ type: "recess_match", step: "ask" }),
              },
              t("recess.ask"),
            ),
          h("button", { type: "button", key: "no", onClick: () => setAsked(false) }, t("match.play_on")),
        ]),
      ]),
  ];
}
