import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { against } from "../operations/bot-match.js";
import { Cover, GameEmblem } from "../ui/icon.js";
import { lazy } from "../ui/lazy.js";
import { Markdown } from "../ui/markdown.js";
import { Nowhere } from "../ui/nowhere.js";
import { called, spoken, t } from "../words.js";
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

/** The page of a game: ways to play it, some of its cards, its bots and its rules. @param {Page} page */
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
  if (state.welcome === null) return h("p", { class: "page dim" }, t("page.loading"));
  if (offer === undefined) return h(Nowhere, { text: t("page.no_game") });
  return h("div", { class: "page people game", "data-emblem": name }, [
    h("div", { class: "gathering-head", key: "head" }, [
      h(GameEmblem, { game: name, key: "emblem" }),
      h("div", { key: "words" }, [h("h1", { key: "h1" }, offer.title), h(Facts, { offer, key: "facts" })]),
      h(Cover, { game: name, key: "cover" }),
    ]),
    h(Ways, { page, offer, key: "ways" }),
    h("div", { class: "game-columns", key: "columns" }, [
      h("div", { class: "game-side", key: "side" }, [
        h(SampleHand, { ...page, game: name, key: "hand" }),
        offer.bots.length > 0 && h(Bots, { page, offer, key: "bots" }),
      ]),
      h("div", { class: "rules", key: "rules" }, [
        rules === null
          ? h("p", { class: "panel dim", key: "wait" }, t("page.loading"))
          : h(Rules, { page, game: name, text: rules, key: "rules" }),
      ]),
    ]),
  ]);
}

/** What names the sources of a rule. They stand in the rule book, to which refusals link. */
const CITED = String.raw`(?:(?:S\d:|[A-Z]{1,2}-(?:fact-)?)[\d…-]+(?:,\s*)?)+`;
const SOURCES = new RegExp(String.raw`\s*\(${CITED}\)|(?<=\()${CITED};\s*`, "g");

/** The sections whose examples stand at *How to play*, which is 0. @type {Readonly<Record<string, readonly number[]>>} */
const FIRST_EXAMPLES = {
  amfibido: [0, 1, 5],
  amiibart: [0, 4, 6],
  "density-deck": [0, 7, 5],
  myacards: [0, 5, 7],
};

/**
 * *How to play*: the aim and a turn, examples, and each topic in a fold.
 * @param {{ game: string, text: string, example: (section: number) => any }} props
 */
function Brief({ game, text, example }) {
  const [aim = "", ...topics] = text.trim().split(TOPIC);
  return [
    h(Markdown, { text: aim, key: "aim" }),
    game in FIRST_EXAMPLES && h("p", { class: "rule-turn", key: "turn" }, called("rules.turn", game)),
    h("div", { class: "rule-examples", key: "examples" }, (FIRST_EXAMPLES[game] ?? [0]).map(example)),
    topics.map((topic) => {
      const [lead = "", title = ""] = LEAD.exec(topic) ?? [];
      const name = title.replace(/[.:]$/, "");
      return h("details", { class: "topic", key: name }, [
        h("summary", { key: "summary" }, h("h3", null, name)),
        h(Markdown, { text: /[.:\n]/.test(lead) ? topic.slice(lead.length) : topic, key: "text" }),
      ]);
    }),
  ];
}

/** The bold words that name a topic, with the sign that ends them. */
const LEAD = /^\*\*([^*]+)\*\*:?\s*/;

/** The beginnings of topics: paragraphs that begin in bold. */
const TOPIC = /\n\s*\n(?=\*\*)|\n(?=\*\*[^*]+[.:]\*\* )/;

/** The first section of a rule book, and all others in a fold. @param {{ page: Page, game: string, text: string }} props */
function Rules({ page, game, text }) {
  const [, opening = "", ...others] = text.replace(SOURCES, "").split(/^## /m);
  const [title = "", ...brief] = opening.split("\n");
  const sections = others.filter((section) => !section.startsWith("The rules\n")); // what its sources are called
  const isForeign = spoken !== "en" && sections.length < others.length; // only *How to play* is translated
  const example = (/** @type {number} */ section) =>
    h(
      "figure",
      { class: "rule-example", lang: spoken, key: `example-${section}` },
      h(RuleExample, { ...page, game, section }),
    );
  const all = useRef(/** @type {HTMLElement | null} */ (null));
  const to = (/** @type {number} */ at) => () => all.current?.querySelectorAll(".markdown > h3")[at]?.scrollIntoView();
  const [cited] = useState(location.hash.slice(1)); // a refusal links to its rule
  useEffect(() => document.getElementById(cited)?.scrollIntoView(), []);
  return [
    h("section", { class: "panel", "aria-labelledby": "how-to-play", key: "brief" }, [
      h("h2", { id: "how-to-play", key: "h2" }, title || t("match.rules")),
      h(Brief, { game, text: title === "" ? text : brief.join("\n"), example, key: "text" }),
    ]),
    sections.length > 0 &&
      h("details", { class: "panel", open: cited !== "", key: "all" }, [
        h("summary", { key: "summary" }, [
          h("h2", { key: "h2" }, t("game.all_rules")),
          isForeign && h("span", { class: "dim", key: "foreign" }, t("game.in_english")),
        ]),
        h("div", { lang: isForeign ? "en" : null, ref: all, key: "text" }, [
          h(
            "ul",
            { class: "rules-contents", key: "contents" },
            sections.map((section, key) =>
              h(
                "li",
                { key },
                h("button", { type: "button", class: "quiet", onClick: to(key) }, section.split("\n", 1)),
              ),
            ),
          ),
          h(Markdown, { text: `## ${sections.join("\n## ")}`, after: example, key: "rules" }),
          h("a", { href: `/v1/games/${game}/rules`, target: "_blank", key: "book" }, t("game.book")),
        ]),
      ]),
  ];
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
  const { name } = offer;
  const play = () => against(page, offer).catch(page.failed);
  return h("div", { class: "row" }, [
    offer.bots.length > 0 && h("button", { type: "button", class: "main", key: "play", onClick: play }, t("game.play")),
    offer.lesson === true && h("a", { class: "button", href: `/learn/${name}`, key: "learn" }, t("home.learn")),
    h(Links, { offer, key: "links" }),
  ]);
}

/** @param {{ offer: GameOffer }} props */
function Links({ offer: { name, decks = [] } }) {
  return h("nav", { class: "row game-links", "aria-label": t("game.more") }, [
    h("a", { class: "button quiet", href: "/lobby", key: "lobby" }, t("nav.lobby")),
    h("a", { class: "button quiet", href: `/cards/${name}`, key: "cards" }, t("nav.cards")),
    decks.length > 0 && h("a", { class: "button quiet", href: `/decks/${name}`, key: "decks" }, t("nav.decks")),
    h("a", { class: "button quiet", href: `/ladder/${name}`, key: "ladder" }, t("nav.ladder")),
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
