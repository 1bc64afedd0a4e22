/**
 * Mark the page's icon, and that of a page on a home screen, while somebody is waited for.
 * @param {boolean} isOurs
 */
export function mark(isOurs) {
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  if (icon !== null) icon.href = icon.href.replace(/[\w-]+\.svg$/, isOurs ? "icon-turn.svg" : "icon.svg");
  const badge = isOurs ? navigator.setAppBadge?.() : navigator.clearAppBadge?.();
  badge?.catch(() => {}); // a browser that has none of its own need not have one
}
