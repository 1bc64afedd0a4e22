import { unchanged } from "./store.js";

/** @import { FromServer, Table, Trade, Update } from "../../../javascript/types/v1.js" */
/** @import { MatchState, State } from "./initial.js" */

/** Maximum number of updates of a match that are stored. */
const HISTORY = 400;
/** Maximum number of chat lines that are kept for one table, match or the lobby. */
const LINES = 200;

/**
 * The state after a message. Unknown messages change nothing.
 * @param {State} state
 * @param {FromServer} message
 * @param {number} [clock] the time of this machine in milliseconds
 * @returns {State}
 */
export function heard(state, message, clock = Date.now()) {
  switch (message.type) {
    case "welcome":
      return { ...state, welcome: message, ahead: message.now - clock };
    case "pause_changed":
    case "site_changed":
    case "announcements_changed":
      return { ...state, welcome: /** @type {any} */ (state.welcome && { ...state.welcome, ...message }) };
    case "signed_in":
      return {
        ...state,
        me: message,
        seats: message.seats ?? [],
        decks: state.me?.player.id === message.player.id ? state.decks : {},
        trades: state.me?.player.id === message.player.id ? state.trades : {},
      };
    case "signed_out":
      return { ...state, me: null, decks: {}, trades: {}, seats: [], ticket: null, offer: null, chat: {} };
    case "seats": {
      const { seats, ticket, offer } = message;
      return { ...state, seats, ticket, offer, ahead: message.now - clock };
    }
    case "account":
      return state.me === null ? state : { ...state, me: { ...state.me, player: message.player } };
    case "trade_changed":
      return { ...state, trades: withTrades(state.trades, [message.trade]) };
    case "trades":
      return { ...state, trades: withTrades(state.trades, [...message.open, ...message.ended]) };
    case "lobby_snapshot":
      return { ...state, lobby: { tables: byId(message.tables), total: message.total, online: message.online ?? 0 } };
    case "lobby_changed":
      return state.lobby === null ? state : { ...state, lobby: changedLobby(state.lobby, message) };
    case "lobby_unwatched":
      return { ...state, lobby: null };
    case "table_changed":
      return changedTable(state, message);
    case "update":
      return {
        ...state,
        ahead: steady(state.ahead, message.now - clock),
        matches: updated(state.matches, message),
        seats: state.seats.map((seat) => (seat.match === message.match ? askedBy(message, seat) : seat)),
      };
    case "rewound": {
      const known = state.matches[message.match];
      if (known === undefined) return state;
      return {
        ...state,
        matches: { ...state.matches, [message.match]: { ...known, rewound: message, isPutBack: true } },
      };
    }
    case "match_unwatched":
      return { ...state, matches: without(state.matches, message.match) };
    case "rated":
      return { ...state, rated: { ...state.rated, [message.match]: message } };
    case "ticket_changed":
      return { ...state, ticket: message.ticket, ended: message.ended ?? null, ahead: message.now - clock };
    case "offer_changed":
      return { ...state, offer: message.offer, ahead: message.now - clock };
    case "said":
      return { ...state, chat: withLines(state.chat, place(message.where, message.id), [message.line]) };
    case "chat_joined":
      return { ...state, chat: withLines(state.chat, place(message.where, message.id), message.lines) };
    case "chat_left":
      return { ...state, chat: without(state.chat, place(message.where, message.id)) };
    default:
      return state;
  }
}

/**
 * Milliseconds by which delays of a connection may change the estimate of the server's clock. Beyond them, clocks are
 * set again.
 */
const DELAY = 100;

/**
 * The time by which the server's clock is ahead. Differences that the delay of the connection explains do not change it.
 * @param {number} before
 * @param {number} ahead
 */
function steady(before, ahead) {
  return Math.abs(ahead - before) < DELAY ? before : ahead;
}

/**
 * The name of a place with a chat.
 * @param {string} where
 * @param {string | null | undefined} id
 */
export function place(where, id) {
  return where === "lobby" ? "lobby" : `${where}/${id}`;
}

/**
 * The chat lines of a place.
 * @param {State} state
 * @param {{ where: string, id: string | null }} there
 */
export function linesOf(state, { where, id }) {
  return state.chat[place(where, id)] ?? [];
}

/**
 * @template {{ id: string }} Each
 * @param {readonly Each[]} all
 * @returns {Record<string, Each>}
 */
function byId(all) {
  return Object.fromEntries(all.map((each) => [each.id, each]));
}

/**
 * @template Value
 * @param {Readonly<Record<string, Value>>} all
 * @param {string} key
 */
function without(all, key) {
  const { [key]: _, ...rest } = all;
  return rest;
}

/**
 * @param {NonNullable<State["lobby"]>} lobby
 * @param {import("../../../javascript/types/v1.js").LobbyChanged} message
 */
