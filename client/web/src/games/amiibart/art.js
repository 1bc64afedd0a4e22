import { h } from "../../../vendor/preact.js";
import { kept } from "../../ui/redraws.js";

/** The picture of an Art Rare: drawn from its id, so that no two are alike and each is the same everywhere. */

/** How wide and how high a picture is, in its own units. */
const WIDTH = 120;
const HEIGHT = 90;

/** Where the light stands, in which the Element's sign is. */
const LIGHT = { x: 60, y: 42 };

/** @typedef {"peaks" | "waves" | "spears"} Ground what lies before the light */

/** What kind of ground each Element has; every other one has waves. @type {Readonly<Record<string, Ground>>} */
const GROUNDS = {
  dark: "peaks",
  fire: "spears",
  weapon: "spears",
  tech: "spears",
  brute: "peaks",
  electric: "spears",
  tank: "peaks",
  warrior: "spears",
  assassin: "spears",
};

/** @param {string} text a number that follows from a text (FNV-1a) */
function numberOf(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Numbers from 0 to 1 that follow from a seed (mulberry32). @param {number} seed @returns {() => number} */
function chanceFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {number} value */
function short(value) {
  return Math.round(value * 10) / 10;
}

/**
 * One line of ground, from the left edge to the right, closed below.
 * @param {Ground} ground
 * @param {() => number} chance
 * @param {number} base how far down it lies
 * @param {number} height how far it rises
 */
function groundOf(ground, chance, base, height) {
  const points = [];
  for (let x = 0; x < WIDTH; x += ground === "spears" ? 5 + chance() * 6 : 14 + chance() * 12)
    points.push({ x, y: base - chance() * height });
  points.push({ x: WIDTH, y: base - chance() * height });
  let path = `M0 ${HEIGHT}V${short(points[0]?.y ?? base)}`;
  for (const [at, { x, y }] of points.slice(1).entries()) {
    const before = points[at] ?? { x: 0, y: base };
    const middle = (before.x + x) / 2;
    if (ground === "waves")
      path += `C${short(middle)} ${short(before.y)} ${short(middle)} ${short(y)} ${short(x)} ${short(y)}`;
    else if (ground === "spears") path += `L${short(middle)} ${short(base)}L${short(x)} ${short(y)}`;
    else path += `L${short(x)} ${short(y)}`;
  }
  return `${path}V${HEIGHT}z`;
}

/** A ray of the light, out of the picture. @param {number} angle @param {number} width */
function rayOf(angle, width) {
  const end = (/** @type {number} */ turn) =>
    `${short(LIGHT.x + Math.cos(turn) * WIDTH)} ${short(LIGHT.y + Math.sin(turn) * WIDTH)}`;
  return `M${LIGHT.x} ${LIGHT.y}L${end(angle - width)}L${end(angle + width)}z`;
}

/**
 * What a picture is made of.
 * @param {string} id of the printing
 * @param {string} element
 */
export function pictureOf(id, element) {
  const chance = chanceFrom(numberOf(id));
  const ground = GROUNDS[element] ?? "waves";
  const rays = 5 + Math.floor(chance() * 6);
  const turn = chance() * Math.PI;
  return {
    rays: Array.from({ length: rays }, (_, at) => rayOf(turn + (at * 2 * Math.PI) / rays, 0.06 + chance() * 0.1)).join(
      "",
    ),
    light: short(19 + chance() * 6),
    grounds: [60, 72, 84].map((base) => groundOf(ground, chance, base, 16 + chance() * 12)),
    sparks: Array.from({ length: 9 + Math.floor(chance() * 8) }, () => ({
      x: short(chance() * WIDTH),
      y: short(chance() * 55),
      r: short(0.5 + chance() * 1.3),
    })),
  };
}

export const Picture = kept(
  /** @param {{ id: string, element: string }} props */
  ({ id, element }) => {
    const { rays, light, grounds, sparks } = pictureOf(id, element);
    return h(
      "svg",
      {
        class: "am-picture",
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "xMidYMid slice",
        "aria-hidden": "true",
      },
      [
        h("path", { class: "am-rays", d: rays, key: "rays" }),
        ...sparks.map(({ x, y, r }, at) => h("circle", { class: "am-spark", cx: x, cy: y, r, key: `spark${at}` })),
        h("circle", { class: "am-light", cx: LIGHT.x, cy: LIGHT.y, r: light, key: "light" }),
        ...grounds.map((d, at) => h("path", { class: `am-ground am-ground-${at + 1}`, d, key: `ground${at}` })),
      ],
    );
  },
);
