import { h } from "../../vendor/preact.js";
import { spoken } from "../words.js";
import { lazy } from "./lazy.js";

/** @import { Page } from "../page.js" */

/** The welcome of the host, below the games. @param {Page} page */
export function SiteWelcome({ state }) {
  const { welcome = "", pages = [] } = state.welcome?.site ?? {};
  return h("section", { class: "panel home-news" }, [
    h("h2", { key: "h" }, pages.find(({ name }) => name === "welcome")?.title),
    welcome.split("\n\n").map((text) => h("p", { key: text }, text)),
  ]);
}

const SiteTerms = lazy(["terms"], async () => (await import("./site-terms.js")).SiteTerms, { isSmall: true });

/** Links to the pages of the host, below every screen but a table, and above them the terms to accept. @param {Page} page */
export function SiteFoot(page) {
  const { me, welcome } = page.state;
  const { name, pages = [], terms } = welcome?.site ?? {};
  return [
    me && terms && h(SiteTerms, { ...page, key: "terms" }),
    h(
      "nav",
      { class: "row links site-foot", "aria-label": name, key: "pages" },
      pages.map(({ title, path }) => h("a", { key: path, href: `${path}?language=${spoken}` }, title)),
    ),
  ];
}
