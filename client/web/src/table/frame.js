import { namesOf } from "../../../javascript/src/phrases.js";
import { h, useEffect, useErrorBoundary, useMemo, useRef, useState } from "../../vendor/preact.js";
import { permitted } from "../browser.js";
import { fetchedAgain, giveUp, isGivenUp, isMissed } from "../games/index.js";
import { act, mayChoose, pick } from "../operations/matches.js";
import { changeSettings } from "../settings.js";
import { linesOf } from "../state/heard.js";
import { Clock } from "../ui/clock.js";
import { Icon } from "../ui/icon.js";
import { lazy } from "../ui/lazy.js";
import { t } from "../words.js";
import { Details, detailsOf, fetchDetails, mayHaveDetails, useDetails } from "./details.js";
import { useGrip } from "./grip.js";
import { useKeys } from "./keys.js";
import { sinceOwn } from "./log.js";
import { useMotion } from "./motion.js";
import { Phrasing } from "./phrasing.js";
import { back, click, plan, stepKey, still } from "./plan.js";
import { Resign } from "./resign.js";
import { Side } from "./side.js";
import { AskUndo, Undo } from "./undo.js";
import { waysOf } from "./ways.js";

/** @import { Page } from "../page.js" */
/** @import { MatchState } from "../state/initial.js" */
/** @import { Step } from "./plan.js" */
/** @import { GameModule, Prompt, TableProps } from "../games/index.js" */

/**
 * @typedef {Page & { match: MatchState, module: GameModule | null, description: any, cards: import("../games/catalogue.js").Cards | null, instead?: any, look?: (version: number) => void, whole?: MatchState, coach?: Coach }} Framed
 *   `instead` stands where the prompt is otherwise: then nothing can be done here, as in a replay; `look` shows an earlier moment; of one
 *   that is looked at while the match goes on, `whole` is how it stands now; `coach` speaks in a lesson
 *
 * @typedef {{ say: string, hint: string | null, note: string, reads: import("./plan.js").Way | null, next: any, missed: () => void, leave: () => void }} Coach
 *   in place of what a table asks: its words, what it says to another click, where the lesson stands, what goes on from a step that is only
 *   read, what there is to do at the end, and what a click elsewhere and Escape do
 */

/** @typedef {Page & import("./finale.js").Finished} Over */
const Ending = lazy(["match"], async () => /** @type {(props: Over) => any} */ ((await import("./ending.js")).Ending), {
  isSmall: true,
});

/** @typedef {Page & { view: any, table: TableProps }} Plain */
const PlainBoard = lazy(
  ["any"],
  async () => {
    const any = await import("../games/any.js");
    return (/** @type {Plain} */ { view, table, store }) => {
      useEffect(() => {
        general = any;
        store.change((known) => ({ ...known })); // what may be chosen is said by it from now on
      }, []);
      return any.Board(view, table);
    };
  },
  { sheet: "any" },
);

/**
 * The general module, for choices without a game's own module, once it is loaded.
 * @type {Pick<GameModule, "ways"> | null}
 */
let general = null;

/** @typedef {Page & Parameters<typeof import("./choices.js").Choices>[0]} Listed */
const Choices = lazy(
  ["match"],
  async () => /** @type {(props: Listed) => any} */ ((await import("./choices.js")).Choices),
  { isSmall: true, sheet: "choices" },
);

/** @typedef {Page & Parameters<typeof import("./ended.js").Ended>[0]} Finished */
const Ended = lazy(
  ["match"],
  async () => /** @type {(props: Finished) => any} */ ((await import("./ended.js")).Ended),
  { isSmall: true },
);

/** @typedef {Page & Parameters<typeof import("./refused.js").Refused>[0]} RefusedProps */
const Refused = lazy(
  ["match"],
  async () => /** @type {(props: RefusedProps) => any} */ ((await import("./refused.js")).Refused),
  { isSmall: true },
);

/** @typedef {Page & Parameters<typeof import("./large-view.js").Hovering>[0]} Large */
const Hovering = lazy(
  [],
  async () => /** @type {(props: Large) => any} */ ((await import("./large-view.js")).Hovering),
  {
    isSmall: true,
  },
);

/** @typedef {Page & Parameters<typeof import("./summary.js").Summary>[0]} Summed */
const Summary = lazy(
  ["match"],
  async () => /** @type {(props: Summed) => any} */ ((await import("./summary.js")).Summary),
  { isSmall: true, sheet: "summary" },
);

