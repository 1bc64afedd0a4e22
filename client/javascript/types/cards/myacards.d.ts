// Generated from the protocol's schema by `make schema`; not to be edited.

export type Schema =
  | AttackAgain
  | Aura
  | Bars
  | Bonus
  | Cancels
  | Card
  | CardSet
  | Catalogue
  | Chip
  | Chosen
  | Crowns
  | Draw
  | DrawsMore
  | Eases
  | Every
  | Guards
  | Kind
  | LargerHand
  | Mill
  | Printing
  | Reach1
  | ReadyDeck
  | Recover
  | Remove
  | Reverses
  | SeeHand
  | SendBack
  | SetMark
  | Shield
  | Shift
  | Side1
  | Still
  | Swift
  | TakeFromHand
  | Taxon
  | TheyDiscard
  | Unordered
  | Waive
  | Who
  | Withstands;
/**
 * What a card is.
 */
export type Kind = "active" | "dominion" | "effect" | "event" | "support";
/**
 * Whose cards, seen from the player of the card that says so.
 */
export type Side = "any" | "own" | "theirs";
/**
 * Where they stand.
 * - `column`: In the column of the card that says so.
 * - `near`: In its column or a neighbouring one (S4:43).
 * - `home`: On their own player's half.
 * - `abroad`: On the other half: invaders.
 */
export type Reach = "abroad" | "anywhere" | "column" | "home" | "near";
/**
 * What is awarded for how cards stand.
 */
export type Bonus = "pack" | "phylogenetic" | "sister_taxa" | "tyrant";
/**
 * Whose cards, seen from the player of the card that says so.
 */
export type Side1 = "any" | "own" | "theirs";
/**
 * Where they stand.
 * - `column`: In the column of the card that says so.
 * - `near`: In its column or a neighbouring one (S4:43).
 * - `home`: On their own player's half.
 * - `abroad`: On the other half: invaders.
 */
export type Reach1 = "abroad" | "anywhere" | "column" | "home" | "near";

/**
 * Allow another attack this turn (MY-46).
 */
export interface AttackAgain {
  type: "attack_again";
}
/**
 * Statistics are higher or lower.
 */
export interface Aura {
  type: "aura";
  who: Who;
  attack?: number;
  defense?: number;
  speed?: number;
}
/**
 * Which cards on the field are meant.
 */
export interface Who {
  kinds?: Kind[];
  side?: Side;
  reach?: Reach;
  affinity?: string;
  /**
   * A set of three letters that their classification has in any place (S4:30, MY-63).
   */
  taxon?: string;
}
/**
 * The opponent cannot place cards on the player's half.
 */
export interface Bars {
  type: "bars";
}
/**
 * These bonuses add nothing, for whoever is meant.
 */
export interface Cancels {
  type: "cancels";
  side: Side1;
  bonuses: Bonus[];
}
/**
 * A card as the rules know it.
 */
export interface Card {
  id: string;
  /**
   * Its number in the set, which deck codes name it by; from 1, and for ever.
   */
  number: number;
  name: string;
  kind: Kind;
  english?: string;
  /**
   * The classification sets; none for a figure.
   */
  sets?: string[];
  affinities?: string[];
  attack?: number;
  defense?: number;
  speed?: number;
  sacrifices?: number;
  /**
   * The id of the required Senior; empty for a Senior (S4:92).
   */
  junior_of?: string;
  does?: (Chosen | Every | Draw | TheyDiscard | TakeFromHand | SeeHand | Recover | Mill | Waive)[];
  laws?: (
    Aura | Eases | Guards | Withstands | Swift | Reverses | Unordered | Bars | Cancels | Crowns | LargerHand | DrawsMore
  )[];
  /**
   * For how many turns it stays, its first included; `null` if it does not count.
   */
  turns?: number | null;
  text?: string;
}
/**
 * Do something to a card that the player chooses.
 */
export interface Chosen {
  type: "chosen";
  who: Who;
  does: Chip | Remove | SendBack | Shift | AttackAgain | Still | Shield;
}
/**
 * Change statistics by point chips.
 */
export interface Chip {
  type: "chip";
  attack?: number;
  defense?: number;
  speed?: number;
  /**
   * For how many turns, this one included; `null` for good.
   */
  turns?: number | null;
}
/**
 * Remove from play.
 */
export interface Remove {
  type: "remove";
  /**
   * Never to come back (S4:127).
   */
  ban?: boolean;
}
/**
 * Return to its owner's hand.
 */
export interface SendBack {
  type: "send_back";
}
/**
 * Move to a free zone of its kind on its player's half (S4:124).
 */
export interface Shift {
  type: "shift";
}
/**
 * Forbid attacks.
 */
export interface Still {
  type: "still";
  turns: number;
}
/**
 * Keep from being removed by attacks.
 */
export interface Shield {
  type: "shield";
  turns: number;
}
/**
 * Do something to all cards that are meant.
 */
export interface Every {
  type: "every";
  who: Who;
  does: Chip | Remove | SendBack | Shift | AttackAgain | Still | Shield;
}
/**
 * Draw cards, as far as there are any (G-6).
 */
export interface Draw {
  type: "draw";
  cards: number;
}
/**
 * The opponent discards cards of their choice.
 */
export interface TheyDiscard {
  type: "they_discard";
  cards: number;
}
/**
 * Look at the opponent's hand and choose a card of it that is discarded.
 */
export interface TakeFromHand {
  type: "take_from_hand";
}
/**
 * Look at the opponent's hand.
 */
export interface SeeHand {
  type: "see_hand";
}
/**
 * Take a card of these kinds from your Oblivion into your hand; never a banned one (S4:126).
 */
export interface Recover {
  type: "recover";
  kinds: Kind[];
}
/**
 * The opponent's top cards go to Oblivion.
 */
export interface Mill {
  type: "mill";
  cards: number;
}
/**
 * The next card placed this turn needs fewer sacrifices.
 */
export interface Waive {
  type: "waive";
  sacrifices: number;
}
/**
 * Cards need fewer sacrifices, or, with a negative number, more.
 */
export interface Eases {
  type: "eases";
  side: Side1;
  sacrifices: number;
}
/**
 * These cannot be attacked.
 */
export interface Guards {
  type: "guards";
  who: Who;
}
/**
 * These support cards are removed only by an attack of this much or more (S4:90).
 */
export interface Withstands {
  type: "withstands";
  who: Who;
  attack: number;
}
/**
 * These may attack twice each turn.
 */
export interface Swift {
  type: "swift";
  who: Who;
}
/**
 * All attack from the slowest to the fastest.
 */
export interface Reverses {
  type: "reverses";
}
/**
 * The player's cards attack in any order.
 */
export interface Unordered {
  type: "unordered";
}
/**
 * The player enjoys the Tyrant's bonus with so many zones filled.
 */
export interface Crowns {
  type: "crowns";
  zones: number;
}
/**
 * The player may keep more cards at the end of a turn.
 */
export interface LargerHand {
  type: "larger_hand";
  cards: number;
}
/**
 * The player draws more cards at the start of a turn, if there are any.
 */
export interface DrawsMore {
  type: "draws_more";
  cards: number;
}
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
  cards: Card[];
  printings?: Printing[];
  decks?: ReadyDeck[];
  /**
   * The classification sets that its cards are the first to have.
   */
  taxa?: Taxon[];
  /**
   * For editors; it says nothing.
   */
  $schema?: string;
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
}
/**
 * What a classification set of three letters stands for, in games whose cards have them.
 */
export interface Taxon {
  code: string;
  rank: string;
  name: string;
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
}
