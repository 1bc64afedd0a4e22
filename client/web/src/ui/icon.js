import { h } from "../../vendor/preact.js";

/**
 * The icons of buttons, on a grid of 24. Fonts do not have all of them on every system.
 * @type {Readonly<Record<string, string>>}
 */
const PATHS = {
  back: "M15 4 7 12l8 8 1.5-1.5L10 12l6.5-6.5z",
  close: "M5.5 4 12 10.5 18.5 4 20 5.5 13.5 12l6.5 6.5-1.5 1.5L12 13.5 5.5 20 4 18.5 10.5 12 4 5.5z",
  list: "M4 6h3v3H4zM9 6.5h11v2H9zM4 11h3v3H4zM9 11.5h11v2H9zM4 16h3v3H4zM9 16.5h11v2H9z",
  up: "M12 8l8 8-1.5 1.5L12 11l-6.5 6.5L4 16z",
  down: "M12 16 4 8l1.5-1.5L12 13l6.5-6.5L20 8z",
  before: "M17 5v14L7 12z",
  after: "M7 5l10 7-10 7z",
  link: "M9.9 13.5a4 4 0 0 1 .3-5.6l3.3-3a4 4 0 0 1 5.4 5.9l-1.7 1.6-1.3-1.5 1.6-1.5a2 2 0 0 0-2.7-3l-3.3 3a2 2 0 0 0-.1 2.8zM14.1 10.5a4 4 0 0 1-.3 5.6l-3.3 3a4 4 0 0 1-5.4-5.9l1.7-1.6 1.3 1.5-1.6 1.5a2 2 0 0 0 2.7 3l3.3-3a2 2 0 0 0 .1-2.8z",
  since: "M13 3a9 9 0 1 1-8.5 6L2 9l4-4.5L10 9H6.6A7 7 0 1 0 13 5zM12 8h1.7v4.5l3 1.8-.9 1.4-3.8-2.3z",
  copy: "M8 3h12v14H8zM10 5v10h8V5zM4 7h2v12h10v2H4z",
  share: "M12 2l5 5-1.4 1.4L13 5.8V15h-2V5.8L8.4 8.4 7 7zM5 11h3v2H7v7h10v-7h-1v-2h3v11H5z",
  flag: "M5 2h2v1h12l-3 5 3 5H7v9H5z",
  send: "M3 3l19 9-19 9 3-8 9-1-9-1z",
  phrases:
    "M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-9l-5 5v-5H4a2 2 0 0 1-2-2V5c0-1.1.9-2 2-2zM6 7v2h12V7zM6 11v2h8v-2z",
  star: "M12 2l3 6.6 7.2.8-5.4 4.8 1.6 7L12 17.5l-6.4 3.7 1.6-7-5.4-4.8 7.2-.8z",
  more: "M5 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM12 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM19 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
};

/** Add icons. Modules that need further ones bring them. @param {Readonly<Record<string, string>>} paths */
export function alsoDraws(paths) {
  Object.assign(PATHS, paths);
}

/**
 * An icon, rendered again only if its name changes. (`kept` does this for more properties; the first page does not load
 * it.)
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
  "density-deck": "M12 1l2.7 8.3L23 12l-8.3 2.7L12 23l-2.7-8.3L1 12l8.3-2.7z",
  amiibart:
    "M12 1.5l8.5 3v6.8c0 5.3-3.5 9.2-8.5 11.2-5-2-8.5-5.9-8.5-11.2V4.5zm0 4.8l-1.4 3.9-4.1.1 3.2 2.5-1.2 4 3.5-2.3 3.5 2.3-1.2-4 3.2-2.5-4.1-.1z",
  myacards:
    "M12 11.5c3.2 0 6.2 3.3 6.2 6.5 0 2.1-1.5 3-3 3-1.2 0-2.2-.6-3.2-.6s-2 .6-3.2.6c-1.5 0-3-.9-3-3 0-3.2 3-6.5 6.2-6.5zM2.5 11a2 2.6 0 1 0 4 0 2 2.6 0 1 0-4 0zM7 6a2.1 2.9 0 1 0 4.2 0A2.1 2.9 0 1 0 7 6zm5.8 0A2.1 2.9 0 1 0 17 6a2.1 2.9 0 1 0-4.2 0zm4.7 5a2 2.6 0 1 0 4 0 2 2.6 0 1 0-4 0z",
  amfibido:
    "M12 6.5c.7-2 2-3.5 4-3.5 2.3 0 4 1.8 4 4 0 .9-.3 1.7-.7 2.3 1.7 1.4 2.7 3.3 2.7 5.2 0 4.1-4.5 6.5-10 6.5S2 18.6 2 14.5c0-1.9 1-3.8 2.7-5.2C4.3 8.7 4 7.9 4 7c0-2.2 1.7-4 4-4 2 0 3.3 1.5 4 3.5zM8 5.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zm8 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM6 14l-.9 1.2c1.8 1.8 4.2 2.7 6.9 2.7s5.1-.9 6.9-2.7L18 14c-1.6 1.5-3.7 2.3-6 2.3S7.6 15.5 6 14z",
};
const OTHER = "M6 2h12a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V4c0-1.1.9-2 2-2zm6 4l-4 6 4 6 4-6z";

/**
 * A game's emblem on its colour. Words stand beside it.
 * @param {{ game: string }} props
 */
export function GameEmblem({ game }) {
  return h(
    "span",
    { class: "game-emblem", "data-emblem": game, "aria-hidden": "true" },
    h("svg", { viewBox: "0 0 24 24" }, h("path", { d: EMBLEMS[game] ?? OTHER, "fill-rule": "evenodd" })),
  );
}

/** The cards on a game's cover. @type {Readonly<Record<string, readonly string[]>>} */
const COVERS = {
  "density-deck": ["red-10", "gold-4", "blue-10"],
  amfibido: ["gecko", "tree-frog", "caiman"],
  amiibart: ["night-countess", "sword-saint", "ash-phoenix"],
  myacards: ["falco-peregrinus", "panthera-leo", "loxodonta-africana"],
};

/** The cover of a known game: three of its cards on its colour. Words stand beside it. @param {{ game: string }} props */
export function Cover({ game }) {
  const cards = Object.hasOwn(COVERS, game) ? COVERS[game] : undefined;
  return cards
    ? h(
        "div",
        { class: "cover", "data-emblem": game, "aria-hidden": "true" },
        cards.map((card) => h("img", { src: `/pictures/${game}/cover/${card}`, alt: "", loading: "lazy", key: card })),
      )
    : null;
}
