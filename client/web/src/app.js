import { h, useEffect, useRef, useState } from "../vendor/preact.js";
import { TITLE } from "./browser.js";
import { ELSEWHERE } from "./connection/session.js";
import { Home } from "./screens/home.js";
import { Talk } from "./talk/talk.js";
import { Icon } from "./ui/icon.js";
import { lazy } from "./ui/lazy.js";
import { Again } from "./ui/refusal.js";
import { t } from "./words.js";

/** @import { Page } from "./page.js" */

const CARDS = { sheet: "cards" };
const COLLECTION = { sheet: "collection" };
const PEOPLE = { sheet: "people" };
const REPLAY = { sheet: "table replay" };

/** Components for a signed-in player. @param {"Signs" | "ChallengeStrip" | "LinkedChallenge"} name */
const ofNotices = (name) =>
  lazy(["notices"], async () => (await import("./notices/signs.js"))[name], { isSmall: true, sheet: "notices" });
/** @type {Readonly<Record<string, (page: Page) => any>>} */
const SCREENS = {
  home: Home,
  lobby: lazy(["tables", "hints"], async () => (await import("./screens/lobby.js")).Lobby, { sheet: "tables hint" }),
  join: lazy(["tables"], async () => (await import("./screens/join.js")).Join),
  challenge: ofNotices("LinkedChallenge"),
  table: lazy(["tables"], async () => (await import("./screens/gathering.js")).Gathering, { sheet: "gathering" }),
  match: lazy(["match"], async () => (await import("./screens/match.js")).Match, { sheet: "table" }),
  overlay: lazy(["match"], async () => (await import("./screens/overlay.js")).Overlay, { sheet: "table" }),
  replay: lazy(["match", "replay"], async () => (await import("./screens/replay-file.js")).ReplayFile, REPLAY),
  cards: lazy(["cards"], async () => (await import("./screens/cards.js")).Cards, CARDS),
  decks: lazy(["cards", "hints"], async () => (await import("./screens/decks.js")).Decks, { sheet: "cards hint" }),
  collection: lazy(
    ["collection", "cards", "amiibart"],
    async () => (await import("./screens/collection.js")).Collection,
    COLLECTION,
  ),
  packs: lazy(["collection", "cards", "amiibart"], async () => (await import("./screens/packs.js")).Packs, COLLECTION),
  trade_with: lazy(
    ["collection", "cards", "amiibart"],
    async () => (await import("./screens/trade-with.js")).TradeWith,
    COLLECTION,
  ),
  trades: lazy(
    ["collection", "cards", "amiibart"],
    async () => (await import("./screens/trades.js")).Trades,
    COLLECTION,
  ),
  movements: lazy(
    ["collection", "cards", "amiibart"],
    async () => (await import("./screens/movements.js")).Movements,
    COLLECTION,
  ),
  odds: lazy(["collection", "cards", "amiibart"], async () => (await import("./screens/odds.js")).Odds, COLLECTION),
  learn: lazy(["match", "lesson"], async () => (await import("./screens/lesson.js")).Lesson, {
    sheet: "table lesson",
  }),
  game: lazy(["cards", "match", "rules"], async () => (await import("./screens/game.js")).Game, {
    sheet: "table people cards",
  }),
  tournaments: lazy(
    ["tournaments", "tables", "notices", "cards", "collection"],
    async () => (await import("./screens/tournaments.js")).Tournaments,
    { sheet: "tournaments" },
  ),
  ladder: lazy(["people"], async () => (await import("./screens/ladder.js")).Ladder, PEOPLE),
  people: lazy(["people"], async () => (await import("./screens/people.js")).People, PEOPLE),
  profile: lazy(["people"], async () => (await import("./screens/profile.js")).Profile, PEOPLE),
  head_to_head: lazy(["people"], async () => (await import("./screens/head-to-head.js")).HeadToHead, PEOPLE),
  account: lazy(["account", "remarks"], async () => (await import("./screens/account.js")).Account, PEOPLE),
  authorize: lazy(["account"], async () => (await import("./screens/authorize.js")).Authorize, PEOPLE),
  email: lazy(["account"], async () => (await import("./screens/email.js")).Email, PEOPLE),
  sign_on: lazy(["account"], async () => (await import("./screens/sign-on.js")).SignOn, PEOPLE),
  settings: lazy(["settings"], async () => (await import("./screens/settings.js")).Settings, PEOPLE),
  about: lazy(["settings"], async () => (await import("./screens/about.js")).About, PEOPLE),
  moderation: lazy(
    ["moderation", "people", "account", "match", "cards"],
    async () => (await import("./screens/moderation.js")).Moderation,
    PEOPLE,
  ),
};

