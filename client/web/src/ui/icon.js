import { h } from "../../vendor/preact.js";

/** Signs of buttons, on a grid of 24: no font has all of them everywhere. @type {Readonly<Record<string, string>>} */
const PATHS = {
  back: "M15 4 7 12l8 8 1.500-1.500L10 12l6.500-6.500z",
  close:
    "M5.500 4 12 10.500 18.500 4 20 5.500 13.500 12l6.500 6.500-1.500 1.500L12 13.500 5.500 20 4 18.500 10.500 12 4 5.500z",
  list: "M4 6h3v3H4zM9 6.500h11v2H9zM4 11h3v3H4zM9 11.500h11v2H9zM4 16h3v3H4zM9 16.500h11v2H9z",
  up: "M12 8l8 8-1.500 1.500L12 11l-6.500 6.500L4 16z",
  down: "M12 16 4 8l1.500-1.500L12 13l6.500-6.500L20 8z",
  before: "M17 5v14L7 12z",
  after: "M7 5l10 7-10 7z",
  link: "M9.900 13.500a4 4 0 0 1 .3-5.600l3.300-3a4 4 0 0 1 5.400 5.900l-1.700 1.600-1.300-1.500 1.600-1.500a2 2 0 0 0-2.700-3l-3.300 3a2 2 0 0 0-.1 2.800zM14.100 10.500a4 4 0 0 1-.3 5.600l-3.300 3a4 4 0 0 1-5.400-5.900l1.700-1.600 1.300 1.500-1.600 1.500a2 2 0 0 0 2.700 3l3.300-3a2 2 0 0 0 .1-2.800z",
  since:
    "M13 3a9 9 0 1 1-8.500 6L2 9l4-4.500L10 9H6.600A7 7 0 1 0 13 5zM12 8h1.700v4.500l3 1.800-.9 1.400-3.800-2.300z",
  copy: "M8 3h12v14H8zM10 5v10h8V5zM4 7h2v12h10v2H4z",
  share: "M12 2l5 5-1.400 1.400L13 5.800V15h-2V5.800L8.400 8.400 7 7zM5 11h3v2H7v7h10v-7h-1v-2h3v11H5z",
  flag: "M5 2h2v1h12l-3 5 3 5H7v9H5z",
  send: "M3 3l19 9-19 9 3-8 9-1-9-1z",
  smile:
    "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM8.500 8.500a1.500 1.500 0 1 1 0 3 1.500 1.500 0 0 1 0-3zm7 0a1.500 1.500 0 1 1 0 3 1.500 1.500 0 0 1 0-3zM6.800 14h2.200c.6 1.200 1.700 2 3 2s2.400-.8 3-2h2.200c-.7 2.400-2.800 4-5.200 4s-4.500-1.600-5.200-4z",
  star: "M12 2l3 6.600 7.200.8-5.400 4.800 1.600 7L12 17.500l-6.400 3.700 1.600-7-5.400-4.800 7.200-.8z",
  more: "M5 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM12 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM19 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
};

/** Further signs come with what shows them. @param {Readonly<Record<string, string>>} paths */
export function alsoDraws(paths) {
  Object.assign(PATHS, paths);
}

/**
 * Drawn once, and never again while its name stays. (`kept` does that for what has more properties; the first page goes without it.)
 * @type {(this: any, props: { name: string }) => any}
 */
export const Icon = function ({ name }) {
  this.shouldComponentUpdate ??= (/** @type {any} */ next) => next.name !== this.props.name;
  return h(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: PATHS[name] ?? PATHS.more }),
  );
};

/** One filled path for each game, on a grid of 24. @type {Readonly<Record<string, string>>} */
const EMBLEMS = {
  "density-deck": "M12 1l2.7 8.300L23 12l-8.300 2.700L12 23l-2.700-8.300L1 12l8.300-2.700z",
  amiibart:
    "M12 1.500l8.500 3v6.800c0 5.300-3.500 9.200-8.500 11.200-5-2-8.500-5.900-8.500-11.200V4.500zm0 4.800l-1.400 3.900-4.100.1 3.200 2.500-1.200 4 3.500-2.300 3.500 2.300-1.200-4 3.200-2.500-4.100-.1z",
  myacards:
    "M12 11.500c3.200 0 6.200 3.300 6.200 6.500 0 2.100-1.500 3-3 3-1.200 0-2.200-.6-3.200-.6s-2 .6-3.200.6c-1.500 0-3-.9-3-3 0-3.200 3-6.500 6.200-6.500zM2.500 11a2 2.600 0 1 0 4 0 2 2.600 0 1 0-4 0zM7 6a2.100 2.900 0 1 0 4.200 0A2.100 2.900 0 1 0 7 6zm5.800 0A2.100 2.900 0 1 0 17 6a2.100 2.900 0 1 0-4.200 0zm4.700 5a2 2.600 0 1 0 4 0 2 2.600 0 1 0-4 0z",
  amfibido:
    "M12 6.500c.7-2 2-3.500 4-3.500 2.300 0 4 1.800 4 4 0 .9-.3 1.700-.7 2.300 1.700 1.400 2.700 3.300 2.700 5.200 0 4.100-4.500 6.500-10 6.500S2 18.600 2 14.500c0-1.900 1-3.800 2.700-5.200C4.300 8.700 4 7.900 4 7c0-2.200 1.700-4 4-4 2 0 3.300 1.500 4 3.500zM8 5.500a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3zm8 0a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3zM6 14l-.9 1.200c1.800 1.800 4.200 2.700 6.900 2.700s5.100-.9 6.900-2.700L18 14c-1.600 1.500-3.700 2.300-6 2.300S7.600 15.500 6 14z",
};
const OTHER = "M6 2h12a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V4c0-1.100.9-2 2-2zm6 4l-4 6 4 6 4-6z";

/**
 * A game's emblem on its colour; words stand beside it.
 * @param {{ game: string }} props
 */
export function GameEmblem({ game }) {
  return h(
    "span",
    { class: "game-emblem", "data-emblem": game, "aria-hidden": "true" },
    h("svg", { viewBox: "0 0 24 24" }, h("path", { d: EMBLEMS[game] ?? OTHER, "fill-rule": "evenodd" })),
  );
}
