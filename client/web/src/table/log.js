import { h, useState } from "../../vendor/preact.js";
import { kept } from "../ui/kept.js";
import { t } from "../words.js";
import { sentence } from "./phrasing.js";

/** @import { Part } from "../../../javascript/src/phrases.js" */
/** @import { MatchState } from "../state/initial.js" */
/** @import { GameModule } from "../games/index.js" */
/** @import { Phrasing } from "./phrasing.js" */
/** @import { Update } from "../../../javascript/types/v1.js" */

/** How many updates' events are shown, and how many more whenever earlier ones are wanted. */
const SHOWN = 50;

/**
 * @typedef {object} Told
 * @property {Phrasing} phrasing
 * @property {unknown} [description] what the phrasing is made of
 * @property {GameModule | null} [module]
 * @property {import("../games/catalogue.js").Cards | null} [cards]
 */

/**
 * What happened, in sentences, the newest last. The list lies bottom up, so that whoever looks at the newest goes on to see it.
 * @param {Told & { match: MatchState }} props
 */
export function Log({ match, ...told }) {
  const [shown, setShown] = useState(SHOWN);
  const { history, rewound } = match;
  return h("section", { class: "log-panel" }, [
    h(
      "div",
      {
        class: "log",
        role: "log",
        "aria-label": t("match.log"),
        "aria-live": "polite",
        tabIndex: 0,
        key: "log",
      },
      [
        h(
          "ol",
          { key: "lines" },
          rewound !== undefined &&
            history.length <= shown &&
            h("li", { class: "log-rewound", key: "rewound" }, t("match.rewound", { version: rewound.version })),
          history.slice(-shown).map((update) => h(Moment, { ...told, update, key: update.version })),
        ),
        history.length > shown &&
          h(
            "button",
            { type: "button", class: "quiet", key: "earlier", onClick: () => setShown(shown + SHOWN) },
            t("page.more"),
          ),
      ],
    ),
  ]);
}

/** Whether an event says only what is seen anyway. @param {any} event @param {GameModule | null} module */
export function isQuiet(event, module) {
  return module?.quiet?.has(event.type) ?? false;
}

/** Lines are made once and stay: what they name may have left the table since. */
const Moment = kept(
  /** @param {Told & { update: Update }} props */
  ({ update, phrasing, module = null, cards = null }) => {
    const drawn = (/** @type {Part} */ part) =>
      "value" in part || "thing" in part
        ? (module?.drawn?.("value" in part ? part.value : part.thing, part, { view: update.view, cards }) ?? null)
        : null;
    return update.events.map((event, key) =>
      h(
        "li",
        { key, ...(isQuiet(event, module) && { class: "log-quiet" }) },
        sentence(phrasing.eventParts(event), drawn),
      ),
    );
  },
  ["phrasing"],
);
