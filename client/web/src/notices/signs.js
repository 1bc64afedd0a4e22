import { h } from "../../vendor/preact.js";
import { TradeSign } from "../screens/trade-sign.js";
import { lazy } from "../ui/lazy.js";
import { Bell } from "./bell.js";

export { ChallengeStrip } from "./challenge-strip.js";

/** @import { Page } from "../page.js" */

/** The screen of a challenge link. */
export const LinkedChallenge = lazy(
  ["notices", "tables"],
  async () => (await import("./challenge-link.js")).OpenChallengeLink,
  { sheet: "fields" },
);

/** The signs in the bar: trades that wait for an answer, and the bell of the inbox. @param {Page} page */
export function Signs(page) {
  const { state } = page;
  return [
    state.me?.player.kind === "person" && h(TradeSign, { ...page, key: "trades" }),
    (state.welcome?.capabilities ?? []).includes("notices") && h(Bell, { ...page, key: "bell" }),
  ];
}
