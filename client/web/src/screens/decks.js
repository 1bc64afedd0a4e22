import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { showPath } from "../browser.js";
import { copied } from "../clipboard.js";
import { missingOf } from "../collection/printings.js";
import { faultsByCard } from "../decks/curve.js";
import { changed, EMPTY, fromServer, size, toggled, written } from "../decks/list.js";
import { MANY } from "../decks/pool.js";
import { moduleOf } from "../games/index.js";
import { against } from "../operations/bot-match.js";
import { useOwned } from "../operations/collection.js";
import { keepBuilt } from "../operations/openings.js";
import { brought, usePool } from "../operations/sealed-pool.js";
import { isRecord, keep, kept } from "../settings.js";
import { FindField } from "../ui/field.js";
import { GameTabs } from "../ui/game-tabs.js";
import { Hint, know } from "../ui/hint.js";
import { Icon } from "../ui/icon.js";
import { lazy } from "../ui/lazy.js";
import { Nowhere } from "../ui/nowhere.js";
import { calledInFull } from "../ui/other-face.js";
import { Picture } from "../ui/picture.js";
import { t } from "../words.js";
import { Kinds, kindOf, kindWord, PrintedCard, says, useCatalogue } from "./cards.js";
import { DeckCurve } from "./deck-curve.js";
import { KeptDecks } from "./kept-decks.js";

/** @import { Page } from "../page.js" */
/** @import { Deck } from "../decks/list.js" */
/** @import { OwnedCopies } from "../../../javascript/types/v1.js" */

/** Milliseconds without a change after which the server checks the deck. */
const PAUSE = 250;

/** @typedef {Page & Parameters<typeof import("../ui/deck-tiles.js").DeckTiles>[0]} Tiles */
const DeckTiles = lazy(
  ["tables"],
  async () => /** @type {(props: Tiles) => any} */ ((await import("../ui/deck-tiles.js")).DeckTiles),
  { isSmall: true, sheet: "deck-tiles" },
);

/** @typedef {{ code: string | null, faults: readonly string[], name: string | null, of?: Deck }} Judged */

/** The deck builder of a game. The server checks the deck after each change. @param {Page} page */
export function Decks(page) {
  const { state } = page;
  const offers = (state.welcome?.games ?? []).filter((offer) => (offer.decks ?? []).length > 0);
  const game = state.route.params.game ?? offers[0]?.name;
  const offer = offers.find((each) => each.name === game);
  const cards = useCatalogue(page, offer?.name);
  const event = state.route.query.tournament;
  const pool = usePool(page, event, game ?? "", cards);
  if (state.welcome !== null && offer === undefined)
    return h(Nowhere, { text: t("decks.none"), href: "/decks", way: t("nav.decks") });
  if (game === undefined || cards === undefined || pool === undefined)
    return h("p", { class: "page dim" }, t("page.loading"));
  return h(Builder, { page, game, cards, offer, event, pool, key: game + event });
}

/**
 * The builder, with all cards, or for a sealed tournament (`event`) with those of its pool.
 * @param {{ page: Page, game: string, cards: any, offer: any, event: string | undefined, pool: readonly OwnedCopies[] | null }} props
 */
