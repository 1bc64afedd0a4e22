import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useLayoutEffect, useMemo, useState } from "../../vendor/preact.js";
import { useDescription } from "../games/catalogue.js";
import { moduleOf } from "../games/index.js";
import { keepStep, MATCH, momentOf, stepKept, updatesOf } from "../operations/lessons.js";
import { opened } from "../operations/tables.js";
import { Frame } from "../table/frame.js";
import { mayMove } from "../table/motion.js";
import { Nowhere } from "../ui/nowhere.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Lesson as Taught } from "../../../javascript/types/v1.js" */

/** Milliseconds between two updates that play by themselves. */
const PACE = 900;

/** A guided first match: the real table with a recorded match. @param {Page} page */
export function Lesson(page) {
  const { state, session, failed } = page;
  const game = state.route.params.game ?? "";
  const [lesson, setLesson] = useState(/** @type {Taught | null} */ (null));
  const [isMissing, setMissing] = useState(false);
  useDescription(page, game);
  useEffect(() => {
    session.client.lesson(game).then(setLesson, (error) => {
      if (error instanceof CommandRefused) setMissing(true);
      else failed(error);
    });
  }, [game]);
  const module = moduleOf(game, () => page.store.change((known) => ({ ...known })));
  if (isMissing) return h(Nowhere, { text: t("lesson.unknown") });
  if (lesson === null || module === undefined || state.games[game] === undefined) {
    return h("p", { class: "page dim" }, t("page.loading"));
  }
  return h(Taken, { ...page, lesson, module });
}

/** @param {Page & { lesson: Taught, module: import("../games/index.js").GameModule | null }} props */
function Taken({ lesson, module, ...page }) {
  const { state, store } = page;
  const { game, steps } = lesson;
  const name = state.me?.player.name ?? t("lesson.you");
  const updates = useMemo(() => updatesOf(lesson, name), [lesson, name]);
  const [number, setNumber] = useState(() => stepKept(lesson));
  const [at, setAt] = useState(() => steps[number]?.at ?? 0);
  const [isMissed, setMissed] = useState(false);
  const step = steps[number];
  const isPassing = at < (step?.at ?? 0);
  const shownStep = isPassing ? null : (step ?? null);
  const moment = useMemo(() => momentOf(updates, at, shownStep), [updates, at, shownStep]);
  useLayoutEffect(() => {
    store.change((before) => ({ ...before, matches: { ...before.matches, [MATCH]: moment } }));
  }, [moment]);
  useEffect(
    () => () => store.change(({ matches: { [MATCH]: _, ...matches }, ...known }) => ({ ...known, matches })),
    [],
  );
  useEffect(() => {
    if (!isPassing) {
      keepStep(lesson, number);
      return;
    }
    const timer = setTimeout(
      () => setAt(mayMove() ? at + 1 : (step?.at ?? at)),
      at === steps[number - 1]?.at ? 0 : PACE,
    );
    return () => clearTimeout(timer);
  }, [number, at]);
  const next = () => {
    setMissed(false);
    setNumber(Math.min(number + 1, steps.length - 1));
  };
  /** The table's commands come here, not to a server. @type {any} */
  const taught = { client: page.session.client, say: async () => next() };
  const known = state.matches[MATCH];
  const match = known?.update === moment.update ? known : moment; // the table never lags behind the coach's words
  const again = () => {
    setNumber(0);
    setAt(0);
  };
  const isLast = number === steps.length - 1;
  const coach = {
    say: isPassing ? t("lesson.watch") : (step?.say ?? ""),
    hint: isMissed && step?.hint ? t("lesson.not_now", { hint: step.hint }) : null,
    note: t("lesson.step", { at: number + 1, all: steps.length }),
    reads: isPassing || isLast || step?.choose ? null : goingOn(),
    next: isLast && !isPassing && h(Next, { page, game, again }),
    missed: () => setMissed(!isPassing),
    leave: () => page.go("/"),
  };
  return h(Frame, {
    ...page,
    session: taught,
    talk: undefined,
    match,
    module,
    description: state.games[game],
    cards: state.catalogues[game] ?? null,
    coach,
  });
}

/** The step after a text, which is taken like any choice. @returns {import("../table/plan.js").Way} */
function goingOn() {
  const label = t("lesson.go_on");
  return { steps: [{ key: "go_on", label, tone: "main" }], action: {}, sentence: label };
}

/**
 * The links after a lesson: the easiest bot, the rules, the lesson again.
 * @param {{ page: Page, game: string, again: () => void }} props
 */
function Next({ page, game, again }) {
  const offer = page.state.welcome?.games.find((each) => each.name === game);
  const bot = offer?.bot_titles?.[0];
  const play = () =>
    opened(page, game, { bots: (offer?.default_seats ?? 2) - 1, ...(bot && { bot: bot.name }) }).catch(page.failed);
  return h("div", { class: "row lesson-next" }, [
    bot !== undefined &&
      h(
        "button",
        { type: "button", class: "main", key: "bot", "data-do": "easiest", onClick: play },
        t("lesson.bot", { bot: bot.title }),
      ),
    h("a", { class: "button", href: `/games/${game}`, key: "rules" }, t("lesson.rules")),
    h("button", { type: "button", key: "again", onClick: again }, t("lesson.again")),
  ]);
}
