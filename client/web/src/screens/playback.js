import { h, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { copied } from "../clipboard.js";
import { downloaded } from "../download.js";
import { useDescription } from "../games/catalogue.js";
import { moduleOf } from "../games/index.js";
import { Picker } from "../table/eyes.js";
import { Frame } from "../table/frame.js";
import { Phrasing } from "../table/phrasing.js";
import { Dialog } from "../ui/dialog.js";
import { alsoDraws, Icon } from "../ui/icon.js";
import { lazy } from "../ui/lazy.js";
import { t } from "../words.js";

alsoDraws({
  first: "M5 5h2.5v14H5zM19 5v14L9 12z",
  play: "M7 4.5v15L19.5 12z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  last: "M16.5 5H19v14h-2.5zM5 5l10 7-10 7z",
  verify: "M12 2l8 3v6c0 5-3.4 9.3-8 11-4.6-1.7-8-6-8-11V5zM10.7 15.5l6-6-1.4-1.4-4.6 4.6-2-2-1.4 1.4z",
  another: "M3 5h7l2 2h9v12H3zM5 9v8h14V9z",
});

/** @import { Page } from "../page.js" */
/** @import { MatchState } from "../state/initial.js" */
/** @import { Transcript } from "../../../javascript/types/v1.js" */

const Verified = lazy(
  ["verified"],
  async () =>
    /** @type {(props: Page & import("../table/verified.js").Of) => any} */ (
      (await import("../table/verified.js")).Verified
    ),
);

/** Milliseconds between two moments in automatic playback. */
const PACE = 900;
/** The speeds of playback. */
const SPEEDS = [0.5, 1, 2, 4, 8];
/** Number of moments in a leap. */
const LEAP = 10;

/** The spectators' view in an address, in the place of a seat. */
const SPECTATORS = "spectators";

/**
 * @typedef {object} Played
 * @property {any} replay
 * @property {(version: number | undefined, eyes: string | number) => string} address returns the address of a moment
 *   and view
 * @property {Transcript} [transcript] the transcript from a file, which has no address for others
 * @property {() => void} [another] opens another file
 */

/** The replay of a finished match. The same table draws it. @param {Page & Played} props */
export function Playback({ replay, address, transcript, another, ...page }) {
  const { state, session, go, failed, store } = page;
  const { query } = state.route;
  const { match } = replay;
  const seat = seatIn(query.as);
  const me = state.me?.player.id;
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [isChecked, setChecked] = useState(false);
  useDescription(page, replay.game);
  const last = replay.frames.length - 1;
  const wanted = replay.frames.findLastIndex(
    (/** @type {any} */ frame) => frame.version <= Number(query.at ?? Number.POSITIVE_INFINITY),
  );
  const at = Math.max(0, wanted);
  /** @param {number} to @param {number | null} [eyes] */
  const show = (to, eyes = seat ?? null) => {
    const frame = replay.frames[Math.min(last, Math.max(0, to))];
    go(address(frame.version, eyes ?? SPECTATORS), { replace: true });
  };
  useEffect(() => {
    if (!isPlaying) return;
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
  const [typed, setTyped] = useState(""); // of a moment's number
  const newest = useRef(typed); // keys may come faster than frames
  const could = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  // As soon as a moment is drawn: the next key may follow at once, and is about it.
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !state.settings.keys) return;
      if (target instanceof HTMLElement && target.closest("input, textarea, select, dialog, .log, .side-rules")) return;
      const number = newest.current;
      newest.current = /^\d$/.test(key) ? (number + key).slice(-6) : "";
      setTyped(newest.current);
      if (key === "Enter" && number !== "") {
        event.preventDefault(); // of a button that was pressed last
        show(Number(number) - 1);
      } else if (key === "Home") show(0);
      else if (key === "End") show(last);
      else if (key === "e") show(at, nextEyes(seat, replay.players.length));
      else if (key === "o" && could.current !== null) could.current.open = !could.current.open;
      else if (key === "[") show(at - 1);
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
  const updates = useMemo(() => updatesOf(replay), [replay]);
  const update = updates[at];
  if (update === undefined) return h("p", { class: "page dim" }, t("page.loading"));
  const module = moduleOf(replay.game, () => store.change((known) => ({ ...known })));
  if (module === undefined) return h("p", { class: "page dim" }, t("page.loading"));
  const ownSeat = update.players.findIndex(({ id }) => id === me);
  /** @type {MatchState} */
  const shown = { update, history: updates.slice(0, at + 1), picked: [], sent: null, refused: null };
  const copy = () => copied(page, location.href, t("replay.copied"));
  const save = () =>
    session.client
      .transcript(match)
      .then((found) => downloaded(`${match}.transcript.json`, JSON.stringify(found)))
      .catch(failed);
  const controls = h("section", { class: "prompt replay", "aria-label": t("replay.title"), key: "prompt" }, [
    replay.frames.some((/** @type {any} */ frame) => frame.choices.length > 0) &&
      h(Could, {
        frame: replay.frames[at],
        taken: replay.frames[at + 1]?.cause?.action ?? null,
        phrasing: new Phrasing(state.games[replay.game], update.players, update.view),
        details: could,
        key: "could",
      }),
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
      h(
        "span",
        { class: "dim replay-at", key: "at" },
        typed === "" ? t("replay.moment", { at: at + 1, all: last + 1 }) : t("replay.to", { at: typed }),
      ),
      h(Picker, { players: update.players, value: replay.seat, change: (eyes) => show(at, eyes), key: "as" }),
      another === undefined ? button("link", copy) : button("another", another),
      button("verify", () => setChecked(true)),
    ]),
    isChecked &&
      h(Dialog, { title: t("replay.verify"), close: () => setChecked(false), key: "verified" }, [
        h(Verified, {
          ...page,
          match,
          ...(transcript !== undefined && { transcript }),
          seat: ownSeat < 0 ? null : ownSeat,
          players: update.players,
          isAsked: true,
          key: "mark",
        }),
        transcript === undefined && h("button", { type: "button", onClick: save, key: "save" }, t("replay.save")),
      ]),
  ]);
  return h(Frame, {
    ...page,
    ...(transcript !== undefined && { talk: undefined }), // nobody speaks of it here
    match: shown,
    module,
    description: state.games[replay.game],
    cards: state.catalogues[replay.game] ?? null,
    look: (version) => show(replay.frames.findIndex((/** @type {any} */ frame) => frame.version === version)),
    instead: controls,
  });
}

