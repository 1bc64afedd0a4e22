/**
 * Scroll to the choices of a table if none of them is visible, as on a page in high zoom.
 * @param {HTMLElement} table
 */
export function bringIntoSight(table) {
  const lit = [...table.querySelectorAll("[data-lit]")];
  const isSeen = lit.some((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
  if (!isSeen) lit[0]?.scrollIntoView({ block: "center" });
}
