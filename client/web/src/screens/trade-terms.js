import { h, useState } from "../../vendor/preact.js";
import { printingsOf } from "../collection/printings.js";
import { changedItems, countOf, sumOf } from "../collection/terms.js";
import { gamesWithPacks, listsOf, useOdds, useOwned } from "../operations/collection.js";
import { FindField } from "../ui/field.js";
import { PlayerName } from "../ui/player.js";
import { refusalText } from "../ui/refusal.js";
import { called, t } from "../words.js";
import { says, useCatalogue } from "./cards.js";
import { nameOf, Pick } from "./collection.js";
import { useCatalogues } from "./movements.js";

/** @import { Page } from "../page.js" */
/** @import { Item } from "../collection/terms.js" */
/** @import { OwnedPrinting } from "../collection/printings.js" */
/** @import { Player } from "../../../javascript/types/v1.js" */

/** Maximum number of copies of a printing to ask for. */
const MOST = 100;
/** Maximum number of printings in the list. A search finds the others. */
const LISTED = 40;
const NO_SETS = new Map();

/**
 * The terms of a trade: the player's free copies for one direction, all printings for the other.
 * @param {{
 *   page: Page, player: Player, gives?: readonly Item[], takes?: readonly Item[], held?: readonly Item[], submit: string,
 *   send: (terms: { gives: Item[], takes: Item[] }) => Promise<void>, back: () => void,
 * }} props `held`: what this trade holds of one's own, and would set free
 */