/** @typedef {Page & { first: KeyboardEvent }} Pressed */
const Keys = lazy([], async () => /** @type {(props: Pressed) => any} */ ((await import("./keys.js")).Keys), {
  isSmall: true,
});
const Lost = lazy(["settings"], async () => (await import("./screens/lost.js")).Lost);
const Newer = lazy(["settings"], async () => (await import("./screens/newer.js")).Newer, { isSmall: true });
const Matchmaking = lazy(["seek", "tables"], async () => (await import("./screens/matchmaking.js")).Matchmaking, {
  isSmall: true,
  sheet: "matchmaking",
});

/**
 * The chat of a match. After the match, its players see the spectators' lines too.
 * @type {(page: Page) => Page["talk"]}
 */
const talkOf = (page) => (match) =>
  h(Talk, { ...page, where: "match", id: match.update.match, again: match.update.result !== null, key: "talk" });

/** The whole page. @param {Page} given */
export function App(given) {
  const page = { ...given, talk: talkOf(given) };
  const { state } = page;
  const Screen = SCREENS[state.route.screen] ?? Lost;
  const isMatched = useRef(false);
  const [first, setFirst] = useState(/** @type {KeyboardEvent | null} */ (null));
  useEffect(() => addEventListener("keydown", setFirst, { once: true }), []);
  const wasLost = useRef(false);
  wasLost.current ||= state.connection.state === "lost";
  isMatched.current ||= state.ticket !== null || state.offer !== null || state.ended !== null;
  return h("div", { class: "app" }, [
    h("a", { class: "skip", href: "#content", key: "skip" }, t("nav.skip")),
    h(ConnectionStrip, { ...page, key: "line" }),
    state.panels.inbox && h(ChallengeStrip, { ...page, key: "challenges" }),
    h(Top, { ...page, key: "top" }),
    wasLost.current && state.connection.state === "open" && h(Newer, { ...page, key: "newer" }),
    h(
      "main",
      { id: "content", class: "content", key: "content", tabIndex: -1 },
      h(Screen, { ...page, key: state.route.path.split("?")[0] }),
    ),
    (state.welcome?.site ?? state.welcome?.announcements?.[0]) && h(SiteFoot, { ...page, key: "site" }),
    isMatched.current && h(Matchmaking, { ...page, key: "matchmaking" }),
    first !== null && h(Keys, { ...page, first, key: "keys" }),
    h(
      "div",
      { class: "toasts", role: "status", key: "toasts" },
      state.toasts.map((toast) =>
        h("p", { key: toast.id, class: `toast toast-${toast.tone}` }, [
          toast.text,
          h(Again, { until: toast.until, key: "again" }),
        ]),
      ),
    ),
  ]);
}

