import { h } from "../../vendor/preact.js";
import { PlayerName } from "../ui/player.js";
import { called, t } from "../words.js";
import { isArena, points } from "./tournament-state.js";

/** @import { Page } from "../page.js" */
/** @import { Entrant, Player, Tournament, TournamentPairing, TournamentRound } from "../../../javascript/types/v1.js" */

/** Hundredths in the language of the page. @param {number} hundredths */
export function pointsText(hundredths) {
  return points(hundredths, document.documentElement.lang);
}

/** Tie-breaks that are hundredths of a percent. @type {readonly string[]} */
const SHARES = ["opponents_wins_33", "opponents_wins_25"];

/** @param {string} tie @param {number} value */
function tieBreakText(tie, value) {
  return SHARES.includes(tie) ? `${pointsText(value)} %` : pointsText(value);
}

/** The standings, with a column for each tie-break. A narrow screen shows the first one. @param {{ page: Page, tournament: Tournament, readAll: () => Promise<void> }} props */
export function Standings({ page, tournament, readAll }) {
  const { entrants, tie_breaks: ties, summary, awaited = [] } = tournament;
  const me = page.state.me?.player.id;
  const isBegun = summary.stage !== "open" && (summary.round > 0 || isArena(tournament));
  const finishing = isBegun ? entrants.filter(({ best_place: best }) => best) : [];
  const rows = entrants.map((entrant) =>
    h(Row, {
      entrant,
      ties,
      isBegun,
      isMe: entrant.player.id === me,
      isAwaited: awaited.includes(entrant.player.id),
      key: entrant.player.id,
    }),
  );
  return h("section", { class: "panel", "aria-labelledby": "standings", "data-part": "standings" }, [
    h("h2", { id: "standings", key: "h" }, t(isBegun ? "tournaments.standings" : "tournaments.entrants")),
    entrants.length === 0
      ? h("p", { class: "dim", key: "none" }, t("tournaments.no_players"))
      : isBegun
        ? h("table", { class: "ladder", key: "table" }, [
            h(
              "thead",
              { key: "head" },
              h("tr", null, [
                h("th", { scope: "col", key: "place" }, t("tournaments.place")),
                h("th", { scope: "col", key: "player" }, t("tournaments.player")),
                h("th", { scope: "col", class: "points", key: "points" }, t("tournaments.points")),
                ...ties.map((tie) =>
                  h(
                    "th",
                    { scope: "col", class: "tie", key: tie },
                    h("abbr", { title: called("tournaments.tie_break", tie) }, called("tournaments.tie_short", tie)),
                  ),
                ),
              ]),
            ),
            h("tbody", { key: "body" }, rows),
          ])
        : h("ul", { class: "entrants", key: "list" }, rows),
    tournament.part &&
      h(
        "button",
        { type: "button", key: "all", "data-part": "all", onClick: () => readAll().catch(page.failed) },
        t("tournaments.show_all", { n: tournament.part.rows }),
      ),
    finishing.length > 0 &&
      h("details", { class: "folded", key: "finish" }, [
        h("summary", { key: "title" }, t("tournaments.can_reach")),
        h(
          "ul",
          { class: "explained", key: "list" },
          finishing.map((entrant) =>
            h("li", { key: entrant.player.id }, [
              h("bdi", { key: "name" }, entrant.player.name),
              h(Finish, { entrant, key: "finish" }),
            ]),
          ),
        ),
        h("p", { class: "dim", key: "note" }, t("tournaments.finish_note")),
      ]),
    isBegun && ties.length > 0 && h(Explained, { ties, key: "explained" }),
  ]);
}