export function TradeTerms({ page, player, gives: given = [], takes: taken = [], held = [], submit, send, back }) {
  const odds = useOdds(page);
  const owned = useOwned(page);
  const games = odds === null ? [] : gamesWithPacks(odds);
  const [gives, setGives] = useState([...given]);
  const [takes, setTakes] = useState([...taken]);
  const [chosen, setGame] = useState("");
  const [side, setSide] = useState(/** @type {"gives" | "takes"} */ ("gives"));
  const [sought, setSought] = useState("");
  const [fault, setFault] = useState(/** @type {readonly string[]} */ ([]));
  const [isBusy, setBusy] = useState(false);
  const game = chosen || games[0];
  const cards = useCatalogue(page, game);
  useCatalogues(page, [...new Set([...gives, ...takes].map((each) => each.game))]);
  if (odds === null || owned === null || game === undefined || cards === undefined)
    return h("p", { class: "dim", role: "status" }, t("page.loading"));
  const isGiving = side === "gives";
  /** @param {OwnedPrinting} printing a printing with the number of copies for that direction */
  const mostOf = ({ id, free }) => (isGiving ? Math.min(MOST, free + countOf(held, game, id)) : MOST);
  const found = printingsOf(game, cards, NO_SETS, listsOf(odds, game), owned).filter(
    (each) => mostOf(each) > 0 && says(each.card, sought),
  );
  const items = isGiving ? gives : takes;
  const set = isGiving ? setGives : setTakes;
  const titleOf = (/** @type {string} */ name) =>
    page.state.welcome?.games.find((each) => each.name === name)?.title ?? name;
  const sent = () => {
    setBusy(true);
    setFault([]);
    send({ gives, takes })
      .catch((error) => setFault(error?.faults?.length > 0 ? error.faults : [refusalText(error)]))
      .finally(() => setBusy(false));
  };
  return h("section", { class: "panel trade-terms" }, [
    h("h2", { key: "h" }, [t("trades.with_whom"), " ", h(PlayerName, { player, key: "who" })]),
    h("div", { class: "trade-sides", key: "chosen" }, [
      h(Chosen, { page, title: t("trades.you_give"), items: gives, set: setGives, side: "gives", key: "gives" }),
      h(Chosen, { page, title: t("trades.you_get"), items: takes, set: setTakes, side: "takes", key: "takes" }),
    ]),
    fault.length > 0 &&
      h(
        "div",
        { class: "fault", role: "alert", key: "fault" },
        fault.map((line, at) => h("p", { key: at }, line)),
      ),
    h("div", { class: "row", key: "ways" }, [
      h(
        "button",
        {
          type: "button",
          class: "main",
          disabled: isBusy || gives.length + takes.length === 0,
          onClick: sent,
          key: "send",
        },
        submit,
      ),
      h("button", { type: "button", onClick: back, key: "back" }, t("trades.back")),
    ]),
    h("div", { class: "row trade-panes", role: "tablist", "aria-label": t("trades.choose"), key: "panes" }, [
      h(Pane, { isShown: isGiving, show: () => setSide("gives"), title: t("trades.choose_own"), key: "own" }),
      h(Pane, { isShown: !isGiving, show: () => setSide("takes"), title: t("trades.choose_wanted"), key: "wanted" }),
    ]),
    h("div", { class: "row cards-filters", role: "search", key: "filters" }, [
      h(FindField, { value: sought, change: setSought, key: "find" }),
      games.length > 1 &&
        h(Pick, {
          key: "game",
          label: t("lobby.game"),
          value: game,
          options: games.map((value) => ({ value, title: titleOf(value) })),
          choose: setGame,
        }),
    ]),
    found.length === 0 && h("p", { class: "dim", key: "none" }, t(isGiving ? "trades.own_none" : "collection.none")),
    h(
      "ul",
      { class: "trade-choices", "data-side": side, key: side },
      found.slice(0, LISTED).map((each) => {
        const count = countOf(items, game, each.id);
        const name = nameOf(cards, each.id);
        return h("li", { "data-card": each.id, key: each.id }, [
          h("span", { class: `rarity rarity-${each.rarity}`, key: "name" }, [
            h("span", { class: "rarity-sign", title: called("rarity", each.rarity), key: "sign" }),
            h("span", { key: "name" }, name),
          ]),
          h(
            "span",
            { class: "dim", key: "own" },
            isGiving ? t("collection.free", { n: mostOf(each) }) : t("trades.own", { n: each.count }),
          ),
          h(
            "button",
            {
              type: "button",
              disabled: count === 0,
              "aria-label": t("trades.less", { name }),
              onClick: () => set(changedItems(items, game, each.id, -1, mostOf(each))),
              key: "less",
            },
            "−",
          ),
          h("b", { key: "n" }, count),
          h(
            "button",
            {
              type: "button",
              disabled: count >= mostOf(each),
              "aria-label": t("trades.more", { name }),
              onClick: () => set(changedItems(items, game, each.id, 1, mostOf(each))),
              key: "more",
            },
            "+",
          ),
        ]);
      }),
    ),
    found.length > LISTED && h("p", { class: "dim", key: "rest" }, t("trades.rest", { n: found.length - LISTED })),
  ]);
}

/** @param {{ isShown: boolean, show: () => void, title: string }} props */
function Pane({ isShown, show, title }) {
  return h("button", { type: "button", role: "tab", class: "tab", "aria-selected": isShown, onClick: show }, title);
}

/**
 * The chosen cards of one direction.
 * @param {{ page: Page, title: string, items: readonly Item[], set: (items: Item[]) => void, side: string }} props
 */
function Chosen({ page, title, items, set, side }) {
  return h("section", { class: "trade-side", "aria-label": title, "data-chosen": side }, [
    h("h3", { key: "h" }, `${title}: ${t("trades.cards", { n: sumOf(items) })}`),
    items.length === 0 && h("p", { class: "dim", key: "nothing" }, t("trades.nothing")),
    h(
      "ul",
      { class: "trade-chosen", key: "list" },
      items.map(({ game, card, count }) => {
        const name = nameOf(page.state.catalogues[game], card);
        return h("li", { key: `${game}/${card}` }, [
          h("span", { key: "name" }, `${count} × ${name}`),
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "aria-label": t("trades.less", { name }),
              onClick: () => set(changedItems(items, game, card, -1, MOST)),
              key: "less",
            },
            "−",
          ),
        ]);
      }),
    ),
  ]);
}
