import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { isLearnt, remembered } from "../settings.js";
import { isPaused } from "../state/initial.js";
import { Talk } from "../talk/talk.js";
import { Clock } from "../ui/clock.js";
import { Cover, GameEmblem, Icon } from "../ui/icon.js";
import { late, lazy, styled } from "../ui/lazy.js";
import { t } from "../words.js";
import { online, Pause, TableList, useLobby } from "./table-list.js";

/** @import { Page } from "../page.js" */
/** @import { GameOffer, Table } from "../../../javascript/types/v1.js" */

/** Maximum number of open tables on the first page. */
const SHOWN = 6;
const LETTERS = 6;
/** The first page lists tables with free seats; the lobby lists all. */
const OPEN = { open_seats: 1 };

const matchmaking = late(() => import("../operations/matchmaking.js"));
const bots = late(() => import("../operations/bot-match.js"));
const QuickMatch = lazy(["seek", "tables"], async () => (await import("./quick-match.js")).QuickMatch, {
  isSmall: true,
  sheet: "tables",
});

/** @typedef {Page & { offer: GameOffer, close: () => void }} Sheet */
const BotMatchSheet = lazy(
  ["tables"],
  async () => /** @type {(props: Sheet) => any} */ ((await import("./bot-match.js")).BotMatchSheet),
  { isSmall: true, sheet: "bot-match" },
);

/** @typedef {Page & { tables: readonly Table[] }} Known */
const HomeKnown = lazy(
  ["known"],
  async () => /** @type {(props: Known) => any} */ ((await import("./home-known.js")).HomeKnown),
  { isSmall: true, sheet: "home-known" },
);

const HomeAgain = lazy(
  ["known"],
  async () => /** @type {(page: Page) => any} */ ((await import("./home-again.js")).HomeAgain),
  { isSmall: true, sheet: "home-known" },
);

const SiteWelcome = lazy([], async () => (await import("../ui/site.js")).SiteWelcome, { isSmall: true });

