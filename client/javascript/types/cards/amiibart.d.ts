// Generated from the protocol's schema by `make schema`; not to be edited.

/**
 * A file with a set of cards is a `CardSet`, the answer over HTTP a `Catalogue`.
 */
export type Schema =
  | Aura
  | Bespoke
  | Bind
  | BreakHazards
  | BreakStage
  | Card
  | CardSet
  | Catalogue
  | Damage
  | DamagePer
  | Destroy
  | Drain
  | Element
  | Forge
  | GainEnergy
  | Give
  | Heal
  | Keyword
  | Kind
  | On
  | Printing
  | Rarity
  | ReadyDeck
  | Recover
  | Return
  | SetMark
  | Side
  | SpecialAttack
  | Strengthen
  | Strike
  | Summon
  | Taxon
  | Update
  | When
  | Which
  | Who;
/**
 * Which of them.
 * - `this`: The Fighter whose text it is.
 * - `subject`: The Fighter that set the text off: the one played, attacking, attacked.
 * - `target`: Whom the attack in progress is aimed at.
 * - `neighbours`: Those in the slots beside this one.
 * - `left`: The one in the next slot to the left of this one.
 * - `right`: The one in the next slot to the right of this one.
 * - `across`: The one in the same slot of the opponent.
 * - `beside_target`: Those in the slots beside the one attacked.
 * - `weakest`: The one with the least Health; of several the left-most.
 * - `strongest`: The one with the most Attack; of several the left-most.
 */
export type Which =
  | "chosen"
  | "all"
  | "this"
  | "subject"
  | "target"
  | "neighbours"
  | "left"
  | "right"
  | "across"
  | "beside_target"
  | "leftmost"
  | "rightmost"
  | "weakest"
  | "strongest";
/**
 * Owner of Fighters, seen from the card's owner.
 */
export type Side = "friendly" | "opposing" | "any";
/**
 * Elements that decks are built of (S0:17, S0:19). The launch set has cards of ten of them (AM-73).
 */
export type Element =
  | "dark"
  | "light"
  | "fire"
  | "elw"
  | "magic"
  | "weapon"
  | "tech"
  | "brute"
  | "electric"
  | "animal"
  | "fighter"
  | "tank"
  | "warrior"
  | "assassin"
  | "specialty";
/**
 * Kinds of cards.
 */
export type Kind = "fighter" | "spell" | "hazard" | "stage" | "token" | "power";
/**
 * Rarities of cards (S0:11). An Art Rare is a printing of an Ultra Rare, and no card of its own.
 */
export type Rarity = "common" | "rare" | "ultra_rare";
/**
 * Words of power that a Fighter may have in play (S0:151).
 */
export type Keyword = "lifesteal" | "block" | "instakill" | "swift" | "void";
/**
 * Triggers of a text, seen from the card's owner.
 */
export type When =
  | "this_attacks"
  | "friendly_attacks"
  | "opposing_attacks"
  | "this_attacked"
  | "friendly_attacked"
  | "after_this_attacked"
  | "after_friendly_attacked"
  | "after_this_attacks"
  | "after_friendly_attacks"
  | "after_opposing_attacks"
  | "this_dies"
  | "friendly_dies"
  | "opposing_dies"
  | "this_played"
  | "friendly_played"
  | "opposing_played"
  | "after_opposing_played"
  | "friendly_spell"
  | "opposing_spell"
  | "after_opposing_spell"
  | "opposing_power"
  | "after_opposing_power"
  | "turn_begins"
  | "turn_ends";

/**
 * While this card is in play, those have more Attack, or take less damage from attacks (AM-69).
 */
export interface Aura {
  /**
   * What this is: it tells it from others.
   */
  type?: "aura";
  /**
   * Whom it is about.
   */
  who: Who;
  /**
   * The attack points, or by how many they change.
   */
  attack?: number;
  /**
   * How much less damage they take.
   */
  armour?: number;
}
/**
 * Fighters in play, as a text names them.
 */
export interface Who {
  /**
   * What this is: it tells it from others.
   */
  type?: "who";
  /**
   * How those are chosen.
   */
  which: Which;
  /**
   * Whose cards this is about.
   */
  side?: Side & string;
  /**
   * The element.
   */
  element?: Element | null;
  /**
   * Only those of this folk.
   */
  folk?: string | null;
  /**
   * Not this one.
   */
  other?: boolean;
  /**
   * Tells two chosen ones of the same kind apart.
   */
  nth?: number;
  /**
   * Whether it may be a Token.
   */
  tokens?: boolean;
}
/**
 * A word that only one card needs, by its name in `bespoke`.
 */