/** @param {{ entrant: Entrant, ties: Tournament["tie_breaks"], isBegun: boolean, isMe: boolean, isAwaited: boolean }} props */
function Row({ entrant, ties, isBegun, isMe, isAwaited }) {
  const { player, place, stage, rating, reason, checked_in: checked } = entrant;
  const why = reason ?? "";
  const about =
    stage === "removed"
      ? t("tournaments.is.removed", { why })
      : stage === "disqualified"
        ? t("tournaments.is.disqualified", { why })
        : stage !== "in"
          ? called("tournaments.is", stage)
          : isBegun
            ? isAwaited && t("tournaments.not_ready")
            : [t("tournaments.rating", { n: rating }), ...(checked ? [t("tournaments.checked_in")] : [])].join(" · ");
  const row = { class: isMe ? "is-me" : "", "data-entrant": player.id, "data-stage": stage };
  const words = [
    h(PlayerName, { player, isMe, key: "name" }),
    about && h("span", { class: "dim entrant-about", key: "about" }, about),
    entrant.deck && h(OpenList, { deck: entrant.deck, key: "deck" }),
    isBegun && isMe && entrant.best_place && h(Finish, { entrant, key: "finish" }),
    entrant.arena && h(Sheet, { sheet: entrant.arena, key: "sheet" }),
  ];
  if (!isBegun) return h("li", row, words);
  return h("tr", row, [
    h("td", { class: "place", key: "place" }, String(place)),
    h("td", { class: "ladder-player", key: "player" }, words),
    h("td", { class: "points", key: "points" }, h("b", null, pointsText(entrant.points))),
    ...ties.map((tie, at) =>
      h(
        "td",
        { class: "tie", title: called("tournaments.means", tie), key: tie },
        tieBreakText(tie, entrant.tie_breaks[at] ?? 0),
      ),
    ),
  ]);
}

/** The list of a deck that everybody may read. @param {{ deck: NonNullable<Entrant["deck"]> }} props */
function OpenList({ deck }) {
  return h("details", { class: "folded" }, [
    h("summary", { key: "title" }, t("tournaments.deck_list")),
    h("p", { key: "cards" }, [...deck.cards.map(([card, n]) => `${n} ${card}`), ...(deck.beside ?? [])].join(", ")),
  ]);
}

/** The places that a player can still reach. @param {{ entrant: Entrant }} props */
function Finish({ entrant: { best_place: best, worst_place: worst } }) {
  const words =
    best === worst
      ? t("tournaments.finishes", { place: best ?? 0 })
      : t("tournaments.can_finish", { best: best ?? 0, worst: worst ?? 0 });
  return h("span", { class: "dim entrant-about", "data-finish": `${best}-${worst}` }, words);
}

/** The last points of a player of an arena. @param {{ sheet: NonNullable<Entrant["arena"]> }} props */
function Sheet({ sheet: { last, matches, streak } }) {
  if (matches === 0) return null;
  return h("span", { class: "arena-sheet" }, [
    t("tournaments.matches", { n: matches }),
    ": ",
    last.map((each) => pointsText(each)).join(" "),
    streak && h("b", { key: "streak" }, ` · ${t("tournaments.streak")}`),
  ]);
}

/** What each tie-break is. @param {{ ties: Tournament["tie_breaks"] }} props */
function Explained({ ties }) {
  return h("details", { class: "folded" }, [
    h("summary", { key: "title" }, t("tournaments.explained")),
    h(
      "ol",
      { class: "explained", key: "list" },
      ties.map((tie) =>
        h("li", { key: tie }, [
          h("b", { key: "name" }, called("tournaments.tie_break", tie)),
          h("span", { class: "dim", key: "means" }, called("tournaments.means", tie)),
        ]),
      ),
    ),
    !ties.includes("performance") && h("p", { class: "dim", key: "byes" }, t("tournaments.byes")),
  ]);
}

/** The pairings by round, the last one open. @param {{ page: Page, tournament: Tournament }} props */
export function Rounds({ page, tournament }) {
  const { rounds, entrants, summary } = tournament;
  const isDouble = summary.format === "double_elimination";
  const title = isArena(tournament) ? t("tournaments.now_playing") : null;
  if (title !== null && rounds.every(({ pairings }) => pairings.length === 0)) return null;
  if (rounds.length === 0) return null;
  const people = new Map(entrants.map(({ player }) => [player.id, player]));
  return h("section", { class: "panel", "aria-labelledby": "pairings", "data-part": "pairings" }, [
    h("h2", { id: "pairings", key: "h" }, t("tournaments.pairings")),
    ...rounds
      .map((round, at) =>
        h(Round, { page, people, round, number: at + 1, isLast: at + 1 === rounds.length, isDouble, title, key: at }),
      )
      .reverse(),
  ]);
}

