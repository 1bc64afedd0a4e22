/** @import { FromServer, LobbySnapshot, OfferChanged, Player, SignedIn, Table, TicketChanged, Update, Welcome, Line } from "../../../javascript/types/v1.js" */

/**
 * @typedef {object} ConnectionStatus
 * @property {"opening" | "open" | "lost" | "shut"} state
 * @property {boolean} [isLong] whether it has been away for so long that the page says so
 * @property {boolean} [isElsewhere] whether another window of this browser plays, so that this one only looks
 * @property {boolean} [isUnavailable] whether the server takes nothing down right now
 * @property {number | null} code with which the server has ended it for good
 * @property {string} why
 */

/** What somebody has begun to choose, or has sent. @typedef {import("../table/plan.js").Step} Step */

/**
 * @typedef {object} MatchState
 * @property {Update} update the newest
 * @property {readonly Update[]} history what this window has seen of it, the oldest first
 * @property {readonly Step[]} picked
 * @property {{ action: object } | null} sent what is on its way
 * @property {Refusal | null} refused
 * @property {import("../../../javascript/types/v1.js").Rewound} [rewound] what the server has lost of it
 * @property {number | null} [past] which earlier moment is looked at meanwhile, by its version
 * @property {boolean} [isPutBack] whether how it stands since then is still to come
 */

/** @typedef {{ code: string, text: string, where: string | null, until: number | null }} Refusal */
/** @typedef {{ id: number, text: string, tone: "good" | "bad" | "plain", until: number | null }} Toast `until` when it may be tried again */
/** @typedef {import("../router.js").Route} Route */
/** @typedef {import("../settings.js").Settings} Settings */

/**
 * @typedef {object} State
 * @property {ConnectionStatus} connection
 * @property {Welcome | null} welcome
 * @property {SignedIn | null} me
 * @property {number} ahead by how many milliseconds the server's clock is ahead of this one's
 * @property {Readonly<Record<string, import("../games/catalogue.js").Description>>} games what is known of them
 * @property {Readonly<Record<string, import("../games/catalogue.js").Cards>>} catalogues the cards of games
 * @property {{ tables: Readonly<Record<string, Table>>, total: number, online: number } | null} lobby `online` is about how many are signed in
 * @property {Readonly<Record<string, readonly import("../../../javascript/types/v1.js").KeptDeck[]>>} decks what this player keeps in their account, by game, as far as it was read
 * @property {Readonly<Record<string, import("../../../javascript/types/v1.js").Trade>>} trades this player's, as far as they were told
 * @property {readonly import("../../../javascript/types/v1.js").OwnSeat[]} seats where this player sits
 * @property {Readonly<Record<string, Table>>} tables
 * @property {Readonly<Record<string, "closed" | "kicked">>} parted tables that are not there any more, and why
 * @property {Readonly<Record<string, MatchState>>} matches
 * @property {TicketChanged["ticket"]} ticket
 * @property {TicketChanged["ended"]} ended what became of the last ticket
 * @property {OfferChanged["offer"] | null} offer
 * @property {Readonly<Record<string, string>>} tableOf the table of each match that was told of with its table
 * @property {Readonly<Record<string, readonly Line[]>>} chat lines by place: `lobby`, `table/<id>`, `match/<id>`
 * @property {Readonly<Record<string, import("../../../javascript/types/v1.js").Rated>>} rated by match
 * @property {Route} route
 * @property {readonly Toast[]} toasts
 * @property {Settings} settings
 * @property {Readonly<Record<string, any>>} panels what a screen keeps for itself, by its name
 */

/**
 * @param {Route} route
 * @param {Settings} settings
 * @returns {State}
 */
export function initial(route, settings) {
  return {
    connection: { state: "opening", code: null, why: "" },
    welcome: null,
    me: null,
    ahead: 0,
    games: {},
    catalogues: {},
    lobby: null,
    decks: {},
    trades: {},
    seats: [],
    tables: {},
    parted: {},
    matches: {},
    ticket: null,
    ended: null,
    offer: null,
    tableOf: {},
    chat: {},
    rated: {},
    route,
    toasts: [],
    settings,
    panels: {},
  };
}

/** Whether no match begins for now, while those that run go on. @param {Pick<State, "welcome">} state */
export function isPaused({ welcome }) {
  return welcome?.paused ?? false;
}

/** Whether this player is asked for something anywhere. @param {State} state */
export function isAsked(state) {
  const inMatches = Object.values(state.matches).some(
    ({ update }) => update.choices.length > 0 && update.result === null,
  );
  return inMatches || state.seats.some((seat) => seat.asked) || state.offer?.stage === "open";
}
