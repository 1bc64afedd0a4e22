import { h } from "../../../vendor/preact.js";
import { t } from "../../words.js";
import { cardOf, Face, nameOf, sortOf } from "./card.js";
import { endOf, lastInWords } from "./fights.js";
import { Parts } from "./parts.js";
import { bookOf, found } from "./table.js";
import { deckInWords } from "./ways.js";

/** @import { DojoView, FighterView, Fought, SeatView, View } from "../../../../javascript/types/games/amfibido.js" */
/** @import { TableProps } from "../index.js" */
/** @import { Book } from "./card.js" */

/**
 * The large view of a place: the whole card with its text, the parts of a power, resting cards and their return.
 * @param {string} place
 * @param {View} view
 * @param {TableProps} props
 * @returns {{ title: string, body: any } | null}
 */
export function details(place, view, props) {
  const [kind = "", first = "", second = ""] = place.split("/");
  const book = bookOf(view, props);
  switch (kind) {
    case "hand": {
      const isIdle = props.update.choices.length > 0 && !props.plan.ways.some((way) => way.steps[0]?.at === place);
      return { title: nameOf(book, first), body: h(Page, { id: first, isIdle, book }) };
    }
    case "offer": {
      const id = found(view, first)?.card ?? first;
      return { title: nameOf(book, id), body: h(Page, { id, book }) };
    }
    case "piece":
      return pieceDetails(first, view, book);
    case "dojo": {
      const dojo = view.seats[Number(first)]?.dojos[Number(second) - 1];
      return dojo === undefined ? null : dojoDetails(dojo, Number(second), book);
    }
    case "sensei": {
      const sensei = view.seats[Number(first)]?.sensei ?? null;
      return sensei === null ? null : { title: nameOf(book, sensei), body: h(Page, { id: sensei, book }) };
    }
    case "rest": {
      const side = view.seats[Number(first)];
      return side === undefined ? null : { title: t("af.cooldown"), body: h(Resting, { side, book }) };
    }
    case "held":
    case "seat": {
      const side = view.seats[Number(first)];
      return side === undefined
        ? null
        : { title: props.names[side.seat] ?? "", body: h(SidePage, { side, view, book }) };
    }
    case "fights":
      return view.last === null
        ? null
        : { title: lastInWords(view.last, props), body: h(FightsPage, { last: view.last, view, props }) };
    case "decks":
    case "deck":
      return { title: t("af.decks"), body: h(Decks, { view }) };
    default:
      return null;
  }
}

/** @param {string} piece @param {View} view @param {Book} book */
function pieceDetails(piece, view, book) {
  const there = found(view, piece);
  if (there === null) return null;
  const fighter = there.equipment === null && there.combo === null ? there.fighter : null;
  return { title: nameOf(book, there.card), body: h(Page, { id: there.card, fighter, book }) };
}

/** @param {DojoView} dojo @param {number} number @param {Book} book */
function dojoDetails({ fighter, guest = null, equipment, closed = false }, number, book) {
  if (fighter === null && guest === null && equipment.length === 0 && !closed) return null;
  const body = h("div", { class: "af-stack" }, [
    closed && h("p", { key: "closed" }, t("af.closed_dojo", { dojo: number })),
    fighter !== null && h(Page, { id: fighter.card, fighter, book, key: "fighter" }),
    guest !== null &&
      h("section", { key: "guest" }, [
        h("h3", { key: "h" }, t("af.guest", { card: nameOf(book, guest.card), n: guest.total })),
        h(Parts, { parts: guest.parts, book, key: "parts" }),
      ]),
    ...equipment.map(({ card, piece }) => h(Page, { id: card, book, key: piece })),
  ]);
  return { title: t("af.dojo", { dojo: number }), body };
}

/**
 * A whole card; for a fighter in play also its power and the cards on it.
 * @param {{ id: string, fighter?: FighterView | null, isIdle?: boolean, book: Book }} given
 */
function Page({ id, fighter = null, isIdle = false, book }) {
  const card = cardOf(book, id);
  return h("div", { class: "af-page" }, [
    h(Face, { book, id, size: "full", key: "face" }),
    h("div", { class: "af-page-words", key: "words" }, [
      card !== undefined && h("p", { class: "dim", key: "sort" }, sortOf(card)),
      card !== undefined && fighter === null && h("p", { key: "means" }, kindMeaning(card.kind)),
      isIdle && h("p", { class: "dim", key: "idle" }, t("af.not_now")),
      fighter !== null && h(Figures, { fighter, book, key: "figures" }),
    ]),
  ]);
}

/** The purpose of a kind of card. @param {string} kind */
function kindMeaning(kind) {
  switch (kind) {
    case "fighter":
    case "equipment":
    case "combo":
    case "action":
    case "sensei":
      return t(`af.means.${kind}`);
    default:
      return null;
  }
}

