/**
 * Turns choices into clicks. A game gives each choice one or more ways: a list of steps, and the action at their end.
 * The lit places follow from the ways that begin with the picked steps. This module knows no rules.
 *
 * @typedef {object} Step
 * @property {string} [at] the place to click: `hand/red-5`, `zone/0.3.5`; a button without one
 * @property {string} label the label of a button, and of the place for screen readers
 * @property {string} [key] the identity of this step, if neither place nor label gives it
 * @property {string} [asks] the question before a risky step; its label by default
 * @property {"risky" | "main"} [tone] `risky` for a step that is easily taken by mistake and cannot be undone
 *
 * @typedef {object} Way
 * @property {readonly Step[]} steps at least one
 * @property {object} action in the form that is sent
 * @property {string} sentence the whole choice in words
 * @property {number} [choice] its index among the update's choices
 *
 * @typedef {object} Plan
 * @property {ReadonlyMap<string, Step>} lit by place
 * @property {readonly Step[]} buttons
 * @property {readonly Step[]} picked the picked steps that still lead somewhere, with the automatic ones
 * @property {readonly Way[]} ways all ways that are still possible
 */

/** @param {Step} step */
export function stepKey(step) {
  return step.key ?? step.at ?? `button/${step.label}`;
}

/**
 * @param {Way} way
 * @param {readonly Step[]} picked
 */
function beginsWith(way, picked) {
  return picked.length < way.steps.length && picked.every((step, at) => stepKey(step) === keyAt(way, at));
}

/**
 * @param {Way} way
 * @param {number} at
 */
function keyAt(way, at) {
  const step = way.steps[at];
  return step === undefined ? null : stepKey(step);
}

/**
 * The places that may be clicked now.
 * @param {readonly Way[]} ways
 * @param {readonly Step[]} picked
 * @returns {Plan}
 */
export function plan(ways, picked) {
  let taken = leading(ways, picked);
  let open = ways.filter((way) => beginsWith(way, taken));
  // A step without an alternative is taken automatically after the first one, but never the last step.
  while (taken.length > 0) {
    const next = new Map(open.map((way) => [keyAt(way, taken.length), way.steps[taken.length]]));
    const only = [...next.values()][0];
    if (next.size !== 1 || only === undefined || open.some((way) => way.steps.length <= taken.length + 1)) break;
    taken = [...taken, only];
    open = open.filter((way) => beginsWith(way, taken));
  }
  /** @type {Map<string, Step>} */
  const lit = new Map();
  /** @type {Map<string, Step>} */
  const buttons = new Map();
  for (const way of open) {
    const step = way.steps[taken.length];
    if (step === undefined) continue;
    const known = step.at === undefined ? buttons : lit;
    const key = step.at ?? stepKey(step);
    if (!known.has(key)) known.set(key, step);
  }
  return { lit, buttons: [...buttons.values()], picked: taken, ways: open };
}

/**
 * The longest prefix of the picked steps that still leads somewhere.
 * @param {readonly Way[]} ways
 * @param {readonly Step[]} picked
 */
function leading(ways, picked) {
  for (let length = picked.length; length > 0; length -= 1) {
    const some = picked.slice(0, length);
    if (ways.some((way) => beginsWith(way, some))) return some;
  }
  return [];
}

/**
 * The picked steps that are still possible: a clock that has run out may have acted meanwhile.
 * @param {Plan} now
 * @param {readonly Step[]} picked
 * @returns {readonly Step[]}
 */
export function still(now, picked) {
  const keys = new Set(now.picked.map(stepKey));
  return picked.filter((step) => keys.has(stepKey(step)));
}

/**
 * The result of a click on a step: the completed way, or the picked steps.
 * @param {readonly Way[]} ways
 * @param {readonly Step[]} picked
 * @param {Step} step
 * @returns {{ way: Way } | { picked: readonly Step[] }}
 */
export function click(ways, picked, step) {
  const now = [...plan(ways, picked).picked, step];
  const keys = now.map(stepKey);
  const complete = ways.find(
    (way) => way.steps.length === keys.length && keys.every((key, at) => key === keyAt(way, at)),
  );
  if (complete !== undefined) return { way: complete };
  return ways.some((way) => beginsWith(way, now)) ? { picked: now } : { picked: [step] };
}

/**
 * The picked steps without the last one and automatic ones.
 * @param {readonly Way[]} ways
 * @param {readonly Step[]} picked
 * @returns {readonly Step[]}
 */
export function back(ways, picked) {
  const shown = plan(ways, picked).picked.length;
  for (let length = Math.min(picked.length, shown) - 1; length > 0; length -= 1) {
    if (plan(ways, picked.slice(0, length)).picked.length < shown) return picked.slice(0, length);
  }
  return [];
}
