import { h, useEffect, useState } from "../../vendor/preact.js";
import { Markdown } from "../ui/markdown.js";
import { spoken, t } from "../words.js";

/** @import { Page } from "../page.js" */

/**
 * How often a card was played and won with by one version of the rules, as `GET /v1/cards` tells it: of how many decks,
 * one for each seat of each match that has moved ratings.
 * @typedef {{ rules: number, decks: number, played: number, won: number }} Plays
 */

/**
 * What a server knows of a card beside its text, as `GET /v1/cards` tells it.
 * @typedef {object} Uses
 * @property {readonly Plays[]} plays
 * @property {readonly { id: string, name: string, copies: number }[]} decks the ready decks that play it
 * @property {readonly { rule: string, text: string }[]} rulings the rules that name it
 */

/**
 * The ready decks that play a card, how often it is played and won with, and the rules that name it; nothing until that is known.
 * @param {{ page: Page, game: string, card: any }} props
 */
export function CardUses({ page, game, card }) {
  const { state } = page;
  const of = card.printing?.of ?? card.id;
  const uses = useUses(page, game, card, of);
  const offer = state.welcome?.games.find(({ name }) => name === game);
  if (uses === null || offer === undefined) return null;
  const { plays, decks, rulings } = uses;
  const seats = offer.least_seats === offer.most_seats ? offer.most_seats : null;
  return [
    (offer.decks?.length ?? 0) > 0 &&
      h(
        "div",
        { class: "card-plays", "data-plays": plays.length, key: "plays" },
        plays.length === 0
          ? h("p", { class: "dim" }, t("cards.plays_none"))
          : plays.map((each) => h("p", { key: each.rules }, saidOf(each, seats))),
      ),
    decks.length > 0 &&
      h("p", { class: "card-decks", key: "decks" }, [
        `${t("cards.in_decks")} `,
        ...decks.flatMap(({ id, name, copies }, at) => [
          at > 0 && ", ",
          h("a", { href: `/decks/${game}/${encodeURIComponent(id)}`, key: id }, name),
          copies > 1 && ` (${copies})`,
        ]),
      ]),
    rulings.length > 0 &&
      h("details", { class: "card-rulings", key: "rulings" }, [
        h("summary", { key: "title" }, t("cards.rulings", { n: rulings.length })),
        ...rulings.map(({ rule, text }) => h(Markdown, { text, key: rule })),
      ]),
  ];
}

/**
 * Ask once for what is known of a card.
 * @param {Page} page
 * @param {string} game
 * @param {any} card
 * @param {string} of the card of which it is a printing
 * @returns {Uses | null}
 */
function useUses({ state, session }, game, card, of) {
  const [uses, setUses] = useState(/** @type {Uses | null} */ (null));
  const isAsked = state.line.state === "open";
  useEffect(() => {
    let isShown = true;
    setUses(null);
    if (isAsked) {
      session.client.http.get(pathTo(game, card)).then(
        ({ cards }) => {
          const found = cards.find((/** @type {any} */ each) => each.card.id === of);
          const { plays = [], decks = [], rulings = [] } = found ?? {};
          if (isShown) setUses({ plays, decks, rulings });
        },
        () => {}, // the card is here without it
      );
    }
    return () => {
      isShown = false;
    };
  }, [isAsked, game, of]);
  return uses;
}

/**
 * What is said of how often a card is played and won with.
 * @param {Plays} plays
 * @param {number | null} seats how many there are at every match; `null` where that differs
 */
export function saidOf({ rules, decks, played, won }, seats) {
  const fields = { rules, decks, played, won, share: share(played, decks), won_share: share(won, played) };
  const often =
    seats === null
      ? t("cards.plays_decks", fields)
      : t("cards.plays_matches", { ...fields, matches: Math.ceil(decks / seats) });
  const whenWon = played === 1 ? "cards.plays_one_won" : "cards.plays_won";
  return `${often} ${t(won === 0 ? "cards.plays_none_won" : whenWon, fields)}`;
}

/** The question that only this card answers, and those of other sets with its number. @param {string} game @param {any} card */
function pathTo(game, card) {
  const asked = typeof card.number === "number" ? `number=${card.number}` : `q=${encodeURIComponent(card.name)}`;
  return `/v1/cards?game=${encodeURIComponent(game)}&${asked}`;
}

/** @param {number} part @param {number} whole */
function share(part, whole) {
  return new Intl.NumberFormat(spoken, { style: "percent", maximumFractionDigits: 0 }).format(
    whole === 0 ? 0 : part / whole,
  );
}
