import { h, useEffect, useState } from "../../vendor/preact.js";
import { catalogued } from "../games/catalogue.js";
import { isCollector } from "../operations/collection.js";
import { moment } from "../ui/time.js";
import { called, t } from "../words.js";
import { nameOf } from "./collection.js";
import { CollectionWays, NoCollector } from "./collection-ways.js";

/** @import { Page } from "../page.js" */
/** @import { CopiesMoved } from "../../../javascript/types/v1.js" */

/** The movements of the player's cards, newest first. @param {Page} page */
export function Movements(page) {
  const { state } = page;
  return h("div", { class: "page collection" }, [
    h("h1", { key: "h1" }, t("movements.title")),
    h(CollectionWays, { state, key: "ways" }),
    isCollector(page)
      ? h(History, { page, key: state.me?.player.id ?? "" })
      : state.welcome !== null && state.connection.state === "open" && h(NoCollector, { key: "door" }),
  ]);
}

/** @param {{ page: Page }} props */
function History({ page }) {
  const { state, session, failed } = page;
  const [moved, setMoved] = useState(/** @type {readonly CopiesMoved[] | null} */ (null));
  const [before, setBefore] = useState(/** @type {number | null} */ (null));
  const isOpen = state.connection.state === "open";
  /** @param {number} [from] */
  const read = async (from) => (await session.client.collection()).movements(from);
  useEffect(() => {
    if (!isOpen) return;
    read().then((found) => {
      setMoved(found.movements);
      setBefore(found.before ?? null);
    }, failed);
  }, [isOpen]);
  const more = () =>
    read(before ?? undefined).then((found) => {
      setMoved([...(moved ?? []), ...found.movements]);
      setBefore(found.before ?? null);
    }, failed);
  const games = [...new Set((moved ?? []).flatMap(({ cards }) => cards.map(({ game }) => game)))];
  useCatalogues(page, games);
  if (moved === null) return h("p", { class: "dim", role: "status" }, t("page.loading"));
  return h("section", { class: "panel", "aria-label": t("movements.title") }, [
    h("p", { class: "dim", key: "what" }, t("movements.what")),
    moved.length === 0 && h("p", { key: "none" }, t("movements.none")),
    h(
      "ol",
      { class: "entries movements", reversed: true, start: moved[0]?.number, key: "list" },
      moved.map((each) => h(Movement, { page, moved: each, key: each.number })),
    ),
    before !== null && h("button", { type: "button", onClick: more, key: "more" }, t("page.more")),
  ]);
}

/** @param {{ page: Page, moved: CopiesMoved }} props */
function Movement({ page, moved: { number, at, cause, cards } }) {
  const catalogues = page.state.catalogues;
  return h("li", { "data-movement": number }, [
    h("b", { class: "movement-number", key: "number" }, `#${number}`),
    h("span", { class: "movement-cause", key: "cause" }, called("movements.cause", cause)),
    h("time", { class: "dim", key: "at" }, moment(at)),
    h(
      "ul",
      { class: "movement-cards", key: "cards" },
      cards.map(({ game, card, count }) =>
        h("li", { key: `${game}/${card}` }, [
          h("b", { class: count > 0 ? "good" : "hot", key: "n" }, count > 0 ? `+${count}` : `−${-count}`),
          h("a", { href: `/cards/${game}/${encodeURIComponent(card)}`, key: "card" }, nameOf(catalogues[game], card)),
        ]),
      ),
    ),
  ]);
}

/** Request the cards of several games once. @param {Page} page @param {readonly string[]} games */
export function useCatalogues({ state, session, store, failed }, games) {
  useEffect(() => {
    for (const game of games.filter((each) => state.catalogues[each] === undefined)) {
      catalogued(session.client, game).then(
        (cards) => store.change((known) => ({ ...known, catalogues: { ...known.catalogues, [game]: cards } })),
        failed,
      );
    }
  }, [games.join()]);
}
