/** @import { FromServer, LobbySnapshot, OfferChanged, Player, SignedIn, Table, TicketChanged, Update, Welcome, Line } from "../../../javascript/types/v1.js" */

/**
 * @typedef {object} ConnectionStatus
 * @property {"opening" | "open" | "lost" | "shut"} state
 * @property {boolean} [isLong] true if it has been down for so long that the page shows it
 * @property {boolean} [isElsewhere] true if another window of this browser plays, so that this one only reads
 * @property {boolean} [isUnavailable] true if the server cannot store changes right now
 * @property {number | null} code the close code of a connection that was closed for good
 * @property {string} why
 */

/** A step that the player has picked. @typedef {import("../table/plan.js").Step} Step */

/**
 * @typedef {object} MatchState
 * @property {Update} update the newest update
 * @property {readonly Update[]} history the updates that this window has received, oldest first
 * @property {readonly Step[]} picked
 * @property {{ action: object } | null} sent the choice that waits for its answer
 * @property {Refusal | null} refused
 * @property {import("../../../javascript/types/v1.js").Rewound} [rewound] the entries that the server has lost
 * @property {number | null} [past] the version of the earlier moment that is shown
 * @property {boolean} [isPutBack] true after a loss until the present state arrives
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
 * @property {number} ahead milliseconds by which the server's clock is ahead
 * @property {Readonly<Record<string, import("../games/catalogue.js").Description>>} games the known descriptions
 * @property {Readonly<Record<string, import("../games/catalogue.js").Cards>>} catalogues the cards of games
 * @property {{ tables: Readonly<Record<string, Table>>, total: number, online: number } | null} lobby `online` is the
 *   rough number of signed-in players
 * @property {Readonly<Record<string, readonly import("../../../javascript/types/v1.js").KeptDeck[]>>} decks the
 *   player's decks in the account, by game, as far as they were read
 * @property {Readonly<Record<string, import("../../../javascript/types/v1.js").Trade>>} trades the player's trades, as
 *   far as they are known
 * @property {readonly import("../../../javascript/types/v1.js").OwnSeat[]} seats the player's seats
 * @property {Readonly<Record<string, Table>>} tables
 * @property {Readonly<Record<string, "closed" | "kicked">>} parted tables that the player has lost, and why
 * @property {Readonly<Record<string, MatchState>>} matches
 * @property {TicketChanged["ticket"]} ticket
 * @property {TicketChanged["ended"]} ended the end of the last ticket
 * @property {OfferChanged["offer"] | null} offer
 * @property {Readonly<Record<string, string>>} tableOf the table of each match whose table is known
 * @property {Readonly<Record<string, readonly Line[]>>} chat lines by place: `lobby`, `table/<id>`, `match/<id>`
 * @property {Readonly<Record<string, import("../../../javascript/types/v1.js").Rated>>} rated by match
 * @property {Route} route
 * @property {readonly Toast[]} toasts
 * @property {Settings} settings
 * @property {Readonly<Record<string, any>>} panels the state of single screens, by name
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

/**
 * The title of a game, or its name if the server does not offer it.
 * @param {Pick<State, "welcome">} state
 * @param {string | null | undefined} game
 */
export function titleOf({ welcome }, game) {
  return welcome?.games.find((each) => each.name === game)?.title ?? game ?? "";
}

/** True if no match begins for now; running matches go on. @param {Pick<State, "welcome">} state */
export function isPaused({ welcome }) {
  return welcome?.paused ?? false;
}

/** True if any match waits for this player's action. @param {State} state */
export function isAsked(state) {
  const inMatches = Object.values(state.matches).some(
    ({ update }) => update.choices.length > 0 && update.result === null,
  );
  return inMatches || state.seats.some((seat) => seat.asked) || state.offer?.stage === "open";
}