/** @typedef {ReadonlyMap<string, Player>} People */

/** @param {{ page: Page, people: People, round: TournamentRound, number: number, isLast: boolean, isDouble: boolean, title: string | null }} props */
function Round({ page, people, round, number, isLast, isDouble, title }) {
  const me = page.state.me?.player.id;
  return h("details", { class: "folded", open: isLast, "data-round": number }, [
    h("summary", { key: "title" }, title ?? t("tournaments.round", { n: number })),
    round.rule === "matching" && h("p", { class: "dim", key: "rule" }, t("tournaments.by_matching")),
    round.rule === "fewest_repeats" && h("p", { class: "dim", key: "rule" }, t("tournaments.by_fewest_repeats")),
    h(
      "ul",
      { class: "pairings", key: "list" },
      round.pairings.map((pairing) =>
        h(
          "li",
          {
            class: pairing.players.some((player) => player === me) ? "pairing is-me" : "pairing",
            key: pairing.match ?? pairing.players.join(),
          },
          [
            pairing.part &&
              (isDouble || pairing.part !== "winners") &&
              h("p", { class: "dim pairing-part", key: "part" }, called("tournaments.part", pairing.part)),
            h(pairing.players.length > 2 ? Pod : Pairing, { people, pairing, key: "pairing" }),
            (pairing.games ?? []).length > 1 && h(Games, { pairing, key: "games" }),
            pairing.ruling &&
              h("p", { class: "dim pairing-ruling", key: "why" }, t("tournaments.ruling", { why: pairing.ruling })),
          ],
        ),
      ),
    ),
  ]);
}

/** @param {{ people: People, pairing: TournamentPairing }} props */
function Pairing({ people, pairing: { players, match, points: given } }) {
  const names = players.map((player, at) => [
    h("bdi", { class: at === 0 ? "pairing-first" : "", key: player }, people.get(player)?.name ?? "?"),
  ]);
  if (players.length === 1) {
    return h("span", { class: "pairing-line" }, [
      ...(names[0] ?? []),
      h("span", { class: "pairing-points", key: "points" }, pointsText(given?.[0] ?? 0)),
      h("span", { class: "dim", key: "bye" }, t("tournaments.has_bye")),
    ]);
  }
  const result = given ? given.map((each) => pointsText(each)).join(" : ") : t("tournaments.open_result");
  const line = [
    ...(names[0] ?? []),
    h("span", { class: given ? "pairing-points" : "pairing-points dim", key: "points" }, result),
    h("span", { class: "pairing-others", key: "others" }, names.slice(1).flat()),
  ];
  return match
    ? h("a", { class: "pairing-line", href: `/m/${encodeURIComponent(match)}${given ? "?at=0" : ""}` }, line)
    : h("span", { class: "pairing-line" }, line);
}

/** A pod of more than two players. @param {{ people: People, pairing: TournamentPairing }} props */
function Pod({ people, pairing: { players, match, points: given } }) {
  const lines = players.map((player, seat) =>
    h("span", { class: "pod-line", key: player }, [
      h("bdi", { key: "name" }, people.get(player)?.name ?? "?"),
      given && h("b", { key: "points" }, pointsText(given[seat] ?? 0)),
    ]),
  );
  const words = [...lines, !given && h("span", { class: "dim", key: "open" }, t("tournaments.open_result"))];
  return match
    ? h("a", { class: "pod", href: `/m/${encodeURIComponent(match)}${given ? "?at=0" : ""}` }, words)
    : h("span", { class: "pod" }, words);
}

/** The matches of a pairing that is more than one. @param {{ pairing: TournamentPairing }} props */
function Games({ pairing: { players, games = [] } }) {
  return h(
    "p",
    { class: "row pairing-games" },
    games.map(({ match, players: seats, points: given }, at) =>
      h("a", { href: `/m/${encodeURIComponent(match)}${given ? "?at=0" : ""}`, key: match }, [
        t("tournaments.game", { n: at + 1 }),
        given ? `: ${players.map((player) => pointsText(given[seats.indexOf(player)] ?? 0)).join(" : ")}` : "",
      ]),
    ),
  );
}
