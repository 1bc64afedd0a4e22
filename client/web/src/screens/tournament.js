import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { downloaded } from "../download.js";
import { inboxOf } from "../notices/inbox.js";
import { titleOf } from "../state/initial.js";
import { Clock, duration } from "../ui/clock.js";
import { Fault, Folded } from "../ui/form.js";
import { GameEmblem } from "../ui/icon.js";
import { PlayerName } from "../ui/player.js";
import { moment } from "../ui/time.js";
import { called, t } from "../words.js";
import { useDescription } from "./game-options.js";
import { shownValue } from "./shown-value.js";
import { Appeals } from "./tournament-appeals.js";
import { Drawn } from "./tournament-bracket.js";
import { Director } from "./tournament-director.js";
import { Entry } from "./tournament-entry.js";
import { Plan } from "./tournament-plan.js";
import { entryOf, isArena, isOver, isPlayed, mayDirect, nextRound } from "./tournament-state.js";
import { Rounds, Standings } from "./tournament-tables.js";

/** @import { Page } from "../page.js" */
/** @import { Tournament as Known } from "../../../javascript/types/v1.js" */
/** @import { Ask } from "./tournament-director.js" */

/** Milliseconds after which a tournament that is not over is read again; less while a round is being paired. */
const POLL = 5_000;
const SOON = 1_000;

/** Rows of a large tournament that are read at first, and milliseconds for which they may be old during a round. */
const ROWS = 50;
const PAGE_AGE = 20_000;

/** One tournament. @param {Page & { id: string }} props */
export function Tournament({ id, ...page }) {
  const { state, session } = page;
  const isUp = state.connection.state === "open";
  const [tournament, setTournament] = useState(/** @type {Known | null} */ (null));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const commands = useRef(0);
  /** @type {Ask} */
  const ask = async (request) => {
    commands.current += 1;
    setTournament(await request(await session.client.tournaments()));
  };
  const isWhole = useRef(false); // somebody has asked for all players
  const pageAt = useRef(0);
  /** @param {number} rows @returns {Promise<{ tournament: Known }>} */
  const asked = async (rows) => {
    // signed in, by the player's own quota: many players of one event may share an address
    if (!state.me) {
      const part = isWhole.current ? "" : `?rows=${rows}`;
      return session.client.http.get(`/v1/tournaments/${encodeURIComponent(id)}${part}`);
    }
    const requests = await session.client.tournaments();
    return { tournament: await (isWhole.current ? requests.get(id) : requests.page(id, rows)) };
  };
  /** @returns {Promise<void>} */
  const read = async () => {
    const before = commands.current;
    const found = await asked(ROWS).catch(setFault);
    if (!found || before !== commands.current) return; // a command has brought a newer state
    if (found.tournament.part && mayDirect(found.tournament, state.me?.player.id)) return readAll();
    pageAt.current = Date.now();
    setTournament(found.tournament);
    setFault(null);
  };
  /** @returns {Promise<void>} */
  const readAll = () => {
    isWhole.current = true;
    return read();
  };
  /** Read a large tournament again only if it has changed, and seldom while a round is played. */
  const readNews = async () => {
    if (tournament?.part && !isWhole.current) {
      const now = (await asked(0).catch(setFault))?.tournament;
      const { summary, part } = tournament;
      if (!now?.part || now.part.version === part.version) return;
      const isLater = now.summary.round !== summary.round || now.summary.stage !== summary.stage || !now.part.open;
      if (!isLater && Date.now() < pageAt.current + PAGE_AGE) return;
    }
    await read();
  };
  const [ordered, setOrdered] = useState(0);
  const isPairing = ordered > (tournament?.summary.round ?? 0);
  const isEnded = tournament !== null && isOver(tournament);
  const news = inboxOf(state)?.notices.find((each) => each.tournament === id)?.id;
  useEffect(() => {
    if (isUp) read();
  }, [isUp, news, state.me?.player.id]);
  useEffect(() => {
    if (!isUp || isEnded) return;
    const timer = setInterval(() => document.hidden || readNews(), isPairing ? SOON : POLL);
    return () => clearInterval(timer);
  }, [isUp, isEnded, isPairing, tournament]);
  if (tournament === null) {
    return fault === null
      ? h("p", { class: "dim" }, t("page.loading"))
      : [
          h(Fault, { error: fault, key: "fault" }),
          h("a", { class: "button", href: "/tournaments", key: "all" }, t("tournaments.title")),
        ];
  }
  return [
    h("div", { class: "tournament-top", key: "top" }, [
      h(Head, { page, tournament, key: "head" }),
      h(Entry, { page, tournament, ask, key: "entry" }),
    ]),
    fault !== null && h(Fault, { error: fault, key: "fault" }),
    mayDirect(tournament, state.me?.player.id) &&
      !isEnded &&
      h(Director, { page, tournament, ask, isPairing, ordered: setOrdered, key: "director" }),
    h(Appeals, { page, tournament, ask, key: "appeals" }),
    h(Drawn, { page, tournament, key: "bracket" }),
    h("div", { class: "columns", key: "tables" }, [
      h(Plan, { page, tournament, key: "plan" }),
      h(Standings, { page, tournament, readAll, key: "standings" }),
      h(Rounds, { page, tournament, key: "rounds" }),
    ]),
    h(Files, { page, tournament, key: "files" }),
    h(Lots, { tournament, key: "lots" }),
  ];
}

