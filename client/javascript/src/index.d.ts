export { Client, connect } from "./client.js";
export { codeOf, deckOf, readCode, UnreadableCode, writeCode } from "./deck-codes.js";
export { ClientError, CommandRefused, GoneError, LostError, MisunderstoodError } from "./errors.js";
export { commitmentOf, Dice, keyOf, linksOf, verified } from "./fairness.js";
export { FollowedMatch, isNewer, Turn } from "./followed-match.js";
export { LiveList } from "./live-list.js";
export { Notes } from "./notes.js";
export { nameOf, namesOf, PhraseBook } from "./phrases.js";
export { Search } from "./search.js";
