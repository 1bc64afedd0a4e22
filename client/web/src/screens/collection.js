import { h, useState } from "../../vendor/preact.js";
import { ANYTHING, isWanted, printingsOf, progressOf, RARITIES, setsOf } from "../collection/printings.js";
import { gamesWithPacks, isCollector, listsOf, useOdds, useOwned } from "../operations/collection.js";
import { useWishes, wishedOf } from "../operations/wishes.js";
import { Empty } from "../ui/empty.js";
import { FindField } from "../ui/field.js";
import { GameTabs } from "../ui/game-tabs.js";
import { lazy } from "../ui/lazy.js";
import { Nowhere } from "../ui/nowhere.js";
import { calledInFull } from "../ui/other-face.js";
import { called, t } from "../words.js";
import { useAnswer } from "./answer.js";
import { PrintedCard, says, useCatalogue } from "./cards.js";
import { CollectionWays, NoCollector } from "./collection-ways.js";
import { WishButton } from "./wish-button.js";

/** @import { Page } from "../page.js" */
/** @import { OwnedPrinting, Wanted } from "../collection/printings.js" */

/** @typedef {Page & { id: string }} Hinted */
const Hint = lazy(["hints"], async () => /** @type {(props: Hinted) => any} */ ((await import("../ui/hint.js")).Hint), {
  isSmall: true,
  sheet: "hint",
});

/** Every printing of a game, with the number of the player's copies. @param {Page} page */
export function Collection(page) {
  const { state } = page;
  const odds = useOdds(page);
  const owned = useOwned(page);
  const games = odds === null ? [] : gamesWithPacks(odds);
  const game = state.route.params.game ?? games[0];
  if (state.welcome !== null && state.connection.state === "open" && !isCollector(page))
    return h("div", { class: "page collection" }, [
      h("h1", { key: "h1" }, t("nav.collection")),
      h(CollectionWays, { state, key: "ways" }),
      h(NoCollector, { key: "door" }),
    ]);
  if (odds !== null && !games.includes(game ?? ""))
    return h(Nowhere, { text: t("collection.no_game"), href: "/collection", way: t("nav.collection") });
  return h("div", { class: "page collection" }, [
    h("h1", { key: "h1" }, t("nav.collection")),
    h(CollectionWays, { state, key: "ways" }),
    odds === null || owned === null || game === undefined
      ? h("p", { class: "dim", role: "status", key: "waits" }, t("page.loading"))
      : h(OfGame, { page, game, games, odds, copies: owned, key: game }),
  ]);
}

/**
 * @param {{ page: Page, game: string, games: readonly string[], odds: import("../operations/collection.js").PackOdds, copies: readonly import("../../../javascript/types/v1.js").OwnedCopies[] }} props
 */
