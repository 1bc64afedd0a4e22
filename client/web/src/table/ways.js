/** @import { Way } from "./plan.js" */
/** @import { GameModule } from "../games/index.js" */
/** @import { Update } from "../../../javascript/types/v1.js" */
/** @import { Phrasing } from "./phrasing.js" */

/**
 * All ways of an update's choices. A choice for which a game has no way is a button with its sentence, so that each can
 * always be taken.
 * @param {Update} update
 * @param {Phrasing} phrasing
 * @param {GameModule | null} module
 * @param {import("../games/catalogue.js").Cards | null} [cards]
 * @returns {Way[]}
 */
export function waysOf(update, phrasing, module, cards = null) {
  const choices = /** @type {any[]} */ (update.choices);
  return choices.flatMap((choice, at) => {
    const said = phrasing.action(choice);
    const outlook = update.outlooks?.[at] ?? null;
    let ways =
      module?.ways?.(choice, {
        view: update.view,
        seat: update.seat,
        sentence: said,
        choices,
        cards,
        phrasing,
        outlook,
      }) ?? [];
    if (ways.length === 0) ways = [{ steps: [{ label: said, key: `choice/${at}` }], action: choice, sentence: said }];
    return ways.map((way) => ({ ...way, choice: at }));
  });
}