/** @typedef {Page & Parameters<typeof import("./hint.js").TableHint>[0]} Hinted */
const TableHint = lazy(
  ["hints"],
  async () => /** @type {(props: Hinted) => any} */ ((await import("./hint.js")).TableHint),
  { isSmall: true, sheet: "hint" },
);

/** @typedef {Page & Parameters<typeof import("./moment.js").Moment>[0]} Big */
const Moment = lazy(["match"], async () => /** @type {(props: Big) => any} */ ((await import("./moment.js")).Moment), {
  isSmall: true,
  sheet: "moment",
});

/** @typedef {Page & Parameters<typeof import("./recess.js").Recess>[0]} InRecess */
const Recess = lazy(
  ["recess"],
  async () => /** @type {(props: InRecess) => any} */ ((await import("./recess.js")).Recess),
  {
    isSmall: true,
  },
);

/** @typedef {Page & Parameters<typeof import("./bubbles.js").Bubbles>[0]} Said */
const Bubbles = lazy([], async () => /** @type {(props: Said) => any} */ ((await import("./bubbles.js")).Bubbles), {
  isSmall: true,
  sheet: "bubbles",
});

/** @typedef {Page & Parameters<typeof import("./away.js").AwayMarks>[0]} Left */
const AwayMarks = lazy(
  ["match"],
  async () => /** @type {(props: Left) => any} */ ((await import("./away.js")).AwayMarks),
  { isSmall: true, sheet: "bubbles" },
);

/** @typedef {Page & Parameters<typeof import("../talk/player-menu.js").PlayerMenu>[0]} Menu */
const PlayerMenu = lazy(
  ["people"],
  async () => /** @type {(props: Menu) => any} */ ((await import("../talk/player-menu.js")).PlayerMenu),
  { isSmall: true },
);

/**
 * A table that falls back to the general drawing when the game's own module fails, so that the page is never blank.
 * @param {Framed} given
 */
export function Frame(given) {
  const { game } = given.match.update;
  const isPlain = useRef(false);
  const hasFailed = useRef(false);
  const [error] = useErrorBoundary((why) => {
    hasFailed.current = isPlain.current; // of what a module draws, more than one part may fail at once
    console.warn(why);
    giveUp(game);
  });
  isPlain.current = error !== undefined;
  if (hasFailed.current) return h("p", { class: "page", role: "alert" }, String(error));
  return h(Table, error === undefined ? given : { ...given, module: null });
}

/**
 * The frame of every table: the bar, the table itself, the prompt, the player's own cards, and the log beside it.
 * @param {Framed} given
 */
