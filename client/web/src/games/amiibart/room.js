/** What stands between and beside the ten slots, in pixels: the gaps, the line of either seat, the border between the sides. */
const [GAP, SEAT, BORDER] = [8, 46, 3];
/** A face is at least this much higher than wide, at most so much, and no wider than this. */
const [LEAST, MOST, WIDEST] = [1.3, 1.5, 230];

/**
 * Makes faces as large as there is room for, whenever that is another. As a container of CSS the table would have all within it
 * styled while it is laid out, with every repaint: a sixth of what that costs.
 */
const observer =
  typeof ResizeObserver === "undefined"
    ? null
    : new ResizeObserver((entries) => {
        for (const { target, contentRect } of entries) fit(/** @type {HTMLElement} */ (target), contentRect);
      });

/** @param {HTMLElement | null} table as preact gives it to a `ref` */
export function fitted(table) {
  if (table !== null) observer?.observe(table);
}

/** @param {HTMLElement} table @param {{ width: number, height: number }} room */
function fit(table, { width, height }) {
  const high = (height - 2 * SEAT - 4 * GAP - BORDER) / 2;
  const wide = Math.max(0, Math.min((width - 4 * GAP) / 5, high / LEAST, WIDEST));
  table.style.setProperty("--w", `${wide}px`);
  table.style.setProperty("--h", `${Math.min(high, wide * MOST)}px`);
  table.dataset.faces = wide <= 61 ? "narrow tiny" : wide <= 102 ? "narrow" : wide >= 127 ? "wide" : "";
}
