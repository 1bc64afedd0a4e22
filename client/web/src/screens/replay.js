import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useMemo, useState } from "../../vendor/preact.js";
import { copied } from "../clipboard.js";
import { moduleOf } from "../games/index.js";
import { Frame } from "../table/frame.js";
import { Phrasing } from "../table/phrasing.js";
import { Dialog } from "../ui/dialog.js";
import { Icon } from "../ui/icon.js";
import { lazy } from "../ui/lazy.js";
import { Nowhere } from "../ui/nowhere.js";
import { t } from "../words.js";
import { useDescription } from "./match.js";

/** @import { Page } from "../page.js" */
/** @import { MatchState } from "../state/initial.js" */

const Verified = lazy(
  ["verified"],
  async () =>
    /** @type {(props: Page & import("../table/verified.js").Of) => any} */ (
      (await import("../table/verified.js")).Verified
    ),
);

/** Between two moments that play by themselves, in milliseconds. */
const PACE = 900;
/** How many times as fast they play. */
const SPEEDS = [0.5, 1, 2, 4, 8];
/** How many moments a leap goes. */
const LEAP = 10;

/** Whose eyes these are if they are no seat's. */
const SPECTATORS = "spectators";

/**
 * Where a moment of a match is seen again.
 * @param {string} match
 * @param {string | number | undefined} version its last, without one
 * @param {string | number} eyes a seat, or the spectators
 */
export function addressOf(match, version, eyes) {
  return `/m/${encodeURIComponent(match)}?${version === undefined ? "" : `at=${version}&`}as=${eyes}`;
}

/**
 * Return a match as it is seen again, `null` if it cannot be. Whether it has ended is asked on the line, for of whatever is not
 * found over HTTP a browser complains by itself; whoever moderates may find more there. Rejects with `LostError`.
 * @param {import("../../../javascript/src/client.js").Client} client
 * @param {string} match
 * @param {number | undefined} seat
 */
async function seenAgain(client, match, seat) {
  try {
    const { latest } = await client.watchMatch(match);
    if (latest.result === null && latest.seat === null) await client.unwatchMatch(match);
    if (latest.result === null || (seat ?? 0) >= latest.players.length) return null;
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
    if (error.code === "unknown_match") return null;
  }
  try {
    return await client.replay(match, seat);
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
    return null;
  }
}

