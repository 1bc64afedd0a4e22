import { h, useEffect, useState } from "../../vendor/preact.js";
import { spoken, t } from "../words.js";

/** @import { Page } from "../page.js" */

/**
 * How often a card was played and won with by one version of the rules, as `GET /v1/cards` tells it: of how many decks,
 * one for each seat of each match that has moved ratings.
 * @typedef {{ rules: number, decks: number, played: number, won: number }} Plays
 */

/**
 * How often a card is played and won with; nothing for games to which nobody brings a deck, and until it is known.
 * @param {{ page: Page, game: string, card: any }} props
 */
export function CardPlays({ page, game, card }) {
  const { state, session } = page;
  const [plays, setPlays] = useState(/** @type {readonly Plays[] | null} */ (null));
  const offer = state.welcome?.games.find(({ name }) => name === game);
  const isAsked = state.line.state === "open" && (offer?.decks?.length ?? 0) > 0;
  const of = card.printing?.of ?? card.id;
  useEffect(() => {
    let isShown = true;
    setPlays(null);
    if (isAsked) {
      session.client.http.get(pathTo(game, card)).then(
        ({ cards }) => {
          const found = cards.find((/** @type {any} */ each) => each.card.id === of);
          if (isShown) setPlays(found?.plays ?? []);
        },
        () => {}, // the card is here without it
      );
    }
    return () => {
      isShown = false;
    };
  }, [isAsked, game, of]);
  if (plays === null || offer === undefined) return null;
  const seats = offer.least_seats === offer.most_seats ? offer.most_seats : null;
  return h(
    "div",
    { class: "card-plays", "data-plays": plays.length },
    plays.length === 0
      ? h("p", { class: "dim" }, t("cards.plays_none"))
      : plays.map((each) => h("p", { key: each.rules }, saidOf(each, seats))),
  );
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
