import { h, useState } from "../../vendor/preact.js";
import { Challenge } from "../notices/challenge.js";
import { Talk } from "../talk/talk.js";
import { Hint } from "../ui/hint.js";
import { Icon } from "../ui/icon.js";
import { t } from "../words.js";
import { Opening } from "./opening.js";
import { ALL, asked, isWanted, TableFilters } from "./table-filters.js";
import { online, Pause, TableList, useLobby } from "./table-list.js";

/** @import { Page } from "../page.js" */

/** The live list of tables, and the button to open one. @param {Page} page */
export function Lobby(page) {
  const { state, session, go, failed } = page;
  const [isLinking, setLinking] = useState(false);
  const [filters, setFilters] = useState(ALL);
  const tables = useLobby(page, asked(filters)).filter((table) => isWanted(table, filters));
  const opens = state.route.query.open;
  const free = tables.filter((table) => table.stage === "gathering").length;
  return h("div", { class: "page lobby" }, [
    h("div", { class: "panel-head", key: "head" }, [
      h("h1", { key: "h1" }, t("nav.lobby")),
      h("div", { class: "row", key: "ways" }, [
        h("a", { class: "button main", href: "/lobby?open=", key: "open" }, t("list.open")),
        (state.welcome?.capabilities ?? []).includes("tournaments") &&
          h("a", { class: "button", href: "/tournaments", key: "tournaments" }, t("list.tournaments")),
        (state.welcome?.capabilities ?? []).includes("challenges") &&
          h(
            "button",
            { type: "button", key: "link", onClick: () => session.withPlayer().then(() => setLinking(true), failed) },
            [h(Icon, { name: "link", key: "icon" }), h("span", { key: "words" }, t("table.challenge_link"))],
          ),
      ]),
    ]),
    h(Pause, { state, key: "pause" }),
    h(Hint, { id: "lobby", key: "hint" }),
    h(TableFilters, {
      filters,
      games: state.welcome?.games ?? [],
      change: (some) => setFilters((now) => ({ ...now, ...some })),
      key: "filters",
    }),
    h("div", { class: "home-lobby", key: "lists" }, [
      h("section", { class: "panel", "aria-label": t("list.tables"), key: "tables" }, [
        h(
          "p",
          { class: "dim lobby-counts", role: "status", key: "counts" },
          [...(tables.length === 0 ? [] : [t("list.counts", { n: tables.length, free })]), ...online(state)].join(
            " · ",
          ),
        ),
        tables.length === 0
          ? h("p", { class: "dim", key: "none" }, t(filters === ALL ? "home.no_tables" : "list.none"))
          : [
              h("div", { class: "table-heads dim", "aria-hidden": "true", key: "heads" }, [
                h("span", { key: "player" }, t("lobby.game")),
                h("span", { key: "time" }, t("filters.time")),
                tables.some(({ rated }) => rated) && h("span", { key: "rated" }, t("filters.rated")),
              ]),
              h(TableList, { ...page, tables, key: "list" }),
            ],
      ]),
      h("section", { class: "panel home-talk", "aria-labelledby": "lobby-talk", key: "talk" }, [
        h("h2", { id: "lobby-talk", key: "h" }, t("home.talk")),
        h(Talk, { ...page, where: "lobby", id: null, key: "talk" }),
      ]),
    ]),
    isLinking && h(Challenge, { ...page, player: null, close: () => setLinking(false), key: "challenge" }),
    opens !== undefined &&
      state.welcome !== null &&
      h(Opening, { ...page, game: opens, close: () => go("/lobby", { replace: true }), key: "opening" }),
  ]);
}
