// Generated from the protocol's schema by `make schema`; not to be edited.

/**
 * The answer over HTTP: a `Catalogue`.
 */
export type Schema = CardSet | Catalogue | Kind | PrintedCard | Printing | ReadyDeck | SetMark | Species | Taxon;
/**
 * Kinds of cards.
 */
export type Kind = "fighter" | "equipment" | "combo" | "action" | "sensei";
/**
 * Species of fighters.
 */
export type Species = "frog" | "toad" | "salamander" | "crocodile" | "turtle" | "snake" | "lizard" | "spawn";

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
 * A card of the box, as the catalogue has it.
 */
export interface PrintedCard {
  /**
   * The id by which it is named elsewhere.
   */
  id: string;
  /**
   * Its number in the set, level by level; the sensei are last.
   */
  number: number;
  /**
   * What it is called.
   */
  name: string;
  /**
   * Which kind it is.
   */
  kind: Kind;
  /**
   * From 1 to 5; a sensei has none.
   */
  level?: number;
  /**
   * The species.
   */
  species?: Species[];
  /**
   * `4` for a fighter, `+2` for what is added, with `*` where a rule gives the rest; empty if it has none.
   */
  power?: string;
  /**
   * The words, as they were written.
   */
  text?: string;
  /**
   * Number of copies in the box.
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
