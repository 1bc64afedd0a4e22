import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useState } from "../../vendor/preact.js";
import { awaits, isOpen, sidesOf, sumOf } from "../collection/terms.js";
import { readOwned } from "../operations/collection.js";
import { Nowhere } from "../ui/nowhere.js";
import { PlayerName } from "../ui/player.js";
import { refusalText } from "../ui/refusal.js";
import { moment } from "../ui/time.js";
import { called, t } from "../words.js";
import { PrintedCard } from "./cards.js";
import { useCatalogues } from "./movements.js";
import { TradeTerms } from "./trade-terms.js";

/** @import { Page } from "../page.js" */
/** @import { Item } from "../collection/terms.js" */
/** @import { Trade } from "../../../javascript/types/v1.js" */

/**
 * A trade, shown to both players in the same state: accept this revision, change it, or end it.
 * @param {{ page: Page, id: string }} props
 */
export function TradeView({ page, id }) {
  const { state, session, failed } = page;
  const trade = state.trades[id];
  const [isMissing, setMissing] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const [refused, setRefused] = useState({ at: "", fault: /** @type {readonly string[]} */ ([]) });
  const seen = () => `${page.store.state.trades[id]?.revision} ${page.store.state.trades[id]?.stage}`;
  const fault = refused.at === seen() ? refused.fault : []; // of what is seen, not of what it was before
  const isUp = state.connection.state === "open";
  const trades = async () => (await session.client.collection()).trades;
  const me = state.me?.player.id ?? "";
  useEffect(() => {
    const missed = (/** @type {unknown} */ error) =>
      error instanceof CommandRefused ? setMissing(true) : failed(error);
    if (isUp)
      trades()
        .then((asked) => asked.get(id))
        .catch(missed);
  }, [isUp]);
  useEffect(() => {
    if (trade?.stage === "done") readOwned(page).catch(failed);
  }, [trade?.stage]);
  if (trade === undefined)
    return isMissing
      ? h(Nowhere, { text: t("trades.unknown"), href: "/trades", way: t("trades.title") })
      : h("p", { class: "dim", role: "status" }, t("page.loading"));
  const { mine, theirs } = sidesOf(trade, me);
  /** @param {() => Promise<unknown>} take */
  const once = (take) => () => {
    setRefused({ at: "", fault: [] });
    take().catch((error) =>
      setRefused({ at: seen(), fault: error?.faults?.length > 0 ? error.faults : [refusalText(error)] }),
    );
  };
  if (isChanging && trade.stage === "open") {
    return h(TradeTerms, {
      page,
      player: theirs.player,
      gives: itemsOf(mine.gives),
      takes: itemsOf(theirs.gives),
      held: itemsOf(mine.has_accepted ? mine.gives : []),
      submit: t("trades.counter"),
      send: async (terms) => {
        await (await trades()).counter(id, trade.revision, terms);
        setChanging(false);
      },
      back: () => setChanging(false),
      key: `terms-${trade.revision}`,
    });
  }
  return h(
    "section",
    { class: "panel trade", "data-trade": id, "data-stage": trade.stage, "data-revision": trade.revision },
    [
      h("div", { class: "row trade-head", key: "head" }, [
        h("h2", { key: "h" }, [t("trades.with_whom"), " ", h(PlayerName, { player: theirs.player, key: "who" })]),
        h("span", { class: "dim", key: "revision" }, t("trades.revision", { n: trade.revision })),
      ]),
      h("p", { class: "trade-stage", role: "status", key: "stage" }, [
        h("strong", { key: "stage" }, sayOf(trade, me)),
        isOpen(trade) &&
          h(
            "span",
            { class: "dim", key: "until" },
            ` ${t("trades.until", { at: moment(trade.expires_at - state.ahead) })}`,
          ),
      ]),
      h("div", { class: "trade-sides", key: "sides" }, [
        h(Side, {
          page,
          title: t("trades.you_give"),
          items: itemsOf(mine.gives),
          has: mine.has_accepted,
          trade,
          key: "mine",
        }),
        h(Side, {
          page,
          title: t("trades.you_get"),
          items: itemsOf(theirs.gives),
          has: theirs.has_accepted,
          trade,
          key: "theirs",
        }),
      ]),
      fault.length > 0 &&
        h(
          "div",
          { class: "fault", role: "alert", key: "fault" },
          fault.map((line, at) => h("p", { key: at }, line)),
        ),
      isOpen(trade) &&
        h("div", { class: "row", key: "ways" }, [
          awaits(trade, me) &&
            h(
              "button",
              {
                type: "button",
                class: "main",
                onClick: once(async () => (await trades()).accept(id, trade.revision)),
                key: "accept",
              },
              t("trades.accept"),
            ),
          trade.stage === "open" &&
            h("button", { type: "button", onClick: () => setChanging(true), key: "change" }, t("trades.change")),
          h(
            "button",
            { type: "button", class: "risky", onClick: once(async () => (await trades()).cancel(id)), key: "cancel" },
            t(mine.has_accepted ? "trades.take_back" : "trades.decline"),
          ),
        ]),
      !isOpen(trade) &&
        h("div", { class: "row", key: "ways" }, [
          h("a", { class: "button", href: "/trades", key: "trades" }, t("trades.title")),
          h(
            "a",
            { class: "button", href: `/trades/with/${encodeURIComponent(theirs.player.id)}`, key: "again" },
            t("trades.another"),
          ),
        ]),
    ],
  );
}

/** The state of a trade in words. @param {Trade} trade @param {string} me */
function sayOf(trade, me) {
  if (trade.stage === "open") return t(awaits(trade, me) ? "trades.your_answer" : "trades.their_answer");
  return called("trades.stage", trade.stage);
}

/**
 * The cards that one player gives.
 * @param {{ page: Page, title: string, items: readonly Item[], has: boolean, trade: Trade }} props
 */
function Side({ page, title, items, has, trade }) {
  useCatalogues(page, [...new Set(items.map(({ game }) => game))]);
  return h("section", { class: "trade-side", "aria-label": title }, [
    h("h3", { key: "h" }, [`${title}: ${t("trades.cards", { n: sumOf(items) })}`]),
    isOpen(trade) &&
      h("p", { class: has ? "good" : "dim", key: "has" }, t(has ? "trades.accepted" : "trades.not_accepted")),
    items.length === 0 && h("p", { class: "dim", key: "nothing" }, t("trades.nothing")),
    h(
      "ul",
      { class: "trade-cards", key: "cards" },
      items.map(({ game, card, count }) => {
        const cards = page.state.catalogues[game];
        const printed = cards?.get(card) ?? { id: card, name: card };
        return h("li", { "data-card": card, key: `${game}/${card}` }, [
          h(
            "a",
            { class: "cards-card", href: `/cards/${game}/${encodeURIComponent(card)}`, key: "card" },
            cards === undefined ? card : h(PrintedCard, { page, game, card: printed, cards }),
          ),
          count > 1 && h("b", { key: "n" }, `× ${count}`),
        ]);
      }),
    ),
  ]);
}

/** @param {readonly { game: string, card: string, count: number }[]} cards @returns {Item[]} */
function itemsOf(cards) {
  return cards.map(({ game, card, count }) => ({ game, card, count }));
}
