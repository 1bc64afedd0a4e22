/** @import { Way } from "./plan.js" */
/** @import { GameModule } from "../games/index.js" */
/** @import { Update } from "../../../javascript/types/v1.js" */
/** @import { Phrasing } from "./phrasing.js" */

/**
 * All ways of an update's choices. A choice without a way of the game is a button with its sentence, so that each
 * choice can be taken.
 * @param {Update} update
 * @param {Phrasing} phrasing
 * @param {Pick<GameModule, "ways"> | null} module
 * @param {import("../games/catalogue.js").Cards | null} [cards]
 * @returns {Way[]}
 */
export function waysOf(update, phrasing, module, cards = null) {
  const choices = /** @type {any[]} */ (update.choices);
  return choices.flatMap((choice, at) => {
    const props = {
      view: update.view,
      seat: update.seat,
      get sentence() {
        return phrasing.action(choice);
      },
      choices,
      cards,
      phrasing,
      outlook: update.outlooks?.[at] ?? null,
    };
    const ways = module?.ways?.(choice, props) ?? [];
    if (ways.length > 0) return ways.map((way) => ({ ...way, choice: at }));
    const { sentence } = props;
    return [{ steps: [{ label: sentence, key: `choice/${at}` }], action: choice, sentence, choice: at }];
  });
}
