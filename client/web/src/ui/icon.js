import { h } from "../../vendor/preact.js";

/** Signs of buttons, on a grid of 24: no font has all of them everywhere. @type {Readonly<Record<string, string>>} */
const PATHS = {
  back: "M15 4 7 12l8 8 1.500-1.500L10 12l6.500-6.500z",
  close:
    "M5.500 4 12 10.500 18.500 4 20 5.500 13.500 12l6.500 6.500-1.500 1.500L12 13.500 5.500 20 4 18.500 10.500 12 4 5.500z",
  list: "M4 6h3v3H4zM9 6.500h11v2H9zM4 11h3v3H4zM9 11.500h11v2H9zM4 16h3v3H4zM9 16.500h11v2H9z",
  up: "M12 8l8 8-1.500 1.500L12 11l-6.500 6.500L4 16z",
  down: "M12 16 4 8l1.500-1.500L12 13l6.500-6.500L20 8z",
  first: "M5 5h2.500v14H5zM19 5v14L9 12z",
  before: "M17 5v14L7 12z",
  play: "M7 4.500v15L19.500 12z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  after: "M7 5l10 7-10 7z",
  last: "M16.500 5H19v14h-2.500zM5 5l10 7-10 7z",
  link: "M9.900 13.500a4 4 0 0 1 .3-5.600l3.300-3a4 4 0 0 1 5.400 5.900l-1.700 1.600-1.300-1.500 1.600-1.500a2 2 0 0 0-2.700-3l-3.300 3a2 2 0 0 0-.1 2.800zM14.100 10.500a4 4 0 0 1-.3 5.600l-3.300 3a4 4 0 0 1-5.400-5.900l1.700-1.600 1.300 1.500-1.600 1.500a2 2 0 0 0 2.700 3l3.300-3a2 2 0 0 0 .1-2.800z",
  verify:
    "M12 2l8 3v6c0 5-3.400 9.300-8 11-4.600-1.700-8-6-8-11V5zM10.700 15.500l6-6-1.400-1.400-4.600 4.600-2-2-1.400 1.400z",
  copy: "M8 3h12v14H8zM10 5v10h8V5zM4 7h2v12h10v2H4z",
  share: "M12 2l5 5-1.400 1.400L13 5.800V15h-2V5.800L8.400 8.400 7 7zM5 11h3v2H7v7h10v-7h-1v-2h3v11H5z",
  more: "M5 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM12 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM19 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
};

/** @param {{ name: string }} props */
export function Icon({ name }) {
  return h(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: PATHS[name] ?? PATHS.more }),
  );
}
