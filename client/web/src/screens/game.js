import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useState } from "../../vendor/preact.js";
import { against } from "../operations/bot-match.js";
import { GameEmblem } from "../ui/icon.js";
import { lazy } from "../ui/lazy.js";
import { Markdown } from "../ui/markdown.js";
import { Nowhere } from "../ui/nowhere.js";
import { t } from "../words.js";
import { taglineOf } from "./home.js";

/** @import { Page } from "../page.js" */
/** @import { GameOffer } from "../../../javascript/types/v1.js" */

/** @typedef {Page & Parameters<typeof import("./bot-match.js").BotMatchSheet>[0]} Sheet */
const BotMatchSheet = lazy(
  ["tables"],
  async () => /** @type {(props: Sheet) => any} */ ((await import("./bot-match.js")).BotMatchSheet),
  { isSmall: true, sheet: "bot-match" },
);

/** @typedef {Page & { game: string }} Sampled */
const SampleHand = lazy(
  ["cards"],
  async () => /** @type {(props: Sampled) => any} */ ((await import("./sample-hand.js")).SampleHand),
  { isSmall: true, sheet: "cards" },
);

/** @typedef {Page & Parameters<typeof import("./rule-example.js").RuleExample>[0]} Exemplified */
const RuleExample = lazy(
  ["rules", "cards"],
  async () => /** @type {(props: Exemplified) => any} */ ((await import("./rule-example.js")).RuleExample),
  { isSmall: true, sheet: "cards" },
);

/** The page of a game: a summary, how to play, and links to its tables, cards and ladder. @param {Page} page */
export function Game(page) {
  const { state, session, failed } = page;
  const name = state.route.params.game ?? "";
  const offer = state.welcome?.games.find((each) => each.name === name);
  const [rules, setRules] = useState(/** @type {string | null} */ (null));
  const isKnown = offer !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    session.client.rules(name).then(setRules, (error) => {
      if (!(error instanceof CommandRefused && error.code === "no_rules")) return failed(error);
      return session.client.game(name).then((game) => setRules(game.phrases.rules), failed);
    });
  }, [name, isKnown]);
  useEffect(() => {
    if (rules !== null && location.hash !== "") document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [rules]);
  if (state.welcome === null) return h("p", { class: "page dim" }, t("page.loading"));
  if (offer === undefined) return h(Nowhere, { text: t("page.no_game") });
  const example = (/** @type {number} */ section) =>
    h("figure", { class: "rule-example", key: `example-${section}` }, h(RuleExample, { ...page, game: name, section }));
  return h("div", { class: "page people game" }, [
    h("div", { class: "gathering-head", key: "head" }, [
      h(GameEmblem, { game: name, key: "emblem" }),
      h("div", { key: "words" }, [h("h1", { key: "h1" }, offer.title), h(Facts, { offer, key: "facts" })]),
    ]),
    h(Ways, { page, offer, key: "ways" }),
    h(SampleHand, { ...page, game: name, key: "hand" }),
    h("div", { class: "game-columns", key: "columns" }, [
      h("section", { class: "panel rules", "aria-label": t("match.rules"), key: "rules" }, [
        rules === null ? h("p", { class: "dim" }, t("page.loading")) : h(Markdown, { text: rules, after: example }),
      ]),
      offer.bots.length > 0 && h(Bots, { page, offer, key: "bots" }),
    ]),
  ]);
}

/** @param {{ offer: GameOffer }} props */
function Facts({ offer }) {
  const { name, least_seats: least, most_seats: most, decks = [] } = offer;
  const seats = least === most ? t("home.players", { n: least }) : t("home.from_to", { least, most });
  const tagline = taglineOf(name);
  return h(
    "p",
    { class: "dim" },
    [seats, tagline, decks.length > 0 && t("game.ready_decks", { n: decks.length })].filter(Boolean).join(" · "),
  );
}

/** @param {{ page: Page, offer: GameOffer }} props */
function Ways({ page, offer }) {
  const { name, decks = [] } = offer;
  const play = () => against(page, offer).catch(page.failed);
  return h("div", { class: "row" }, [
    offer.bots.length > 0 && h("button", { type: "button", class: "main", key: "play", onClick: play }, t("game.play")),
    offer.lesson === true && h("a", { class: "button", href: `/learn/${name}`, key: "learn" }, t("home.learn")),
    h("a", { class: "button", href: "/lobby", key: "lobby" }, t("nav.lobby")),
    h("a", { class: "button", href: `/cards/${name}`, key: "cards" }, t("nav.cards")),
    decks.length > 0 && h("a", { class: "button", href: `/decks/${name}`, key: "decks" }, t("nav.decks")),
    h("a", { class: "button", href: `/ladder/${name}`, key: "ladder" }, t("nav.ladder")),
  ]);
}

/** The bots, each a way to a match against it. @param {{ page: Page, offer: GameOffer }} props */
function Bots({ page, offer }) {
  const titles = offer.bot_titles ?? [];
  const [asked, setAsked] = useState(/** @type {string | null} */ (null));
  return h("section", { class: "panel" }, [
    h("h2", { key: "h2" }, t("game.bots")),
    h(
      "div",
      { class: "menu", key: "list" },
      titles.map(({ name, title, description }) =>
        h(
          "button",
          { type: "button", class: "menu-entry", "data-bot": name, key: name, onClick: () => setAsked(name) },
          [h("span", { key: "title" }, title), h("span", { class: "dim", key: "what" }, description)],
        ),
      ),
    ),
    asked !== null && h(BotMatchSheet, { ...page, offer, bot: asked, close: () => setAsked(null), key: "sheet" }),
  ]);
}