function Table({ match, module, description, cards, instead, look, whole, coach, ...page }) {
  const { state } = page;
  const { update, sent } = match;
  const { isLong = false } = state.connection;
  const called = { cards, seat: update.seat, names: namesOf(update.players) };
  const things = useMemo(() => module?.things?.(called), [module, cards, update.seat, called.names.join()]);
  const phrasing = new Phrasing(description, update.players, update.view, things);
  const mayAct = instead === undefined && mayChoose(state, match);
  const ways = coach?.reads ? [coach.reads] : mayAct ? waysOf(update, phrasing, module ?? general, cards) : [];
  const now = plan(ways, match.picked);
  const picked = mayAct ? still(now, match.picked) : update.result === null ? match.picked : [];
  const first = picked.length > 0 ? plan(ways, []) : now;
  const [risked, setRisked] = useState(/** @type {{ step: Step, version: number } | null} */ (null));
  const asked = risked?.version === update.version ? risked.step : null;
  const [listed, setListed] = useState(false);
  const told = useMemo(
    () => (ways.length > 0 ? sinceOwn(match.history, module) : []),
    [update, module, ways.length > 0],
  );
  const hasSummary = told.length > 1 && coach === undefined; // one thing is what the log shows as its newest
  const [read, setRead] = useState(0); // at which version one has gone on
  const summed = state.settings.summary && hasSummary && read !== update.version;
  const sum = () => {
    if (!hasSummary) return;
    setRead(0);
    changeSettings(page, { summary: !summed });
  };
  const hesitates = useHesitation(update.version, ways.length > 0 && coach === undefined);
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const copies = useRef(/** @type {Record<string, number>} */ ({})); // which of equal cards was pressed, by place

  /** @param {Step} step @param {boolean} [isSmallTouch] */
  const take = (step, isSmallTouch = false) => {
    setRead(update.version);
    const next = click(ways, match.picked, step);
    const isAskedOnce =
      state.settings.confirm && (step.tone === "risky" || step.asks !== undefined || ("way" in next && isSmallTouch));
    if (isAskedOnce && (asked === null || stepKey(asked) !== stepKey(step))) {
      setRisked({ step, version: update.version });
      return;
    }
    setRisked(null);
    if ("way" in next) act(page, match, next.way);
    else pick(page, update.match, next.picked);
  };
  const stepBack = () => {
    if (!mayAct) return;
    setRisked(null);
    if (asked !== null) return;
    if (summed) sum();
    else if (match.picked.length === 0) coach?.leave();
    else pick(page, update.match, back(ways, match.picked));
  };
  /**
   * The click handler of all places. There is only one, so that places are plain values.
   * @param {PointerEvent} event
   */
  const clicked = (event) => {
    const element = event.target instanceof Element ? event.target.closest(TAKEN) : null;
    const place = element?.getAttribute("data-at") ?? "";
    const step = now.lit.get(place);
    const anew = first.lit.get(place);
    if (element === null) {
      if (event.target instanceof Element && event.target.closest(`[data-at]:not([data-at="${PROMPT}"])`))
        coach?.missed();
      return;
    }
    copies.current[place] = copyOf(element);
    if (step !== undefined) take(step, isSmall(element) && event.pointerType === "touch");
    else if (element.matches("[data-picked]")) stepBack();
    else if (anew !== undefined) pick(page, update.match, [anew]);
  };
  /** @param {string} place @param {number} [nth] number of equal cards before this one */
  const at = (place, nth = 0) => {
    const step = now.lit.get(place);
    const isPicked = nth === (copies.current[place] ?? 0) && picked.some((each) => each.at === place);
    const isAnew = step === undefined && !isPicked && now.picked.length > 0 && first.lit.has(place);
    return {
      "data-at": place,
      ...(nth > 0 && { "data-copy": nth }),
      ...(isPicked && { "data-picked": "" }),
      ...(isAnew && { "data-anew": "" }),
      ...(step !== undefined && {
        "data-step": "",
        ...(!isLong && { "data-lit": "" }),
        ...(asked?.at === place && { "data-asked": "" }),
        role: "button",
        tabIndex: 0,
        "aria-label": step.label,
      }),
    };
  };
  /** @type {TableProps} */
  let props;
  /** @param {string} place */
  const about = (place) => (coach === undefined ? sitting(update, place) : null);
  const [shown, show, hovered] = useDetails(
    root,
    (place) => (place === PROMPT ? isCut(root) : about(place) !== null || mayHaveDetails(module, place, props)),
    () => state.settings.keys,
  );
  const [, arrived] = useState({});
  useEffect(() => {
    if (shown !== null) fetchDetails(module).then(() => arrived({}), page.failed);
    else if (hovered !== null)
      fetchDetails(module).then(
        () => arrived({}),
        () => {},
      );
  }, [shown, hovered]);
  props = {
    update,
    seat: update.seat,
    names: phrasing.names,
    plan: now,
    at,
    show,
    history: match.history,
    phrasing,
    description,
    cards,
  };
  const drawn = drawnBy(module, update, props, page);
  const isOut = typeof drawn.prompt === "object" && drawn.prompt?.isOut === true && update.result === null;
  const big = module?.moment?.(update.view, props) ?? null;
  const last = useRef(big?.id); // what was big before one came is no news
  if (instead !== undefined) last.current = big?.id;
  const isRefused = match.refused !== null && sent === null && update.result === null;
  const asks =
    coach !== undefined && asked === null
      ? coach
      : promptText(match, phrasing, now.picked, asked, drawn.prompt, isLong);
  const prompted = { ...page, match, phrasing, module, isRefused, asks };
  const details =
    shown === null
      ? null
      : shown === PROMPT
        ? { title: t("match.prompt"), body: inPrompt(prompted) }
        : detailsOf(module, shown, props);
  const player = shown === null ? null : about(shown);
  const hover = hovered === null || shown !== null ? null : detailsOf(module, hovered.place, props);
  useMotion(root, update, module, (turn) => {
    if (turn === update.seat) return t("page.your_move");
    return update.players.length > 2 ? null : t("match.waits_for", { names: phrasing.seat(turn) });
  });
  useEffect(() => {
    const { current: table } = root;
    if (match.picked.length > 0 && table !== null)
      import("./sight.js").then(
        ({ bringIntoSight }) => bringIntoSight(table),
        () => {},
      );
  }, [match.picked]);
  useGrip(root, {
    lit: now.lit,
    buttons: now.buttons,
    lift(place, held) {
      if (held.matches("[data-picked]")) return "aims";
      const step = now.lit.get(place) ?? first.lit.get(place);
      if (step === undefined) return null;
      copies.current[place] = copyOf(held);
      const next = click(ways, now.lit.has(place) ? match.picked : [], step);
      if ("way" in next) return "acts";
      pick(page, update.match, next.picked);
      return "aims";
    },
    drop(place) {
      const step = now.lit.get(place) ?? first.lit.get(place);
      if (step !== undefined) take(step);
    },
    take,
    back: stepBack,
  });
  useKeys(root, page, { take, stepBack, buttons: now.buttons, list: () => setListed(ways.length > 0), sum });

  return h(
    "div",
    {
      class: "frame",
      ref: root,
      onClick: clicked,
      onPointerDown: () => {
        settle();
        fetchDetails(module).catch(() => {}); // that something is missing is said when it is asked for
      },
      "data-game": update.game,
      "data-version": update.version,
      ...(coach !== undefined && { "data-lesson": "" }),
      ...(isGivenUp(update.game) && { "data-plain": "" }),
      ...(update.result !== null && { "data-over": "" }),
      ...(whole !== undefined && { "data-past": "" }),
    },
    [
      h(Bar, {
        ...page,
        update,
        headline: coach === undefined ? drawn.headline : { ...drawn.headline, note: coach.note },
        isLive: instead === undefined && coach === undefined,
        isOut,
        key: "bar",
      }),
      h(
        "section",
        // The general table has no focusable element, but must be scrollable by keys.
        { class: "board", "aria-label": t("match.board"), ...(module === null && { tabIndex: 0 }), key: "board" },
        drawn.board,
      ),
      big !== null &&
        big.id !== last.current &&
        h(Moment, {
          ...page,
          ...big,
          ended: () => {
            last.current = big.id;
          },
          key: `moment-${big.id}`,
        }),
      instead ??
        h("section", { class: "prompt", "aria-label": t("match.prompt"), key: "prompt" }, [
          summed &&
            h(Summary, {
              ...page,
              told,
              phrasing,
              description,
              module,
              cards,
              seat: update.seat,
              close: () => setRead(update.version),
              key: "summary",
            }),
          h("p", { class: "prompt-text", role: "status", "data-at": PROMPT, key: "text" }, inPrompt(prompted)),
          h("div", { class: "prompt-buttons", key: "buttons" }, [
            (picked.length > 0 || asked !== null) &&
              h("button", { type: "button", class: "prompt-back", key: "back", onClick: stepBack }, [
                h(Icon, { name: "close", key: "x" }),
                h("span", { key: "text" }, t("match.back")),
              ]),
            ...now.buttons.map((step) =>
              h(
                "button",
                {
                  type: "button",
                  key: step.key ?? step.label,
                  class: step.tone ?? "",
                  "data-button": step.key ?? step.label,
                  ...(asked?.label === step.label && { "data-asked": "" }),
                  onClick: () => take(step),
                },
                step.label,
              ),
            ),
            coach?.next,
            isOut && h("a", { class: "button main", href: "/", key: "home" }, t("page.home")),
            update.recess && update.result === null && h(Recess, { ...page, update, phrasing, key: "recess" }),
            coach === undefined && h(Undo, { ...page, update, phrasing, key: "undo" }),
            update.result !== null && coach === undefined && h(Ending, { ...prompted, update, cards, key: "ending" }),
            hasSummary &&
              picked.length === 0 &&
              asked === null && // what is being chosen has the room
              h(
                "button",
                {
                  type: "button",
                  class: "quiet since",
                  key: "since",
                  "aria-label": t("match.since_all", { n: told.length }),
                  "aria-expanded": summed,
                  onClick: sum,
                },
                [h(Icon, { name: "since", key: "icon" }), told.length],
              ),
            ways.length > 0 &&
              h(
                "button",
                {
                  type: "button",
                  class: "quiet",
                  key: "list",
                  "aria-label": t("match.choices"),
                  onClick: () => setListed(true),
                },
                h(Icon, { name: "list" }),
              ),
          ]),
        ]),
      drawn.own && h("section", { class: "own", "aria-label": t("match.own"), key: "own" }, drawn.own),
      h(Side, {
        ...page,
        match: whole ?? match,
        phrasing: whole === undefined ? phrasing : new Phrasing(description, update.players, whole.update.view, things),
        module,
        description,
        cards,
        look,
        mayLook: look !== undefined && instead === undefined,
        past: whole === undefined ? null : update.version,
        view: update.view,
        key: "side",
      }),
      hesitates && h(TableHint, { ...page, update, key: "hint" }),
      hover !== null && hovered !== null && h(Hovering, { ...page, ...hovered, body: hover.body, key: "hovering" }),
      player !== null
        ? h(
            PlayerMenu,
            {
              ...page,
              player,
              there: { where: "match", id: update.match },
              close: () => show(null),
              key: "menu",
            },
            details !== null && h("div", { class: "details-body" }, details.body),
          )
        : details !== null && h(Details, { ...details, key: "details", close: () => show(null) }),
      page.talk !== undefined &&
        linesOf(state, { where: "match", id: update.match }).length > 0 &&
        h(Bubbles, { ...page, match: update.match, players: update.players, key: "bubbles" }),
      update.away?.[0] && h(AwayMarks, { ...page, away: update.away, players: update.players, key: "away" }),
      listed &&
        h(Choices, { ...page, ways, key: "list", close: () => setListed(false), take: (way) => act(page, match, way) }),
    ],
  );
}

