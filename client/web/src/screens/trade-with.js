import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useState } from "../../vendor/preact.js";
import { itemsIn } from "../collection/terms.js";
import { isCollector } from "../operations/collection.js";
import { Nowhere } from "../ui/nowhere.js";
import { t } from "../words.js";
import { CollectionWays, NoCollector } from "./collection-ways.js";
import { TradeTerms } from "./trade-terms.js";

/** @import { Page } from "../page.js" */
/** @import { Player } from "../../../javascript/types/v1.js" */

/** The form for offering a trade to a player. @param {Page} page */
export function TradeWith(page) {
  const { state } = page;
  return h("div", { class: "page collection" }, [
    h("h1", { key: "h1" }, t("trades.new")),
    h(CollectionWays, { state, key: "ways" }),
    isCollector(page)
      ? h(Offer, { page, key: "offer" })
      : state.welcome !== null && state.connection.state === "open" && h(NoCollector, { key: "door" }),
  ]);
}

/** @param {{ page: Page }} props */
function Offer({ page }) {
  const { state, session, failed, go } = page;
  const asked = state.route.params.player ?? "";
  const [player, setPlayer] = useState(/** @type {Player | null} */ (null));
  const [isMissing, setMissing] = useState(false);
  const isUp = state.connection.state === "open";
  useEffect(() => {
    if (!isUp || player !== null) return;
    session.client.standings.profile({ player: asked }).then(
      (found) => setPlayer(found.player),
      (error) => (error instanceof CommandRefused ? setMissing(true) : failed(error)),
    );
  }, [isUp, asked]);
  if (isMissing) return h(Nowhere, { text: t("trades.nobody"), href: "/trades", way: t("trades.title") });
  if (player === null) return h("p", { class: "dim", role: "status" }, t("page.loading"));
  return h(TradeTerms, {
    page,
    player,
    gives: itemsIn(state.route.query.gives),
    takes: itemsIn(state.route.query.takes),
    submit: t("trades.offer"),
    send: async (terms) => {
      const trade = await (await session.client.collection()).trades.offer(player.id, terms);
      go(`/trades/${encodeURIComponent(trade.id)}`, { replace: true });
    },
    back: () => go("/trades"),
  });
}
