import { h, useEffect, useState } from "../../vendor/preact.js";
import { awaits, isOpen, sidesOf, sumOf } from "../collection/terms.js";
import { isCollector } from "../operations/collection.js";
import { Form } from "../ui/form.js";
import { moment } from "../ui/time.js";
import { called, t } from "../words.js";
import { CollectionWays, NoCollector } from "./collection-ways.js";
import { FoundBy } from "./found-by.js";
import { TradeView } from "./trade.js";

/** @import { Page } from "../page.js" */
/** @import { Trade } from "../../../javascript/types/v1.js" */

/** The player's trades, those that wait for an answer first; or one of them. @param {Page} page */
export function Trades(page) {
  const { state } = page;
  const { trade } = state.route.params;
  return h("div", { class: "page collection" }, [
    h("h1", { key: "h1" }, t("trades.title")),
    h(CollectionWays, { state, key: "ways" }),
    isCollector(page)
      ? trade === undefined
        ? h(List, { page, key: state.me?.player.id ?? "" })
        : h(TradeView, { page, id: trade, key: trade })
      : state.welcome !== null && state.connection.state === "open" && h(NoCollector, { key: "door" }),
  ]);
}

/** @param {{ page: Page }} props */
function List({ page }) {
  const { state, session, failed } = page;
  const [before, setBefore] = useState(/** @type {number | null | undefined} */ (undefined));
  const isUp = state.connection.state === "open";
  /** @param {number} [from] */
  const read = async (from) => setBefore((await (await session.client.collection()).trades.list(from)).before ?? null);
  const more = () => read(before ?? undefined).catch(failed);
  useEffect(() => {
    if (isUp) read().catch(failed);
  }, [isUp]);
  const me = state.me?.player.id ?? "";
  const known = Object.values(state.trades).sort((one, other) => other.changed_at - one.changed_at);
  const open = known.filter(isOpen).sort((one, other) => Number(awaits(other, me)) - Number(awaits(one, me)));
  const ended = known.filter((each) => !isOpen(each));
  if (before === undefined) return h("p", { class: "dim", role: "status" }, t("page.loading"));
  return [
    h("section", { class: "panel", "aria-labelledby": "open-trades", key: "open" }, [
      h("h2", { id: "open-trades", key: "h" }, t("trades.open")),
      open.length === 0 && h("p", { class: "dim", key: "none" }, t("trades.none")),
      h(
        "ul",
        { class: "trades-list", key: "list" },
        open.map((trade) => h(Row, { trade, me, state, key: trade.id })),
      ),
    ]),
    h(With, { page, key: "with" }),
    h(FoundBy, { page, key: "found-by" }),
    ended.length > 0 &&
      h("section", { class: "panel", "aria-labelledby": "ended-trades", key: "ended" }, [
        h("h2", { id: "ended-trades", key: "h" }, t("trades.ended")),
        h(
          "ul",
          { class: "trades-list", key: "list" },
          ended.map((trade) => h(Row, { trade, me, state, key: trade.id })),
        ),
        before !== null && h("button", { type: "button", onClick: more, key: "more" }, t("page.more")),
      ]),
  ];
}

/** @param {{ trade: Trade, me: string, state: Page["state"] }} props */
function Row({ trade, me, state }) {
  const { mine, theirs } = sidesOf(trade, me);
  const isAsked = awaits(trade, me);
  return h("li", { "data-trade": trade.id, "data-stage": trade.stage, ...(isAsked && { "data-asked": "" }) }, [
    h("a", { class: "trade-row", href: `/trades/${encodeURIComponent(trade.id)}`, key: "way" }, [
      h("strong", { key: "who" }, h("bdi", null, theirs.player.name)),
      h("span", { key: "what" }, t("trades.sums", { gives: sumOf(mine.gives), takes: sumOf(theirs.gives) })),
      h("span", { class: isAsked ? "good" : "dim", key: "stage" }, stageOf(trade, me)),
      h("time", { class: "dim", key: "at" }, moment(trade.changed_at - state.ahead)),
    ]),
  ]);
}

/** The stage of a trade for one of its players. @param {Trade} trade @param {string} me */
function stageOf(trade, me) {
  if (trade.stage === "open") return t(awaits(trade, me) ? "trades.your_answer" : "trades.their_answer");
  return called("trades.stage", trade.stage);
}

/** The field for the account name of a new trading partner. @param {{ page: Page }} props */
function With({ page: { session, go } }) {
  return h("section", { class: "panel", "data-part": "trade-with" }, [
    h("h2", { key: "h" }, t("trades.new")),
    h("p", { class: "dim", key: "how" }, t("trades.new_note")),
    h(Form, {
      key: "form",
      submit: t("trades.begin"),
      fields: [{ name: "name", label: t("trades.with"), autocomplete: "off", most: 32 }],
      send: async ({ name = "" }) => {
        const { player } = await session.client.standings.profile({ name: name.trim() });
        go(`/trades/with/${encodeURIComponent(player.id)}`);
      },
    }),
  ]);
}
