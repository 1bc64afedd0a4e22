/**
 * Movements after an update: ghosts of cards, numbers and a banner above the finished table, outside its DOM and never in
 * the way of a click. All motion ends within 400 milliseconds. `motion.js` decides about the movements.
 */

import { permitted } from "../browser.js";

/** @import { Flight, Floating, Motion, Strike } from "../games/index.js" */

/** The end of all motion, and the duration of each kind, in milliseconds. */
export const LONGEST = 400;
const FLIGHT = 300;
const STRIKE = 320;
const FLOAT = 240;
const LEAVING = 240;
/** The moment of impact. */
const HIT = 140;
/** Time to read a number after its motion. It stands still. */
const READ = 900;
/** The part of the way to its target that an attacker travels. */
const REACH = 0.72;

/**
 * Positions by the names of places before the repaint, and the cards that may leave.
 * @typedef {{ rects: Map<string, DOMRect>, looks?: Map<string, HTMLElement> }} Seen
 */

/** @param {Motion} motion @returns {string[]} */
function placesOf(motion) {
  if ("from" in motion) return [motion.from, motion.to];
  if ("strikes" in motion) return [motion.strikes, motion.at];
  if ("floats" in motion) return [motion.floats];
  return ["leaves" in motion ? motion.leaves : motion.turns];
}

/** @param {HTMLElement} root @param {string} place @returns {HTMLElement | null} */
function found(root, place) {
  return root.querySelector(`[data-at="${CSS.escape(place)}"]`);
}

/**
 * The present positions, and the cards that may leave.
 * @param {HTMLElement} root
 * @param {readonly Motion[]} motions
 * @returns {Seen}
 */
export function seen(root, motions) {
  /** @type {Map<string, DOMRect>} */
  const rects = new Map();
  /** @type {Map<string, HTMLElement>} */
  const looks = new Map();
  for (const motion of motions) {
    for (const place of placesOf(motion)) {
      const element = rects.has(place) ? null : found(root, place);
      if (element !== null) rects.set(place, element.getBoundingClientRect());
    }
    // The card itself, not a copy: once it has left the table it is free to fly, and nothing was copied for the others.
    const leaving = "leaves" in motion ? motion.leaves : "strikes" in motion ? motion.strikes : undefined;
    const element = leaving === undefined ? null : found(root, leaving);
    if (leaving !== undefined && element !== null) looks.set(leaving, element);
  }
  return { rects, looks };
}

/**
 * Start all movements. All positions are read before anything is written, so that the page is laid out once.
 * @param {HTMLElement} root
 * @param {Seen} before
 * @param {readonly Motion[]} motions
 * @param {string | null} banner the seat to move, in words
 */
export function perform(root, before, motions, banner) {
  const after = new Map(
    motions.flatMap(placesOf).flatMap((place) => {
      const element = found(root, place);
      return element === null ? [] : [[place, element.getBoundingClientRect()]];
    }),
  );
  const scene = { root, before: before.rects, looks: before.looks ?? new Map(), after };
  const flights = motions.filter((motion) => "from" in motion);
  const apart = Math.min(60, (LONGEST - FLIGHT) / Math.max(1, flights.length - 1));
  const launches = [
    ...flights.flatMap((flight, at) => flown(scene, flight, Math.floor(at * apart))),
    ...motions.flatMap((motion) => ("strikes" in motion ? struck(scene, motion) : [])),
    ...motions.flatMap((motion) => ("leaves" in motion ? left(scene, motion.leaves) : [])),
    ...summed(motions).flatMap((floating) => floated(scene, floating)),
    ...(banner === null ? [] : bannered(root, banner)),
  ];
  for (const motion of motions) if ("turns" in motion) turned(root, motion.turns);
  if (launches.length === 0) return;
  const above = sky();
  for (const number of above.querySelectorAll(".float")) number.remove(); // of the last update
  above.append(...launches.map(({ ghost }) => ghost));
  for (const launched of launches) launch(launched);
}

/** @typedef {{ root: HTMLElement, before: ReadonlyMap<string, DOMRect>, looks: ReadonlyMap<string, HTMLElement>, after: ReadonlyMap<string, DOMRect> }} Scene */
/** @typedef {{ ghost: HTMLElement, frames: Keyframe[], duration: number, delay?: number, stays?: number }} Launch */

/** The layer of the ghosts. Its contents do not affect the layout of the table. @type {HTMLElement | null} */
let air = null;

