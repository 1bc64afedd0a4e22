import { h, useEffect, useState } from "../../vendor/preact.js";
import { awaits } from "../collection/terms.js";
import { canTrade } from "../operations/collection.js";
import { lazy } from "../ui/lazy.js";

/** @import { Page } from "../page.js" */
/** @import { Trade } from "../../../javascript/types/v1.js" */

/** The longest time that a browser's timer takes, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** @typedef {Page & { waiting: readonly Trade[] }} Waiting */
const Sign = lazy(
  ["collection"],
  async () => /** @type {(props: Waiting) => any} */ ((await import("./trade-waits.js")).TradeWaits),
  { isSmall: true, sheet: "trade-sign" },
);

/**
 * That trades wait for this player's answer, above every screen. Which there are is asked once, when the connection is up; what
 * becomes of them is told, and that their time is over says the clock.
 * @param {Page} page
 */
export function TradeSign(page) {
  const { state, session } = page;
  const [, woken] = useState(0);
  const me = state.me?.player.id ?? "";
  const mayAsk = state.connection.state === "open" && canTrade(page);
  useEffect(() => {
    if (mayAsk) session.say({ type: "get_trades" }).catch(() => {}); // what comes of them is told all the same
  }, [mayAsk, me]);
  const now = Date.now() + state.ahead;
  const waiting = Object.values(state.trades).filter((trade) => awaits(trade, me) && trade.expires_at > now);
  const soonest = Math.min(...waiting.map((trade) => trade.expires_at)) - state.ahead;
  useEffect(() => {
    if (!Number.isFinite(soonest)) return undefined;
    const timer = setTimeout(() => woken((times) => times + 1), Math.min(LONGEST, soonest - Date.now()));
    return () => clearTimeout(timer);
  }, [soonest]);
  return h("div", { role: "status" }, waiting.length > 0 && h(Sign, { ...page, waiting }));
}
