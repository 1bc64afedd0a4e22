/** What a sentence beside a table names, shown on the table as long as it is pointed at. */

/** @type {Element[]} */
let shown = [];

/**
 * Light up what a part of a sentence names, and nothing else.
 * @param {EventTarget | null} target what is pointed at; `null` for nothing any more
 * @param {unknown} view what lies on the table
 */
export function lightUp(target, view) {
  for (const each of shown) each.removeAttribute("data-named");
  const part = target instanceof Element ? target.closest("[data-of], [data-thing]") : null;
  const wanted = part === null ? null : isNamed(part.getAttribute("data-of"), part.getAttribute("data-thing"), view);
  shown =
    wanted === null
      ? []
      : [...document.querySelectorAll(":is(.board, .own) [data-at]")].filter((each) =>
          wanted(each.getAttribute("data-at") ?? ""),
        );
  for (const each of shown) each.setAttribute("data-named", "");
}

/**
 * Which places a part means: one by its name; of a card all places that are called by it, and its pieces.
 * @param {string | null} place
 * @param {string | null} card
 * @param {unknown} view
 * @returns {(at: string) => boolean}
 */
export function isNamed(place, card, view) {
  if (place !== null) return (at) => at === place;
  const pieces = new Set(piecesOf(view, card));
  return (at) =>
    pieces.has(at) ||
    at
      .slice(at.indexOf("/") + 1)
      .split("/")
      .at(-1) === card;
}

/**
 * The places of all pieces of a view that are this card.
 * @param {any} seen
 * @param {string | null} card
 * @returns {string[]}
 */
function piecesOf(seen, card) {
  if (typeof seen !== "object" || seen === null) return [];
  const own = typeof seen.piece === "string" && seen.card === card ? [`piece/${seen.piece}`] : [];
  return [...own, ...Object.values(seen).flatMap((each) => piecesOf(each, card))];
}
