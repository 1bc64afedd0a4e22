import { h, useEffect, useState } from "../vendor/preact.js";
import { lazy } from "./ui/lazy.js";

/** @import { Page } from "./page.js" */

const KeyList = lazy(["settings"], async () => (await import("./screens/key-list.js")).KeyList, { isSmall: true });

const TABS = /** @type {const} */ ({ l: "log", t: "talk", r: "rules" });

/**
 * Keys with the same meaning on every screen: `?` lists all keys; at a table `l`, `t` and `r` open the log, the chat
 * and the rules, `h` speaks the hand and `s` the state of the table.
 * @param {Page & { first: KeyboardEvent }} page `first` is the first pressed key, which has loaded this module
 */
export function Keys({ first, ...page }) {
  const { store } = page;
  const [isShown, setShown] = useState(false);
  const [said, setSaid] = useState("");
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = ({ target, key, ctrlKey, metaKey, altKey }) => {
      if (ctrlKey || metaKey || altKey || !store.state.settings.keys) return;
      if (target instanceof HTMLElement && target.closest("input, textarea, select, dialog")) return;
      if (key === "Escape") setSaid("");
      else if (key === "?") setShown(true);
      else if (key === "l" || key === "t" || key === "r") shownBeside(TABS[key]);
      else if (key === "[" || key === "]") stepInTime(page, key === "[" ? -1 : 1);
      else if (key === "h") setSaid(spoken(".own"));
      else if (key === "s") setSaid([spoken(".frame h1"), spoken(".board")].filter((each) => each !== "").join(". "));
    };
    pressed(first);
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
  return [
    h(
      "p",
      { class: said === "" ? "unseen" : "said-aloud", role: "status", key: "said", onClick: () => setSaid("") },
      said,
    ),
    isShown && h(KeyList, { ...page, close: () => setShown(false), key: "help" }),
  ];
}

/** Show the previous or next moment of a running match. @param {Page} page @param {number} by */
function stepInTime({ store, ...page }, by) {
  const { screen, params, query } = store.state.route;
  if (screen !== "match" || "at" in query || "as" in query) return; // a replay has keys of its own
  import("./operations/matches.js").then(
    (matches) => matches.stepInTime({ store }, params.match ?? "", by),
    page.failed,
  );
}

/** Show a part beside the table. @param {"log" | "talk" | "rules"} tab */
function shownBeside(tab) {
  const side = document.querySelector(".side");
  const at = ["log", "talk", "rules"].indexOf(tab);
  const handle = side?.querySelector(".side-handle[aria-expanded='false']");
  if (handle instanceof HTMLElement && handle.checkVisibility()) handle.click();
  const button = side?.querySelectorAll("[role='tab']")[at];
  if (button instanceof HTMLElement) button.click();
}

/** The text of a part of the table for a screen reader, in sentences. @param {string} selector */
function spoken(selector) {
  const part = document.querySelector(selector);
  return part === null ? "" : saidIn(part).join(". ");
}

/** Elements with a name and further contents. */
const GROUPS = "section, article, ul, ol, table, details, [role='group'], [role='region'], [role='list']";
/** Elements that are spoken as one line. */
const LINES = "p, li, h1, h2, h3, h4, summary, dt, dd, td, th";

/** @param {Element} element @returns {string[]} */
function saidIn(element) {
  return [...element.childNodes].flatMap((child) => {
    if (!(child instanceof Element)) return plain(child.textContent ?? "");
    if (child.getAttribute("aria-hidden") === "true" || !child.checkVisibility()) return [];
    const name = child.getAttribute("aria-label") ?? "";
    if (!child.matches(GROUPS)) {
      if (name !== "") return plain(name);
      return child.matches(LINES) ? plain(saidIn(child).join(" ")) : saidIn(child);
    }
    const within = saidIn(child).flatMap((text) => plain(text.startsWith(name) ? text.slice(name.length) : text));
    if (name === "") return within;
    return within.length === 0 ? [] : [`${name}: ${within.join(", ")}`];
  });
}

/** A text without separators at its ends; `null` if nothing remains. @param {string} text */
function plain(text) {
  const said = text.replace(/^[\s,]+|[\s,.]+$/g, "");
  return said === "" ? [] : [said];
}