/** Title, settings and state. @param {{ page: Page, tournament: Known }} props */
function Head({ page, tournament }) {
  const { state } = page;
  const { name, game, format, stage, rounds, entrants, most_entrants: most } = tournament.summary;
  const options = useDescription(page, game).filter(
    ({ name: option, usual }) => tournament.options?.[option] !== undefined && tournament.options[option] !== usual,
  );
  const terms = [
    titleOf(state, game),
    called("tournaments.format", format),
    tournament.duration
      ? t("tournaments.lasts", { time: duration(tournament.duration) })
      : t("tournaments.rounds", { n: rounds }),
    t("tournaments.time", { time: duration(tournament.time_limit) }),
    stage === "ended" ? t("tournaments.players", { n: entrants }) : t("tournaments.players_of", { n: entrants, most }),
    ...(tournament.best_of === 3 ? [t("tournaments.best_of_three")] : []),
    ...(tournament.cut_to ? [t("tournaments.cut", { n: tournament.cut_to })] : []),
    ...(tournament.decks && tournament.decks !== "any" ? [called("direct.decks_of", tournament.decks)] : []),
    ...(tournament.open_lists ? [t("tournaments.has_open_lists")] : []),
    ...(tournament.accelerated ? [t("tournaments.is_accelerated")] : []),
    ...(tournament.check_in
      ? [
          tournament.summary.starts_at
            ? t("tournaments.has_check_in", { time: duration(tournament.check_in) })
            : t("tournaments.check_in_open"),
        ]
      : []),
    ...(tournament.when_ready ? [t("tournaments.when_ready")] : []),
    ...(tournament.spectator_delay && tournament.spectator_delay !== "none"
      ? [called("table", `delay_${tournament.spectator_delay}`)]
      : []),
    ...(tournament.rated ? [t("lobby.is_rated")] : []),
    ...(tournament.entry && tournament.entry !== "open" ? [called("tournaments.for", tournament.entry)] : []),
    ...band(tournament),
    ...(tournament.waiting_list ? [t("tournaments.has_waiting_list")] : []),
    ...options.map((field) => `${field.title}: ${shownValue(field, tournament.options)}`),
  ];
  return h("header", { class: "tournament-head", "data-stage": stage }, [
    h("div", { class: "gathering-head", key: "title" }, [
      h(GameEmblem, { game, key: "emblem" }),
      h("div", { key: "words" }, [
        h("h1", { key: "h1" }, h("bdi", null, name)),
        h("p", { class: "dim", key: "terms" }, [
          `${terms.join(" · ")} · ${t("tournaments.director")} `,
          h(PlayerName, { player: tournament.director, key: "name" }),
          ...(tournament.assistants ?? []).flatMap((player) => [", ", h(PlayerName, { player, key: player.id })]),
          tournament.bots && ` · ${t("tournaments.bots")}`,
        ]),
      ]),
    ]),
    h("p", { class: "tournament-now", role: "status", key: "now" }, [
      h("span", { class: `badge stage-${stage}`, key: "stage" }, called("tournaments.stage", stage)),
      h(Now, { state, tournament, key: "now" }),
      entryOf(tournament, state.me?.player.id ?? "").entry === "closed" &&
        h("span", { class: "dim", key: "closed" }, ` ${t("tournaments.entry_closed")}`),
      tournament.reason && h("span", { key: "reason" }, ` ${t("tournaments.reason", { why: tournament.reason })}`),
    ]),
  ]);
}

