/** What the mark of a match that is over says: whether it follows from its seed. */
export const words = {
  "verified.so": "Verified: every shuffle comes from the seed",
  "verified.links": "Verified: every link comes from the seed",
  "verified.why":
    "Your browser has checked it: the seed is the one that the server promised before the deal, and {entries|# entry is|# entries are} linked without changes.",
  "verified.draws":
    "{shuffles|# shuffle and|# shuffles and} {draws|# other draw|# other draws} come from the seed and the shares of all players.",
  "verified.no_draws": "An older server started it and did not record the draws.",
  "verified.noted": "{noted|# note of this page from the match agrees|# notes of this page from the match agree}.",
  "verified.unbound": "but this page has no share in it",
  "verified.bound_why":
    "Your share was sealed before any share was revealed, and all revealed shares match their seals, so nobody chose the deal.",
  "verified.rules_untold":
    "Your share was sealed before any share was revealed, but the server had not announced the rules of the deal. So this page cannot say that nobody chose the deal.",
  "verified.unbound_why":
    "This page had sealed no share of yours for this deal, so it cannot say that nobody chose it: you played elsewhere, or you got another match than the one you were ready for.",
  "verified.losses": "The server’s store had lost entries, and the log records it.",
  "verified.more": "How it works, and what it proves",
  "verified.not": "This match does not match its seed",
  "verified.not_why":
    "It was changed, or this page was shown another match: {why}. Tell the server’s host and the other players.",
  "verified.insecure": "Only a page from https:// can check the shuffles.",
  "verified.signed": "Signed by this server, with its key {key}.",
  "verified.unknown_key": "It is signed, but not with a key of this server.",
  "verified.unsigned": "It is not signed by any server.",
  "verified.unchecked": "The signature is not checked: this browser does not support Ed25519.",
  "verified.no_keys": "The signature is not checked: the server’s keys could not be loaded.",
  "verified.other_key": "it is signed with the key {key}, but you noted another one",
  "verified.missed": "This cannot be checked: {why}",
  "verified.hold": "Compare with your own notes",
  "verified.version": "At version",
  "verified.link": "The link that you saw then",
  "verified.link_note": "64 digits and letters from a to f",
  "verified.seat": "Whose share",
  "verified.entropy": "Your share of the shuffle",
  "verified.key": "The server's key",
  "verified.key_note": "Its id, as in /v1/keys",
  "verified.check": "Check",
  "verified.agrees": "Everything matches.",
  "verified.bad_version": "The version must be a number from 1 on, with its link.",
  "verified.bad_link": "A link must be 64 digits and letters from a to f.",
};