export function sky() {
  air ??= document.createElement("div");
  air.className = "sky";
  air.setAttribute("aria-hidden", "true");
  if (!air.isConnected) document.body.append(air);
  return air;
}

/** @param {Launch} launched */
function launch({ ghost, frames, duration, delay = 0, stays = 0 }) {
  const motion = permitted(() =>
    ghost.animate(frames, { duration, delay, easing: "cubic-bezier(.2,.8,.3,1)", fill: "backwards" }),
  );
  if (motion === null) {
    ghost.remove();
    return;
  }
  const gone = () => {
    if (stays > 0) setTimeout(() => ghost.remove(), stays);
    else ghost.remove();
  };
  motion.finished.then(gone, () => ghost.remove());
}

/** Attributes that a ghost does not copy. */
const OWN = ["data-at", "data-step", "data-lit", "data-picked", "id", "tabindex", "role", "aria-label"];

/** @param {Element} model @returns {HTMLElement} */
export function copyOf(model) {
  return stripped(/** @type {HTMLElement} */ (model.cloneNode(true)));
}

/** Take from a card what makes it a place of the table. @param {HTMLElement} ghost */
function stripped(ghost) {
  for (const element of [ghost, ...ghost.querySelectorAll("[data-at], [id]")]) {
    for (const name of OWN) element.removeAttribute(name);
  }
  ghost.classList.add("ghost");
  return ghost;
}

/**
 * A card that has left the table, as a ghost. If its element has another card now, there is none.
 * @param {HTMLElement | undefined} card
 */
function freed(card) {
  return card === undefined || card.isConnected ? undefined : stripped(card);
}

/** @param {HTMLElement} ghost @param {DOMRect} at */
export function placed(ghost, at) {
  const { style } = ghost;
  style.left = `${at.x}px`;
  style.top = `${at.y}px`;
  style.width = `${at.width}px`;
  style.height = `${at.height}px`;
  style.setProperty("--w", `${at.width}px`); // where it flies, there is no slot that a face could measure itself by
  return ghost;
}

/** A place this many times as wide as the ghost is an area, not a card. A ghost from there starts in its own size. */
const WIDE = 1.6;

/**
 * The transform that moves a thing at `to` to the middle of `from`.
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
export function startOf(from, to) {
  const scale = from.width > WIDE * to.width ? 1 : from.width / to.width;
  return `${way(to, from, 1)} scale(${scale})`;
}

/** Part of the way from the middle of a place to that of another. @param {DOMRect} from @param {DOMRect} to @param {number} part */
function way(from, to, part) {
  const x = to.x + to.width / 2 - (from.x + from.width / 2);
  const y = to.y + to.height / 2 - (from.y + from.height / 2);
  return `translate(${Math.round(x * part)}px, ${Math.round(y * part)}px)`;
}

/** Prepares the flight of a card from one place to another. @param {Scene} scene @param {Flight} flight @param {number} delay @returns {Launch[]} */
function flown({ root, before, after }, flight, delay) {
  const from = before.get(flight.from) ?? after.get(flight.from);
  const to = after.get(flight.to) ?? before.get(flight.to);
  if (from === undefined || to === undefined || (from.x === to.x && from.y === to.y)) return [];
  const model =
    (flight.of === undefined ? null : found(root, flight.of)) ?? found(root, flight.to) ?? found(root, flight.from);
  if (model === null) return [];
  const frames = [
    { transform: startOf(from, to), opacity: 0.9 },
    { transform: "none", opacity: 1, offset: 0.9 },
    { transform: "none", opacity: 0 },
  ];
  return [{ ghost: placed(copyOf(model), to), frames, duration: FLIGHT, delay }];
}

/** An attacker goes to its target and back, and a ring marks the impact. @param {Scene} scene @param {Strike} strike @returns {Launch[]} */
function struck({ root, before, after, looks }, { strikes, at }) {
  const from = before.get(strikes) ?? after.get(strikes);
  const to = before.get(at) ?? after.get(at);
  const standing = found(root, strikes);
  const ghost = standing === null ? freed(looks.get(strikes)) : copyOf(standing);
  if (from === undefined || to === undefined || ghost === undefined) return [];
  const dimmed = [{ opacity: 0.3 }, { opacity: 0.3, offset: 0.9 }, { opacity: 1 }];
  permitted(() => standing?.animate(dimmed, { duration: STRIKE }));
  const there = `${way(from, to, REACH)} scale(1.06)`;
  const impact = document.createElement("span");
  impact.className = "impact";
  const size = Math.min(to.width, to.height);
  const [x, y] = [to.x + (to.width - size) / 2, to.y + (to.height - size) / 2];
  return [
    {
      ghost: placed(ghost, from),
      frames: [{ transform: "none" }, { transform: there, offset: HIT / STRIKE }, { transform: "none" }],
      duration: STRIKE,
    },
    {
      ghost: placed(impact, new DOMRect(x, y, size, size)),
      frames: [
        { transform: "scale(.3)", opacity: 0 },
        { transform: "scale(.8)", opacity: 1, offset: 0.2 },
        { transform: "scale(1.3)", opacity: 0 },
      ],
      duration: LONGEST - HIT,
      delay: HIT,
    },
  ];
}

