import { h, useEffect, useState } from "../../vendor/preact.js";
import { titleOf } from "../state/initial.js";
import { GameEmblem } from "../ui/icon.js";
import { moment } from "../ui/time.js";
import { t } from "../words.js";
import { followed, HomeHere } from "./home-here.js";
import { TableList } from "./table-list.js";

/** @import { Page } from "../page.js" */
/** @import { Following, Played, Table, TournamentSummary } from "../../../javascript/types/v1.js" */

/** Number of matches that are listed. */
const SHOWN = 5;
/** Number of running matches and of tournaments that are listed. */
const WATCHED = 3;

/** @typedef {{ matches: readonly Played[], tournaments: readonly TournamentSummary[] | null, following: Following | null }} Answers */

/**
 * The part of the first page for a player who has been here: the followed players who are online, the latest results
 * with the change of the rating, and running matches.
 * @param {Page & { tables: readonly Table[] }} props `tables`: all that are listed
 */
export function HomeKnown({ tables, ...page }) {
  const { state, session } = page;
  const me = state.me?.player.id;
  const isUp = state.connection.state === "open";
  const running = runningOf(tables, me);
  const { kind } = state.me?.player ?? {};
  const hasTournaments = (state.welcome?.capabilities ?? []).includes("tournaments");
  const [known, setKnown] = useState(/** @type {Answers | null} */ (null)); // drawn at once, so that nothing moves
  const playing = state.seats.map(({ match }) => match).join();
  useEffect(() => {
    if (!isUp || me === undefined) return;
    const nothing = () => null; // the page is good without it
    Promise.all([
      session.client.standing.history({ player: me }).catch(nothing),
      hasTournaments ? session.client.http.get("/v1/tournaments").catch(nothing) : null,
      kind === "person" ? followed(page).catch(nothing) : null,
    ]).then(([played, found, following]) =>
      setKnown({ matches: played?.matches.slice(0, SHOWN) ?? [], tournaments: found?.tournaments ?? null, following }),
    );
  }, [isUp, me, kind, playing]);
  if (known === null) return null;
  const { matches, tournaments, following } = known;
  return [
    following !== null && h(HomeHere, { ...page, first: following, key: "here" }),
    h("section", { class: "panel", "aria-labelledby": "results", key: "results" }, [
      h("div", { class: "panel-head", key: "head" }, [
        h("h2", { id: "results", key: "h" }, t("known.results")),
        me !== undefined &&
          h("a", { class: "button quiet", href: `/u/${encodeURIComponent(me)}`, key: "all" }, t("known.all")),
      ]),
      matches.length === 0
        ? h("p", { class: "dim", key: "none" }, t("known.no_results"))
        : h(
            "ul",
            { class: "results", key: "list" },
            matches.map((match) => h(Result, { page, match, key: match.match })),
          ),
    ]),
    tournaments !== null && h(HomeTournaments, { state, list: tournaments, key: "tournaments" }),
    running.length > 0 &&
      h("section", { class: "panel", "aria-labelledby": "running", key: "running" }, [
        h("h2", { id: "running", key: "h" }, t("known.running")),
        h(TableList, { ...page, tables: running, key: "list" }),
      ]),
  ];
}

/** The tournaments that are open or running, the next ones first. @param {{ state: Page["state"], list: readonly TournamentSummary[] }} props */
function HomeTournaments({ state, list }) {
  const next = list.filter(({ stage }) => stage === "open" || stage === "running");
  const when = (/** @type {TournamentSummary} */ { stage, starts_at: starts }) => {
    if (stage === "running") return t("known.runs");
    return starts ? t("known.starts", { at: moment(starts - state.ahead) }) : t("known.open");
  };
  return h("section", { class: "panel", "aria-labelledby": "tournaments" }, [
    h("div", { class: "panel-head", key: "head" }, [
      h("h2", { id: "tournaments", key: "h" }, t("known.tournaments")),
      h("a", { class: "button quiet", href: "/tournaments", key: "all" }, t("known.all")),
    ]),
    next.length === 0 && h("p", { class: "dim", key: "none" }, t("known.no_tournaments")),
    h(
      "ul",
      { class: "results", key: "list" },
      next
        .slice(0, WATCHED)
        .map((each) =>
          h("li", { key: each.id }, [
            h("a", { class: "result", href: `/tournaments/${encodeURIComponent(each.id)}`, key: "a" }, [
              h(GameEmblem, { game: each.game, key: "emblem" }),
              h("span", { class: "result-words", key: "words" }, [
                h("strong", { key: "name" }, h("bdi", null, each.name)),
                h("span", { class: "dim result-others", key: "when" }, when(each)),
              ]),
            ]),
          ]),
        ),
    ),
  ]);
}

/** The latest matches of others that can be watched. @param {readonly Table[]} tables @param {string | undefined} id the own player */
function runningOf(tables, id) {
  const isOther = (/** @type {Table["places"][number]} */ { player }) => player?.id !== id;
  return tables
    .filter(
      ({ stage, spectators, access, places }) =>
        stage === "playing" && spectators && access === "public" && places.every(isOther),
    )
    .slice(0, WATCHED);
}

/** @param {{ page: Page, match: Played }} props */
function Result({ page, match: { match, game, seats, ended, transcript } }) {
  const own = seats.findIndex(({ player }) => player.id === page.state.me?.player.id);
  const { place, before, after } = seats[own] ?? {};
  const others = seats.filter((_, seat) => seat !== own).map(({ player }) => player.name);
  const by = before && after ? after.number - before.number : null;
  const how = typeof place !== "number" ? "none" : place === 1 ? "won" : "lost";
  const words = [
    h(GameEmblem, { game, key: "emblem" }),
    h("span", { class: "result-words", key: "words" }, [
      h("strong", { key: "game" }, titleOf(page.state, game)),
      h("span", { class: "dim result-others", key: "others" }, h("bdi", null, others.join(", "))),
    ]),
    h("span", { class: "result-how", key: "how" }, [
      h(
        "span",
        { class: `result-place result-${how}`, key: "place" },
        typeof place === "number"
          ? seats.length === 2
            ? t(place === 1 ? "known.won" : "known.lost")
            : t("known.place", { place })
          : t("known.unfinished"),
      ),
      by !== null &&
        h("span", { class: by < 0 ? "moved hot" : "moved good", key: "by" }, by < 0 ? `− ${-by}` : `+ ${by}`),
      h("span", { class: "dim result-when", key: "when" }, moment(ended)),
    ]),
  ];
  return h(
    "li",
    null,
    typeof transcript === "string"
      ? h("a", { class: "result", href: `/m/${encodeURIComponent(match)}?at=0&as=${Math.max(0, own)}` }, words)
      : h("div", { class: "result" }, words),
  );
}