/** The first page: the player's tables, the games, the open tables. @param {Page} page */
export function Home(page) {
  const { state } = page;
  const games = state.welcome?.games ?? [];
  const [isWished, setWished] = useState(false);
  const [wasNew] = useState(() => isNew(state)); // there is nothing to know yet, and the first click leaves this page
  const all = useLobby(page, state.me === null ? OPEN : {});
  const tables = all.filter(({ stage, places }) => stage === "gathering" && places.some(({ player }) => !player));
  const text = state.welcome?.site?.text;
  // A known player's page is drawn with its styles and, as they lie above the rest, with the seats.
  const [isStyled, setStyled] = useState(wasNew);
  useEffect(() => {
    const done = () => setStyled(true);
    if (!wasNew) styled("home-known.css").then(done, done);
  }, []);
  const isSettled = useRef(wasNew);
  isSettled.current ||= isStyled && state.welcome !== null && state.connection.state !== "opening";
  const ways = h("div", { class: "home-ways", key: "ways" }, [
    h(Code, { ...page, key: "code" }),
    h("div", { class: "row home-links", key: "links" }, [
      h("a", { class: "button", href: "/lobby?open=&access=unlisted", key: "friends" }, t("home.friends")),
      !wasNew && h("button", { type: "button", key: "wish", onClick: () => setWished(true) }, t("home.quick_match")),
    ]),
  ]);
  return h("div", { class: "page home", ...(!wasNew && { "data-known": "" }) }, [
    h("h1", { class: "unseen", key: "h1" }, t("home.games")),
    !wasNew && isSettled.current && state.seats.length > 0 && h(Seats, { ...page, key: "seats" }),
    isSettled.current &&
      h("div", { class: "home-head", key: "top" }, [
        wasNew || text
          ? h("div", { class: "home-what", key: "what" }, [
              h("p", { key: "what" }, text || t("home.what")),
              h(
                "p",
                { key: "more" },
                [...(text ? [] : [t("home.more")]), ...(wasNew ? online(state) : [])].join(" · "),
              ),
            ])
          : h(
              "div",
              { class: "home-again", key: "again" },
              state.me !== null && state.welcome !== null && h(HomeAgain, page),
            ),
        wasNew &&
          h(
            "button",
            { type: "button", class: "main", key: "play", onClick: () => setWished(true) },
            t("home.play_now"),
          ),
      ]),
    wasNew && state.seats.length > 0 && h(Seats, { ...page, key: "seats" }),
    state.me?.player.kind === "guest" &&
      Object.values(state.matches).some(({ update }) => update.result !== null) &&
      h("p", { class: "dim", key: "keep" }, [
        t("home.guest", { name: state.me.player.name }),
        " ",
        h("a", { href: "/account", key: "account" }, t("home.keep_name")),
      ]),
    h(Pause, { state, key: "pause" }),
    state.welcome?.news &&
      h(
        "section",
        { class: "panel home-news", "aria-label": t("home.news"), key: "news" },
        h("p", null, state.welcome.news),
      ),
    !(isSettled.current && state.welcome) && h("p", { class: "dim", role: "status", key: "waits" }, t("page.loading")),
    isSettled.current && [
      h(
        "div",
        { class: "offers", key: "offers" },
        games.map((offer) => h(Offer, { ...page, offer, key: offer.name })),
      ),
      ways,
    ],
    state.welcome?.site?.welcome && h(SiteWelcome, { ...page, key: "welcome" }),
    state.welcome !== null &&
      isSettled.current &&
      h("div", { class: "home-lobby", key: "lobby" }, [
        h("section", { class: "panel", "aria-labelledby": "open-tables", key: "tables" }, [
          h("div", { class: "panel-head", key: "head" }, [
            h("h2", { id: "open-tables", key: "h" }, t("home.open_tables")),
            h("a", { class: "button quiet", href: "/lobby", key: "all" }, t("home.all_tables")),
          ]),
          tables.length === 0
            ? h("p", { class: "dim", key: "none" }, t(state.lobby === null ? "page.loading" : "home.no_tables"))
            : h(TableList, { ...page, tables: tables.slice(0, SHOWN), key: "list" }),
          !wasNew && online(state).map((words) => h("p", { class: "dim", key: "online" }, words)),
        ]),
        h("section", { class: "panel home-talk", "aria-labelledby": "lobby-talk", key: "talk" }, [
          h("h2", { id: "lobby-talk", key: "h" }, t("home.talk")),
          h(Talk, { ...page, where: "lobby", id: null, key: "talk" }),
        ]),
        state.me !== null &&
          !wasNew &&
          h("div", { class: "home-known", key: "known" }, h(HomeKnown, { ...page, tables: all })),
      ]),
    isWished && h(QuickMatch, { ...page, games, close: () => setWished(false), key: "wish" }),
  ]);
}

/** @param {Page} page */
function Seats({ state }) {
  const title = (/** @type {string} */ game) => state.welcome?.games.find((each) => each.name === game)?.title ?? game;
  const seats = [...state.seats].sort((one, other) => Number(other.asked) - Number(one.asked));
  return h("section", { class: "seats", "aria-labelledby": "seats" }, [
    h("h2", { id: "seats", class: "unseen", key: "h" }, t("home.seats")),
    ...seats.map(({ table, match, game, stage, asked, until }) =>
      h(
        "a",
        {
          class: "panel own-seat",
          key: table || match,
          href: stage === "gathering" || stage === "revealing" ? `/t/${table}` : `/m/${match}`,
          ...(asked && { "data-asked": "" }),
        },
        [
          h(GameEmblem, { game, key: "emblem" }),
          h("span", { class: "own-seat-words", key: "words" }, [
            h("strong", { key: "title" }, title(game)),
            h(
              "span",
              { class: "own-seat-stage", key: "stage" },
              t(
                stage === "gathering" || stage === "revealing"
                  ? "home.gathers"
                  : asked
                    ? "home.your_move"
                    : "home.others_move",
              ),
            ),
          ]),
          until ? h(Clock, { until, ahead: state.ahead, isMine: asked, key: "clock" }) : null,
          h("span", { class: "own-seat-go", "aria-hidden": "true", key: "go" }, "›"),
        ],
      ),
    ),
  ]);
}