/** A dead card sinks away in its last look. @param {Scene} scene @param {string} place @returns {Launch[]} */
function left({ before, looks }, place) {
  const [at, ghost] = [before.get(place), freed(looks.get(place))];
  if (at === undefined || ghost === undefined) return [];
  const frames = [
    { transform: "none", opacity: 1 },
    { transform: "translateY(12%) rotate(7deg) scale(.7)", opacity: 0 },
  ];
  return [{ ghost: placed(ghost, at), frames, duration: LEAVING, delay: LONGEST - LEAVING }];
}

/** Sums of the losses and of the gains at each place. @param {readonly Motion[]} motions @returns {Floating[]} */
export function summed(motions) {
  /** @type {Map<string, Floating>} */
  const sums = new Map();
  for (const motion of motions) {
    if (!("floats" in motion)) continue;
    const key = `${motion.floats} ${motion.tone} ${motion.text ?? ""}`;
    const known = sums.get(key);
    sums.set(key, { ...motion, ...(motion.by !== undefined && { by: motion.by + (known?.by ?? 0) }) });
  }
  return [...sums.values()];
}

/** Distance of a number below the middle of its place, in pixels. */
const APART = { less: 16, more: -16, plain: 0 };

/** Distance of a number below the lower edge of its place, in pixels. */
const BELOW = 8;

/** Where a number below its place stands, as a part of the width. */
const ALONG = { less: 0.75, more: 0.3, plain: 0.5 };

/** @param {Scene} scene @param {Floating} floating @returns {Launch[]} */
function floated({ before, after }, { floats, tone, by, text = "", isBelow = false }) {
  const at = after.get(floats) ?? before.get(floats);
  if (at === undefined) return [];
  const ghost = document.createElement("span");
  ghost.className = `float float-${tone}`;
  ghost.textContent = `${by === undefined ? "" : `${by < 0 ? "−" : "+"}${Math.abs(by)}`}${text}`;
  ghost.style.left = `${at.x + at.width * (isBelow ? ALONG[tone] : 0.5)}px`;
  ghost.style.top = `${isBelow ? at.bottom + BELOW : at.y + at.height / 2 + APART[tone]}px`;
  const frames = [
    { transform: "translate(-50%, 10%) scale(.5)", opacity: 0 },
    { transform: "translate(-50%, -60%) scale(1.15)", opacity: 1, offset: 0.6 },
    { transform: "translate(-50%, -50%)", opacity: 1 },
  ];
  return [{ ghost, frames, duration: FLOAT, delay: LONGEST - FLOAT, stays: READ }];
}

/** Turn a card over. @param {HTMLElement} root @param {string} place */
function turned(root, place) {
  const faces = [{ transform: "rotateY(90deg)" }, { transform: "none" }];
  permitted(() =>
    found(root, place)?.animate(faces, {
      duration: FLIGHT,
      easing: "ease-out",
    }),
  );
}

/** @param {HTMLElement} root @param {string} text @returns {Launch[]} */
function bannered(root, text) {
  const board = root.querySelector(".board")?.getBoundingClientRect();
  if (board === undefined) return [];
  const ghost = document.createElement("strong");
  ghost.className = "banner";
  ghost.textContent = text;
  ghost.style.left = `${board.x}px`;
  ghost.style.width = `${board.width}px`;
  ghost.style.top = `${board.y + board.height / 2}px`;
  const frames = [
    { transform: "translate(-12%, -50%)", opacity: 0 },
    { transform: "translate(0, -50%)", opacity: 1, offset: 0.2 },
    { transform: "translate(0, -50%)", opacity: 1, offset: 0.75 },
    { transform: "translate(8%, -50%)", opacity: 0 },
  ];
  return [{ ghost, frames, duration: LONGEST }];
}