function OfGame({ page, game, games, odds, copies }) {
  const cards = useCatalogue(page, game);
  const known = useSets(page, game);
  const wishes = useWishes(page);
  const [sought, setSought] = useState("");
  const [wanted, setWanted] = useState(ANYTHING);
  const tabs = h(GameTabs, { page, game, path: "collection", only: ({ name }) => games.includes(name), key: "tabs" });
  if (cards === undefined || known === null)
    return [tabs, h("p", { class: "dim", role: "status", key: "waits" }, t("page.loading"))];
  const printings = printingsOf(game, cards, known.sets, listsOf(odds, game), copies);
  const wished = wishedOf(wishes, game);
  const found = printings.filter((each) => isWanted(each, wanted, wished) && says(each.card, sought));
  const total = copies.reduce((sum, each) => sum + (each.game === game ? each.count : 0), 0);
  /** @param {Partial<Wanted>} some */
  const want = (some) => setWanted((now) => ({ ...now, ...some }));
  return [
    tabs,
    h(Hint, { ...page, id: "collection", key: "hint" }),
    total === 0
      ? h(
          Empty,
          { ...page, kind: "fan", game, text: t("collection.empty"), key: "empty" },
          h("a", { class: "button main", href: "/packs" }, t("collection.to_packs")),
        )
      : h(Progress, { printings, known, total, game, want, key: "progress" }),
    h("div", { class: "row cards-filters collection-filters", role: "search", key: "filters" }, [
      h(FindField, { value: sought, change: setSought, key: "find" }),
      h(Pick, {
        key: "owned",
        label: t("collection.whose"),
        value: wanted.owned,
        options: [
          { value: "", title: t("collection.all") },
          { value: "owned", title: t("collection.owned") },
          { value: "missing", title: t("collection.missing") },
          { value: "spare", title: t("collection.spare") },
          ...(wishes === null ? [] : [{ value: "wished", title: t("wishes.title") }]),
        ],
        choose: (value) => want({ owned: /** @type {Wanted["owned"]} */ (value) }),
      }),
      h(Pick, {
        key: "rarity",
        label: t("collection.rarity"),
        value: wanted.rarity,
        options: [
          { value: "", title: t("collection.any_rarity") },
          ...RARITIES.filter((rarity) => printings.some((each) => each.rarity === rarity)).map((value) => ({
            value,
            title: called("rarity", value),
          })),
        ],
        choose: (rarity) => want({ rarity }),
      }),
      known.traits.length > 1 &&
        h(Pick, {
          key: "trait",
          label: known.trait === "element" ? t("collection.element") : t("collection.taxon"),
          value: wanted.trait,
          options: [
            { value: "", title: t(known.trait === "element" ? "collection.any_element" : "collection.any_taxon") },
            ...known.traits,
          ],
          choose: (trait) => want({ trait }),
        }),
      known.titles.size > 1 &&
        h(Pick, {
          key: "set",
          label: t("collection.set"),
          value: wanted.set,
          options: [
            { value: "", title: t("collection.any_set") },
            ...[...known.titles].map(([value, title]) => ({ value, title })),
          ],
          choose: (set) => want({ set }),
        }),
      h("span", { class: "dim", role: "status", key: "count" }, t("collection.count", { n: found.length })),
    ]),
    h(
      "ul",
      { class: "cards-list", key: "list" },
      found.map((each) => h(Printing, { page, game, cards, wishes, printing: each, key: each.id })),
    ),
    found.length === 0 && h("p", { class: "dim", key: "none" }, t("collection.none")),
  ];
}

/**
 * A printing with the number of copies, and its wish button.
 * @param {{ page: Page, game: string, cards: any, wishes: import("../../../javascript/types/v1.js").Wishes | null, printing: OwnedPrinting }} props
 */
function Printing({ page, game, cards, wishes, printing: { id, card, count, free } }) {
  const words =
    count === 0
      ? t("collection.has_none")
      : `${t("collection.has", { n: count })}${free < count ? ` · ${t("collection.free", { n: free })}` : ""}`;
  return h("li", { class: `decks-card collection-card${count === 0 ? " collection-missing" : ""}`, "data-card": id }, [
    h(
      "a",
      { class: "cards-card", href: `/cards/${game}/${encodeURIComponent(id)}`, key: "card" },
      h(PrintedCard, { page, game, card, cards }),
    ),
    h("span", { class: count === 0 ? "dim collection-count" : "collection-count", key: "count" }, words),
    wishes !== null &&
      h(WishButton, { page, game, card: id, name: nameOf(cards, id), wishes, isShort: true, key: "wish" }),
  ]);
}

/**
 * The player's progress, in all and in each set.
 * @param {{ printings: readonly OwnedPrinting[], known: Known, total: number, game: string, want: (some: Partial<Wanted>) => void }} props
 */