/** The band of ratings. @param {Known} tournament */
function band({ least_rating: least, most_rating: most }) {
  if (least && most) return [t("tournaments.ratings_between", { least, most })];
  if (least) return [t("tournaments.ratings_from", { least })];
  return most ? [t("tournaments.ratings_to", { most })] : [];
}

/** What the tournament waits for. @param {{ state: Page["state"], tournament: Known }} props */
function Now({ state, tournament }) {
  const next = nextRound(tournament);
  const { round } = tournament.summary;
  if (isOver(tournament)) return null;
  if (isArena(tournament)) return h(ArenaNow, { state, tournament });
  if (isPlayed(tournament)) return ` ${t("tournaments.waits_results", { round })}`;
  if (next === null) {
    const ends = tournament.ends_at;
    return ends
      ? [` ${t("tournaments.ends")} `, h(Clock, { until: ends, ahead: state.ahead, key: "clock" })]
      : ` ${t("tournaments.waits_end")}`;
  }
  const at = tournament.next_round_at;
  const missing = tournament.awaited?.length;
  if (missing) {
    return [
      ` ${t("tournaments.waits_players", { round: next, n: missing })}`,
      at && [` ${t("tournaments.at_the_latest")} `, h(Clock, { until: at, ahead: state.ahead, key: "clock" })],
    ];
  }
  if (!at) return ` ${t("tournaments.waits_director", { round: next })}`;
  if (at <= Date.now() + state.ahead) return ` ${t("tournaments.next_soon", { round: next })}`;
  return [
    ` ${t("tournaments.next", { round: next })} `,
    h(Clock, { until: at, ahead: state.ahead, key: "clock" }),
    round === 0 &&
      h("span", { class: "dim", key: "at" }, ` ${t("tournaments.starts", { at: moment(at - state.ahead) })}`),
  ];
}

/** The start or the end of an arena. @param {{ state: Page["state"], tournament: Known }} props */
function ArenaNow({ state, tournament: { ends_at: ends, next_round_at: starts } }) {
  const until = ends ?? starts;
  if (!until) return ` ${t("tournaments.waits_arena")}`;
  if (until <= Date.now() + state.ahead) return ` ${t(ends ? "tournaments.arena_ends" : "tournaments.arena_starts")}`;
  return [
    ` ${t(ends ? "tournaments.ends" : "tournaments.starts_in")} `,
    h(Clock, { until, ahead: state.ahead, key: "clock" }),
  ];
}

/** The files of a tournament, with the ends of their names. */
const FILES = /** @type {const} */ ({ standings: "-standings.csv", pairings: "-pairings.csv", trf: ".trf" });

/** Buttons that save the tables for other programs. @param {{ page: Page, tournament: Known }} props */
function Files({ page: { session, failed }, tournament: { summary } }) {
  /** @param {string} form @param {string} name */
  const save = async (form, name) => {
    const path = `/v1/tournaments/${encodeURIComponent(summary.id)}?as=${form}`;
    downloaded(summary.id + name, await session.client.http.get(path, { text: true }), "text/plain");
  };
  return h(Folded, { title: t("tournaments.files") }, [
    h(
      "div",
      { class: "row", key: "row" },
      Object.entries(FILES)
        .filter(([form]) => form !== "trf" || summary.format !== "arena")
        .map(([form, name]) =>
          h(
            "button",
            { type: "button", key: form, onClick: () => save(form, name).catch(failed) },
            called("tournaments.file", form),
          ),
        ),
    ),
  ]);
}

/** The hash and the seed of the drawing of lots. @param {{ tournament: Known }} props */
function Lots({ tournament: { commitment, seed } }) {
  return h(Folded, { title: t("tournaments.fair") }, [
    h("p", { class: "dim lots", key: "hash" }, [t("tournaments.commitment"), " ", h("code", { key: "c" }, commitment)]),
    h(
      "p",
      { class: "dim lots", key: "seed" },
      seed ? [t("tournaments.seed"), " ", h("code", { key: "s" }, seed)] : t("tournaments.seed_later"),
    ),
  ]);
}
