import { areSame, finds, searchable } from "../../../javascript/src/folding.js";
import { h, useState } from "../../vendor/preact.js";
import { catalogued } from "../games/catalogue.js";
import { moduleOf } from "../games/index.js";
import { useOwned } from "../operations/collection.js";
import { titleOf } from "../state/initial.js";
import { FindField } from "../ui/field.js";
import { GameTabs } from "../ui/game-tabs.js";
import { Icon } from "../ui/icon.js";
import { Nowhere } from "../ui/nowhere.js";
import { calledInFull } from "../ui/other-face.js";
import { t } from "../words.js";
import { useAnswer } from "./answer.js";
import { CardPlays } from "./card-plays.js";
import { CardTraders } from "./card-traders.js";

/** @import { Page } from "../page.js" */

/** The list of all cards of a game, with one of them in large size. @param {Page} page */
export function Cards(page) {
  const { state } = page;
  const games = state.welcome?.games ?? [];
  const game = state.route.params.game ?? games[0]?.name;
  const isKnown = games.some((offer) => offer.name === game);
  const cards = useCatalogue(page, isKnown ? game : undefined);
  const [sought, setSought] = useState("");
  const [kind, setKind] = useState("");
  if (state.welcome !== null && !isKnown)
    return h(Nowhere, { text: t("page.no_game"), href: "/cards", way: t("nav.cards") });
  if (game === undefined || cards === undefined) return h("p", { class: "page dim" }, t("page.loading"));
  const all = [...cards.values()];
  const one = state.route.params.card === undefined ? undefined : cards.get(state.route.params.card);
  const found = all.filter((card) => (kind === "" || kindOf(card) === kind) && says(card, sought));
  return h("div", { class: "page" }, [
    one === undefined && h("h1", { key: "h1" }, t("cards.title")),
    one === undefined && h(GameTabs, { page, game, path: "cards", key: "tabs" }),
    one === undefined &&
      state.route.params.card !== undefined &&
      h("p", { role: "status", key: "unknown" }, t("cards.unknown")),
    one !== undefined && h(OneCard, { page, game, card: one, cards, key: "one" }),
    h("div", { class: "row cards-filters", role: "search", key: "filters" }, [
      h(FindField, { note: t("cards.find_note"), value: sought, change: setSought, key: "find" }),
      h(Kinds, { game, cards: all, kind, choose: setKind, key: "kinds" }),
      h("span", { class: "dim", role: "status", key: "count" }, t("cards.count", { n: found.length })),
    ]),
    h(
      "ul",
      { class: "cards-list", key: "list" },
      found.map((card) =>
        h(
          "li",
          { key: card.id },
          h(
            "a",
            { class: "cards-card", href: `/cards/${game}/${encodeURIComponent(card.id)}` },
            h(PrintedCard, { page, game, card, cards }),
          ),
        ),
      ),
    ),
  ]);
}

/**
 * The cards of a game, requested until they arrive.
 * @param {Page} page
 * @param {string | undefined} game
 * @returns {import("../games/catalogue.js").Cards | undefined} `undefined` until they arrive
 */
export function useCatalogue({ state, session, store, failed }, game) {
  const isOpen = state.connection.state === "open";
  const ask =
    game === undefined || !isOpen || state.catalogues[game] !== undefined
      ? null
      : () => catalogued(session.client, game);
  const keep = (/** @type {import("../games/catalogue.js").Cards} */ cards) =>
    store.change((known) => ({ ...known, catalogues: { ...known.catalogues, [game ?? ""]: cards } }));
  useAnswer(ask, { keep, failed }, [game]);
  return game === undefined ? undefined : state.catalogues[game];
}

/** @param {{ game: string, cards: readonly any[], kind: string, choose: (kind: string) => void }} props */
export function Kinds({ game, cards, kind, choose }) {
  const kinds = [...new Set(cards.map(kindOf))].filter((each) => each !== "").sort();
  if (kinds.length < 2) return null;
  return h(
    "select",
    {
      class: "cards-kinds",
      "aria-label": t("cards.kind"),
      value: kind,
      onChange: (/** @type {any} */ event) => choose(event.currentTarget.value),
    },
    [
      h("option", { value: "", key: "" }, t("cards.all_kinds")),
      ...kinds.map((each) => h("option", { value: each, key: each }, kindWord(game, each))),
    ],
  );
}

/** The kind of a card. @param {any} card @returns {string} */
export function kindOf(card) {
  return String(card.kind ?? card.colour ?? "");
}

/** The game's own word for a kind, type or species of its cards. @param {string} game @param {string} kind */
export function kindWord(game, kind) {
  return spaced(moduleOf(game, () => {})?.kindWord?.(kind) ?? kind);
}

/** A filter on one field of a card, such as `cost=2..4`. The command `quarterdeck cards` has the same form. */
const FACET = /^(\w+)=(.*)$/;

/**
 * True if a field of a card matches the filter: a word, a number, or a range of numbers.
 * @param {any} card
 * @param {string} field
 * @param {string} wanted
 */
function has(card, field, wanted) {
  const values = Object.hasOwn(card, field) ? [card[field]].flat() : [];
  const range = /^(\d*)\.\.(\d*)$/.exec(wanted);
  if (range === null) return values.some((value) => areSame(String(value), wanted));
  const [least, most] = [Number(range[1]), range[2] === "" ? Number.POSITIVE_INFINITY : Number(range[2])];
  return values.some((value) => typeof value === "number" && value >= least && value <= most);
}

