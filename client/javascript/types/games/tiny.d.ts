// Generated from the protocol's schema by `make schema`; not to be edited.

/**
 * The game's own parts of messages; `$defs` says which is which. Enumerations are closed in what clients send: a server refuses any other value, and any field that is not in here. They are open in what servers send: newer servers may send values, fields and messages that are not in here; let them pass.
 */
export type Schema = GameOptions | GameAction | GameEvent | GameView | Began | Left | Mark | Marked | Options | View;
/**
 * What a table may set: `options` of a command or a table.
 */
export type GameOptions = Options;
/**
 * How many marks end the match, from 1 to 1,000,000,000.
 */
export type Marks = number;
/**
 * What a seat may do: `action` of `act`, each of `choices` of `update`.
 */
export type GameAction = Mark;
/**
 * What happened: each of `events` of `update`.
 */
export type GameEvent = Began | Marked | Left;
/**
 * The state as one viewer may see it: `view` of `update`.
 */
export type GameView = View;

/**
 * Options of a table.
 */
export interface Options {
  marks?: Marks;
}
/**
 * Put the next mark into a cell.
 */
export interface Mark {
  /**
   * What this is: it tells it from others.
   */
  type: "mark";
  /**
   * The cell, counted from 0.
   */
  cell: number;
  /**
   * Anything up to 64 characters; only its length matters, to whoever measures.
   */
  note: string;
}
/**
 * The starting seat was drawn by lot.
 */
export interface Began {
  /**
   * What this is: it tells it from others.
   */
  type: "began";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  [k: string]: unknown;
}
/**
 * A seat put a mark into a cell.
 */
export interface Marked {
  /**
   * What this is: it tells it from others.
   */
  type: "marked";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The cell, counted from 0.
   */
  cell: number;
  /**
   * What was written there.
   */
  mark: number;
  [k: string]: unknown;
}
/**
 * A seat left for good; the other one wins.
 */
export interface Left {
  /**
   * What this is: it tells it from others.
   */
  type: "left";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  [k: string]: unknown;
}
/**
 * All there is to see.
 */
export interface View {
  /**
   * Which turn, counted from 1.
   */
  turn: number;
  /**
   * What stands in each cell.
   */
  marks: number;
  /**
   * The contents of the first eight cells.
   */
  first_cells: number[];
  [k: string]: unknown;
}