export interface Bespoke {
  /**
   * What this is: it tells it from others.
   */
  type: "bespoke";
  /**
   * What it is called.
   */
  name: string;
}
/**
 * Set it to its printed values and remove all else (S0:165, AM-47).
 */
export interface Bind {
  /**
   * What this is: it tells it from others.
   */
  type: "bind";
  /**
   * Whom it is about.
   */
  who: Who;
}
/**
 * Destroy all Hazards of the opponent.
 */
export interface BreakHazards {
  /**
   * What this is: it tells it from others.
   */
  type: "break_hazards";
}
/**
 * Destroy the opponent's Stage.
 */
export interface BreakStage {
  /**
   * What this is: it tells it from others.
   */
  type: "break_stage";
}
/**
 * A card, a Token or a Power.
 */
export interface Card {
  /**
   * The id by which it is named elsewhere.
   */
  id: string;
  /**
   * Its number in the set (S0:77), which deck codes name it by; from 1, and for ever.
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
   * The element.
   */
  element: Element;
  /**
   * The text that is printed on the card.
   */
  text?: string;
  /**
   * How many stars the card has.
   */
  stars?: number;
  /**
   * What it costs.
   */
  cost?: number;
  /**
   * How rare it is.
   */
  rarity?: Rarity & string;
  /**
   * The attack points, or by how many they change.
   */
  attack?: number;
  /**
   * The health points, or by how many they change.
   */
  health?: number;
  /**
   * The types that are printed on the card.
   */
  types?: string[];
  /**
   * The keywords that it has.
   */
  keywords?: Keyword[];
  /**
   * The attacks that the card can make beside its own.
   */
  attacks?: SpecialAttack[];
  /**
   * What the card does when something happens.
   */
  on?: On[];
  /**
   * What the card changes as long as it is in play.
   */
  auras?: Aura[];
  /**
   * What the card does when it is forged.
   */
  forge?: Forge[];
  /**
   * What a Spell or an Active Power does.
   */
  does?: (
    | Damage
    | DamagePer
    | Strike
    | Heal
    | Strengthen
    | Give
    | Destroy
    | Return
    | Summon
    | Bind
    | Update
    | Recover
    | GainEnergy
    | Drain
    | BreakHazards
    | BreakStage
    | Bespoke
  )[];
  /**
   * Whether a Power is a Primary one.
   */
  primary?: boolean;
}
/**
 * A special attack of a Fighter (S0:122).
 */
export interface SpecialAttack {
  /**
   * What it is called.
   */
  name: string;
  /**
   * What it costs.
   */
  cost: number;
  /**
   * Its damage, or whatever else it does without saying when: step 5.
   */
  does?: (
    | Damage
    | DamagePer
    | Strike
    | Heal
    | Strengthen
    | Give
    | Destroy
    | Return
    | Summon
    | Bind
    | Update
    | Recover
    | GainEnergy
    | Drain
    | BreakHazards
    | BreakStage
    | Bespoke
  )[];
  /**
   * When this attack is used: step 3.
   */
  used?: (
    | Damage
    | DamagePer
    | Strike
    | Heal
    | Strengthen
    | Give
    | Destroy
    | Return
    | Summon
    | Bind
    | Update
    | Recover
    | GainEnergy
    | Drain
    | BreakHazards
    | BreakStage
    | Bespoke
  )[];
  /**
   * After it: step 7.
   */
  after?: (
    | Damage
    | DamagePer
    | Strike
    | Heal
    | Strengthen
    | Give
    | Destroy
    | Return
    | Summon
    | Bind
    | Update
    | Recover
    | GainEnergy
    | Drain
    | BreakHazards
    | BreakStage
    | Bespoke
  )[];
}
/**
 * Deal damage.
 */
export interface Damage {
  /**
   * What this is: it tells it from others.
   */
  type: "damage";
  /**
   * By how much.
   */
  amount: number;
  /**
   * Whom it is about.
   */
  who: Who;
}
/**
 * Deal so much damage for each of those.
 */
export interface DamagePer {
  /**
   * What this is: it tells it from others.
   */
  type: "damage_per";
  /**
   * By how much.
   */
  amount: number;
  /**
   * Whom it is about.
   */
  who: Who;
  /**
   * For each of what.
   */
  per: Who;
}
/**
 * Deal damage equal to this Fighter's Attack.
 */