/** True if each of these words begins a word on the card. @param {any} card @param {string} sought */
export function says(card, sought) {
  const asked = sought.split(/\s+/).filter(Boolean);
  const facets = asked.map((each) => FACET.exec(each)).filter((found) => found !== null);
  if (!facets.every(([, field = "", wanted = ""]) => has(card, field.toLowerCase(), wanted))) return false;
  return finds(asked.filter((each) => !FACET.test(each)).join(" "), wordsOf(card));
}

/** @type {WeakMap<object, string>} */
const folded = new WeakMap();

/** The words by which a card is found; computed once for each card. @param {any} card */
function wordsOf(card) {
  const known = folded.get(card);
  if (known !== undefined) return known;
  const face = card.printing === undefined ? "" : calledInFull(card, t("cards.art_rare"));
  const said = [face, card.name, card.english, card.text, kindOf(card), ...(card.types ?? []), ...(card.species ?? [])];
  const words = searchable(said.filter(Boolean).join(" "));
  folded.set(card, words);
  return words;
}

/** A word of the catalogue in readable form. @param {string} name */
function spaced(name) {
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A printed card: drawn by its game, or else its name, numbers and text.
 * @param {{ page: Page, game: string, card: any, cards: any, large?: boolean }} props
 */
export function PrintedCard({ page, game, card, cards, large = false }) {
  const module = moduleOf(game, () => page.store.change((known) => ({ ...known })));
  const drawn = cards?.has(card.id) ? module?.printed?.(card, { cards, large }) : undefined;
  if (drawn !== undefined) return drawn;
  if (module === undefined || cards === undefined)
    return h("div", { class: "panel plain-card card-to-come" }, h("strong", null, card.name));
  const facts = Object.entries(card).filter(
    ([name, value]) => typeof value === "number" && name !== "number" && name !== "copies",
  );
  return h("div", { class: "panel plain-card" }, [
    h("strong", { key: "name" }, card.name),
    h("span", { class: "dim", key: "kind" }, spaced(kindOf(card))),
    facts.length > 0 &&
      h("span", { key: "facts" }, facts.map(([name, value]) => `${spaced(name)} ${value}`).join(" · ")),
    card.text && h("span", { key: "text" }, card.text),
  ]);
}

/** @param {{ page: Page, game: string, card: any, cards: any }} props */
function OneCard({ page, game, card, cards }) {
  const owned = useOwned(page);
  const { count, free } = owned?.find((each) => each.game === game && each.card === card.id) ?? { count: 0, free: 0 };
  const others = [...cards.keys()];
  const at = others.indexOf(card.id);
  const isDrawn = moduleOf(game, () => {})?.printed !== undefined; // and with it all that it is called
  /** @param {number} by */
  const beside = (by) =>
    `/cards/${game}/${encodeURIComponent(others[(at + by + others.length) % others.length] ?? card.id)}`;
  /** @param {string} name @param {number} by @param {import("../words.js").Key} key */
  const step = (name, by, key) =>
    h("a", { class: "button quiet", href: beside(by), key }, [
      name === "before" && h(Icon, { name, key: "icon" }),
      h("span", { key: "words" }, t(key)),
      name === "after" && h(Icon, { name, key: "icon" }),
    ]);
  const way = h("nav", { class: "row one-card-way", "aria-label": t("cards.title"), key: "way" }, [
    h("span", { class: "crumbs", key: "crumbs" }, [
      h("a", { href: `/cards/${game}`, key: "all" }, t("cards.title")),
      " / ",
      titleOf(page.state, game),
    ]),
    step("before", -1, "page.before"),
    step("after", 1, "page.after"),
  ]);
  const shown = h("section", { class: "panel one-card", "aria-label": card.name, "data-game": game, key: "card" }, [
    h("h1", { key: "h" }, calledInFull(card, t("cards.art_rare"))),
    h(PrintedCard, { page, game, card, cards, large: true, key: "card" }),
    h("div", { class: "one-card-words", key: "words" }, [
      card.english && !isDrawn && h("p", { class: "dim", key: "latin" }, h("em", null, card.name)),
      h(
        "p",
        { class: "dim one-card-kind", key: "kind" },
        [kindOf(card), ...(card.types ?? []), ...(card.species ?? [])].map((each) => kindWord(game, each)).join(" · "),
      ),
      card.text && h("p", { key: "text" }, card.text),
      card.printing?.flavour && h("p", { class: "dim", key: "flavour" }, h("em", null, card.printing.flavour)),
      card.printing?.artist &&
        h("p", { class: "dim", key: "artist" }, t("cards.picture_by", { artist: card.printing.artist })),
      count > 0 &&
        h(
          "p",
          { "data-owned": count, key: "owned" },
          h("a", { href: `/collection/${game}` }, t("cards.owned", { n: count })),
        ),
      h(CardPlays, { page, game, card, cards, key: "plays" }),
      h(CardTraders, {
        page,
        game,
        card: card.id,
        free,
        name: calledInFull(card, t("cards.art_rare")),
        nameOf: (id) => calledInFull(cards.get(id) ?? { id, name: id }, t("cards.art_rare")),
        key: "traders",
      }),
    ]),
  ]);
  return [way, shown];
}
