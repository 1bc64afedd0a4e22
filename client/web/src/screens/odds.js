import { h } from "../../vendor/preact.js";
import { RARITIES } from "../collection/printings.js";
import { sizeOf, useOdds } from "../operations/collection.js";
import { called, t } from "../words.js";
import { useCatalogue } from "./cards.js";
import { nameOf } from "./collection.js";
import { CollectionWays } from "./collection-ways.js";

/** @import { Page } from "../page.js" */
/** @import { FitOfCounts, PackOdds, PoolOdds } from "../operations/collection.js" */

/**
 * The probability below which a test reports a deviation from chance. It is divided by the number of tests, as in the
 * server's own audit.
 */
const UNLIKELY = 0.001;

/** The odds of packs, and the count and test of all opened packs. The page is open to all. @param {Page} page */
export function Odds(page) {
  const odds = useOdds(page);
  const tests = odds?.pools.flatMap(({ fits }) => fits).filter(({ degrees }) => degrees > 0).length ?? 0;
  return h("div", { class: "page collection" }, [
    h("h1", { key: "h1" }, t("odds.title")),
    h(CollectionWays, { state: page.state, key: "ways" }),
    odds === null
      ? h("p", { class: "dim", role: "status", key: "waits" }, t("page.loading"))
      : [
          h(Rule, { odds, key: "rule" }),
          ...odds.pools.map((pool) =>
            h(Counted, { page, odds, pool, unlikely: UNLIKELY / Math.max(1, tests), key: pool.pool }),
          ),
        ],
  ]);
}

/** The contents of a pack. @param {{ odds: PackOdds }} props */
function Rule({ odds: { commons, rares, fifth } }) {
  const sides = sumOf(fifth);
  return h("section", { class: "panel odds-rule" }, [
    h("h2", { key: "h" }, t("odds.rule")),
    h("p", { key: "four" }, t("odds.four", { commons, rares })),
    h(
      "ul",
      { class: "odds-fifth", key: "fifth" },
      Object.entries(fifth).map(([rarity, share]) =>
        h("li", { class: `rarity rarity-${rarity}`, key: rarity }, [
          h("span", { class: "rarity-sign", "aria-hidden": "true", key: "sign" }),
          h("span", { key: "name" }, called("rarity", rarity)),
          h("progress", { max: sides, value: share, "aria-label": called("rarity", rarity), key: "bar" }),
          h("b", { key: "share" }, t("odds.share", { share, sides, percent: percent(share / sides) })),
        ]),
      ),
    ),
    h("p", { class: "dim", key: "each" }, t("odds.each")),
    h("p", { class: "dim", key: "test" }, t("odds.test")),
  ]);
}

/** @param {{ page: Page, odds: PackOdds, pool: PoolOdds, unlikely: number }} props */
function Counted({ page, odds, pool, unlikely }) {
  const { lists, packs, fifth, fits, drawn } = pool;
  const cards = useCatalogue(page, lists.game);
  const title = page.state.welcome?.games.find(({ name }) => name === lists.game)?.title ?? lists.game;
  const shares = pool.sides ?? odds.fifth;
  const sides = sumOf(shares);
  return h("section", { class: "panel odds-pool", "data-pool": pool.pool }, [
    h("h2", { key: "h" }, pool.is_current ? title : t("odds.former", { game: title })),
    h(
      "p",
      { class: "odds-packs", key: "packs" },
      `${t("odds.packs", { n: packs })} · ${t("odds.from", { n: sizeOf(lists) })}`,
    ),
    h("div", { class: "odds-tables", key: "tables" }, [
      h("table", { key: "fifth" }, [
        h("caption", { key: "caption" }, t("odds.fifth")),
        h("thead", { key: "head" }, row("th", [t("collection.rarity"), t("odds.drawn"), t("odds.expected")])),
        h(
          "tbody",
          { key: "body" },
          Object.entries(shares).map(([rarity, share]) =>
            row(
              "td",
              [called("rarity", rarity), number(fifth[rarity] ?? 0), number((packs * share) / sides, 1)],
              rarity,
            ),
          ),
        ),
      ]),
      h("table", { key: "fits" }, [
        h("caption", { key: "caption" }, t("odds.fits")),
        h(
          "thead",
          { key: "head" },
          row("th", [t("odds.what"), t("odds.chi_square"), t("odds.degrees"), t("odds.p"), t("odds.verdict")]),
        ),
        h(
          "tbody",
          { key: "body" },
          fits.map((fit) =>
            row(
              "td",
              [
                fit.what === "fifth" ? t("odds.what_fifth") : called("rarity", fit.what),
                number(fit.chi_square, 2),
                number(fit.degrees),
                number(fit.p, 3),
                verdictOf(fit, packs, unlikely),
              ],
              fit.what,
            ),
          ),
        ),
      ]),
    ]),
    h("details", { class: "odds-cards", key: "cards" }, [
      h("summary", { key: "s" }, t("odds.cards")),
      ...RARITIES.filter((rarity) => (drawn[rarity] ?? []).length > 0).map((rarity) =>
        h("div", { key: rarity }, [
          h("h3", { key: "h" }, called("rarity", rarity)),
          h(
            "ul",
            { class: "odds-counts", key: "list" },
            (drawn[rarity] ?? []).map((each) =>
              h("li", { key: each.card }, [
                h("b", { key: "n" }, number(each.drawn)),
                h(
                  "a",
                  { href: `/cards/${lists.game}/${encodeURIComponent(each.card)}`, key: "card" },
                  nameOf(cards, each.card),
                ),
              ]),
            ),
          ),
        ]),
      ),
      h("p", { class: "dim odds-hash", key: "hash" }, [`${t("packs.lists")} `, h("code", { key: "code" }, pool.pool)]),
    ]),
  ]);
}

/** @param {FitOfCounts} fit @param {number} packs @param {number} unlikely */
function verdictOf({ p, degrees }, packs, unlikely) {
  if (packs === 0 || degrees === 0) return "–";
  return p < unlikely ? t("odds.doubtful") : t("odds.as_chance");
}

/** @param {"th" | "td"} tag @param {readonly string[]} cells @param {string} [key] */
function row(tag, cells, key) {
  return h(
    "tr",
    { key },
    cells.map((cell, at) =>
      tag === "td" && at === 0
        ? h("th", { scope: "row", key: at }, cell)
        : h(tag, { ...(tag === "th" && { scope: "col" }), key: at }, cell),
    ),
  );
}

/** @param {Readonly<Record<string, number>>} shares */
function sumOf(shares) {
  return Object.values(shares).reduce((sum, share) => sum + share, 0);
}

/**
 * A number in the format of this page's language.
 * @param {number} value @param {number} [digits] after the point at most
 */
function number(value, digits = 0) {
  return new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: digits }).format(value);
}

/** @param {number} share */
function percent(share) {
  return new Intl.NumberFormat(document.documentElement.lang, { style: "percent", maximumFractionDigits: 1 }).format(
    share,
  );
}
