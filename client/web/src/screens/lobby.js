import { h, useState } from "../../vendor/preact.js";
import { Talk } from "../talk/talk.js";
import { duration } from "../ui/clock.js";
import { t } from "../words.js";
import { Opening } from "./opening.js";
import { online, Pause, TableList, useLobby } from "./table-list.js";

/** @import { Page } from "../page.js" */
/** @import { Table } from "../../../javascript/types/v1.js" */

/**
 * @typedef {object} Filters
 * @property {string} game
 * @property {"" | "open" | "playing"} stage
 * @property {"" | "rated" | "unrated"} rated
 * @property {string} time the longest for a decision, in milliseconds; the shortest with a `>` before it
 * @property {string} player a part of the name of somebody who sits there
 */

/** @type {Filters} */
const ALL = { game: "", stage: "", rated: "", time: "", player: "" };
const TIMES = [30_000, 60_000, 300_000];
const LONG = 60_000;

/** The live list of tables, and opening one. @param {Page} page */
export function Lobby(page) {
  const { state, go } = page;
  const [filters, setFilters] = useState(ALL);
  const tables = useLobby(page, {
    games: filters.game === "" ? null : [filters.game],
    open_seats: filters.stage === "open" ? 1 : 0,
    rated: filters.rated === "" ? null : filters.rated === "rated",
    ...(filters.time.startsWith(">")
      ? { least_time_limit: Number(filters.time.slice(1)) }
      : { most_time_limit: filters.time === "" ? null : Number(filters.time) }),
  }).filter((table) => (filters.stage !== "playing" || table.stage === "playing") && sits(table, filters.player));
  const opens = state.route.query.open;
  const free = tables.filter((table) => table.stage === "gathering").length;
  /** @param {Partial<Filters>} some */
  const set = (some) => setFilters({ ...filters, ...some });
  return h("div", { class: "page lobby" }, [
    h("div", { class: "panel-head", key: "head" }, [
      h("h1", { key: "h1" }, t("nav.lobby")),
      h("a", { class: "button main", href: "/lobby?open=", key: "open" }, t("lobby.open")),
    ]),
    h(Pause, { state, key: "pause" }),
    h("div", { class: "filters", role: "group", "aria-label": t("lobby.filters"), key: "filters" }, [
      h(Filter, {
        key: "game",
        label: t("lobby.game"),
        value: filters.game,
        options: [
          ["", t("lobby.any_game")],
          ...(state.welcome?.games ?? []).map(({ name, title }) => /** @type {[string, string]} */ ([name, title])),
        ],
        change: (game) => set({ game }),
      }),
      h(Filter, {
        key: "stage",
        label: t("lobby.stage"),
        value: filters.stage,
        options: [
          ["", t("lobby.any_stage")],
          ["open", t("lobby.with_seats")],
          ["playing", t("lobby.to_watch")],
        ],
        change: (stage) => set({ stage: /** @type {Filters["stage"]} */ (stage) }),
      }),
      h(Filter, {
        key: "rated",
        label: t("lobby.rated"),
        value: filters.rated,
        options: [
          ["", t("lobby.any_rated")],
          ["rated", t("lobby.is_rated")],
          ["unrated", t("lobby.is_unrated")],
        ],
        change: (rated) => set({ rated: /** @type {Filters["rated"]} */ (rated) }),
      }),
      h(Filter, {
        key: "time",
        label: t("lobby.time"),
        value: filters.time,
        options: [
          ["", t("lobby.any_time")],
          ...TIMES.map(
            (time) => /** @type {[string, string]} */ ([String(time), t("lobby.at_most", { time: duration(time) })]),
          ),
          [`>${LONG}`, t("lobby.at_least", { time: duration(LONG) })],
        ],
        change: (time) => set({ time }),
      }),
      h("label", { class: "filter", key: "player" }, [
        h("span", { class: "dim", key: "label" }, t("lobby.player")),
        h("input", {
          type: "search",
          key: "input",
          value: filters.player,
          maxLength: 64,
          onInput: (/** @type {any} */ event) => set({ player: event.currentTarget.value }),
        }),
      ]),
    ]),
    h("div", { class: "home-lobby", key: "lists" }, [
      h("section", { class: "panel", "aria-label": t("lobby.tables"), key: "tables" }, [
        h(
          "p",
          { class: "dim lobby-counts", role: "status", key: "counts" },
          [t("lobby.counts", { n: tables.length, free, total: state.lobby?.total ?? 0 }), ...online(state)].join(" · "),
        ),
        tables.length === 0
          ? h("p", { class: "dim", key: "none" }, t(filters === ALL ? "home.no_tables" : "lobby.none"))
          : h(TableList, { ...page, tables, key: "list" }),
      ]),
      h("section", { class: "panel home-talk", "aria-labelledby": "lobby-talk", key: "talk" }, [
        h("h2", { id: "lobby-talk", key: "h" }, t("home.talk")),
        h(Talk, { ...page, where: "lobby", id: null, key: "talk" }),
      ]),
    ]),
    opens !== undefined &&
      state.welcome !== null &&
      h(Opening, { ...page, game: opens, close: () => go("/lobby", { replace: true }), key: "opening" }),
  ]);
}

/** Whether somebody sits at a table, its host too, whose name has this in it. @param {Table} table @param {string} name */
function sits({ places }, name) {
  const sought = name.trim().toLowerCase();
  return sought === "" || places.some(({ player }) => player?.name.toLowerCase().includes(sought));
}

/** @param {{ label: string, value: string, options: readonly (readonly [string, string])[], change: (value: string) => void }} props */
function Filter({ label, value, options, change }) {
  return h("label", { class: "filter" }, [
    h("span", { class: "dim", key: "label" }, label),
    h(
      "select",
      { key: "select", value, onChange: (/** @type {any} */ event) => change(event.currentTarget.value) },
      options.map(([name, title]) => h("option", { value: name, key: name }, title)),
    ),
  ]);
}
