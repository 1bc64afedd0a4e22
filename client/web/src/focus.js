/**
 * Keeps the keyboard focus near its element when that is removed: a button, a card that is no longer lit, a dialog. The
 * browser would start at the top of the page again. Focus never goes to an element that a key held too long would
 * activate.
 */

/** Elements that can have the focus. */
const STOPS = "a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex]";
/** Parts of a page with a meaning of their own. */
const PARTS = "section, article, aside, form, header, nav, dialog, main";

/**
 * Keep the focus within a page.
 * @param {HTMLElement} root
 */
export function keepFocus(root) {
  /** The last focused element and its ancestors. @type {readonly Element[]} */
  let last = root.contains(document.activeElement)
    ? withAncestors(/** @type {Element} */ (document.activeElement))
    : [];
  /** The focused element and its ancestors before a dialog was opened. @type {WeakMap<Element, readonly Element[]>} */
  const openers = new WeakMap();
  root.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element)) return;
    const dialog = target.closest("dialog");
    if (dialog !== null && !last.includes(dialog) && !openers.has(dialog)) openers.set(dialog, last);
    last = withAncestors(target);
  });
  root.addEventListener("focusout", ({ target }) => {
    // An element that is still there a moment later has lost the focus by the player's action, not by its removal.
    queueMicrotask(() => {
      if (last[0] === target && isStop(last[0])) last = [];
    });
  });
  new MutationObserver(() => {
    const { activeElement } = document;
    const [had] = last;
    if (had === undefined || (activeElement !== null && activeElement !== document.body && activeElement !== had))
      return;
    if (isStop(had)) {
      // It was disabled for a moment, such as a button while its request is on its way.
      if (activeElement !== had && had instanceof HTMLElement) had.focus({ preventScroll: true });
      return;
    }
    if (had.isConnected && had.matches(":disabled")) return;
    next(last, openers)?.focus({ preventScroll: true });
  }).observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["tabindex", "disabled"] });
}

/** @param {Element} element @returns {Element[]} */
function withAncestors(element) {
  const found = [element];
  for (let above = element.parentElement; above !== null; above = above.parentElement) found.push(above);
  return found;
}

/** @param {Element | undefined} element */
function isStop(element) {
  return element?.isConnected === true && element.matches(STOPS);
}

/**
 * The element to focus near a removed one: the opener of a dialog, the prompt of a table, or the part of the page
 * around it.
 * @param {readonly Element[]} gone the removed element and its ancestors
 * @param {WeakMap<Element, readonly Element[]>} openers
 * @returns {HTMLElement | null}
 */
function next(gone, openers) {
  const dialog = gone.find((each) => openers.has(each) && !each.isConnected);
  if (dialog !== undefined) {
    const opener = openers.get(dialog) ?? [];
    if (opener[0] instanceof HTMLElement && isStop(opener[0])) return opener[0];
    if (opener.length > 0) return next(opener, openers);
  }
  const around = gone.find((each) => each.isConnected && each.checkVisibility())?.closest(PARTS);
  if (!(around instanceof HTMLElement)) return null;
  const prompt = around.closest("dialog, .side") === null ? around.closest(".frame")?.querySelector(".prompt") : null;
  const found = prompt instanceof HTMLElement ? prompt : around;
  if (!found.hasAttribute("tabindex")) found.tabIndex = -1;
  return found;
}
