import { h } from "../vendor/preact.js";
import { Keys } from "./keys.js";
import { ELSEWHERE } from "./line/session.js";
import { Cards } from "./screens/cards.js";
import { Decks } from "./screens/decks.js";
import { Gathering } from "./screens/gathering.js";
import { Home } from "./screens/home.js";
import { Lost } from "./screens/lost.js";
import { Match } from "./screens/match.js";
import { Top } from "./top.js";
import { lazy } from "./ui/lazy.js";
import { t } from "./words.js";

/** @import { Page } from "./page.js" */

/** @type {Readonly<Record<string, (page: Page) => any>>} */
const SCREENS = {
  home: Home,
  table: Gathering,
  match: Match,
  cards: Cards,
  decks: Decks,
  game: lazy(async () => (await import("./screens/game.js")).Game),
  ladder: lazy(async () => (await import("./screens/ladder.js")).Ladder),
  profile: lazy(async () => (await import("./screens/profile.js")).Profile),
  head_to_head: lazy(async () => (await import("./screens/head-to-head.js")).HeadToHead),
  account: lazy(async () => (await import("./screens/account.js")).Account),
  settings: lazy(async () => (await import("./screens/settings.js")).Settings),
  about: lazy(async () => (await import("./screens/about.js")).About),
  moderation: lazy(async () => (await import("./screens/moderation.js")).Moderation),
};

/** The whole page. @param {Page} page */
export function App(page) {
  const { state } = page;
  const Screen = SCREENS[state.route.screen] ?? Lost;
  const isMatch = state.route.screen === "match";
  return h("div", { class: "app" }, [
    h("a", { class: "skip", href: "#content", key: "skip" }, t("nav.skip")),
    !isMatch && h(Top, { ...page, key: "top" }),
    h(
      "main",
      { id: "content", class: "content", key: "content", tabIndex: -1 },
      h(Screen, { ...page, key: state.route.path.split("?")[0] }),
    ),
    h(LineStrip, { ...page, key: "line" }),
    h(Keys, { ...page, key: "keys" }),
    h(
      "div",
      { class: "toasts", role: "status", key: "toasts" },
      state.toasts.map((toast) => h("p", { key: toast.id, class: `toast toast-${toast.tone}` }, toast.text)),
    ),
  ]);
}

/** What is to be said of the line: nothing, as long as it is up. @param {Page} page */
function LineStrip({ state, session }) {
  const { line } = state;
  if (line.state === "open" || (line.state === "opening" && state.welcome === null)) return null;
  if (line.state !== "shut") return h("p", { class: "line-strip", role: "status" }, t("line.lost"));
  const isElsewhere = line.code === ELSEWHERE;
  return h("div", { class: "line-strip line-strip-shut", role: "alert" }, [
    h("span", { key: "why" }, isElsewhere ? t("line.elsewhere") : t("line.shut", { why: line.why })),
    h(
      "button",
      { type: "button", key: "again", onClick: () => session.reopen() },
      t(isElsewhere ? "line.continue" : "line.again"),
    ),
  ]);
}
