import { h } from "../../vendor/preact.js";
import { Dialog } from "../ui/dialog.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */

/**
 * The question whether to resign, or to ask the others for a recess.
 * @param {Page & { match: string, close: () => void }} props
 */
export function ResignQuestion({ match, session, failed, close }) {
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
          close();
          session.say({ ...command, match }).catch(failed);
        },
      },
      text,
    );
  return h(Dialog, { title: t("match.resign_asked"), close }, [
    h("p", { key: "note" }, t("match.resign_note")),
    h("div", { class: "row", key: "row" }, [
      button({ type: "resign" }, t("match.resign"), "risky"),
      button({ type: "recess_match", step: "ask" }, t("match.recess")),
      h("button", { type: "button", key: "no", onClick: close }, t("match.play_on")),
    ]),
  ]);
}
