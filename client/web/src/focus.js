/**
 * Where the keys go on when what had them is gone: a button that was taken away, a card that is lit no more, a dialog. The
 * browser would begin at the top of the page again; this goes on close by, and never on something that a key held too long
 * would press.
 */

/** What a key can be on. */
const STOPS = "a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex]";
/** Parts of a page that are something by themselves. */
const PARTS = "section, article, aside, form, header, nav, dialog, main";

/**
 * Keep the keys within a page.
 * @param {HTMLElement} root
 */
export function keepFocus(root) {
  /** What had the keys last, and all that it stood in. @type {readonly Element[]} */
  let last = root.contains(document.activeElement)
    ? withAncestors(/** @type {Element} */ (document.activeElement))
    : [];
  /** What had them before a dialog was opened. @type {WeakMap<Element, readonly Element[]>} */
  const openers = new WeakMap();
  root.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element)) return;
    const dialog = target.closest("dialog");
    if (dialog !== null && !last.includes(dialog) && !openers.has(dialog)) openers.set(dialog, last);
    last = withAncestors(target);
  });
  root.addEventListener("focusout", ({ target }) => {
    // Whatever is there a moment later was left by somebody, and is not gone.
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
      // It was out of use for a moment, such as a button while what it has sent is on its way.
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
 * What is left close to something that is gone: what a dialog was opened by, what is asked at a table, or the part of the page
 * in which it stood.
 * @param {readonly Element[]} gone with all that it stood in
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