/** A short description of each game for new players. Other games have their title only. */
const TAGLINES = /** @type {const} */ ({
  amfibido: "home.about_amfibido",
  amiibart: "home.about_amiibart",
  "density-deck": "home.about_density_deck",
  myacards: "home.about_myacards",
});

/** The short description of a game; empty for an unknown one. @param {string} game */
export function taglineOf(game) {
  return Object.hasOwn(TAGLINES, game) ? t(TAGLINES[/** @type {keyof typeof TAGLINES} */ (game)]) : null;
}

/** @param {Page & { offer: GameOffer }} props */
function Offer({ offer, ...page }) {
  const { state } = page;
  const { least_seats: least, most_seats: most } = offer;
  const seats = least === most ? t("home.players", { n: least }) : t("home.from_to", { least, most });
  const tagline = taglineOf(offer.name);
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  /** @param {() => Promise<unknown>} take */
  const once = (take) => () => {
    setBusy(true);
    take()
      .catch(page.failed)
      .finally(() => setBusy(false));
  };
  const names = (state.welcome?.games ?? []).map((each) => each.name);
  const isTaught = offer.lesson === true && isNew(state) && !isLearnt(offer.name);
  const isSought = state.ticket?.games.some((each) => each.game === offer.name) ?? false;
  return h("article", { class: "panel offer", "data-game": offer.name }, [
    h(Cover, { game: offer.name, key: "cover" }),
    h("div", { class: "offer-head", key: "head" }, [
      h(GameEmblem, { game: offer.name, key: "emblem" }),
      h("div", { key: "words" }, [
        h("h2", { key: "title" }, h("a", { href: `/games/${offer.name}` }, offer.title)),
        h("p", { class: "dim", key: "seats" }, [
          seats,
          tagline && h("span", { class: "tagline", key: "what" }, ` · ${tagline}`),
        ]),
      ]),
    ]),
    h("div", { class: "offer-ways", key: "ways" }, [
      isTaught &&
        h(
          "a",
          { class: "button learn", "data-emblem": offer.name, href: `/learn/${offer.name}`, key: "learn" },
          t("home.learn"),
        ),
      h(
        "button",
        {
          type: "button",
          key: "now",
          disabled: isBusy || state.ticket !== null || isPaused(state),
          onClick: once(async () => {
            const { lastWish, sought } = await matchmaking();
            await sought(page, { ...lastWish(names), games: [offer.name] });
          }),
        },
        t(isSought ? "home.sought" : "home.play_now"),
      ),
      offer.bots.length > 0 &&
        h("span", { class: "offer-bot", key: "bot" }, [
          h(
            "button",
            {
              type: "button",
              key: "bot",
              disabled: isBusy || isPaused(state),
              onClick: once(async () => (await bots()).against(page, offer)),
            },
            t("home.bot"),
          ),
          h(
            "button",
            { type: "button", key: "how", "aria-label": t("home.how"), onClick: () => setAsked(true) },
            h(Icon, { name: "down" }),
          ),
        ]),
      isAsked && h(BotMatchSheet, { ...page, offer, close: () => setAsked(false), key: "sheet" }),
    ]),
  ]);
}

/** True if this browser remembers no player. @param {import("../state/initial.js").State} state */
function isNew({ me }) {
  return me === null && remembered().length === 0;
}

/** The field for an invite code. @param {Page} page */
function Code({ go }) {
  const [code, setCode] = useState("");
  const isWhole = code.length === LETTERS;
  const join = () => isWhole && go(`/join/${code}`);
  return h("div", { class: "code-field", role: "group", "aria-label": t("home.code") }, [
    h("input", {
      key: "code",
      class: "code-input",
      "aria-label": t("home.code"),
      placeholder: t("home.code"),
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: false,
      value: code,
      onInput: (/** @type {any} */ event) => {
        const typed = event.currentTarget.value.normalize("NFKC").toUpperCase();
        const letters = (/\/JOIN\/([^/?#]*)/.exec(typed)?.[1] ?? typed).replace(/[^A-Z]/g, "").slice(0, LETTERS);
        event.currentTarget.value = letters;
        setCode(letters);
      },
      onKeyDown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && join(),
    }),
    h("button", { type: "button", key: "join", disabled: !isWhole, onClick: join }, t("lobby.join")),
  ]);
}
