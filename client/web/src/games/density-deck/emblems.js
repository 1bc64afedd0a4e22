/** One sign for each colour, drawn on a grid of 24 as one filled path, so that colour is never the only mark. */

/** @type {Readonly<Record<string, string>>} */
export const EMBLEMS = {
  yellow:
    "M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4zM3.5 5 5 3.5 7.8 6.3 6.3 7.8zM16.2 17.7 17.7 16.2 20.5 19 19 20.5zM3.5 19 6.3 16.2 7.8 17.7 5 20.5zM16.2 6.3 19 3.5 20.5 5 17.7 7.8z",
  turquoise:
    "M2 7c3-3 6-3 10 0s7 3 10 0v3c-3 3-6 3-10 0S5 7 2 10zM2 13c3-3 6-3 10 0s7 3 10 0v3c-3 3-6 3-10 0s-7-3-10 0z",
  red: "M12 2c1 4 6 6 6 12a6 6 0 0 1-12 0c0-3 1-5 3-6 0 2 1 3 2 3 1-3 0-6 1-9z",
  blue: "M12 2c4 6 6.5 9 6.5 13a6.5 6.5 0 0 1-13 0C5.5 11 8 8 12 2z",
  purple: "M7 4h10l5 6-10 11L2 10zM8 6 6 9h4zM16 6l-2 3h4zM10 6l2 3 2-3z",
  silver: "M15 2a10 10 0 1 0 7 15A9 9 0 0 1 15 2z",
  gold: "M3 7l5 4 4-7 4 7 5-4-2 10H5zM5 18.5h14V21H5z",
  aquamarine: "M12 3C6 3 2 8 2 12l6 6 1 3h6l1-3 6-6c0-4-4-9-10-9zM11 6h2v12h-2zM6 8l1.5-1 3 10h-1zM18 8l-1.5-1-3 10h1z",
  white:
    "M11 1h2v22h-2zM1.9 6.4l1-1.8 19.2 11-1 1.8zM2.9 17.4l-1-1.8 19.2-11 1 1.8zM8 3l4 3 4-3v2.5l-4 3-4-3zM8 21l4-3 4 3v-2.5l-4-3-4 3z",
  black: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zM12 4a8 8 0 0 0 0 16 11 11 0 0 1 0-16z",
  common: "M12 1l2.5 8.5 8.5 2.5-8.5 2.5-2.5 8.5-2.5-8.5-8.5-2.5 8.5-2.5z",
};
