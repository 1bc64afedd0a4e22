// Generated from the protocol's schema by `make schema`; not to be edited.

export type Schema = Options | Mark | GameEvent | View | Began | Left | Marked;
/**
 * How many marks end the match, from 1 to 1,000,000,000.
 */
export type Marks = number;
export type GameEvent = Began | Marked | Left;

/**
 * What a table may set.
 */
export interface Options {
  marks?: Marks;
  [k: string]: unknown;
}
/**
 * Put the next mark into a cell.
 */
export interface Mark {
  type: "mark";
  cell: number;
  /**
   * Anything up to 64 characters; only its length matters, to whoever measures.
   */
  note: string;
  [k: string]: unknown;
}
/**
 * It was drawn who begins.
 */
export interface Began {
  type: "began";
  seat: number;
  [k: string]: unknown;
}
/**
 * A seat put a mark into a cell.
 */
export interface Marked {
  type: "marked";
  seat: number;
  cell: number;
  mark: number;
  [k: string]: unknown;
}
/**
 * A seat left for good; the other one wins.
 */
export interface Left {
  type: "left";
  seat: number;
  [k: string]: unknown;
}
/**
 * All there is to see.
 */
export interface View {
  turn: number;
  marks: number;
  /**
   * What is in the first eight cells.
   */
  first_cells: number[];
  [k: string]: unknown;
}
