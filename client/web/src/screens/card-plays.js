import { h, useEffect, useState } from "../../vendor/preact.js";
import { calledInFull } from "../ui/other-face.js";
import { spoken, t } from "../words.js";

/** @import { Page } from "../page.js" */

/**
 * Statistics of a card under one version of the rules, as in `GET /v1/cards`: the decks in which it was played, one for
 * each seat of each match that has moved ratings.
 * @typedef {{ rules: number, decks: number, played: number, won: number }} Plays
 */

/**
 * The facts in `GET /v1/cards` beyond the printed ones.
 * @typedef {{ plays?: readonly Plays[], decks?: readonly { id: string, name: string, copies: number }[],
 *   rulings?: readonly { rule: string, text: string }[] }} KnownOfCard
 */

/**
 * Facts about a card: other printings, ready decks with it, rules that cite it, and, in games with decks, how often it
 * is played and wins; nothing until they arrive.
 * @param {{ page: Page, game: string, card: any, cards: ReadonlyMap<string, any> }} props
 */
export function CardPlays({ page, game, card, cards }) {
  const { state, session } = page;
  const [known, setKnown] = useState(/** @type {KnownOfCard | null} */ (null));
  const offer = state.welcome?.games.find(({ name }) => name === game);
  const isAsked = state.connection.state === "open";
  const of = card.printing?.of ?? card.id;
  useEffect(() => {
    let isShown = true;
    setKnown(null);
    if (isAsked) {
      session.client.http.get(pathTo(game, card)).then(
        (answer) => {
          const found = answer.cards.find((/** @type {any} */ each) => each.card.id === of);
          if (isShown) setKnown(found ?? {});
        },
        () => {}, // the card is here without it
      );
    }
    return () => {
      isShown = false;
    };
  }, [isAsked, game, of]);
  if (known === null || offer === undefined) return null;
  const { plays = [], decks = [], rulings = [] } = known;
  const faces = [...cards.values()].filter((each) => each.id !== card.id && (each.printing?.of ?? each.id) === of);
  const seats = offer.least_seats === offer.most_seats ? offer.most_seats : null;
  return [
    faces.length > 0 &&
      h("p", { class: "card-faces", key: "faces" }, [
        `${t("cards.faces")} `,
        ...faces.map((each, at) => [
          at > 0 && ", ",
          h("a", { href: `/cards/${game}/${encodeURIComponent(each.id)}` }, calledInFull(each, t("cards.art_rare"))),
        ]),
      ]),
    decks.length > 0 &&
      h("p", { class: "card-decks", key: "decks" }, [
        `${t("cards.decks")} `,
        ...decks.map(({ id, name, copies }, at) => [
          at > 0 && ", ",
          h("a", { href: `/decks/${game}/${encodeURIComponent(id)}` }, name),
          ` (${copies})`,
        ]),
      ]),
    (offer.decks?.length ?? 0) > 0 &&
      h(
        "div",
        { class: "card-plays", "data-plays": plays.length, key: "plays" },
        plays.length === 0
          ? h("p", { class: "dim" }, t("cards.plays_none"))
          : plays.map((each) => h("p", { key: each.rules }, saidOf(each, seats))),
      ),
    rulings.length > 0 &&
      h("details", { class: "card-rulings", key: "rulings" }, [
        h("summary", { key: "how many" }, t("cards.rulings", { n: rulings.length })),
        ...rulings.map(({ rule, text }) =>
          h("p", { key: rule }, [
            h("a", { href: `/v1/games/${game}/rules#${rule}`, target: "_blank", rel: "noopener", key: "rule" }, rule),
            ` ${text.replace(/[*`]/g, "")}`,
          ]),
        ),
      ]),
  ];
}

/**
 * A card's statistics in words.
 * @param {Plays} plays
 * @param {number | null} seats number of seats of each match; `null` if it differs
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

/** The query that matches only this card, and its number in other sets. @param {string} game @param {any} card */
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
