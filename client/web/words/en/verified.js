/** What the mark of a match that is over says: whether it follows from its seed. */
export const words = {
  "verified.so": "Verified: every shuffle follows from the seed",
  "verified.links": "Verified: every link follows from the seed",
  "verified.why":
    "Your browser has worked it out again: the seed is the one that the server had promised before the deal, and {entries|# entry follows|# entries follow} one another unaltered.",
  "verified.draws":
    "{shuffles|# shuffle and|# shuffles and} {draws|# other draw are|# other draws are} what the seed and everybody's share give.",
  "verified.no_draws": "An older server began it, which did not note what was drawn.",
  "verified.noted":
    "{noted|# thing that this page had noted during the match agrees|# things that this page had noted during the match agree}.",
  "verified.losses": "The server's store had forgotten a part, and the log says so.",
  "verified.more": "How, and what that proves",
  "verified.not": "This match does not follow from its seed",
  "verified.not_why":
    "Somebody has altered it, or this page was shown another match: {why}. Tell whoever runs the server, and the others.",
  "verified.insecure": "Only a page from https:// can check the shuffles.",
};
