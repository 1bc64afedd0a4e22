import { h, useEffect, useRef } from "../../vendor/preact.js";
import { t } from "../words.js";
import { sentence } from "./phrasing.js";

/** @import { MatchState } from "../state/initial.js" */
/** @import { GameModule } from "../games/index.js" */
/** @import { Phrasing } from "./phrasing.js" */

/** How many updates' events are shown. */
const SHOWN = 120;

/**
 * What happened, in sentences, the newest last.
 * @param {{ match: MatchState, phrasing: Phrasing, module?: GameModule | null, cards?: import("../games/catalogue.js").Cards | null }} props
 */
export function Log({ match, phrasing, module = null, cards = null }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const { history } = match;
  useEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [match.update.version]);
  return h("section", { class: "log-panel" }, [
    h(
      "div",
      {
        class: "log",
        role: "log",
        "aria-label": t("match.log"),
        "aria-live": "polite",
        tabIndex: 0,
        ref: list,
        key: "log",
      },
      h(
        "ol",
        null,
        history.slice(-SHOWN).flatMap((update) =>
          update.events.map((event, at) =>
            h(
              "li",
              { key: `${update.version}-${at}` },
              sentence(phrasing.eventParts(event), (part) =>
                "value" in part || "thing" in part
                  ? (module?.drawn?.("value" in part ? part.value : part.thing, part, { view: update.view, cards }) ??
                    null)
                  : null,
              ),
            ),
          ),
        ),
      ),
    ),
  ]);
}
