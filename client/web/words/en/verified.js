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
  "verified.unbound": "but this page has no share in it",
  "verified.bound_why":
    "Your share was bound before anybody's was shown, and everybody's is the one that was bound, so nobody chose the deal.",
  "verified.rules_untold":
    "Your share was bound before anybody's was shown, but the server had not told by which rules it would deal, so this page cannot say that nobody chose the deal.",
  "verified.unbound_why":
    "This page had bound no share of yours for this deal, so it cannot say that nobody chose it: you played it elsewhere, or you were given another match than you were ready for.",
  "verified.losses": "The server's store had forgotten a part, and the log says so.",
  "verified.more": "How, and what that proves",
  "verified.not": "This match does not follow from its seed",
  "verified.not_why":
    "Somebody has altered it, or this page was shown another match: {why}. Tell whoever runs the server, and the others.",
  "verified.insecure": "Only a page from https:// can check the shuffles.",
  "verified.signed": "This server has signed it, with its key {key}.",
  "verified.unknown_key": "It is signed, but with none of this server's keys.",
  "verified.unsigned": "No server has signed it.",
  "verified.unchecked": "Who has signed it is not checked: this browser knows no Ed25519.",
  "verified.no_keys": "Who has signed it is not checked: the server's keys did not come.",
  "verified.other_key": "it is signed with the key {key}, and you had noted another one",
  "verified.missed": "This cannot be said: {why}",
  "verified.hold": "Hold it against what you noted",
  "verified.version": "At which version",
  "verified.link": "The link that you were told then",
  "verified.link_note": "64 digits and letters from a to f",
  "verified.seat": "Whose share this is",
  "verified.entropy": "The share that you gave to the shuffle",
  "verified.key": "The server's key",
  "verified.key_note": "By its name, as /v1/keys has it",
  "verified.check": "Check",
  "verified.agrees": "All of it agrees.",
  "verified.bad_version": "The version is a number from 1 on, and stands beside its link.",
  "verified.bad_link": "A link is 64 digits and letters from a to f.",
};
