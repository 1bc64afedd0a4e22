import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useState } from "../../vendor/preact.js";
import { ChallengeButton } from "../notices/challenge-button.js";
import { canTradeWith } from "../operations/collection.js";
import { titleOf } from "../state/initial.js";
import { Report } from "../talk/report.js";
import { Nowhere } from "../ui/nowhere.js";
import { RatingBar } from "../ui/rating-bar.js";
import { day } from "../ui/time.js";
import { t } from "../words.js";
import { PlayedMatches } from "./played.js";

/** @import { Page } from "../page.js" */
/** @import { Avoidance, GameStanding, Played, Player, Profile as Known } from "../../../javascript/types/v1.js" */

const PLACES_A_PAGE = 50;

/** The page of a player: ratings and played matches. @param {Page} page */
export function Profile(page) {
  const { state, session, failed } = page;
  const { standing } = session.client;
  const asked = state.route.params.player ?? "";
  const isOpen = state.connection.state === "open";
  const [profile, setProfile] = useState(/** @type {Known | null} */ (null));
  const [isMissing, setMissing] = useState(false);
  const [matches, setMatches] = useState(/** @type {readonly Played[]} */ ([]));
  const [before, setBefore] = useState(/** @type {number | null} */ (null));
  useEffect(() => {
    if (!isOpen) return;
    const byName = () => standing.profile({ name: asked });
    /** @param {unknown} error */
    const missed = (error) =>
      error instanceof CommandRefused && error.code === "unknown_player" ? setMissing(true) : failed(error);
    standing.profile({ player: asked }).catch(byName).then(setProfile, missed);
  }, [asked, isOpen]);
  /** @param {number | null} [until] */
  const fetched = async (until = null) => {
    const found = await standing.history({ player: profile?.player.id ?? asked, before: until });
    setMatches((known) => (until === null ? found.matches : [...known, ...found.matches]));
    setBefore(found.before ?? null);
  };
  useEffect(() => {
    if (profile !== null) fetched().catch(failed);
  }, [profile?.player.id]);
  if (isMissing) return h(Nowhere, { text: t("people.unknown") });
  if (profile === null) return h("p", { class: "page dim" }, t("page.loading"));
  const { player, games, against_bots: againstBots = [] } = profile;
  const me = state.me?.player ?? null;
  return h("div", { class: "page people" }, [
    h("h1", { class: "who-name", key: "h1" }, h("bdi", null, player.name)),
    h("p", { class: "dim", key: "kind" }, kindOf(player, profile.since)),
    me !== null && me.id !== player.id && h(Dealings, { page, player, me, key: "dealings" }),
    h("section", { class: "panel", key: "games" }, [
      h("h2", { key: "h2" }, t("people.ratings")),
      games.length === 0 && h("p", { class: "dim", key: "none" }, t("people.no_ratings")),
      h(
        "ul",
        { class: "standings", key: "list" },
        games.map((standing) =>
          h("li", { key: standing.game }, h(Standing, { page, standing, isBot: player.kind === "bot" })),
        ),
      ),
    ]),
    againstBots.length > 0 &&
      h("section", { class: "panel", "data-part": "against-bots", key: "against-bots" }, [
        h("h2", { key: "h2" }, t("people.ratings_against_bots")),
        h("p", { class: "dim", key: "note" }, t("people.ratings_apart")),
        h(
          "ul",
          { class: "standings", key: "list" },
          againstBots.map((standing) => h("li", { key: standing.game }, h(Standing, { page, standing, isBot: false }))),
        ),
      ]),
    h(PlayedMatches, {
      page,
      matches,
      more: before === null ? null : () => fetched(before).catch(failed),
      key: "matches",
    }),
  ]);
}

/** @param {Player} player @param {number} since */
function kindOf(player, since) {
  if (player.kind === "bot") return t("people.is_bot");
  return t(player.kind === "guest" ? "people.is_guest" : "page.since", { day: day(since) });
}

