export { AppSignIn } from "./app-sign-in.js";
export { Client, connect } from "./client.js";
export { codeOf, deckOf, readCode, UnreadableCode, writeCode } from "./deck-codes.js";
export {
  ClientError,
  CommandRefused,
  ForkedError,
  GoneError,
  LostError,
  MisunderstoodError,
  RefusedError,
  UsageError,
} from "./errors.js";
export { commitmentOf, Dice, keyOf, linksOf } from "./fairness.js";
export { areSame, finds, folded, searchable, speltOut } from "./folding.js";
export { FollowedMatch, isNewer, Turn } from "./followed-match.js";
export { Notes } from "./notes.js";
export { nameOf, namesOf, PhraseBook } from "./phrases.js";
export { Search } from "./search.js";
export { LiveList } from "./tables.js";
export { verify } from "./verify.js";
