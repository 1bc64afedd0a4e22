// Generated from the protocol's schema by `make schema`; not to be edited.

/**
 * A file with a set of cards is a `CardSet`, the answer over HTTP a `Catalogue`.
 */
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
  | Rarity
  | Reach
  | ReadyDeck
  | Recover
  | Remove
  | Reverses
  | SeeHand
  | SendBack
  | SetMark
  | Shield
  | Shift
  | Side
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
 * Kinds of cards.
 */
export type Kind = "active" | "support" | "dominion" | "event" | "effect";
/**
 * Owner of cards, seen from the player of the card that says so.
 */
export type Side = "own" | "theirs" | "any";
/**
 * Places of the meant cards.
 * - `column`: In the column of the card that says so.
 * - `near`: In its column or a neighbouring one (S4:43).
 * - `home`: On their own player's half.
 * - `abroad`: On the other half: invaders.
 */
export type Reach = "anywhere" | "column" | "near" | "home" | "abroad";
/**
 * Bonuses for the arrangement of cards.
 */
export type Bonus = "tyrant" | "pack" | "sister_taxa" | "phylogenetic";
/**
 * Rarities of cards (S4:74…76, MY-68). The rules do not depend on them: copies are counted for any rarity.
 */
export type Rarity = "common" | "rare" | "ultra_rare";

/**
 * Allow another attack this turn (MY-46).
 */
export interface AttackAgain {
  /**
   * What this is: it tells it from others.
   */
  type: "attack_again";
}
/**
 * Statistics are higher or lower.
 */
export interface Aura {
  /**
   * What this is: it tells it from others.
   */
  type: "aura";
  /**
   * Whom it is about.
   */
  who: Who;
  /**
   * The attack points, or by how many they change.
   */
  attack?: number;
  /**
   * The defense points, or by how many they change.
   */
  defense?: number;
  /**
   * The speed points, or by how many they change.
   */
  speed?: number;
}
/**
 * Which cards on the field are meant.
 */
export interface Who {
  /**
   * The kinds of cards that this is about.
   */
  kinds?: Kind[];
  /**
   * Whose cards this is about.
   */
  side?: Side & string;
  /**
   * How far it reaches.
   */
  reach?: Reach & string;
  /**
   * Only cards with this affinity.
   */
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
  /**
   * What this is: it tells it from others.
   */
  type: "bars";
}
/**
 * These bonuses add nothing, for all meant players.
 */
export interface Cancels {
  /**
   * What this is: it tells it from others.
   */
  type: "cancels";
  /**
   * Whose cards this is about.
   */
  side: Side;
  /**
   * The bonuses, by their ids.
   */
  bonuses: Bonus[];
}
/**
 * A card as the rules know it.
 */
export interface Card {
  /**
   * The id by which it is named elsewhere.
   */
  id: string;
  /**
   * Its number in the set, which deck codes name it by; from 1, and for ever.
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
   * How rare it is.
   */
  rarity?: Rarity & string;
  /**
   * What the card's name means in English.
   */
  english?: string;
  /**
   * The classification sets; none for a figure.
   */
  sets?: string[];
  /**
   * The affinities that are printed on the card.
   */
  affinities?: string[];
  /**
   * The attack points, or by how many they change.
   */
  attack?: number;
  /**
   * The defense points, or by how many they change.
   */
  defense?: number;
  /**
   * The speed points, or by how many they change.
   */
  speed?: number;
  /**
   * How many sacrifices; in a placement, which cards are sacrificed.
   */
  sacrifices?: number;
  /**
   * The id of the required Senior; empty for a Senior (S4:92).
   */
  junior_of?: string;
  /**
   * What it does, as data: one effect after the other.
   */
  does?: (Chosen | Every | Draw | TheyDiscard | TakeFromHand | SeeHand | Recover | Mill | Waive)[];
  /**
   * What the card changes as long as it is in play.
   */
  laws?: (
    Aura | Eases | Guards | Withstands | Swift | Reverses | Unordered | Bars | Cancels | Crowns | LargerHand | DrawsMore
  )[];
  /**
   * For how many turns it stays, its first included; `null` if it does not count.
   */
  turns?: number | null;
  /**
   * The text that is printed on the card.
   */
  text?: string;
}
/**
 * Do something to a card that the player chooses.
 */
export interface Chosen {
  /**
   * What this is: it tells it from others.
   */
  type: "chosen";
  /**
   * Whom it is about.
   */
  who: Who;
  /**
   * What it does, as data: one effect after the other.
   */
  does: Chip | Remove | SendBack | Shift | AttackAgain | Still | Shield;
}
/**
 * Change statistics by point chips.
 */
export interface Chip {
  /**
   * What this is: it tells it from others.
   */
  type: "chip";
  /**
   * The attack points, or by how many they change.
   */
  attack?: number;
  /**
   * The defense points, or by how many they change.
   */
  defense?: number;
  /**
   * The speed points, or by how many they change.
   */
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
  /**
   * What this is: it tells it from others.
   */
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
  /**
   * What this is: it tells it from others.
   */
  type: "send_back";
}
/**
 * Move to a free zone of its kind on its player's half (S4:124).
 */
