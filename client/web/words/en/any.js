/** The general table, which plays games that have none of their own here. */
export const words = {
  "any.hidden": "a hidden card",
  "any.score": "you would score {n}",
  "any.power": "you would have {n}",
  "any.against": "{n} against {against}",
  "any.goes": "it goes",
  "any.stays": "it stays",
  "any.yours_goes": "yours goes",
  "any.yours_stays": "yours stays",
};
