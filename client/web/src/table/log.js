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
  const pages = paged(history, shown);
  const hasMore = pages[0]?.[0] !== history[0];
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
        h("div", { class: "log-pages", key: "pages" }, [
          rewound !== undefined &&
            !hasMore &&
            h("p", { class: "log-rewound", key: "rewound" }, t("match.rewound", { version: rewound.version })),
          ...pages.map((updates) => h(Leaf, { ...told, updates, key: pageOf(updates[0]) })),
        ]),
        hasMore &&
          h(
            "button",
            { type: "button", class: "quiet", key: "earlier", onClick: () => setShown(shown + SHOWN) },
            t("page.more"),
          ),
      ],
    ),
  ]);
}

/** How many moments of a match share a page of the log, so that a new line costs no look at those of older pages. */
const PAGE = 10;

/** @param {Update | undefined} update */
function pageOf(update) {
  return Math.floor((update?.version ?? 0) / PAGE);
}

/**
 * The newest updates, page by page: as many as are shown, and what stands before them on their first page.
 * @param {readonly Update[]} history
 * @param {number} shown
 * @returns {readonly Update[][]}
 */
function paged(history, shown) {
  /** @type {Update[][]} */
  const pages = [];
  let from = Math.max(0, history.length - shown);
  while (from > 0 && pageOf(history[from - 1]) === pageOf(history[from])) from -= 1;
  let number = Number.NaN;
  for (const update of history.slice(from)) {
    if (pageOf(update) === number) pages.at(-1)?.push(update);
    else pages.push([update]);
    number = pageOf(update);
  }
  return pages;
}

const Leaf = kept(
  /** @param {Told & { updates: readonly Update[] }} props */
  ({ updates, ...told }) =>
    h(
      "ol",
      null,
      updates.map((update) => h(Moment, { ...told, update, key: update.version })),
    ),
);

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
);
