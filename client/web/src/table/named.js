/** Highlights the things on the table that a sentence beside it names, while the pointer is on the sentence. */

/** @type {Element[]} */
let shown = [];

/**
 * Highlight the things of a part of a sentence, and nothing else.
 * @param {EventTarget | null} target the element under the pointer; `null` for none
 * @param {unknown} view the state of the table
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
 * True if a place belongs to a part of a sentence: a place by its name; a card by all places with its name, and its
 * pieces.
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
 * The places of all pieces of a view with this card.
 * @param {any} seen
 * @param {string | null} card
 * @returns {string[]}
 */
function piecesOf(seen, card) {
  if (typeof seen !== "object" || seen === null) return [];
  const own = typeof seen.piece === "string" && seen.card === card ? [`piece/${seen.piece}`] : [];
  return [...own, ...Object.values(seen).flatMap((each) => piecesOf(each, card))];
}
