/**
 * On a page that is much enlarged what may be done next may be out of sight, all of it: then it is brought there.
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
