import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useState } from "../../vendor/preact.js";
import { ChallengeButton } from "../notices/challenge-button.js";
import { canChallenge } from "../operations/can-challenge.js";
import { titleOf } from "../state/initial.js";
import { Empty } from "../ui/empty.js";
import { GameTabs } from "../ui/game-tabs.js";
import { Nowhere } from "../ui/nowhere.js";
import { PlayerName } from "../ui/player.js";
import { RatingBar } from "../ui/rating-bar.js";
import { t } from "../words.js";
import { BotList } from "./bot-list.js";

/** @import { Page } from "../page.js" */
/** @import { GameStanding, Ladder as Known, LadderPlace } from "../../../javascript/types/v1.js" */

const PLACES_A_PAGE = 50;

/** The address of a ladder. @param {string} game @param {boolean} ofBots */
const ladderPath = (game, ofBots) => `/ladder/${game}${ofBots ? "/bots" : ""}`;

/** A page of a game's ladder, with the player's own place on top. @param {Page} page */
export function Ladder(page) {
  const { state, session, failed } = page;
  const { standing } = session.client;
  const game = state.route.params.game ?? state.welcome?.games[0]?.name;
  const isKnown = state.welcome?.games.some((each) => each.name === game) ?? false;
  const at = Math.max(1, Number(state.route.params.page ?? 1));
  const ofBots = state.route.params.among === "bots";
  const among = ofBots ? "bots" : "people";
  const isOpen = state.connection.state === "open";
  const me = state.me?.player;
  const [ladder, setLadder] = useState(/** @type {Known | null} */ (null));
  const [isPast, setPast] = useState(false);
  const [own, setOwn] = useState(/** @type {GameStanding | null} */ (null));
  useEffect(() => {
    setPast(false);
    if (!isOpen || game === undefined || !isKnown) return;
    /** @param {unknown} error */
    const missed = (error) => (error instanceof CommandRefused ? setPast(true) : failed(error));
    standing.ladder(game, at, among).then(setLadder, missed);
  }, [game, at, among, isOpen, isKnown]);
  useEffect(() => {
    setOwn(null);
    if (!isOpen || me === undefined || !isKnown) return;
    standing.profile({ player: me.id }).then(({ games, against_bots = [] }) => {
      setOwn((ofBots ? against_bots : games).find((each) => each.game === game) ?? null);
    }, failed);
  }, [game, me?.id, ofBots, isOpen, isKnown]);
  if (game === undefined || state.welcome === null) return h("p", { class: "page dim" }, t("page.loading"));
  if (!isKnown) return h(Nowhere, { text: t("page.no_game"), href: "/ladder", way: t("nav.ladder") });
  const isHere = ladder !== null && ladder.game === game && ladder.among === among;
  if (isPast || (isHere && at > Math.max(1, ladder.pages))) {
    const text = t("ladder.no_page", { game: titleOf(page.state, game) });
    return h(Nowhere, { text, href: ladderPath(game, ofBots), way: t("ladder.first_page") });
  }
  return h("div", { class: "page people" }, [
    h("h1", { key: "h1" }, t("nav.ladder")),
    h(GameTabs, { page, game, path: "ladder", key: "tabs" }),
    h(Groups, { game, ofBots, key: "groups" }),
    ofBots && h(BotList, { page, game, key: "bots" }),
    h("h2", { class: "unseen", key: "h2" }, titleOf(page.state, game)),
    me !== undefined && own !== null && h(OwnPlace, { own, game, ofBots, key: "own" }),
    !isHere
      ? h("p", { class: "dim", key: "wait" }, t("page.loading"))
      : ladder.places.length === 0
        ? h(
            Empty,
            { ...page, kind: "podium", game, text: t(ofBots ? "ladder.bots_empty" : "ladder.empty"), key: "none" },
            h("a", { class: "button main", href: `/lobby?open=${game}&rated=` }, t("ladder.open")),
          )
        : h(Places, { page, ladder, me: me?.id, key: "places" }),
    isHere && ladder.pages > 1 && h(Pages, { path: ladderPath(game, ofBots), at, pages: ladder.pages, key: "pages" }),
  ]);
}

