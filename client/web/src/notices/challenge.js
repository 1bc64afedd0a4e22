import { lazy } from "../ui/lazy.js";

/** @import { Page } from "../page.js" */
/** @import { Player } from "../../../javascript/types/v1.js" */

/** @typedef {Page & { player: Player | null, game?: string | undefined, close: () => void }} Challenging */

/** The sheet for a challenge of a player, or by a link without one, loaded with the first click on its button. */
export const Challenge = lazy(
  ["notices", "tables"],
  async () => /** @type {(props: Challenging) => any} */ ((await import("./challenge-sheet.js")).ChallengeSheet),
  { isSmall: true, sheet: "notices fields" },
);