/**
 * @param {"first" | "before" | "play" | "pause" | "after" | "last" | "link" | "verify" | "another"} name
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

/**
 * The choices of this viewer at a moment, and the one that was taken. Without choices the line stays free, so that
 * nothing jumps.
 * @param {{ frame: any, taken: unknown, phrasing: Phrasing, details: { current: HTMLDetailsElement | null } }} props
 */
function Could({ frame, taken, phrasing, details }) {
  const isNone = frame.choices.length === 0;
  return h("details", { class: "replay-could", ref: isNone ? null : details, ...(isNone && { "data-none": "" }) }, [
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

/**
 * True if a turn, round or deal begins at this moment.
 * @param {import("../../../javascript/types/v1.js").Update} update
 */
function isMark(update) {
  return update.events.some((event) =>
    /dealt|(deal|round|turn|fight|phase|level)_(began|called|ended)|attacked/.test(
      String(/** @type {any} */ (event)?.type),
    ),
  );
}

/**
 * The next view: the spectators', then each player's.
 * @param {number | undefined} seat
 * @param {number} players number of players
 */
function nextEyes(seat, players) {
  const next = seat === undefined ? 0 : seat + 1;
  return next < players ? next : null;
}

/** The seat of an address, or the spectators' view. @param {string | undefined} as */
export function seatIn(as) {
  return /^\d+$/.test(as ?? "") ? Number(as) : undefined;
}
