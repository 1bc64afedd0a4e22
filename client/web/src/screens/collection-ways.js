import { h } from "../../vendor/preact.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */

/** The screens about the player's cards. @type {readonly (readonly [string, string, import("../words.js").Key])[]} */
const WAYS = [
  ["collection", "/collection", "nav.collection"],
  ["packs", "/packs", "packs.title"],
  ["trades", "/trades", "trades.title"],
  ["movements", "/movements", "movements.title"],
  ["odds", "/odds", "odds.title"],
];

/** Links between the screens about the player's cards. @param {Pick<Page, "state">} page */
export function CollectionWays({ state }) {
  return h(
    "nav",
    { class: "row game-tabs collection-ways", "aria-label": t("nav.collection") },
    WAYS.map(([screen, href, key]) =>
      h(
        "a",
        { class: "button", href, "aria-current": state.route.screen === screen ? "page" : undefined, key: screen },
        t(key),
      ),
    ),
  );
}

/** The text for a player without an account: cards belong to accounts. */
export function NoCollector() {
  return h("section", { class: "panel collection-door", "data-part": "no-collector" }, [
    h("h2", { key: "h" }, t("collection.guest")),
    h("p", { class: "dim", key: "why" }, t("collection.guest_why")),
    h("div", { class: "row", key: "ways" }, [
      h("a", { class: "button main", href: "/account", key: "account" }, t("collection.register")),
      h("a", { class: "button", href: "/cards", key: "cards" }, t("cards.all")),
    ]),
  ]);
}