export interface Strike {
  /**
   * What this is: it tells it from others.
   */
  type: "strike";
  /**
   * Whom it is about.
   */
  who: Who;
}
/**
 * Heal, up to the Health on the card (S0:145).
 */
export interface Heal {
  /**
   * What this is: it tells it from others.
   */
  type: "heal";
  /**
   * By how much.
   */
  amount: number;
  /**
   * Whom it is about.
   */
  who: Who;
}
/**
 * Change Attack and Health, for good or until the end of this turn.
 */
export interface Strengthen {
  /**
   * What this is: it tells it from others.
   */
  type: "strengthen";
  /**
   * Whom it is about.
   */
  who: Who;
  /**
   * The attack points, or by how many they change.
   */
  attack?: number;
  /**
   * The health points, or by how many they change.
   */
  health?: number;
  /**
   * Whether it holds only until the end of the turn.
   */
  until_end?: boolean;
}
/**
 * Give a keyword, for good or until the end of this turn.
 */
export interface Give {
  /**
   * What this is: it tells it from others.
   */
  type: "give";
  /**
   * The keyword.
   */
  keyword: Keyword;
  /**
   * Whom it is about.
   */
  who: Who;
  /**
   * Whether it holds only until the end of the turn.
   */
  until_end?: boolean;
  /**
   * Only for its next basic attack this turn.
   */
  basic?: boolean;
}
/**
 * Destroy: it dies, regardless of its Health (AM-44).
 */
export interface Destroy {
  /**
   * What this is: it tells it from others.
   */
  type: "destroy";
  /**
   * Whom it is about.
   */
  who: Who;
}
/**
 * Return to its owner's deck, as printed (AM-5, AM-45).
 */
export interface Return {
  /**
   * What this is: it tells it from others.
   */
  type: "return";
  /**
   * Whom it is about.
   */
  who: Who;
}
/**
 * Summon Tokens into the left-most empty slots (S0:93).
 */
export interface Summon {
  /**
   * What this is: it tells it from others.
   */
  type: "summon";
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * How many.
   */
  count?: number;
}
/**
 * Discard it and summon another one in its slot (S0:167, AM-46).
 */
export interface Update {
  /**
   * What this is: it tells it from others.
   */
  type: "update";
  /**
   * Whom it is about.
   */
  who: Who;
  /**
   * The card that it becomes.
   */
  into: string;
}
/**
 * Put the Fighters that were discarded last back into the deck, never one with Void (S0:161).
 */
export interface Recover {
  /**
   * What this is: it tells it from others.
   */
  type: "recover";
  /**
   * How many.
   */
  count: number;
}
/**
 * Gain Energy for this turn, up to 10 (AM-75).
 */
export interface GainEnergy {
  /**
   * What this is: it tells it from others.
   */
  type: "gain_energy";
  /**
   * By how much.
   */
  amount: number;
}
/**
 * The opponent has less Energy in the next turn.
 */
export interface Drain {
  /**
   * What this is: it tells it from others.
   */
  type: "drain";
  /**
   * By how much.
   */
  amount: number;
}
/**
 * A text that comes into effect when something happens.
 */
export interface On {
  /**
   * When that is.
   */
  when: When;
  /**
   * What it does, as data: one effect after the other.
   */
  does: (
    | Damage
    | DamagePer
    | Strike
    | Heal
    | Strengthen
    | Give
    | Destroy
    | Return
    | Summon
    | Bind
    | Update
    | Recover
    | GainEnergy
    | Drain
    | BreakHazards
    | BreakStage
    | Bespoke
  )[];
  /**
   * Only if the Fighter that sets it off is of this Element.
   */
  element?: Element | null;
  /**
   * Only those of this folk.
   */
  folk?: string | null;
}
/**
 * One of the effects of a card with Forge (S0:163).
 */
export interface Forge {
  /**
   * The words, as they were written.
   */
  text: string;
  /**
   * What it does, as data: one effect after the other.
   */
  does: (
    | Damage
    | DamagePer
    | Strike
    | Heal
    | Strengthen
    | Give
    | Destroy
    | Return
    | Summon
    | Bind
    | Update
    | Recover
    | GainEnergy
    | Drain
    | BreakHazards
    | BreakStage
    | Bespoke
  )[];
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
