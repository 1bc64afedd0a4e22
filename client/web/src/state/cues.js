import { isAsked } from "./initial.js";

/** @import { State } from "./initial.js" */

/** @typedef {"card" | "deal" | "turn" | "check" | "blow" | "heal" | "death" | "end"} Cue */

/** The sounds of events, by words in their types. Most are the sound of a card. */
const SOUNDS = /** @type {const} */ ([
  ["deal", /deal|dealt|shuffle|round_began|powers_revealed/],
  ["death", /died|eliminated|knocked_out|removed/],
  ["blow", /damage|fought|attack_resolved|hands_shown/],
  ["heal", /healed/],
  ["card", /drew|took|discard|play|placed|entered|fielded|attached|drafted|set$|marked|returned|recovered|moved/],
]);

/**
 * The sounds of a change of the state.
 * @param {State} before
 * @param {State} after
 * @returns {readonly Cue[]}
 */
export function cues(before, after) {
  /** @type {Cue[]} */
  const heard = [];
  for (const [id, { update }] of Object.entries(after.matches)) {
    const known = before.matches[id]?.update;
    if (known === undefined || known.version === update.version) continue;
    if (update.result !== null && known.result === null) heard.push("end");
    else if (after.route.params.match === id)
      heard.push(...soundOf(update.events.map((event) => String(/** @type {any} */ (event).type))));
  }
  if (after.offer?.stage === "open" && before.offer?.stage !== "open") heard.push("check");
  else if (isAsked(after) && !isAsked(before)) heard.push("turn");
  return heard;
}

/** The most important sound of several events. @param {readonly string[]} events @returns {readonly Cue[]} */
function soundOf(events) {
  for (const cue of /** @type {const} */ (["death", "blow", "heal", "deal", "card"])) {
    const pattern = SOUNDS.find(([name]) => name === cue)?.[1];
    if (events.some((event) => pattern?.test(event))) return [cue];
  }
  return [];
}
