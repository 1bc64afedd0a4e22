/** @import { Update } from "../types/v1.js" */

/**
 * Return the complete actions that a choice stands for: itself, unless it says in `one_of` which field lists several.
 * @param {any} choice
 * @returns {any[]}
 */
export function completeActions(choice) {
  const { one_of: field, ...action } = choice;
  const several = typeof field === "string" ? action[field] : undefined;
  return Array.isArray(several) ? several.map((one) => ({ ...action, [field]: [one] })) : [choice];
}

/**
 * Return an update whose choices leave nothing open, each with the outlook of the choice that it is a part of. No game that
 * is shipped offers others; one of a host's own may.
 * @param {Update} update
 * @returns {Update}
 */
export function withCompleteChoices(update) {
  const parts = update.choices.map(completeActions);
  if (parts.every((actions, at) => actions[0] === update.choices[at])) {
    return update;
  }
  const outlooks = update.outlooks?.length ? update.outlooks : null;
  return {
    ...update,
    choices: parts.flat(),
    ...(outlooks && { outlooks: parts.flatMap((actions, at) => actions.map(() => outlooks[at] ?? null)) }),
  };
}