export interface Shift {
  /**
   * What this is: it tells it from others.
   */
  type: "shift";
}
/**
 * Forbid attacks.
 */
export interface Still {
  /**
   * What this is: it tells it from others.
   */
  type: "still";
  /**
   * For how many turns.
   */
  turns: number;
}
/**
 * Keep from being removed by attacks.
 */
export interface Shield {
  /**
   * What this is: it tells it from others.
   */
  type: "shield";
  /**
   * For how many turns.
   */
  turns: number;
}
/**
 * Do something to all cards that are meant.
 */
export interface Every {
  /**
   * What this is: it tells it from others.
   */
  type: "every";
  /**
   * Whom it is about.
   */
  who: Who;
  /**
   * What it does, as data: one effect after the other.
   */
  does: Chip | Remove | SendBack | Shift | AttackAgain | Still | Shield;
}
/**
 * Draw cards, as far as there are any (G-6).
 */
export interface Draw {
  /**
   * What this is: it tells it from others.
   */
  type: "draw";
  /**
   * How many cards.
   */
  cards: number;
}
/**
 * The opponent discards cards of their choice.
 */
export interface TheyDiscard {
  /**
   * What this is: it tells it from others.
   */
  type: "they_discard";
  /**
   * How many cards.
   */
  cards: number;
}
/**
 * Look at the opponent's hand and choose a card of it that is discarded.
 */
export interface TakeFromHand {
  /**
   * What this is: it tells it from others.
   */
  type: "take_from_hand";
}
/**
 * Look at the opponent's hand.
 */
export interface SeeHand {
  /**
   * What this is: it tells it from others.
   */
  type: "see_hand";
}
/**
 * Take a card of these kinds from your Oblivion into your hand; never a banned one (S4:126).
 */
export interface Recover {
  /**
   * What this is: it tells it from others.
   */
  type: "recover";
  /**
   * The kinds of cards that this is about.
   */
  kinds: Kind[];
}
/**
 * The opponent's top cards go to Oblivion.
 */
export interface Mill {
  /**
   * What this is: it tells it from others.
   */
  type: "mill";
  /**
   * How many cards.
   */
  cards: number;
}
/**
 * The next card placed this turn needs fewer sacrifices.
 */
export interface Waive {
  /**
   * What this is: it tells it from others.
   */
  type: "waive";
  /**
   * How many sacrifices; in a placement, which cards are sacrificed.
   */
  sacrifices: number;
}
/**
 * Cards need fewer sacrifices, or, with a negative number, more.
 */
export interface Eases {
  /**
   * What this is: it tells it from others.
   */
  type: "eases";
  /**
   * Whose cards this is about.
   */
  side: Side;
  /**
   * How many sacrifices; in a placement, which cards are sacrificed.
   */
  sacrifices: number;
}
/**
 * These cannot be attacked.
 */
export interface Guards {
  /**
   * What this is: it tells it from others.
   */
  type: "guards";
  /**
   * Whom it is about.
   */
  who: Who;
  /**
   * In how many turns, counted from the first of the match; `null` for as long as the card lies there.
   */
  turns?: number | null;
}
/**
 * These support cards are removed only by an attack of this much or more (S4:90).
 */
export interface Withstands {
  /**
   * What this is: it tells it from others.
   */
  type: "withstands";
  /**
   * Whom it is about.
   */
  who: Who;
  /**
   * The attack points, or by how many they change.
   */
  attack: number;
}
/**
 * These may attack twice each turn.
 */
export interface Swift {
  /**
   * What this is: it tells it from others.
   */
  type: "swift";
  /**
   * Whom it is about.
   */
  who: Who;
}
/**
 * All attack from the slowest to the fastest.
 */
export interface Reverses {
  /**
   * What this is: it tells it from others.
   */
  type: "reverses";
}
/**
 * The player's cards attack in any order.
 */
export interface Unordered {
  /**
   * What this is: it tells it from others.
   */
  type: "unordered";
}
/**
 * The player enjoys the Tyrant's bonus with so many zones filled.
 */
export interface Crowns {
  /**
   * What this is: it tells it from others.
   */
  type: "crowns";
  /**
   * The zones, by their names.
   */
  zones: number;
}
/**
 * The player may keep more cards at the end of a turn.
 */
export interface LargerHand {
  /**
   * What this is: it tells it from others.
   */
  type: "larger_hand";
  /**
   * How many cards more a hand holds.
   */
  cards: number;
}
/**
 * The player draws more cards at the start of a turn, if there are any.
 */
export interface DrawsMore {
  /**
   * What this is: it tells it from others.
   */
  type: "draws_more";
  /**
   * How many cards more.
   */
  cards: number;
}
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
  cards: Card[];
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
  /**
   * For editors; it says nothing.
   */
  $schema?: string;
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
}
