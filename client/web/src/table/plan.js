/**
 * From choices to clicks. A game turns each choice into one or more ways: the steps that one takes, and the action they
 * lead to. What is lit now follows from the ways that begin with what has been picked. No rule of any game is here.
 *
 * @typedef {object} Step
 * @property {string} [at] the place that is clicked: `hand/red-5`, `zone/0.3.5`; without one it is a button
 * @property {string} label what a button says, and what a screen reader says of the place
 * @property {string} [key] what tells this step from others, if neither place nor label does
 * @property {string} [asks] what is asked of a risky one before it is taken; its label if it says nothing
 * @property {"risky" | "main"} [tone] `risky` for what is easily hit by mistake and cannot be taken back
 *
 * @typedef {object} Way
 * @property {readonly Step[]} steps one at least
 * @property {object} action as it is sent
 * @property {string} sentence the whole choice, in words
 * @property {number} [choice] which of the update's choices it is
 *
 * @typedef {object} Plan
 * @property {ReadonlyMap<string, Step>} lit by place
 * @property {readonly Step[]} buttons
 * @property {readonly Step[]} picked what still leads somewhere of what had been picked, with what took itself
 * @property {readonly Way[]} ways all that is still possible
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
 * What may be clicked now.
 * @param {readonly Way[]} ways
 * @param {readonly Step[]} picked
 * @returns {Plan}
 */
export function plan(ways, picked) {
  let taken = leading(ways, picked);
  let open = ways.filter((way) => beginsWith(way, taken));
  // A step that leaves nothing to choose takes itself once one has begun, but never the last one.
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
 * The longest beginning of what was picked that still leads somewhere.
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
 * What was picked, as far as it still leads somewhere: a clock that has run out may have answered meanwhile.
 * @param {Plan} now
 * @param {readonly Step[]} picked
 * @returns {readonly Step[]}
 */
export function still(now, picked) {
  const keys = new Set(now.picked.map(stepKey));
  return picked.filter((step) => keys.has(stepKey(step)));
}

/**
 * What a click on a step means: the way that is complete with it, or what is picked then.
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
 * One step back: past those that took themselves.
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
