import { h, useEffect, useState } from "../vendor/preact.js";
import { lazy } from "./ui/lazy.js";

/** @import { Page } from "./page.js" */

const KeyList = lazy(["settings"], async () => (await import("./screens/key-list.js")).KeyList, { isSmall: true });

const TABS = /** @type {const} */ ({ l: "log", t: "talk", r: "rules" });

/**
 * The keys that mean the same on every screen: `?` shows all there are; at a table `l`, `t` and `r` open what stands beside
 * it, `h` says one's hand and `s` how it stands, as sentences.
 * @param {Page & { first: KeyboardEvent }} page `first` is the key that was pressed before any other, and that they are here for
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

/** Show a part that stands beside a table. @param {"log" | "talk" | "rules"} tab */
function shownBeside(tab) {
  const side = document.querySelector(".side");
  const at = ["log", "talk", "rules"].indexOf(tab);
  const handle = side?.querySelector(".side-handle[aria-expanded='false']");
  if (handle instanceof HTMLElement && handle.checkVisibility()) handle.click();
  const button = side?.querySelectorAll("[role='tab']")[at];
  if (button instanceof HTMLElement) button.click();
}

/** All that a part of the table says to whoever listens, as a sentence. @param {string} selector */
function spoken(selector) {
  const part = document.querySelector(selector);
  return part === null ? "" : namesIn(part).join(", ");
}

/** @param {Element} element @returns {string[]} */
function namesIn(element) {
  return [...element.children].flatMap((child) => {
    if (child.getAttribute("aria-hidden") === "true") return [];
    const name = child.getAttribute("aria-label");
    const isWhole = child.matches("button, [role='img'], [role='button']");
    if (name !== null && (isWhole || child.children.length === 0)) return [name];
    const inner = child.children.length === 0 ? [child.textContent?.trim() ?? ""] : namesIn(child);
    return inner.filter((each) => each !== "");
  });
}