/** The two ladders of a game: of people, and of players' bots. @param {{ game: string, ofBots: boolean }} props */
function Groups({ game, ofBots }) {
  return h(
    "nav",
    { class: "row ladder-groups", "aria-label": t("ladder.groups") },
    [false, true].map((bots) =>
      h(
        "a",
        {
          class: "button",
          href: ladderPath(game, bots),
          "aria-current": bots === ofBots ? "page" : undefined,
          key: bots ? "bots" : "people",
        },
        t(bots ? "ladder.of_bots" : "ladder.of_people"),
      ),
    ),
  );
}

/**
 * The player's own place on the ladder, shown above every page of it.
 * @param {{ own: GameStanding, game: string, ofBots: boolean }} props
 */
function OwnPlace({ own, game, ofBots }) {
  const { place, rating } = own;
  return h("section", { class: "panel own-place", "aria-label": t("ladder.own") }, [
    place
      ? h(
          "a",
          { href: `/ladder/${game}/${Math.ceil(place / PLACES_A_PAGE)}`, key: "place" },
          t("ladder.own_place", { place }),
        )
      : h("span", { key: "none" }, t(ofBots ? "ladder.own_against_bots" : "ladder.own_none")),
    h(RatingBar, { rating, key: "rating" }),
  ]);
}

/** @param {{ page: Page, ladder: Known, me: string | undefined }} props */
function Places({ page, ladder, me }) {
  const canAny = ladder.places.some(({ player }) => canChallenge(page, player));
  return h("table", { class: "ladder panel" }, [
    h("caption", { class: "unseen", key: "caption" }, t("ladder.listed", { n: ladder.listed })),
    h(
      "thead",
      { key: "head" },
      h("tr", null, [
        h("th", { scope: "col", key: "place" }, t("ladder.place")),
        h("th", { scope: "col", key: "player" }, t("ladder.player")),
        h("th", { scope: "col", key: "rating" }, t("ladder.rating")),
        h("th", { scope: "col", class: "ladder-won", key: "won" }, t("ladder.won")),
        canAny &&
          h(
            "th",
            { scope: "col", class: "ladder-do", key: "do" },
            h("span", { class: "unseen" }, t("player.challenge")),
          ),
      ]),
    ),
    h(
      "tbody",
      { key: "body" },
      ladder.places.map((each) =>
        h(Row, { page, each, game: ladder.game, canAny, isMe: each.player.id === me, key: each.player.id }),
      ),
    ),
  ]);
}

/** @param {{ page: Page, each: LadderPlace, game: string, canAny: boolean, isMe: boolean }} props */
function Row({ page, each: { place, player, rating, won, rated, rank }, game, canAny, isMe }) {
  return h("tr", { class: isMe ? "is-me" : "", "aria-current": isMe ? "true" : undefined }, [
    h("td", { key: "place" }, String(place)),
    h("td", { class: "ladder-player", key: "player" }, [
      h(PlayerName, { player, key: "player" }),
      rank && h("span", { class: "dim ladder-rank", key: "rank" }, rank),
    ]),
    h("td", { key: "rating" }, h(RatingBar, { rating })),
    h("td", { class: "ladder-won", key: "won" }, `${won} / ${rated}`),
    canAny &&
      h("td", { class: "ladder-do", key: "do" }, [
        h(ChallengeButton, {
          page,
          player,
          game,
          label: t("player.challenge"),
          name: t("ladder.challenge", { name: player.name }),
          key: "challenge",
        }),
      ]),
  ]);
}

/** @param {{ path: string, at: number, pages: number }} props */
function Pages({ path, at, pages }) {
  /** @param {number} to @param {string} label */
  const link = (to, label) =>
    to < 1 || to > pages ? null : h("a", { class: "button", href: `${path}/${to}`, key: label }, label);
  return h("nav", { class: "row", "aria-label": t("ladder.pages") }, [
    link(at - 1, t("page.before")),
    h("span", { class: "dim", key: "at" }, t("ladder.page", { at, pages })),
    link(at + 1, t("page.after")),
  ]);
}
