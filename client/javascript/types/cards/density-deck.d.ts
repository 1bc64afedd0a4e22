// Generated from the protocol's schema by `make schema`; not to be edited.

/**
 * The answer over HTTP: a `Catalogue`.
 */
export type Schema = CardSet | Catalogue | Colour | PrintedCard | Printing | ReadyDeck | SetMark | Taxon;
/**
 * Colours of cards. Commons have no colour: they never multiply.
 */
export type Colour =
  "common" | "yellow" | "turquoise" | "red" | "blue" | "purple" | "silver" | "gold" | "aquamarine" | "white" | "black";

/**
 * Cards that come together: the shipped set of a game, or one that a host has added.
 */
export interface CardSet {
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * From 2 to 8 capital letters and digits; deck codes name a card by it and by the card's number.
   */
  id: string;
  /**
   * What it is called.
   */
  name: string;
  /**
   * The cards; where they are hidden, nothing or how many.
   */
  cards: PrintedCard[];
  /**
   * Other faces of cards of this set.
   */
  printings?: Printing[];
  /**
   * The ready decks, by name.
   */
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
  /**
   * What it is called.
   */
  name: string;
  /**
   * The colour.
   */
  colour: Colour;
  /**
   * The power, by its id.
   */
  power: number;
  /**
   * Number of the fifty cards with this face.
   */
  copies?: number;
  [k: string]: unknown;
}
/**
 * Another face of a card, such as an Art Rare: it is played and counted as its card.
 */
export interface Printing {
  /**
   * The id by which it is named elsewhere.
   */
  id: string;
  /**
   * Its number in the set; cards and printings share the numbers.
   */
  number: number;
  /**
   * The id of its card.
   */
  of: string;
  /**
   * How rare it is.
   */
  rarity: string;
  /**
   * Who drew it.
   */
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
  /**
   * The id by which it is named elsewhere.
   */
  id: string;
  /**
   * What it is called.
   */
  name: string;
  /**
   * The number of copies of each card.
   */
  cards: {
    [k: string]: number;
  };
  /**
   * The cards beside the deck, such as Powers.
   */
  beside?: string[];
  [k: string]: unknown;
}
/**
 * The meaning of a classification set of three letters, in games with cards that have them.
 */
export interface Taxon {
  /**
   * The lineage code.
   */
  code: string;
  /**
   * The rank in the classification.
   */
  rank: string;
  /**
   * What it is called.
   */
  name: string;
  [k: string]: unknown;
}
/**
 * All sets that a server plays a game with.
 */
export interface Catalogue {
  /**
   * Which game, by its name.
   */
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
  /**
   * The id by which it is named elsewhere.
   */
  id: string;
  /**
   * SHA-256, in hexadecimal, of the set in JSON as the house writes it: `quarterdeck cards digest FILE`.
   */
  sha256: string;
  [k: string]: unknown;
}
