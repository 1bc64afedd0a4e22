import { folded } from "../../../javascript/src/folding.js";
import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { duration } from "../ui/clock.js";
import { t } from "../words.js";

/** @import { GameOffer, Table } from "../../../javascript/types/v1.js" */

/**
 * @typedef {object} Filters
 * @property {readonly string[]} games none means all
 * @property {"" | "open" | "playing"} stage
 * @property {"" | "rated" | "unrated"} rated
 * @property {string} time the maximum time for an action in milliseconds; with `>` in front the minimum
 * @property {string} player a part of the name of a seated player
 * @property {boolean} isHost true if it must be the host's name
 */

/** @type {Filters} */
export const ALL = { games: [], stage: "", rated: "", time: "", player: "", isHost: false };
const TIMES = [30_000, 60_000, 300_000];
const LONG = 60_000;

/**
 * The filters that the server applies. The others are applied here.
 * @param {Filters} filters
 */
export function asked({ games, stage, rated, time }) {
  return {
    games: games.length === 0 ? null : [...games],
    open_seats: stage === "open" ? 1 : 0,
    rated: rated === "" ? null : rated === "rated",
    ...(time.startsWith(">")
      ? { least_time_limit: Number(time.slice(1)) }
      : { most_time_limit: time === "" ? null : Number(time) }),
  };
}

/**
 * True if a table from the server matches the other filters.
 * @param {Pick<Table, "stage" | "places" | "host">} table
 * @param {Pick<Filters, "stage" | "player" | "isHost">} filters
 */
export function isWanted({ stage, places, host }, { stage: wanted, player: name, isHost }) {
  if (wanted === "playing" && stage !== "playing") return false;
  const sought = folded(name);
  return (
    name.trim() === "" ||
    places.some(({ player }) => player && folded(player.name).includes(sought) && (!isHost || player.id === host))
  );
}

/** @param {{ filters: Filters, games: readonly GameOffer[], change: (some: Partial<Filters>) => void }} props */
export function TableFilters({ filters, games, change }) {
  const [isOpen, setOpen] = useState(false);
  const { stage, rated, time, player } = filters;
  const isUsed = `${stage}${rated}${time}${player}` !== ""; // what is looked for is seen, and cannot be folded away
  return h(
    "div",
    { class: `filters${isOpen || isUsed ? " filters-all" : ""}`, role: "group", "aria-label": t("filters.filters") },
    [
      h(Games, { chosen: filters.games, games, change: (chosen) => change({ games: chosen }), key: "game" }),
      !isUsed &&
        h(
          "button",
          {
            type: "button",
            class: "filters-more",
            "aria-expanded": isOpen,
            onClick: () => setOpen(!isOpen),
            key: "more",
          },
          t(isOpen ? "filter.fewer" : "filter.more"),
        ),
      h(Filter, {
        key: "stage",
        label: t("filters.stage"),
        value: filters.stage,
        options: [
          ["", t("filters.any_stage")],
          ["open", t("filters.with_seats")],
          ["playing", t("filters.to_watch")],
        ],
        change: (stage) => change({ stage: /** @type {Filters["stage"]} */ (stage) }),
      }),
      h(Filter, {
        key: "rated",
        label: t("filters.rated"),
        value: filters.rated,
        options: [
          ["", t("filters.any_rated")],
          ["rated", t("lobby.is_rated")],
          ["unrated", t("lobby.is_unrated")],
        ],
        change: (rated) => change({ rated: /** @type {Filters["rated"]} */ (rated) }),
      }),
      h(Filter, {
        key: "time",
        label: t("filters.time"),
        value: filters.time,
        options: [
          ["", t("filters.any_time")],
          ...TIMES.map(
            (time) => /** @type {[string, string]} */ ([String(time), t("filters.at_most", { time: duration(time) })]),
          ),
          [`>${LONG}`, t("filters.at_least", { time: duration(LONG) })],
        ],
        change: (time) => change({ time }),
      }),
      h("div", { class: "filter filter-player", key: "player" }, [
        h("label", { class: "filter", key: "name" }, [
          h("span", { class: "dim", key: "label" }, t("filters.player")),
          h("input", {
            type: "search",
            key: "input",
            value: filters.player,
            maxLength: 64,
            onInput: (/** @type {any} */ event) => change({ player: event.currentTarget.value }),
          }),
        ]),
        // A filter of blanks only is no filter.
        filters.player.trim() !== "" &&
          h("label", { class: "filter-check", key: "host" }, [
            h("input", {
              type: "checkbox",
              key: "input",
              checked: filters.isHost,
              onChange: (/** @type {any} */ event) => change({ isHost: event.currentTarget.checked }),
            }),
            h("span", { key: "label" }, t("filter.host")),
          ]),
      ]),
    ],
  );
}

/**
 * The choice of games; none means all.
 * @param {{ chosen: readonly string[], games: readonly GameOffer[], change: (chosen: readonly string[]) => void }} props
 */
function Games({ chosen, games, change }) {
  const list = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => {
    /** The list covers the page below: it closes when the player goes elsewhere. @param {Event} event */
    const left = ({ target, type }) => {
      const isElsewhere = target instanceof Element && !list.current?.contains(target);
      // A press on a label focuses its container for a moment.
      if (isElsewhere && (type === "pointerdown" || !target.contains(list.current)) && list.current !== null)
        list.current.open = false;
    };
    document.addEventListener("pointerdown", left);
    document.addEventListener("focusin", left);
    return () => {
      document.removeEventListener("pointerdown", left);
      document.removeEventListener("focusin", left);
    };
  }, []);
  const titles = games.filter(({ name }) => chosen.includes(name)).map(({ title }) => title);
  return h("details", { class: "filter filter-games", ref: list, onKeyDown: escaped }, [
    h("summary", { key: "summary" }, [
      h("span", { class: "dim", key: "label" }, t("lobby.game")),
      h(
        "span",
        { class: "filter-chosen chevron", key: "chosen" },
        titles.length === 0
          ? t("filters.any_game")
          : titles.length === 1
            ? titles[0]
            : t("filter.games", { n: titles.length }),
      ),
    ]),
    h("div", { class: "filter-list", role: "group", "aria-label": t("lobby.game"), key: "games" }, [
      games.map(({ name, title }) =>
        h("label", { class: "filter-check", key: name }, [
          h("input", {
            type: "checkbox",
            key: "input",
            checked: chosen.includes(name),
            onChange: (/** @type {any} */ event) =>
              change(event.currentTarget.checked ? [...chosen, name] : chosen.filter((each) => each !== name)),
          }),
          h("span", { key: "title" }, title),
        ]),
      ),
    ]),
  ]);
}

/** @param {KeyboardEvent & { currentTarget: HTMLDetailsElement }} event */
function escaped({ key, currentTarget }) {
  if (key !== "Escape" || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector("summary")?.focus();
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