/** A match that has ended, as a row of moments: the same table draws it. @param {Page} page */
export function Replay(page) {
  const { state, session, go, failed, noted, store } = page;
  const { params, query } = state.route;
  const match = params.match ?? "";
  const seat = /^\d+$/.test(query.as ?? "") ? Number(query.as) : undefined;
  const me = state.me?.player.id;
  const [replay, setReplay] = useState(/** @type {any} */ (null));
  const [isMissing, setMissing] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [isChecked, setChecked] = useState(false);
  const isOpen = state.line.state === "open";
  useEffect(() => {
    if (!isOpen) return;
    seenAgain(session.client, match, seat).then((found) => {
      if (found === null) {
        setMissing(true);
        return;
      }
      const own = found.players.findIndex((/** @type {any} */ player) => player.id === me);
      // Whoever played it sees it with their own eyes, unless the address says otherwise.
      if (query.as === undefined && own >= 0) go(addressOf(match, query.at, own), { replace: true });
      else setReplay(found);
    }, failed);
  }, [match, query.as, isOpen, me]);
  useDescription(page, replay?.game);
  const last = (replay?.frames.length ?? 1) - 1;
  const wanted =
    replay?.frames.findLastIndex(
      (/** @type {any} */ frame) => frame.version <= Number(query.at ?? Number.POSITIVE_INFINITY),
    ) ?? 0;
  const at = Math.max(0, wanted);
  /** @param {number} to @param {number | null} [eyes] */
  const show = (to, eyes = seat ?? null) => {
    const frame = replay.frames[Math.min(last, Math.max(0, to))];
    go(addressOf(match, frame.version, eyes ?? SPECTATORS), { replace: true });
  };
  useEffect(() => {
    if (!isPlaying || replay === null) return;
    if (at >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => show(at + 1), PACE / speed);
    return () => clearTimeout(timer);
  }, [isPlaying, at, replay, speed]);
  /** @param {number} by */
  const faster = (by) =>
    setSpeed((now) => SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, SPEEDS.indexOf(now) + by))] ?? 1);
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      const { target, key } = event;
      if (replay === null || event.ctrlKey || event.metaKey || event.altKey || !state.settings.keys) return;
      if (target instanceof HTMLElement && target.closest("input, textarea, select, dialog")) return;
      if (key === "[") show(at - 1);
      else if (key === "]") show(at + 1);
      else if (key === "{") show(at - LEAP);
      else if (key === "}") show(at + LEAP);
      else if (key === "p") setPlaying(!isPlaying);
      else if (key === "+") faster(1);
      else if (key === "-") faster(-1);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [replay, at, seat, isPlaying, speed, state.settings.keys]);
  const updates = useMemo(() => (replay === null ? [] : updatesOf(replay)), [replay]);
  if (isMissing) return h(Nowhere, { text: t("replay.none") });
  const update = updates[at];
  if (replay === null || update === undefined) return h("p", { class: "page dim" }, t("page.loading"));
  const module = moduleOf(replay.game, () => store.change((known) => ({ ...known })));
  if (module === undefined) return h("p", { class: "page dim" }, t("page.loading"));
  const ownSeat = update.players.findIndex(({ id }) => id === me);
  /** @type {MatchState} */
  const shown = { update, history: updates.slice(0, at + 1), picked: [], sent: null, refused: null };
  const copy = () => copied(page, location.href, t("replay.copied"));
  const controls = h("section", { class: "prompt replay", "aria-label": t("replay.title"), key: "prompt" }, [
    h("input", {
      key: "scrub",
      type: "range",
      min: 0,
      max: last,
      value: at,
      list: "replay-marks",
      "aria-label": t("replay.moment", { at: at + 1, all: last + 1 }),
      onInput: (/** @type {any} */ event) => show(Number(event.currentTarget.value)),
    }),
    h(
      "datalist",
      { id: "replay-marks", key: "marks" },
      updates.flatMap((each, moment) => (isMark(each) ? [h("option", { value: moment, key: moment })] : [])),
    ),
    h("div", { class: "row replay-buttons", key: "buttons" }, [
      button("first", () => show(0)),
      button("before", () => show(at - 1)),
      button(isPlaying ? "pause" : "play", () => setPlaying(!isPlaying)),
      button("after", () => show(at + 1)),
      button("last", () => show(last)),
      h(
        "button",
        {
          type: "button",
          key: "speed",
          "data-do": "speed",
          "aria-label": t("replay.speed", { n: speed }),
          title: t("replay.speed", { n: speed }),
          onClick: () => setSpeed((now) => SPEEDS[(SPEEDS.indexOf(now) + 1) % SPEEDS.length] ?? 1),
        },
        `${speed}×`,
      ),
      h("span", { class: "dim replay-at", key: "at" }, t("replay.moment", { at: at + 1, all: last + 1 })),
      h("label", { class: "replay-as", key: "as" }, [
        h("span", { class: "dim", key: "label" }, t("replay.as")),
        h(
          "select",
          {
            key: "select",
            "aria-label": t("replay.as"),
            value: seat ?? "",
            onChange: (/** @type {any} */ event) =>
              show(at, event.currentTarget.value === "" ? null : Number(event.currentTarget.value)),
          },
          [
            h("option", { value: "", key: "spectators" }, t("replay.spectators")),
            ...update.players.map((player, number) => h("option", { value: number, key: number }, player.name)),
          ],
        ),
      ]),
      button("link", copy),
      button("verify", () => setChecked(true)),
    ]),
    h(Could, {
      frame: replay.frames[at],
      taken: replay.frames[at + 1]?.cause?.action ?? null,
      phrasing: new Phrasing(state.games[replay.game], update.players, update.view),
      key: "could",
    }),
    isChecked &&
      h(Dialog, { title: t("replay.verify"), close: () => setChecked(false), key: "verified" }, [
        h(Verified, {
          ...page,
          match,
          seat: ownSeat < 0 ? null : ownSeat,
          players: update.players,
          isAsked: true,
          key: "mark",
        }),
      ]),
  ]);
  return h(Frame, {
    ...page,
    match: shown,
    module,
    description: state.games[replay.game],
    cards: state.catalogues[replay.game] ?? null,
    instead: controls,
  });
}

/**
 * @param {"first" | "before" | "play" | "pause" | "after" | "last" | "link" | "verify"} name
 * @param {() => void} does
 */
function button(name, does) {
  return h(
    "button",
    {
      type: "button",
      key: name === "pause" ? "play" : name,
      "data-do": name,
      "aria-label": t(`replay.${name}`),
      title: t(`replay.${name}`),
      onClick: does,
    },
    h(Icon, { name }),
  );
}

/** What this viewer could do then, and what they did. @param {{ frame: any, taken: unknown, phrasing: Phrasing }} props */
function Could({ frame, taken, phrasing }) {
  if (frame.choices.length === 0) return null;
  return h("details", { class: "replay-could" }, [
    h("summary", { key: "s" }, t("replay.choices")),
    taken !== null && h("p", { key: "taken" }, t("replay.taken", { what: phrasing.action(taken) })),
    h(
      "ul",
      { key: "ul" },
      frame.choices.map((/** @type {any} */ choice, /** @type {number} */ at) =>
        h("li", { key: at }, phrasing.action(choice)),
      ),
    ),
  ]);
}

/**
 * The moments as updates, so that the same table draws them.
 * @param {any} replay
 * @returns {import("../../../javascript/types/v1.js").Update[]}
 */
function updatesOf(replay) {
  return replay.frames.map((/** @type {any} */ frame, /** @type {number} */ at) => ({
    type: "update",
    match: replay.match,
    game: replay.game,
    version: frame.version,
    since: at === 0 ? 0 : replay.frames[at - 1].version,
    at: frame.at,
    now: frame.at,
    seat: replay.seat,
    players: replay.players,
    waiting: frame.waiting,
    link: "",
    result: at === replay.frames.length - 1 ? replay.result : null,
    events: frame.events,
    view: frame.view,
    choices: [],
  }));
}

/** Whether something begins at this moment that one looks for. @param {import("../../../javascript/types/v1.js").Update} update */
function isMark(update) {
  return update.events.some((event) =>
    /dealt|(deal|round|turn|fight|phase|level)_(began|called|ended)|attacked/.test(
      String(/** @type {any} */ (event)?.type),
    ),
  );
}