/** @param {{ fighter: FighterView, book: Book }} given */
function Figures({ fighter, book }) {
  const combos = fighter.combos ?? [];
  return h("div", { class: "af-figures" }, [
    h("h3", { key: "power" }, t("af.fights_with", { n: fighter.power })),
    h(Parts, { parts: fighter.parts, book, key: "parts" }),
    fighter.knockout && h("p", { key: "knockout" }, t("af.means.knockout")),
    fighter.neutralized && h("p", { key: "muted" }, t("af.means.muted")),
    fighter.knocked_out && h("p", { key: "out" }, t("af.means.rest")),
    combos.length > 0 && h("h3", { key: "on" }, t("af.on_it")),
    combos.length > 0 &&
      h(List, {
        cards: combos.map(({ card, boomerang }) => ({ card, note: boomerang ? t("af.boomerang") : "" })),
        book,
        key: "list",
      }),
  ]);
}

/** @param {{ cards: readonly { card: string, note: string }[], book: Book }} given */
function List({ cards, book }) {
  return h(
    "ul",
    { class: "af-list" },
    cards.map(({ card, note }, key) => {
      const face = cardOf(book, card);
      return h("li", { key }, [
        h("b", { key: "name" }, `${nameOf(book, card)}${face?.power ? ` ${face.power}` : ""}`),
        note !== "" && h("span", { class: "dim", key: "note" }, note),
        face?.text && h("p", { key: "text" }, face.text),
      ]);
    }),
  );
}

/** @param {{ side: SeatView, book: Book }} given */
function Resting({ side, book }) {
  if (side.cooldown.length === 0) return h("p", null, t("af.nothing_rests"));
  const cards = side.cooldown.map(({ card, back_after }) => ({
    card,
    note: t("af.back_after", { round: back_after }),
  }));
  return h(List, { cards, book });
}

/** @param {{ side: SeatView, view: View, book: Book }} given */
function SidePage({ side, view, book }) {
  return h("div", { class: "af-stack" }, [
    h("ul", { class: "af-facts", key: "facts" }, [
      h("li", { key: "points" }, t("af.points", { n: side.points })),
      h("li", { key: "hand" }, t("af.holds", { n: side.hand_count })),
      view.starting_seat === side.seat && h("li", { key: "began" }, t("af.began")),
      side.passed && h("li", { key: "passed" }, t("af.has_passed")),
      side.combos_played > 0 && h("li", { key: "combos" }, t("af.combos_played", { n: side.combos_played })),
      side.fighters_discarded > 0 &&
        h("li", { key: "discarded" }, t("af.fighters_discarded", { n: side.fighters_discarded })),
      side.redraws > 0 && h("li", { key: "redraws" }, t("af.redraws", { n: side.redraws })),
    ]),
    side.sensei !== null && h(Page, { id: side.sensei, book, key: "sensei" }),
    side.cooldown.length > 0 && h("h3", { key: "h" }, t("af.cooldown")),
    side.cooldown.length > 0 && h(Resting, { side, book, key: "rest" }),
  ]);
}

/** @param {{ view: View }} given */
function Decks({ view }) {
  return h("ul", { class: "af-facts" }, [
    ...view.deck_counts.map((_, at) => h("li", { key: at }, deckInWords(view, at + 1))),
    h("li", { key: "discards" }, t("af.discards", { n: view.discard_count })),
  ]);
}

/** Each fight with the parts of its powers. @param {{ last: Fought, view: View, props: TableProps }} given */
function FightsPage({ last, view, props }) {
  const own = props.seat ?? 0;
  return h("div", { class: "af-fights-page" }, [
    ...last.fights.map((fight) =>
      h("section", { class: `af-fight-page af-${endOf(fight.winner_seat, own)}`, key: fight.dojo }, [
        h(
          "h3",
          { key: "h" },
          t("af.fight_of", {
            dojo: fight.dojo,
            winner: fight.winner_seat === null ? t("af.end.drawn") : (props.names[fight.winner_seat] ?? ""),
          }),
        ),
        ...[own, 1 - own].map((seat) => {
          const power = fight.sides[seat] ?? null;
          return h("div", { class: "af-fight-side", key: seat }, [
            h("p", { key: "who" }, [
              h("bdi", { key: "name" }, props.names[seat]),
              h("span", { key: "card" }, power === null ? t("af.nobody") : nameOf(bookOf(view, props), power.card)),
              h("b", { key: "total" }, power === null ? "–" : power.total),
            ]),
            power !== null && h(Parts, { parts: power.parts, book: bookOf(view, props), key: "parts" }),
          ]);
        }),
      ]),
    ),
  ]);
}
