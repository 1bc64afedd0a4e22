import { h } from "../../vendor/preact.js";
import { spoken } from "../words.js";

/** @import { Page } from "../page.js" */

/** The welcome of the host, below the games. @param {Page} page */
export function SiteWelcome({ state }) {
  const { welcome = "", pages = [] } = state.welcome?.site ?? {};
  return h("section", { class: "panel home-news" }, [
    h("h2", { key: "h" }, pages.find(({ name }) => name === "welcome")?.title),
    welcome.split("\n\n").map((text) => h("p", { key: text }, text)),
  ]);
}

/** Links to the pages of the host, below every screen but a table. @param {Page} page */
export function SiteFoot({ state: { welcome } }) {
  const { name, pages = [] } = welcome?.site ?? {};
  return h(
    "nav",
    { class: "row links site-foot", "aria-label": name },
    pages.map(({ title, path }) => h("a", { key: path, href: `${path}?language=${spoken}` }, title)),
  );
}
