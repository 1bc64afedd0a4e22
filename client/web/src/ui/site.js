import { h, useEffect } from "../../vendor/preact.js";
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

const Announcements = lazy(["terms"], async () => (await import("./announcements.js")).Announcements, {
  isSmall: true,
});

/** The screens that show nothing of a server. */
const OUTSIDE = ["account", "settings", "about"];

/** Links to the pages of the host, below every screen but a table, and above them the terms to accept. @param {Page} page */
export function SiteFoot(page) {
  const { me, welcome, route } = page.state;
  const { name, pages = [], terms, guests } = welcome?.site ?? {};
  // A private server shows strangers and guests nothing but the way in.
  const isOutside = guests === "off" && me?.player.kind !== "person" && !OUTSIDE.includes(route.screen);
  useEffect(() => {
    if (isOutside) page.go("/account", { replace: true });
  }, [isOutside]);
  return [
    welcome?.announcements?.[0] && h(Announcements, { ...page, key: "announced" }),
    me && terms && h(SiteTerms, { ...page, key: "terms" }),
    pages.length > 0 &&
      h(
        "nav",
        { class: "row links site-foot", "aria-label": name, key: "pages" },
        pages.map(({ title, path }) => h("a", { key: path, href: `${path}?language=${spoken}` }, title)),
      ),
  ];
}
