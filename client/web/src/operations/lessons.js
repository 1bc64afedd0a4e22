import { patched } from "../../../javascript/src/patches.js";
import { isLearnt, isRecord, keep, kept } from "../settings.js";

/** @import { Lesson, LessonStep, Update } from "../../../javascript/types/v1.js" */

/** The id of a lesson's match in this page. No server knows it. */
export const MATCH = "lesson";

/**
 * All updates of a lesson, with the learner's name.
 * @param {Lesson} lesson
 * @param {string} name the learner's name
 * @returns {Update[]}
 */
export function updatesOf(lesson, name) {
  /** @type {any[]} */
  const updates = [lesson.first];
  for (const patch of lesson.patches) updates.push(patched(updates.at(-1), /** @type {any} */ (patch)));
  return updates.map((update) => ({
    ...update,
    match: MATCH,
    link: "",
    players: update.players.map((/** @type {any} */ each, /** @type {number} */ seat) =>
      seat === update.seat ? { ...each, name } : each,
    ),
  }));
}

/**
 * The match at one update: its choices are those of the step; none while it is only read.
 * @param {readonly Update[]} updates
 * @param {number} at
 * @param {LessonStep | null} step `null` while updates are shown in passing
 * @returns {import("../state/initial.js").MatchState}
 */
export function momentOf(updates, at, step) {
  const update = /** @type {Update} */ (updates[at]);
  const shown = step?.choose ? update : { ...update, choices: [], outlooks: [] };
  return { update: shown, history: [...updates.slice(0, at), shown], picked: [], sent: null, refused: null };
}

/**
 * The step at which a learner continues, as stored in this browser, if the lesson has not changed since.
 * @param {Lesson} lesson
 */
export function stepKept({ game, rules, steps }) {
  const { step, of, rules: then } = kept(`lesson/${game}`, isRecord) ?? {};
  const isSame = of === steps.length && then === rules;
  return isSame && Number.isInteger(step) && Number(step) < steps.length ? Number(step) : 0;
}

/**
 * Store the step of a learner. After the last one the lesson is done, and starts again.
 * @param {Lesson} lesson
 * @param {number} step
 */
export function keepStep({ game, rules, steps }, step) {
  const isDone = step === steps.length - 1;
  const wasDone = isLearnt(game);
  keep(`lesson/${game}`, { step: isDone ? 0 : step, of: steps.length, rules, done: isDone || wasDone });
}
