import { h, useEffect } from "../../vendor/preact.js";
import { isPaused } from "../state/initial.js";
import { duration } from "../ui/clock.js";
import { GameEmblem } from "../ui/icon.js";
import { late } from "../ui/lazy.js";
import { RatingNumber } from "../ui/player.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Place, Table } from "../../../javascript/types/v1.js" */

const operations = late(() => import("../operations/tables.js"));

/**
 * Follow the list of tables while this screen is shown: newest first, waiting tables before playing ones.
 * @param {Page} page
 * @param {Parameters<Page["session"]["client"]["tables"]["watchLobby"]>[0]} filters
 * @returns {Table[]}
 */
export function useLobby({ state, session, failed }, filters) {
  const isUp = state.connection.state === "open";
  const { client } = session;
  useEffect(() => {
    if (isUp) client.tables.watchLobby(filters).catch(failed);
  }, [isUp, client, JSON.stringify(filters)]);
  useEffect(
    () => () => {
      if (session.client.connectionState === "open") session.client.tables.unwatchLobby().catch(() => {});
    },
    [],
  );
  const tables = Object.values(state.lobby?.tables ?? {});
  return tables.sort((one, other) => rank(one) - rank(other) || other.opened_at - one.opened_at);
}

/**
 * Number of signed-in players in words, roughly; empty for none.
 * @param {Pick<Page["state"], "lobby">} state
 * @returns {string[]}
 */
export function online({ lobby }) {
  return lobby !== null && lobby.online > 0 ? [t("lobby.online", { n: lobby.online })] : [];
}

/**
 * The notice of a pause, on screens where players start matches. It comes and goes by itself.
 * @param {{ state: Page["state"], words?: "page.paused" | "page.paused_table" }} props
 */
export function Pause({ state, words = "page.paused" }) {
  const { reason, until } = state.welcome?.pause ?? {};
  const form = /** @type {const} */ ({ dateStyle: "short", timeStyle: "short" });
  const end =
    until && t("page.paused_until", { time: new Date(until).toLocaleString(document.documentElement.lang, form) });
  const told = isPaused(state) ? [t(words), reason, end].filter(Boolean).join(" ") : "";
  return h("p", { class: told ? "panel pause" : "unseen", role: "status" }, told);
}

/**
 * The words for a rated or unrated match, as far as it is known before the match.
 * @param {{ rated?: boolean, unrated?: string | null }} match the players' choice, and the reason why it will not count
 */
export function ratedInWords({ rated = false, unrated = null }) {
  if (rated && unrated === null) return t("lobby.is_rated");
  if (rated && unrated === "bots") return t("lobby.unrated_bots");
  return t(rated && unrated === "guests" ? "lobby.unrated_guests" : "lobby.is_unrated");
}

/** @param {Table} table */
function rank({ stage }) {
  return stage === "gathering" || stage === "revealing" ? 0 : stage === "playing" ? 1 : 2;
}

/** @param {Page & { tables: readonly Table[] }} props */
export function TableList({ tables, ...page }) {
  return h(
    "ul",
    { class: "table-list" },
    tables.map((table) => h(Row, { ...page, table, key: table.id })),
  );
}

/** @param {Page & { table: Table }} props */
function Row({ table, ...page }) {
  const { state, failed } = page;
  const { id, game, places, stage, access, collection } = table;
  const title = state.welcome?.games.find((each) => each.name === game)?.title ?? game;
  const free = places.filter((place) => !place.player).length;
  const isMine = places.some((place) => place.player && place.player.id === state.me?.player.id);
  const isOpen = stage === "gathering";
  const time = [
    ...(isOpen ? [] : [t(stage === "playing" || stage === "revealing" ? "lobby.playing" : "lobby.over")]),
    duration(table.time_limit),
  ];
  const facts = [
    ...(table.rated ? [ratedInWords(table)] : []),
    ...(collection === "owned" ? [t("lobby.is_owned")] : []),
    ...(access === "password" ? [t("lobby.has_password")] : []),
    ...(table.perspectives === "during" ? [t("lobby.hands")] : []),
  ];
  const mayJoin = stage === "gathering" && free > 0 && !isMine;
  const mayWatch = stage === "playing" && table.spectators !== false;
  /** @param {string} verb @param {string} href */
  const link = (verb, href) =>
    h(
      "a",
      {
        class: `button ${isMine ? "main" : mayWatch ? "quiet" : ""}`,
        href,
        "aria-label": `${verb}: ${title}`,
        key: "do",
      },
      verb,
    );
  return h("li", { class: "table-row", "data-table": id, "data-stage": stage }, [
    h(GameEmblem, { game, key: "emblem" }),
    h("div", { class: "table-row-words", key: "words" }, [
      h("span", { class: "table-row-title", key: "title" }, [
        h("strong", { key: "game" }, title),
        h("span", { class: "table-row-names", key: "names" }, names(places)),
      ]),
      h("span", { class: "dim", key: "facts" }, [
        isOpen && h("span", { class: "unseen", key: "free" }, `${t("lobby.free", { n: free })} · `),
        h("span", { key: "time" }, time.join(" · ")),
        facts.length > 0 && h("span", { class: "table-row-dot", key: "dot" }, " · "),
        h("span", { key: "facts" }, facts.join(" · ")),
      ]),
    ]),
    isMine
      ? link(
          t(stage === "gathering" || stage === "revealing" ? "lobby.to_table" : "lobby.back"),
          stage === "gathering" || stage === "revealing" ? `/t/${id}` : `/m/${table.match}`,
        )
      : mayJoin && access !== "password"
        ? h(
            "button",
            {
              type: "button",
              key: "do",
              "aria-label": `${t("lobby.join")}: ${title}`,
              onClick: () =>
                operations()
                  .then(({ seated }) => seated(page, { table: id }))
                  .catch(failed),
            },
            t("lobby.join"),
          )
        : mayJoin
          ? link(t("lobby.join"), `/t/${id}`)
          : mayWatch
            ? link(t("lobby.watch"), access === "public" ? `/m/${table.match}` : `/t/${id}`)
            : null,
  ]);
}

/** @param {readonly Place[]} places */
function names(places) {
  return places.map(({ player, rating }, seat) =>
    player
      ? [
          h("span", { class: "table-row-name", "data-initial": [...player.name][0], key: seat }, [
            h("bdi", { key: "name" }, player.name),
            !rating?.provisional && h(RatingNumber, { rating, key: "rating" }),
          ]),
        ]
      : [h("span", { class: "table-row-name free", "data-initial": " ", key: seat })],
  );
}