function Progress({ printings, known, total, game, want }) {
  const sets = [...known.titles].filter(([id]) => printings.some((each) => each.set === id));
  return h("section", { class: "panel collection-progress", "aria-label": t("collection.progress") }, [
    h("div", { class: "row collection-head", key: "head" }, [
      h("p", { class: "collection-sum", key: "sum" }, t("collection.sum", { n: total })),
      h("a", { class: "button", href: `/decks/${game}?own=`, key: "decks" }, t("collection.to_decks")),
    ]),
    h(
      "div",
      { class: "collection-sets", key: "sets" },
      sets.map(([id, title]) => {
        const { all, owned, rarities } = progressOf(printings.filter((each) => each.set === id));
        return h("div", { class: "collection-set", "data-set": id, key: id }, [
          h("div", { class: "row collection-set-head", key: "head" }, [
            h("h2", { key: "h" }, title),
            h("span", { class: "dim", key: "n" }, t("collection.of", { owned, all })),
          ]),
          h("progress", { max: all, value: owned, "aria-label": title, key: "bar" }),
          h(
            "ul",
            { class: "row collection-rarities", key: "rarities" },
            rarities.map((each) =>
              h(
                "li",
                { key: each.rarity },
                h(
                  "button",
                  {
                    type: "button",
                    class: `quiet rarity rarity-${each.rarity}`,
                    onClick: () => want({ rarity: each.rarity, set: known.titles.size > 1 ? id : "" }),
                  },
                  [
                    h("span", { class: "rarity-sign", "aria-hidden": "true", key: "sign" }),
                    h("span", { key: "words" }, [
                      `${called("rarity", each.rarity)} `,
                      h("span", { class: "collection-part", key: "part" }, `${each.owned}/${each.all}`),
                    ]),
                  ],
                ),
              ),
            ),
          ),
        ]);
      }),
    ),
  ]);
}

/**
 * A filter of the collection with several values.
 * @param {{ label: string, value: string, options: readonly { value: string, title: string }[], choose: (value: string) => void }} props
 */
export function Pick({ label, value, options, choose }) {
  return h(
    "select",
    {
      "aria-label": label,
      value,
      onChange: (/** @type {any} */ event) => choose(event.currentTarget.value),
    },
    options.map((each) => h("option", { value: each.value, key: each.value }, each.title)),
  );
}

/**
 * The properties by which a game's cards are filtered: sets, and Elements or taxa.
 * @typedef {object} Known
 * @property {ReadonlyMap<string, string>} sets the set of each printing
 * @property {ReadonlyMap<string, string>} titles the name of each set
 * @property {string} trait the facet
 * @property {readonly { value: string, title: string }[]} traits
 */

/** @param {Page} page @param {string} game @returns {Known | null} `null` while it is on its way */
function useSets({ session, state, failed }, game) {
  const [known, setKnown] = useState(/** @type {Known | null} */ (null));
  const ask = async () =>
    Promise.all([session.client.cards(game), session.client.http.get(`/v1/cards?game=${encodeURIComponent(game)}`)]);
  const keep = (/** @type {[any, any]} */ [catalogue, found]) => setKnown(knownOf(catalogue, found.facets));
  useAnswer(state.connection.state === "open" && known === null ? ask : null, { keep, failed }, [game]);
  return known;
}

/** @param {any} catalogue @param {readonly any[]} facets @returns {Known} */
function knownOf(catalogue, facets) {
  const facet = facets.find(({ name }) => name === "element" || name === "taxon");
  return {
    sets: setsOf(catalogue),
    titles: new Map(catalogue.sets.map((/** @type {any} */ { id, name }) => [id, name])),
    trait: facet?.name ?? "",
    traits: (facet?.words ?? []).map((/** @type {any} */ { value, name }) => ({
      value,
      title: name ?? called("am.element", value),
    })),
  };
}

/** The name of a printing in the place of its picture. @param {any} cards @param {string} id @returns {string} */
export function nameOf(cards, id) {
  const card = cards?.get(id);
  return card === undefined ? id : calledInFull(card, t("cards.art_rare"));
}