function Builder({ page, game, cards, offer, event, pool }) {
  const { state, session, failed, store } = page;
  const [deck, setDeck] = useState(() => keptDeck(event ?? game));
  const [judged, setJudged] = useState(/** @type {Judged} */ ({ code: null, faults: [], name: null }));
  const [besides, setBesides] = useState(/** @type {ReadonlySet<string>} */ (new Set()));
  const [sought, setSought] = useState("");
  const [kind, setKind] = useState("");
  const [group, setGroup] = useState("");
  const own = useOwned(page);
  const owned = pool ?? own;
  const [isOwn, setOwn] = useState(pool !== null || state.route.query.own !== undefined);
  const [pane, setPane] = useState(/** @type {"cards" | "deck"} */ (size(deck) === 0 && !isOwn ? "deck" : "cards"));
  const shown = useRef(/** @type {Deck | null} */ (null));
  const isOpen = state.connection.state === "open";
  const isEmpty = size(deck) === 0 && deck.beside.length === 0;
  /** @param {string} text */
  const ask = async (text) => /** @type {any} */ (await session.say({ type: "read_deck", game, deck: text }));
  /** @param {string} id */
  const wordOf = (id) => kindOf(cards.get(id) ?? {});
  /**
   * Load a deck from a text, or return the faults of the text.
   * @param {string} text a ready deck's name, a code, or a list @param {(deck: Deck) => void} [told]
   * @returns {Promise<readonly string[]>}
   */
  const load = async (text, told = () => {}) => {
    try {
      const answer = await ask(text);
      if (answer.deck === null) return answer.faults;
      const loaded = fromServer(answer.deck);
      told(loaded);
      setDeck(loaded);
    } catch (error) {
      failed(error);
    }
    return [];
  };
  /** @param {readonly string[]} faults */
  const say = (faults) => faults.length > 0 && failed(new Error(faults.join(" ")));

  useEffect(() => {
    if (!isOpen) return;
    const wanted = state.route.params.code;
    if (wanted !== undefined) load(wanted, (deck) => (shown.current = deck)).then(say);
    const first = offer?.decks?.[0];
    if (first !== undefined) {
      // Cards beside a deck are those that ready decks have beside them.
      ask(first).then((answer) => setBesides(new Set((answer.deck?.beside ?? []).map(wordOf))), failed);
    }
  }, [isOpen, state.route.params.code]);
  useEffect(() => {
    // The deck of a link belongs to another player until it is changed.
    const isOther = deck !== shown.current;
    if (isOther && shown.current !== null) showPath(`/decks/${game}`, false); // it is there after a reload
    if (isOther) keep(`deck/${event ?? game}`, isEmpty ? null : deck);
    if (!isEmpty) know("decks");
    if (!isOpen || isEmpty) return;
    let isOld = false;
    const timer = setTimeout(() => {
      ask(written(deck, wordOf)).then(
        (answer) => {
          if (isOld) return;
          setJudged({ code: answer.code, faults: answer.faults, name: answer.deck?.name ?? null, of: deck });
          const mayPlay = answer.faults.length === 0 && answer.code !== null;
          if (deck !== shown.current && mayPlay && !event) keepBuilt(game, answer.code);
        },
        (error) =>
          isOld || setJudged({ code: null, faults: error.faults?.length ? error.faults : [error.message], name: null }),
      );
    }, PAUSE);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [deck, isOpen]);

  const all = [...cards.values()];
  const copies = new Map((owned ?? []).filter((each) => each.game === game).map((each) => [each.card, each.count]));
  const hasOwn = copies.size > 0;
  const { costs, groupOf = () => null } = moduleOf(game, () => store.change((known) => ({ ...known }))) ?? {};
  const groups = new Map(all.flatMap((card) => groupOf(card) ?? []).map((each) => [each.id, each]));
  const found = all.filter(
    (card) =>
      (kind === "" || kindOf(card) === kind) &&
      (group === "" || groupOf(card)?.id === group) &&
      says(card, sought) &&
      (!(isOwn && hasOwn) || copies.has(card.id) || besides.has(kindOf(card))),
  );
  const weight = weightsOf(deck, cards, groupOf);
  const sorted = [...found].sort((one, other) => weight(other) - weight(one));
  const missing = missingOf(game, deck.cards, owned ?? []);
  const isJudged = judged.code !== null && judged.of === deck; // the code of an older deck is not this one's
  const mayPlay = judged.faults.length === 0 && judged.code !== null && (!event || missing.length === 0);
  const faults = faultsByCard(deck, judged.faults, (id) => namesOf(cards, id));
  const beside = new Set([...faults.values()].flat()); // they stand beside their cards
  const copy = () => copied(page, `${location.origin}/decks/${game}/${judged.code}`, t("decks.copied"));
  return h("div", { class: "page decks", "data-pane": pane }, [
    h("h1", { key: "h1" }, t("decks.title")),
    event && h("p", { class: "dim", key: "event" }, t("decks.from_packs")),
    !event && h(GameTabs, { page, game, path: "decks", only: (each) => (each.decks ?? []).length > 0, key: "tabs" }),
    isEmpty && h(Hint, { id: "decks", key: "hint" }),
    h("div", { class: "row decks-panes", role: "tablist", key: "panes" }, [
      h(
        "button",
        { type: "button", role: "tab", "aria-selected": pane === "cards", onClick: () => setPane("cards"), key: "c" },
        t("nav.cards"),
      ),
      h(
        "button",
        { type: "button", role: "tab", "aria-selected": pane === "deck", onClick: () => setPane("deck"), key: "d" },
        t("decks.with", { n: size(deck) }),
      ),
    ]),
    h("section", { class: "decks-cards", "aria-label": t("nav.cards"), key: "cards" }, [
      h("div", { class: "row cards-filters", role: "search", key: "filters" }, [
        h(FindField, { value: sought, change: setSought, key: "find" }),
        h(Kinds, { game, cards: all, kind, choose: setKind, key: "kinds" }),
        hasOwn &&
          !event &&
          h("label", { class: "decks-own", key: "own" }, [
            h("input", {
              key: "check",
              type: "checkbox",
              checked: isOwn,
              onChange: (/** @type {any} */ event) => setOwn(event.currentTarget.checked),
            }),
            h("span", { key: "words" }, t("decks.only_own")),
          ]),
      ]),
      groups.size > 1 &&
        h(
          "div",
          { class: "groups", role: "group", "aria-label": t("cards.group"), key: "groups" },
          [...groups.values()].map(({ id, title, class: colour }) =>
            h(
              "button",
              {
                type: "button",
                class: colour,
                "aria-pressed": group === id,
                onClick: () => setGroup(group === id ? "" : id),
                key: id,
              },
              title,
            ),
          ),
        ),
      h(
        "ul",
        { class: "cards-list", key: "list" },
        sorted.map((card) => {
          const isBeside = besides.has(kindOf(card));
          const count = isBeside ? Number(deck.beside.includes(card.id)) : (deck.cards[card.id] ?? 0);
          const name = calledInFull(card, t("cards.art_rare"));
          /** @param {number} by */
          const change = (by) => setDeck(isBeside ? toggled(deck, card.id) : changed(deck, card.id, by));
          const wrong = count > 0 && faults.has(card.id) ? " decks-wrong" : "";
          return h("li", { class: `decks-card${count > 0 ? " decks-in" : ""}${wrong}`, key: card.id }, [
            h(PrintedCard, { page, game, card, cards, key: "card" }),
            h("div", { class: "row decks-count", key: "count" }, [
              h(
                "button",
                {
                  type: "button",
                  disabled: count === 0,
                  "aria-label": t("decks.less", { name }),
                  onClick: () => change(-1),
                  key: "less",
                },
                "−",
              ),
              h("b", { "aria-label": t("decks.has", { n: count }), key: "n" }, count),
              hasOwn &&
                !isBeside &&
                copies.get(card.id) !== MANY &&
                h(
                  "span",
                  { class: "dim", "aria-label": t("decks.owned", { n: copies.get(card.id) ?? 0 }), key: "own" },
                  `/ ${copies.get(card.id) ?? 0}`,
                ),
              h(
                "button",
                {
                  type: "button",
                  disabled: Boolean(event) && !isBeside && count >= (copies.get(card.id) ?? 0),
                  "aria-label": t("decks.more", { name }),
                  onClick: () => change(1),
                  key: "more",
                },
                "+",
              ),
            ]),
          ]);
        }),
      ),
    ]),
    h("section", { class: "panel decks-deck", "aria-label": t("decks.yours"), key: "deck" }, [
      h("div", { class: "row decks-head", key: "head" }, [
        h("h2", { key: "h" }, judged.name || t("decks.yours")),
        h("span", { class: "dim", key: "n" }, t("cards.count", { n: size(deck) })),
      ]),
      event
        ? null
        : isEmpty
          ? h(DeckTiles, { ...page, offer, value: null, label: t("decks.begin_with"), choose: load, key: "tiles" })
          : h("details", { class: "decks-import", key: "ready" }, [
              h("summary", { key: "s" }, t("decks.ready")),
              h(DeckTiles, { ...page, offer, value: null, label: t("decks.begin_with"), choose: load, key: "tiles" }),
            ]),
      h(Import, { load, key: "import" }),
      costs !== undefined && h(DeckCurve, { deck, cards, costs, key: "curve" }),
      h("ul", { class: "decks-list", key: "list" }, [
        ...deck.beside.map((id) =>
          h(Line, {
            name: nameOf(cards, id),
            picture: cards.get(id)?.picture,
            kind: kindWord(game, wordOf(id)),
            count: 1,
            faults: faults.get(id) ?? [],
            less: () => setDeck(toggled(deck, id)),
            key: id,
          }),
        ),
        ...Object.entries(deck.cards).map(([id, count]) =>
          h(Line, {
            name: nameOf(cards, id),
            picture: cards.get(id)?.picture,
            count,
            faults: faults.get(id) ?? [],
            less: () => setDeck(changed(deck, id, -1)),
            more: () => setDeck(changed(deck, id, 1)),
            key: id,
          }),
        ),
      ]),
      h(
        "div",
        { role: "status", key: "faults" },
        h(
          "ul",
          { class: "decks-faults" },
          judged.faults.map((fault) => h("li", { class: beside.has(fault) ? "unseen" : "", key: fault }, fault)),
        ),
      ),
      hasOwn && !isEmpty && h(Missing, { cards, missing, event, key: "missing" }),
      h("div", { class: "row", key: "row" }, [
        h("button", { type: "button", disabled: !isJudged, onClick: copy, key: "copy" }, [
          h(Icon, { name: "link", key: "i" }),
          t("decks.copy"),
        ]),
        h(
          "button",
          { type: "button", class: "risky", disabled: size(deck) === 0, onClick: () => setDeck(EMPTY), key: "clear" },
          t("decks.clear"),
        ),
      ]),
      judged.code !== null && h("code", { class: "decks-code", key: "code" }, judged.code),
      h(KeptDecks, {
        ...page,
        game,
        deck,
        text: isEmpty ? "" : written(deck, wordOf),
        called: judged.name,
        load: setDeck,
        key: "kept",
      }),
    ]),
    h("div", { class: "decks-foot", key: "foot" }, [
      h("p", { class: mayPlay ? "decks-fine" : "dim", role: "status", key: "fine" }, [
        h("b", { key: "n" }, t("cards.count", { n: size(deck) })),
        mayPlay
          ? ["\u00a0✓ ", h("span", { class: "decks-foot-words", key: "words" }, t("decks.fine"))]
          : judged.faults.length > 0 && ` · ${judged.faults[0]}`,
      ]),
      h(
        "button",
        {
          class: "main",
          type: "button",
          disabled: !mayPlay || !isJudged,
          onClick: () =>
            (event ? brought(page, event, judged.code ?? "") : against(page, offer, { deck: judged.code })).catch(
              failed,
            ),
          key: "play",
        },
        t(event ? "decks.bring" : "decks.play"),
      ),
    ]),
  ]);
}

/**
 * The number of the deck's cards in the group of a card, so that the deck's colours come first in the list.
 * @param {Deck} deck @param {any} cards @param {(card: any) => { id: string } | null} groupOf
 * @returns {(card: any) => number}
 */
function weightsOf(deck, cards, groupOf) {
  /** @type {Map<string | undefined, number>} */
  const weights = new Map();
  for (const [id, count] of Object.entries(deck.cards)) {
    const group = groupOf(cards.get(id) ?? {})?.id;
    weights.set(group, (weights.get(group) ?? 0) + count);
  }
  return (card) => weights.get(groupOf(card)?.id) ?? 0;
}

/** @param {{ name: string, picture?: string, kind?: string, count: number, faults: readonly string[], less: () => void, more?: () => void }} props */
function Line({ name, picture, kind, count, faults, less, more }) {
  return h("li", { class: `decks-line${faults.length > 0 ? " decks-wrong" : ""}` }, [
    h("b", { key: "n" }, count),
    h(Picture, { of: picture, key: "picture" }),
    h("span", { key: "name" }, [name, kind && h("small", { class: "dim", key: "kind" }, kind)]),
    h(
      "button",
      { type: "button", class: "quiet", "aria-label": t("decks.less", { name }), onClick: less, key: "less" },
      "−",
    ),
    more &&
      h(
        "button",
        { type: "button", class: "quiet", "aria-label": t("decks.more", { name }), onClick: more, key: "more" },
        "+",
      ),
    // Screen readers get the faults from the list below.
    ...faults.map((fault) => h("p", { class: "decks-fault", "aria-hidden": "true", key: fault }, fault)),
  ]);
}

/**
 * Cards of the deck of which the player owns too few. The deck may not be played at a table for owned cards.
 * @param {{ cards: any, missing: readonly { id: string, wanted: number, owned: number }[], event: string | undefined }} props
 */
function Missing({ cards, missing, event }) {
  if (missing.length === 0 && event) return null;
  if (missing.length === 0) return h("p", { class: "decks-fine", "data-missing": 0 }, t("decks.all_own"));
  return h("details", { class: "decks-missing", "data-missing": missing.length }, [
    h(
      "summary",
      { key: "s" },
      t(event ? "decks.packs_lack" : "decks.missing", {
        n: missing.reduce((sum, { wanted, owned }) => sum + wanted - owned, 0),
      }),
    ),
    h(
      "ul",
      { key: "list" },
      missing.map(({ id, wanted, owned }) =>
        h("li", { key: id }, t("decks.missing_card", { n: wanted - owned, name: nameOf(cards, id), owned, wanted })),
      ),
    ),
  ]);
}

/** The field for a deck code or list. @param {{ load: (text: string) => Promise<readonly string[]> }} props */
function Import({ load }) {
  const [text, setText] = useState("");
  const [faults, setFaults] = useState(/** @type {readonly string[]} */ ([]));
  return h("details", { class: "decks-import" }, [
    h("summary", { key: "s" }, t("decks.import")),
    h("textarea", {
      key: "t",
      rows: 4,
      "aria-label": t("decks.import"),
      value: text,
      onInput: (/** @type {any} */ event) => setText(event.currentTarget.value),
    }),
    h(
      "button",
      {
        type: "button",
        key: "b",
        disabled: text.trim() === "",
        onClick: async () => setFaults(await load(text)),
      },
      t("decks.read"),
    ),
    h(
      "ul",
      { class: "decks-unread", role: "alert", key: "f" },
      faults.map((fault) => h("li", { key: fault }, fault)),
    ),
  ]);
}

/** @param {any} cards @param {string} id @returns {string} */
function nameOf(cards, id) {
  const card = cards.get(id);
  return card === undefined ? id : calledInFull(card, t("cards.art_rare"));
}

/** The names by which a fault may call a card. @param {any} cards @param {string} id @returns {string[]} */
function namesOf(cards, id) {
  const card = cards.get(id);
  return [id, nameOf(cards, id), card?.name ?? "", card?.english ?? ""];
}

/** The last deck of the builder; an empty one if it cannot be read. @param {string} game @returns {Deck} */
function keptDeck(game) {
  const found = kept(`deck/${game}`, isRecord);
  if (found === null || !isRecord(found.cards) || !Array.isArray(found.beside)) return EMPTY;
  const cards = Object.entries(found.cards).filter(([, count]) => Number.isInteger(count) && Number(count) > 0);
  return {
    cards: Object.fromEntries(cards.map(([id, count]) => [id, Number(count)])),
    beside: found.beside.filter((each) => typeof each === "string"),
  };
}