/** Milliseconds without an action after which a player may welcome a hint. */
const HESITATION = 8000;

/** True once a player has not acted for a while. @param {number} version @param {boolean} isAsked */
function useHesitation(version, isAsked) {
  const [since, setSince] = useState(-1);
  useEffect(() => {
    const timer = isAsked ? setTimeout(() => setSince(version), HESITATION) : undefined;
    return () => clearTimeout(timer);
  }, [version, isAsked]);
  return isAsked && since === version;
}

/**
 * The bar above a table: the way back, the game, the spectators, the clock.
 * @param {Page & { update: import("../../../javascript/types/v1.js").Update, headline: { title: string, note?: string
 *   }, isLive: boolean, isOut: boolean }} given not live in a replay, which has no clock and no player who could resign
 */
function Bar({ update, headline, isLive, isOut, ...page }) {
  const again = () =>
    fetchedAgain(update.game).then(
      () => page.store.change((known) => ({ ...known })),
      () => page.failed(new Error(t("page.missed"))),
    );
  const watchers = isLive ? Math.max(0, (update.watching ?? 0) - Number(update.seat === null)) : 0;
  const waits = update.waiting.find((each) => each.seat === update.seat) ?? update.waiting[0];
  return h("header", { class: "bar" }, [
    h("a", { class: "bar-back", href: "/", "aria-label": t("page.home"), key: "back" }, h(Icon, { name: "back" })),
    h("div", { class: "bar-title", key: "title" }, [
      h("h1", { key: "h1" }, headline.title),
      (headline.note || watchers > 0) &&
        h("p", { class: "dim", key: "note" }, [
          headline.note,
          headline.note && watchers > 0 && " · ",
          watchers > 0 && t("match.watchers", { n: watchers }),
        ]),
    ]),
    isMissed(update.game) && h("button", { type: "button", key: "again", onClick: again }, t("line.again")),
    isLive && update.seat === null && h("span", { class: "badge", key: "watching" }, watching(update)),
    isLive && h(AskUndo, { ...page, update, key: "undo" }),
    isLive &&
      update.seat !== null &&
      update.result === null &&
      !isOut &&
      h(Resign, { ...page, match: update.match, key: "resign" }),
    isLive &&
      waits &&
      h(Clock, { until: waits.until, ahead: page.state.ahead, isMine: waits.seat === update.seat, key: "clock" }),
  ]);
}

