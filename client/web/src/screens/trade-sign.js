import { h, useEffect, useState } from "../../vendor/preact.js";
import { awaits } from "../collection/terms.js";
import { canTrade } from "../operations/collection.js";
import { lazy } from "../ui/lazy.js";

/** @import { Page } from "../page.js" */
/** @import { Trade } from "../../../javascript/types/v1.js" */

/** The longest time of a browser's timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** @typedef {Page & { waiting: readonly Trade[] }} Waiting */
const Sign = lazy(
  ["collection"],
  async () => /** @type {(props: Waiting) => any} */ ((await import("./trade-waits.js")).TradeWaits),
  { isSmall: true, sheet: "trade-sign" },
);

/**
 * The sign above every screen for trades that wait for this player's answer. They are requested once after each
 * connect. Later changes arrive as messages, and the clock ends those whose time is over.
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
