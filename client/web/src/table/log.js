import { h, useState } from "../../vendor/preact.js";
import { isSame } from "../state/store.js";
import { Icon } from "../ui/icon.js";
import { kept } from "../ui/redraws.js";
import { t } from "../words.js";
import { sentence } from "./phrasing.js";

/** @import { Part } from "../../../javascript/src/phrases.js" */
/** @import { MatchState } from "../state/initial.js" */
/** @import { GameModule } from "../games/index.js" */
/** @import { Phrasing } from "./phrasing.js" */
/** @import { Update } from "../../../javascript/types/v1.js" */

/** Number of moments that are shown first, and with each request for more. */
export const SHOWN = 50;

/**
 * @typedef {object} Told
 * @property {Phrasing} phrasing
 * @property {unknown} [description] the source of the phrasing
 * @property {GameModule | null} [module]
 * @property {import("../games/catalogue.js").Cards | null} [cards]
 */

/**
 * The log of a match, in sentences, newest last. The list is laid out bottom up, so that a viewer of the newest line
 * keeps seeing the newest. A line links to its moment.
 * @param {Told & { match: MatchState, look?: ((version: number) => void) | undefined, mayLook?: boolean, past?: number
 *   | null }} props `look` shows a moment; with `mayLook` there is a button, too; `past` is the version of the shown
 *   moment
 */
export function Log({ match, look, mayLook = false, past = null, ...told }) {
  const [shown, setShown] = useState(SHOWN);
  const { history, rewound } = match;
  const { pages, hasMore } = paged(history, shown);
  const [first] = history;
  const from = first !== undefined && first.version - first.since > 1 ? first.version : null; // it tells of many moments
  /** @param {MouseEvent} event */
  const clicked = ({ target }) => {
    const line = target instanceof Element ? target.closest("[data-moment], [data-at]") : null; // a card in a line is to be read
    if (line?.matches("[data-moment]") && String(getSelection()) === "")
      look?.(Number(line.getAttribute("data-moment")));
  };
  const isCut = !hasMore && rewound === undefined && (history[0]?.since ?? 0) > 0;
  return h("section", { class: "log-panel" }, [
    h(
      "div",
      {
        class: "log",
        role: "log",
        "aria-label": t("match.log"),
        "aria-live": "polite",
        tabIndex: 0,
        onClick: clicked,
        key: "log",
      },
      [
        h("div", { class: "log-pages", key: "pages" }, [
          rewound !== undefined &&
            !hasMore &&
            h("p", { class: "log-rewound", key: "rewound" }, t("match.rewound", { version: rewound.version })),
          isCut && h("p", { class: "log-cut", key: "cut" }, t("match.log_cut")),
          ...pages.map((moments) =>
            h(Leaf, {
              ...told,
              moments,
              from,
              past: moments.some(({ update }) => update.version === past) ? past : null,
              key: pageOf(moments[0]),
            }),
          ),
        ]),
        hasMore &&
          h(
            "button",
            { type: "button", class: "quiet", key: "earlier", onClick: () => setShown(shown + SHOWN) },
            t("page.more"),
          ),
      ],
    ),
    mayLook &&
      history.length > 1 &&
      h(
        "button",
        {
          type: "button",
          class: "quiet log-back",
          key: "back",
          onClick: () => look?.(/** @type {Update} */ (history.at(-2)).version),
        },
        [h(Icon, { name: "since", key: "icon" }), t("match.look_back")],
      ),
  ]);
}

/**
 * A group of lines: the events of an update, or a share of them if there are many, as after a page was loaded again.
 * @typedef {object} MomentTold
 * @property {Update} update
 * @property {number} part the number of the share
 * @property {Update["events"]} events
 */

/** Number of moments on a page of the log. A new line does not render older pages again. */
const PAGE = 10;

/** The number of events above which an update is split, and the size of a share. */
const [MANY, SHARE] = [40, 20];

/** @param {MomentTold | undefined} moment */
function pageOf(moment) {
  const { update, part } = moment ?? { update: undefined, part: 0 };
  return part > 0 ? `${update?.version} ${part}` : String(Math.floor((update?.version ?? 0) / PAGE));
}

/** @param {Update} update @returns {readonly MomentTold[]} */
function momentsOf(update) {
  const { events } = update;
  const known = SHARES.get(update);
  if (known !== undefined) return known;
  /** @type {MomentTold[]} */
  const moments = [];
  if (events.length <= MANY) moments.push({ update, part: 0, events });
  else {
    for (let from = 0; from < events.length; from += SHARE) {
      moments.push({ update, part: moments.length + 1, events: events.slice(from, from + SHARE) });
    }
  }
  SHARES.set(update, moments);
  return moments;
}

