/** @import { State } from "./state/initial.js" */

/**
 * What a screen is given: the state, and what it may ask for.
 *
 * @typedef {object} Page
 * @property {State} state
 * @property {import("./state/store.js").Store<State>} store
 * @property {import("./connection/session.js").Session} session
 * @property {(path: string, how?: { replace?: boolean }) => void} go
 * @property {(match: import("./state/initial.js").MatchState) => any} [talk] draws what is said in a match
 * @property {(text: string) => void} noted says something in passing, and forgets it after a while
 * @property {(error: unknown) => void} failed says what went wrong, and forgets it after a while
 */

export {};
