import { badge } from "./browser.js";

/**
 * Mark the page's icon, and that of a page on a home screen, while somebody is waited for.
 * @param {boolean} isOurs
 */
export function mark(isOurs) {
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  if (icon !== null) icon.href = icon.href.replace(/[\w-]+\.svg$/, isOurs ? "icon-turn.svg" : "icon.svg");
  badge(isOurs);
}
