export { Client, connect } from "./client.js";
export { ClientError, CommandRefused, GoneError, LostError, MisunderstoodError } from "./errors.js";
export { FollowedMatch, isNewer, Turn } from "./followed-match.js";
export { LiveList } from "./live-list.js";
export { Notes } from "./notes.js";
export { Search } from "./search.js";