/** A strip about the state of the connection. It is empty while the connection is up. @param {Page} page */
function ConnectionStrip({ state, session, failed }) {
  const { connection } = state;
  if (connection.isLong) return h("p", { class: "line-strip", role: "status", "data-line": "lost" }, t("line.lost"));
  const isOver = connection.state === "shut";
  if (!isOver && connection.isUnavailable) {
    return h("p", { class: "line-strip", role: "status", "data-line": "unavailable" }, t("line.unavailable"));
  }
  const isElsewhere = isOver ? connection.code === ELSEWHERE : (connection.isElsewhere ?? false);
  if (!isOver && !isElsewhere) return null;
  return h(
    "div",
    { class: "line-strip line-strip-shut", role: "alert", "data-line": isElsewhere ? "elsewhere" : "shut" },
    [
      h("span", { key: "why" }, isElsewhere ? t("line.elsewhere") : t("line.shut", { why: connection.why })),
      h(
        "button",
        { type: "button", key: "again", onClick: () => session.reopen().catch(failed) },
        t(isElsewhere ? "line.continue" : "line.again"),
      ),
    ],
  );
}

/**
 * The links of the navigation, the most needed first.
 * @type {readonly (readonly [string, import("./words.js").Key])[]}
 */
const WAYS = [
  ["/", "nav.play"],
  ["/lobby", "nav.lobby"],
  ["/cards", "nav.cards"],
  ["/decks", "nav.decks"],
  ["/collection", "nav.collection"],
  ["/ladder", "nav.ladder"],
];

const SiteFoot = lazy([], async () => (await import("./ui/site.js")).SiteFoot, { isSmall: true });

const Signs = ofNotices("Signs");
const ChallengeStrip = ofNotices("ChallengeStrip");

/** The bar above every screen but a table. On a narrow screen it is a menu. @param {Page} page */
export function Top(page) {
  const { state } = page;
  const { path } = state.route;
  const site = state.welcome?.site;
  const [openAt, setOpenAt] = useState(/** @type {string | null} */ (null));
  const isOpen = openAt === path;
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = ({ key }) => {
      if (key === "Escape") setOpenAt(null);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
  /** @param {string} href @param {import("./words.js").Key} key */
  const way = (href, key) => h("a", { href, "aria-current": isAt(path, href), key: href }, t(key));
  return h("header", { class: `top${isOpen ? " top-open" : ""}` }, [
    h(
      "button",
      {
        type: "button",
        class: "quiet top-menu",
        "aria-expanded": isOpen,
        "aria-controls": "ways",
        "aria-label": t("nav.menu"),
        key: "menu",
        onClick: () => setOpenAt(isOpen ? null : path),
      },
      h(Icon, { name: isOpen ? "close" : "list" }),
    ),
    h("a", { class: "brand", href: "/", key: "brand" }, [
      site?.logo && h("img", { src: site.logo, alt: "", key: "logo" }),
      h("span", { key: "name" }, site?.name ?? TITLE),
    ]),
    h("nav", { id: "ways", "aria-label": t("nav.main"), key: "nav" }, [
      ...WAYS.map(([href, key]) => way(href, key)),
      h(
        "a",
        {
          class: "top-late",
          href: "/settings",
          "aria-current": isAt(path, "/settings"),
          key: "settings",
        },
        t("nav.settings"),
      ),
    ]),
    state.me && h(Signs, { ...page, key: "signs" }),
    (state.me !== null || !state.connection.isElsewhere) &&
      h(
        "a",
        { class: "who", href: "/account", "data-initial": [...(state.me?.player.name ?? "")][0], key: "who" },
        h("bdi", null, state.me?.player.name ?? t("nav.sign_in")),
      ),
  ]);
}

/** Paths that belong to the player's own cards although they lie elsewhere. */
const OWN_CARDS = /^\/(packs|trades|movements|odds)\b/;

/**
 * True if a link leads to the present screen, or to the section that it belongs to.
 * @param {string} path @param {string} href
 */
function isAt(path, href) {
  const here = (path.split("?")[0] ?? "").replace(OWN_CARDS, "/collection/");
  return here === href ? "page" : href !== "/" && here.startsWith(`${href}/`) ? "true" : undefined;
}
