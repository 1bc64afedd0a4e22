/** Pixels beside the ten slots: the gaps, the line of a seat, the border between the sides. */
const [GAP, SEAT, BORDER] = [8, 46, 3];
/** The least and the largest ratio of a face's height to its width, that of a narrow one, and its maximum width. */
const [LEAST, MOST, TALLEST, WIDEST] = [1.3, 1.5, 2, 230];

/**
 * Fits the size of faces to the size of the table, whenever that changes. A CSS container would restyle the whole table
 * with every layout, which costs six times as much.
 */
const observer =
  typeof ResizeObserver === "undefined"
    ? null
    : new ResizeObserver((entries) => {
        for (const { target, contentRect } of entries) fit(/** @type {HTMLElement} */ (target), contentRect);
      });

/** @param {HTMLElement | null} table from the `ref` of preact */
export function fitted(table) {
  if (table === null) return;
  fit(table, { width: table.clientWidth, height: table.clientHeight }); // before the first layout that is observed
  observer?.observe(table);
}

/** @param {HTMLElement} table @param {{ width: number, height: number }} room */
function fit(table, { width, height }) {
  const high = (height - 2 * SEAT - 4 * GAP - BORDER) / 2;
  const wide = Math.max(0, Math.min((width - 4 * GAP) / 5, high / LEAST, WIDEST));
  table.style.setProperty("--w", `${wide}px`);
  const frame = /** @type {HTMLElement | null} */ (table.closest(".frame"));
  frame?.style.setProperty("--room", `${5 * wide + 4 * 8}px`); // for the prompt alone
  table.style.setProperty("--h", `${Math.min(high, wide * (wide <= 102 ? TALLEST : MOST))}px`);
  table.dataset.faces = wide <= 61 ? "narrow tiny" : wide <= 102 ? "narrow" : wide >= 127 ? "wide" : "";
}
