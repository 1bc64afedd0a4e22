/** @import { State } from "./state/initial.js" */

/**
 * The properties of every screen: the state, and functions.
 *
 * @typedef {object} Page
 * @property {State} state
 * @property {import("./state/store.js").Store<State>} store
 * @property {import("./connection/session.js").Session} session
 * @property {(path: string, how?: { replace?: boolean }) => void} go
 * @property {(match: import("./state/initial.js").MatchState) => any} [talk] draws the chat of a match
 * @property {(text: string) => void} noted shows a short remark
 * @property {(error: unknown) => void} failed shows a short error
 */

export {};