/** Places whose click takes a step, or takes it back. */
const TAKEN = "[data-step], [data-picked], [data-anew]";

/** The prompt as a place: on a small screen it may be cut, and a click opens it. */
const PROMPT = "prompt";

/**
 * The other person whose seat a place is; bots of the house have no page and hear nobody.
 * @param {import("../../../javascript/types/v1.js").Update} update
 * @param {string} place
 */
function sitting({ players, seat }, place) {
  const [, number] = /^seat\/(\d+)$/.exec(place) ?? [];
  const player = number === undefined || Number(number) === seat ? undefined : players[Number(number)];
  return player === undefined || player.bot ? null : player;
}

/** @param {{ current: HTMLElement | null }} root */
function isCut({ current }) {
  const text = current?.querySelector(".prompt-text");
  return text !== null && text !== undefined && text.scrollHeight > text.clientHeight + 1;
}

/** End all motion at a press: the player has seen enough of it. */
function settle() {
  for (const motion of permitted(() => document.getAnimations()) ?? []) {
    const isMotion = motion.timeline === document.timeline; // and no sign of what there is to scroll to
    if (isMotion && motion.effect?.getComputedTiming().endTime !== Infinity) motion.finish();
  }
}

/** @param {Element} card */
const copyOf = (card) => Number(card.getAttribute("data-copy"));

