import { h, useState } from "../../vendor/preact.js";
import { listsOf, useOdds } from "../operations/collection.js";
import { mayWish, useWishes } from "../operations/wishes.js";
import { PlayerName } from "../ui/player.js";
import { refusalText } from "../ui/refusal.js";
import { called, t } from "../words.js";
import { FoundBy } from "./found-by.js";
import { WishButton } from "./wish-button.js";

/** @import { Page } from "../page.js" */
/** @import { NamedCard, Trader, Traders } from "../../../javascript/types/v1.js" */

/** @typedef {"has" | "wishes"} Who */

/**
 * The wish button of a printing, its owners, and the players who wish for it; nothing if players cannot own it.
 * @param {{ page: Page, game: string, card: string, name: string, free: number, nameOf: (card: string) => string }} props
 */
export function CardTraders(props) {
  return mayWish(props.page) ? h(OfCard, { ...props, key: `${props.game}/${props.card}` }) : null;
}

/** @param {Parameters<typeof CardTraders>[0]} props */
function OfCard({ page, game, card, name, free, nameOf }) {
  const wishes = useWishes(page);
  const lists = listsOf(useOdds(page), game);
  const [asked, setAsked] = useState(/** @type {Who | null} */ (null));
  const [found, setFound] = useState(/** @type {readonly Trader[]} */ ([]));
  const [after, setAfter] = useState(/** @type {number | null} */ (null));
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  const canBeOwned = free > 0 || Object.values(lists ?? {}).some((each) => Array.isArray(each) && each.includes(card));
  if (wishes === null || !canBeOwned) return null;
  /** @param {Who} who @param {readonly Trader[]} before @param {number} [from] */
  const find = (who, before, from) => {
    setBusy(true);
    setFault("");
    page.session.client
      .collection()
      .then((collection) => collection.wishes.find(who, game, card, from))
      .then(
        (/** @type {Traders} */ page_) => {
          setAsked(who);
          setFound([...before, ...page_.traders]);
          setAfter(page_.after ?? null);
        },
        (error) => setFault(refusalText(error)),
      )
      .finally(() => setBusy(false));
  };
  const ask = (/** @type {Who} */ who) =>
    h(
      "button",
      { type: "button", "aria-disabled": isBusy, onClick: () => !isBusy && find(who, []), key: who },
      called("wishes.who", who),
    );
  return h("div", { class: "card-traders", "data-part": "card-traders" }, [
    h("div", { class: "row", key: "ways" }, [
      h(WishButton, { page, game, card, name, wishes, key: "wish" }),
      ask("has"),
      free > 0 && ask("wishes"),
    ]),
    fault !== "" && h("p", { class: "fault", role: "alert", key: "fault" }, fault),
    asked !== null &&
      h("section", { "aria-label": called("wishes.who", asked), key: "found" }, [
        h("p", { class: "dim", role: "status", key: "count" }, countOf(asked, found.length, after)),
        h(
          "ul",
          { class: "card-traders-list", key: "list" },
          found.map((trader) => h(Row, { trader, who: asked, game, card, nameOf, key: trader.player.id })),
        ),
        after !== null &&
          h(
            "button",
            {
              type: "button",
              "aria-disabled": isBusy,
              onClick: () => !isBusy && find(asked, found, after),
              key: "more",
            },
            t("page.more"),
          ),
        h(FoundBy, { page, key: "found-by" }),
      ]),
  ]);
}

/** @param {Who} who @param {number} n @param {number | null} after */
function countOf(who, n, after) {
  if (after !== null) return t("wishes.so_far", { n });
  if (n === 0) return called("wishes.nobody", who);
  return t(who === "has" ? "wishes.count_has" : "wishes.count_wishes", { n });
}

/**
 * A player to trade with, and the cards for it.
 * @param {{ trader: Trader, who: Who, game: string, card: string, nameOf: (card: string) => string }} props
 */
function Row({ trader: { player, has = [], wishes = [] }, who, game, card, nameOf }) {
  /** @param {readonly NamedCard[]} cards */
  const named = (cards) => cards.map((each) => (each.game === game ? nameOf(each.card) : each.card)).join(", ");
  const item = `${game}/${card}`;
  const side = who === "has" ? "takes" : "gives";
  const query = new URLSearchParams({ [side]: item });
  return h("li", { class: "row card-trader", "data-trader": player.id }, [
    h(PlayerName, { player, key: "who" }),
    h("span", { class: "dim card-trader-words", key: "words" }, [
      has.length > 0 && h("span", { key: "has" }, t("wishes.has", { cards: named(has) })),
      wishes.length > 0 && h("span", { key: "wishes" }, t("wishes.wants", { cards: named(wishes) })),
    ]),
    h(
      "a",
      { class: "button", href: `/trades/with/${encodeURIComponent(player.id)}?${query}`, key: "way" },
      t("wishes.trade"),
    ),
  ]);
}
