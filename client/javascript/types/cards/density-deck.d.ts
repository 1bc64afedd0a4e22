// Generated from the protocol's schema by `make schema`; not to be edited.

/**
 * All sets that a server plays a game with.
 */
export type Schema = (CardSet | Catalogue | Colour | PrintedCard | Printing | ReadyDeck | SetMark | Taxon) & {
  game: string;
  /**
   * The shipped set first.
   */
  sets: CardSet[];
  /**
   * The sets beside the shipped one; a match that is played with them says so in its `opened`.
   */
  further?: SetMark[];
  [k: string]: unknown;
};
/**
 * What a card belongs to. Commons are of no colour: they never multiply.
 */
export type Colour =
  "aquamarine" | "black" | "blue" | "common" | "gold" | "purple" | "red" | "silver" | "turquoise" | "white" | "yellow";

/**
 * Cards that come together: the shipped set of a game, or one that a host has added.
 */
export interface CardSet {
  game: string;
  /**
   * From 2 to 8 capital letters and digits; deck codes name a card by it and by the card's number.
   */
  id: string;
  name: string;
  cards: PrintedCard[];
  printings?: Printing[];
  decks?: ReadyDeck[];
  /**
   * The classification sets that its cards are the first to have.
   */
  taxa?: Taxon[];
  [k: string]: unknown;
}
/**
 * A face of the deck, as the catalogue has it.
 */
export interface PrintedCard {
  /**
   * `red-10`. Messages name a card by its colour and power.
   */
  id: string;
  /**
   * Its number in the set, in the order of the deck's list.
   */
  number: number;
  name: string;
  colour: Colour;
  power: number;
  /**
   * How many of the fifty cards have this face.
   */
  copies?: number;
  [k: string]: unknown;
}
/**
 * Another face of a card, such as an Art Rare: it is played and counted as its card.
 */
export interface Printing {
  id: string;
  /**
   * Its number in the set; cards and printings share the numbers.
   */
  number: number;
  /**
   * The id of its card.
   */
  of: string;
  rarity: string;
  artist?: string;
  /**
   * Words for the reader, without any effect.
   */
  flavour?: string;
  [k: string]: unknown;
}
/**
 * A deck that can be played at once, by its id.
 */
export interface ReadyDeck {
  id: string;
  name: string;
  /**
   * How many there are of each card.
   */
  cards: {
    [k: string]: number;
  };
  /**
   * What comes beside the cards, such as Powers.
   */
  beside?: string[];
  [k: string]: unknown;
}
/**
 * What a classification set of three letters stands for, in games whose cards have them.
 */
export interface Taxon {
  code: string;
  rank: string;
  name: string;
  [k: string]: unknown;
}
/**
 * All sets that a server plays a game with.
 */
export interface Catalogue {
  game: string;
  /**
   * The shipped set first.
   */
  sets: CardSet[];
  /**
   * The sets beside the shipped one; a match that is played with them says so in its `opened`.
   */
  further?: SetMark[];
  [k: string]: unknown;
}
/**
 * Which set, and with which content.
 */
export interface SetMark {
  id: string;
  /**
   * SHA-256, in hexadecimal, of the set in JSON as the house writes it: `quarterdeck cards digest FILE`.
   */
  sha256: string;
  [k: string]: unknown;
}