/** Pixels below which a finger easily misses a target. */
const SMALL = 44;

/** @param {Element} element */
function isSmall(element) {
  const { width, height } = element.getBoundingClientRect();
  return Math.min(width, height) < SMALL;
}

/**
 * The drawing of the game's module; of the general table if there is none or it has failed.
 * @param {GameModule | null} module
 * @param {import("../../../javascript/types/v1.js").Update} update
 * @param {TableProps} props
 * @param {Page} page
 * @returns {{ board: any, own: any, headline: { title: string, note?: string }, prompt: Prompt | null }}
 */
function drawnBy(module, update, props, page) {
  if (module !== null) {
    return {
      board: module.Board(update.view, props),
      own: module.Own?.(update.view, props) ?? null,
      headline: module.headline?.(update.view, props) ?? { title: props.description?.offer?.title ?? update.game },
      prompt: module.prompt?.(update.view, props) ?? null,
    };
  }
  return {
    board: h(PlainBoard, { ...page, view: update.view, table: props }),
    own: null,
    headline: {
      title: props.description?.offer?.title ?? update.game,
      ...(isGivenUp(update.game) && { note: t("match.plain") }),
    },
    prompt: null,
  };
}

/**
 * @param {MatchState} match
 * @param {Phrasing} phrasing
 * @param {readonly Step[]} picked
 * @param {Step | null} asked
 * @param {Prompt | null} prompt the game's own
 * @param {boolean} isLong true if the connection has been down for long
 * @returns {Prompt}
 */
function promptText({ update, sent }, phrasing, picked, asked, prompt, isLong) {
  if (sent !== null) return t(isLong ? "match.kept" : "match.sent");
  if (asked !== null) return asked.asks ?? { asks: `${asked.label}?`, note: t("match.once_more") };
  if (prompt !== null) return prompt;
  const last = picked.at(-1);
  if (last !== undefined) return last.label;
  if (update.choices.length > 0) return t("page.your_move");
  const names = update.waiting.map((each) => phrasing.seat(each.seat)).join(", ");
  return names === "" ? "" : t("match.waits_for", { names });
}

/**
 * The contents of the prompt. It is no closure of a table, because that would keep earlier trees in memory.
 * @param {Page & { match: MatchState, phrasing: Phrasing, module: GameModule | null, isRefused: boolean, asks: Prompt | Coach }} given
 */
function inPrompt({ match: { update, history, refused }, phrasing, module, isRefused, asks, ...page }) {
  if (typeof asks !== "string" && "say" in asks) {
    return [asks.say, asks.hint !== null && h("span", { class: "lesson-hint", key: "hint" }, asks.hint)];
  }
  if (isRefused) return h(Refused, { ...page, refused, game: update.game });
  if (update.result !== null) return h(Ended, { ...page, update, history, phrasing, reasons: module?.reasons ?? {} });
  return said(asks);
}

/** The question, with the text of a card in smaller type. @param {Prompt} prompt */
function said(prompt) {
  if (typeof prompt === "string") return prompt;
  return [prompt.asks, h("span", { class: "prompt-note", key: "note" }, ` ${prompt.note}`)];
}

/**
 * The line of a spectator, with the delay.
 * @param {{ delay?: number }} update
 */
function watching({ delay = 0 }) {
  return delay > 0 ? t("match.watching_later", { n: delay / 1000 }) : t("match.watching");
}