function changedLobby(lobby, message) {
  const tables = { ...lobby.tables };
  let total = lobby.total;
  for (const id of message.gone ?? []) {
    if (id in tables) total -= 1;
    delete tables[id];
  }
  for (const table of message.tables ?? []) {
    const known = tables[table.id];
    if (known === undefined) total += 1;
    if (known === undefined || table.changed >= known.changed) tables[table.id] = table;
  }
  return { tables, total, online: message.online ?? lobby.online };
}

/**
 * @param {State} state
 * @param {import("../../../javascript/types/v1.js").TableChanged} message
 */
function changedTable(state, { table, gone, kicked }) {
  const isGone = gone === true || kicked === true;
  const known = state.tables[table.id];
  if (known !== undefined && known.changed > table.changed) return state;
  const tables = isGone ? without(state.tables, table.id) : { ...state.tables, [table.id]: table };
  const tableOf = { ...state.tableOf, [table.match]: table.id };
  /** @type {"kicked" | "closed"} */
  const why = kicked === true ? "kicked" : "closed";
  const parted = isGone ? { ...state.parted, [table.id]: why } : without(state.parted, table.id);
  return { ...state, tables, tableOf, parted, seats: changedSeats(state, table, isGone) };
}

/**
 * The player's seats after a change of this table.
 * @param {State} state
 * @param {Table} table
 * @param {boolean} isGone
 * @returns {State["seats"]}
 */
function changedSeats({ me, seats }, table, isGone) {
  const others = seats.filter((each) => each.table !== table.id);
  const seat = me === null ? -1 : table.places.findIndex((place) => place.player?.id === me.player.id);
  const { id, match, game, stage } = table;
  if (isGone || seat < 0 || stage === "over") return others.length === seats.length ? seats : others;
  const before = seats.find((each) => each.table === id && each.match === match && each.stage === stage);
  const asked =
    stage === "gathering" || stage === "revealing" ? table.places[seat]?.ready !== true : (before?.asked ?? false);
  const now = { table: id, match, game, stage, seat, asked, until: before?.until ?? null };
  return before === undefined ? [...others, now] : seats.map((each) => (each === before ? now : each));
}

/**
 * True if a seat is asked for an action in its match.
 * @param {Update} update
 * @param {State["seats"][number]} seat
 * @returns {State["seats"][number]}
 */
function askedBy({ choices, waiting }, seat) {
  const until = waiting.find((each) => each.seat === seat.seat)?.until ?? null;
  return { ...seat, asked: choices.length > 0, until };
}

/**
 * The matches after an update. The update with the higher epoch and version is the newer one. An update right after
 * `rewound` always counts, because the store may have been restored in the same epoch. Picked steps stay: the new
 * choices decide if they still lead somewhere. A sent choice stays marked until its own answer arrives.
 * @param {State["matches"]} matches
 * @param {Update} heard
 * @returns {State["matches"]}
 */
function updated(matches, heard) {
  const known = matches[heard.match];
  if (known === undefined) {
    return { ...matches, [heard.match]: { update: heard, history: [heard], picked: [], sent: null, refused: null } };
  }
  const update = unchanged(known.update, heard);
  const age = (update.epoch ?? 0) - (known.update.epoch ?? 0) || update.version - known.update.version;
  const isPutBack = known.isPutBack === true && (update.epoch ?? 0) === (known.rewound?.epoch ?? 0);
  if (age < 0 && !isPutBack) return matches;
  const isNew = age > 0 || isPutBack;
  const before = isPutBack || (update.epoch ?? 0) > (known.update.epoch ?? 0) ? [] : known.history;
  /** @type {MatchState} */
  const next = {
    update,
    history: isNew ? [...before, update].slice(-HISTORY) : [...before.slice(0, -1), fuller(before.at(-1), update)],
    picked: known.picked,
    sent: known.sent,
    refused: isNew ? null : known.refused,
    ...(known.rewound !== undefined && { rewound: known.rewound }),
    ...(known.past !== undefined && { past: known.past }),
  };
  return { ...matches, [update.match]: next };
}

/**
 * Of two updates of the same moment, the one with more events.
 * @param {Update | undefined} before
 * @param {Update} update
 */
function fuller(before, update) {
  return before !== undefined && before.since < update.since ? before : update;
}

/**
 * @param {State["chat"]} chat
 * @param {string} where
 * @param {readonly import("../../../javascript/types/v1.js").Line[]} lines
 */
function withLines(chat, where, lines) {
  const known = chat[where] ?? [];
  const ids = new Set(known.map((line) => line.id));
  return { ...chat, [where]: [...known, ...lines.filter((line) => !ids.has(line.id))].slice(-LINES) };
}

/**
 * The known trades with changed ones. The newer revision counts.
 * @param {State["trades"]} known
 * @param {readonly Trade[]} told
 */
function withTrades(known, told) {
  const trades = { ...known };
  for (const trade of told) if (!(trade.changed_at < (known[trade.id]?.changed_at ?? 0))) trades[trade.id] = trade;
  return trades;
}
