import { lazy } from "./lazy.js";

/** @typedef {import("../page.js").Page & Parameters<typeof import("./empty-place.js").EmptyPlace>[0]} Emptied */

/** A place that is empty so far, with what will be there. */
export const Empty = lazy(
  [],
  async () => /** @type {(props: Emptied) => any} */ ((await import("./empty-place.js")).EmptyPlace),
  { isSmall: true, sheet: "empty" },
);
