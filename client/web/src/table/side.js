import { h, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { linesOf } from "../state/heard.js";
import { Icon } from "../ui/icon.js";
import { lazy } from "../ui/lazy.js";
import { deferred } from "../ui/redraws.js";
import { t } from "../words.js";
import { isQuiet, Log } from "./log.js";

/** @import { Page } from "../page.js" */
/** @import { MatchState } from "../state/initial.js" */
/** @import { GameModule } from "../games/index.js" */
/** @import { Phrasing } from "./phrasing.js" */

/** @typedef {"log" | "talk" | "rules"} Tab */
const Rules = lazy([], async () => {
  const { Markdown } = await import("../ui/markdown.js");
  return /** @type {(props: Page & { text: string }) => any} */ (Markdown);
});

const TABS = /** @type {const} */ (["log", "talk", "rules"]);

/**
 * The tabs beside a table, which a phone shows over it: the log, the chat, the rules.
 * @param {Page & Parameters<typeof Log>[0] & { view: unknown, phrasing: Phrasing, module: GameModule | null, description: any, cards: import("../games/catalogue.js").Cards | null }} props
 */
function Beside({ match, phrasing, module, description, cards, look, mayLook, past, view, ...page }) {
  const [tab, setTab] = useState(/** @type {Tab} */ ("log"));
  const [isUp, setUp] = useState(false);
  useDown(isUp, () => setUp(false));
  const said = linesOf(page.state, { where: "match", id: match.update.match }).at(-1)?.id;
  const read = useRef(said);
  if (tab === "talk") read.current = said;
  const isUnread = said !== undefined && read.current !== said;
  /** @param {EventTarget | null} target */
  const point = (target) => import("./named.js").then(({ lightUp }) => lightUp(target, view)).catch(() => {});
  /** @type {any} */
  const pointing = {
    onPointerOver: (/** @type {PointerEvent} */ { target }) => point(target),
    onPointerLeave: () => point(null),
  };
  return h("aside", { class: `side${isUp ? " side-up" : ""}`, "data-side": tab, ...pointing }, [
    h(
      "button",
      { type: "button", class: "side-handle", "aria-expanded": isUp, key: "handle", onClick: () => setUp(!isUp) },
      [
        h("span", { class: "side-newest", key: "newest" }, newest(match, phrasing, module)),
        isUnread && h("span", { class: "unread", "aria-label": t("talk.unread"), role: "img", key: "unread" }),
        h(Icon, { name: isUp ? "down" : "up", key: "arrow" }),
      ],
    ),
    h(
      "div",
      { class: "side-tabs", role: "tablist", key: "tabs" },
      TABS.filter((each) => each !== "talk" || page.talk !== undefined).map((each) =>
        h(
          "button",
          { type: "button", role: "tab", "aria-selected": tab === each, key: each, onClick: () => setTab(each) },
          [
            t(`match.${each}`),
            each === "talk" && isUnread && h("span", { class: "unread", "aria-label": t("talk.unread"), role: "img" }),
          ],
        ),
      ),
    ),
    h("div", { class: "side-content", role: "tabpanel", "aria-label": t(`match.${tab}`), key: "content" }, [
      tab === "log" &&
        h(Log, {
          match,
          phrasing,
          description,
          module,
          cards,
          mayLook,
          past,
          key: "log",
          look: (version) => {
            setUp(false); // the table is under it
            look?.(version);
          },
        }),
      tab === "rules" &&
        h(
          "div",
          { class: "side-rules", tabIndex: 0, key: "rules" },
          h(Rules, { ...page, text: description?.phrases.rules ?? "" }),
        ),
      h("div", { class: "side-talk", hidden: tab !== "talk", key: "talk" }, page.talk?.(match)),
    ]),
  ]);
}

/**
 * While the panel is open over the table, Escape and a press beside it close it, and do nothing else.
 * @param {boolean} isUp
 * @param {() => void} down
 */
function useDown(isUp, down) {
  // At once, not after the next frame: a key that is pressed in between would be lost.
  useLayoutEffect(() => {
    if (!isUp) return;
    /** @param {Event} event @param {boolean} isMeant */
    const ended = (event, isMeant) => {
      const isOver = document.querySelector(".side-handle")?.checkVisibility() ?? false; // on a wide page it stands beside
      if (!isMeant || !isOver) return;
      event.stopPropagation();
      event.preventDefault();
      down();
    };
    /** @param {KeyboardEvent} event */
    const pressed = (event) => ended(event, event.key === "Escape" && !within(event, "dialog, input, textarea"));
    /** @param {MouseEvent} event */
    const clicked = (event) => ended(event, within(event, ".frame") && !within(event, ".side, .bar"));
    addEventListener("keydown", pressed, true);
    addEventListener("click", clicked, true);
    return () => {
      removeEventListener("keydown", pressed, true);
      removeEventListener("click", clicked, true);
    };
  }, [isUp]);
}

/** @param {Event} event @param {string} what */
function within({ target }, what) {
  return target instanceof Element && target.closest(what) !== null;
}

/** The log is rendered one frame after the table. */
export const Side = deferred(Beside);

/**
 * The newest event that is not only about a turn.
 * @param {MatchState} match @param {Phrasing} phrasing @param {GameModule | null} module
 */
function newest({ history }, phrasing, module) {
  /** @param {import("../../../javascript/types/v1.js").Update["events"][number]} event */
  const says = (event) => !isQuiet(event, module);
  const event = history.findLast((update) => update.events.some(says))?.events.findLast(says);
  return event === undefined ? t("match.log") : phrasing.event(event);
}