/** @param {{ page: Page, standing: GameStanding, isBot: boolean }} props */
function Standing({ page, standing, isBot }) {
  const { game, rating, played, won, rated, rank, place } = standing;
  return h("div", { class: "standing" }, [
    h("h3", { key: "game" }, h("a", { href: `/games/${game}` }, titleOf(page.state, game))),
    h(RatingBar, { rating, key: "rating" }),
    h("p", { key: "record" }, [
      rank && h("strong", { key: "rank" }, `${rank} · `),
      t("people.record", { played, won, rated }),
    ]),
    place &&
      h(
        "a",
        {
          class: "standing-place",
          href: `/ladder/${game}${isBot ? "/bots" : ""}/${Math.ceil(place / PLACES_A_PAGE)}`,
          key: "place",
        },
        t("people.in_ladder", { place }),
      ),
  ]);
}

/** The actions towards another player. @param {{ page: Page, player: Player, me: Player }} props */
function Dealings({ page, player, me }) {
  const { account } = page.session.client;
  const [isReport, setReport] = useState(false);
  const [how, setHow] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    account.get().then(({ avoided = [] }) => {
      setHow(avoided.find((each) => each.player.id === player.id)?.how ?? "no");
    }, page.failed);
  }, [player.id]);
  const mayFollow = me.kind === "person" && player.kind !== "guest" && !player.bot;
  /** @param {Avoidance} to */
  const avoid = (to) => account.avoid(player.id, to).then(() => setHow(to), page.failed);
  /** @param {"mute" | "block"} kind @param {string} label */
  const toggle = (kind, label) =>
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-pressed": how === kind,
        disabled: how === null,
        key: kind,
        onClick: () => avoid(how === kind ? "no" : kind),
      },
      label,
    );
  return h("section", { class: "dealings", key: "dealings" }, [
    h("div", { class: "row", key: "row" }, [
      h(ChallengeButton, { page, player, label: t("player.challenge"), isMain: true, key: "challenge" }),
      mayFollow && h(FollowButton, { page, player, key: "follow" }),
      h(
        "a",
        {
          class: "button",
          href: `/u/${encodeURIComponent(player.id)}/against/${encodeURIComponent(me.id)}`,
          key: "against",
        },
        t("people.against_you"),
      ),
      canTradeWith(page, player) &&
        h(
          "a",
          { class: "button", href: `/trades/with/${encodeURIComponent(player.id)}`, key: "trade" },
          t("player.trade"),
        ),
      toggle("mute", t("people.mute")),
      toggle("block", t("people.block")),
      h(
        "button",
        { type: "button", class: "quiet", key: "report", onClick: () => setReport(true) },
        t("player.report"),
      ),
    ]),
    h(
      "p",
      { class: "dim", role: "status", key: "how" },
      how === "mute" ? t("people.is_muted") : how === "block" ? t("people.is_blocked") : "",
    ),
    isReport && h(Report, { ...page, player, close: () => setReport(false), key: "report" }),
  ]);
}

/** Follows a player, or no longer. @param {{ page: Page, player: Player }} props */
function FollowButton({ page, player }) {
  const { session, failed } = page;
  const [isFollowed, setFollowed] = useState(/** @type {boolean | null} */ (null));
  useEffect(() => {
    session.client
      .following()
      .then((following) => following.list())
      .then(({ players }) => setFollowed(players.some((each) => each.player.id === player.id)), failed);
  }, [player.id]);
  const change = async () => {
    const following = await session.client.following();
    if (isFollowed) await following.unfollow(player.id);
    else await following.follow(player.id);
    setFollowed(!isFollowed);
  };
  return h(
    "button",
    {
      type: "button",
      "aria-pressed": isFollowed === true,
      disabled: isFollowed === null,
      onClick: () => change().catch(failed),
    },
    t("people.follow"),
  );
}