/** @type {WeakMap<Update, readonly MomentTold[]>} */
const SHARES = new WeakMap();

/**
 * The newest moments, by pages: as many as are shown, and the rest of their first page.
 * @param {readonly Update[]} history
 * @param {number} shown
 * @returns {{ pages: readonly MomentTold[][], hasMore: boolean }}
 */
export function paged(history, shown) {
  /** @type {MomentTold[][]} */
  const pages = [];
  let page = "";
  let left = shown;
  for (let at = history.length - 1; at >= 0; at -= 1) {
    const moments = momentsOf(/** @type {Update} */ (history[at]));
    for (let part = moments.length - 1; part >= 0; part -= 1) {
      const moment = /** @type {MomentTold} */ (moments[part]);
      if (pageOf(moment) === page) pages[0]?.unshift(moment);
      else if (left <= 0) return { pages, hasMore: true };
      else pages.unshift([moment]);
      page = pageOf(moment);
      left -= moment.part > 0 ? PAGE : 1;
    }
  }
  return { pages, hasMore: false };
}

const Leaf = kept(
  /** @param {Told & { moments: readonly MomentTold[], from: number | null, past: number | null }} props */
  ({ moments, ...told }) =>
    h(
      "ol",
      null,
      moments.map((moment) => h(Moment, { ...told, moment, key: `${moment.update.version} ${moment.part}` })),
    ),
);

/** True if the table shows an event anyway. @param {any} event @param {GameModule | null} module */
export function isQuiet(event, module) {
  return module?.quiet?.has(event.type) ?? false;
}

/**
 * The events since this seat's last action, except that action and minor events. Empty if this window has not received
 * that action, or if no other player has acted. If the seat still has to make the same decision, its last action is an older one.
 * (`TurnSummary` of the terminal client has the same rules.)
 * @param {readonly Update[]} history
 * @param {GameModule | null} module
 * @returns {import("./summary.js").Events}
 */
export function sinceOwn(history, module) {
  /** @type {{ event: any, update: Update }[]} */
  let told = [];
  let hasActed = false;
  /** @type {Update["choices"]} */
  let asked = [];
  for (const update of history) {
    if (asked.length > 0 && !isSame(asked, update.choices)) {
      hasActed = true;
      told = [];
    } else if (hasActed) {
      told.push(...update.events.filter((event) => !isQuiet(event, module)).map((event) => ({ event, update })));
    }
    asked = update.choices;
  }
  return asked.length > 0 ? told : [];
}

/** Lines are rendered once and stay: the things that they name may have left the table since. */
const Moment = kept(
  /** @param {Told & { moment: MomentTold, from: number | null, past: number | null }} props */
  ({ moment: { update, events }, from, past, ...told }) =>
    shownOnce(events, told.module ?? null).map(({ event, n, run }, key) =>
      h(
        "li",
        {
          key,
          ...(isQuiet(event, told.module ?? null) && { class: "log-quiet" }),
          ...(update.version !== from && { "data-moment": update.version }),
          ...(update.version === past && { "aria-current": "true" }),
        },
        run === undefined || n < 2 ? lineOf(event, update, told) : t(run, { n }),
      ),
    ),
);

/**
 * Events with how many of the same type follow each other, where the game has one sentence for them.
 * @param {readonly any[]} events
 * @param {GameModule | null} module
 */
function shownOnce(events, module) {
  /** @type {{ event: any, n: number, run: import("../words.js").Key | undefined }[]} */
  const shown = [];
  for (const event of events) {
    const last = shown.at(-1);
    if (last?.run !== undefined && last.event.type === event.type) last.n += 1;
    else shown.push({ event, n: 1, run: module?.runs?.[event.type] });
  }
  return shown;
}

/**
 * An event as a sentence, with things drawn by the game.
 * @param {unknown} event
 * @param {Update} update the update with the event
 * @param {Told} told
 */
export function lineOf(event, update, { phrasing, module = null, cards = null }) {
  const drawn = (/** @type {Part} */ part) =>
    "value" in part || "thing" in part
      ? (module?.drawn?.("value" in part ? part.value : part.thing, part, { view: update.view, cards }) ?? null)
      : null;
  return sentence(phrasing.eventParts(event), drawn);
}
