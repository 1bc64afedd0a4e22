// Generated from the protocol's schema by `make schema`; not to be edited.

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
  | Rarity1
  | ReadyDeck
  | Recover
  | Return
  | SetMark
  | Side1
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
  | "across"
  | "all"
  | "beside_target"
  | "chosen"
  | "left"
  | "leftmost"
  | "neighbours"
  | "right"
  | "rightmost"
  | "strongest"
  | "subject"
  | "target"
  | "this"
  | "weakest";
/**
 * Whose Fighters, seen from the card's owner.
 */
export type Side = "any" | "friendly" | "opposing";
/**
 * What decks are built of (S0:19).
 */
export type Element =
  "assassin" | "dark" | "elw" | "fire" | "light" | "magic" | "specialty" | "tank" | "tech" | "weapon";
/**
 * What a card is.
 */
export type Kind = "fighter" | "hazard" | "power" | "spell" | "stage" | "token";
/**
 * How rare a card is (S0:11). An Art Rare is a printing of an Ultra Rare, and no card of its own.
 */
export type Rarity = "common" | "rare" | "ultra_rare";
/**
 * Words of power that a Fighter may have in play (S0:151).
 */
export type Keyword = "block" | "instakill" | "lifesteal" | "swift" | "void";
/**
 * What a text waits for, seen from the card's owner.
 */
export type When =
  | "after_friendly_attacked"
  | "after_friendly_attacks"
  | "after_opposing_attacks"
  | "after_opposing_played"
  | "after_opposing_power"
  | "after_opposing_spell"
  | "after_this_attacked"
  | "after_this_attacks"
  | "friendly_attacked"
  | "friendly_attacks"
  | "friendly_dies"
  | "friendly_played"
  | "friendly_spell"
  | "opposing_attacks"
  | "opposing_dies"
  | "opposing_played"
  | "opposing_power"
  | "opposing_spell"
  | "this_attacked"
  | "this_attacks"
  | "this_dies"
  | "this_played"
  | "turn_begins"
  | "turn_ends";
/**
 * How rare a card is (S0:11). An Art Rare is a printing of an Ultra Rare, and no card of its own.
 */
export type Rarity1 = "common" | "rare" | "ultra_rare";
/**
 * Whose Fighters, seen from the card's owner.
 */
export type Side1 = "any" | "friendly" | "opposing";

/**
 * While this card is in play, those have more Attack, or take less damage from attacks (AM-69).
 */
export interface Aura {
  type?: "aura";
  who: Who;
  attack?: number;
  armour?: number;
}
/**
 * Fighters in play, as a text names them.
 */
export interface Who {
  type?: "who";
  which: Which;
  side?: Side;
  element?: Element | null;
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
  type: "bespoke";
  name: string;
}
/**
 * Set it to what its card says and remove all else (S0:165, AM-47).
 */
export interface Bind {
  type: "bind";
  who: Who;
}
/**
 * Destroy all Hazards of the opponent.
 */
export interface BreakHazards {
  type: "break_hazards";
}
/**
 * Destroy the opponent's Stage.
 */
export interface BreakStage {
  type: "break_stage";
}
/**
 * A card, a Token or a Power.
 */
export interface Card {
  id: string;
  /**
   * Its number in the set (S0:77), which deck codes name it by; from 1, and for ever.
   */
  number: number;
  name: string;
  kind: Kind;
  element: Element;
  text?: string;
  stars?: number;
  cost?: number;
  rarity?: Rarity;
  attack?: number;
  health?: number;
  types?: string[];
  keywords?: Keyword[];
  attacks?: SpecialAttack[];
  on?: On[];
  auras?: Aura[];
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
  name: string;
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
  type: "damage";
  amount: number;
  who: Who;
}
/**
 * Deal so much damage for each of those.
 */
export interface DamagePer {
  type: "damage_per";
  amount: number;
  who: Who;
  per: Who;
}
/**
 * Deal damage equal to this Fighter's Attack.
 */
export interface Strike {
  type: "strike";
  who: Who;
}
/**
 * Heal, up to the Health on the card (S0:145).
 */
export interface Heal {
  type: "heal";
  amount: number;
  who: Who;
}
/**
 * Change Attack and Health, for good or until the end of this turn.
 */
export interface Strengthen {
  type: "strengthen";
  who: Who;
  attack?: number;
  health?: number;
  until_end?: boolean;
}
/**
 * Return a keyword, for good or until the end of this turn.
 */
export interface Give {
  type: "give";
  keyword: Keyword;
  who: Who;
  until_end?: boolean;
}
/**
 * Destroy: it dies, whatever its Health (AM-44).
 */
export interface Destroy {
  type: "destroy";
  who: Who;
}
/**
 * Return to its owner's deck, as printed (AM-5, AM-45).
 */
export interface Return {
  type: "return";
  who: Who;
}
/**
 * Summon Tokens into the left-most empty slots (S0:93).
 */
export interface Summon {
  type: "summon";
  card: string;
  count?: number;
}
/**
 * Discard it and summon another one in its slot (S0:167, AM-46).
 */
export interface Update {
  type: "update";
  who: Who;
  into: string;
}
/**
 * Put the Fighters that were discarded last back into the deck, never one with Void (S0:161).
 */
export interface Recover {
  type: "recover";
  count: number;
}
/**
 * Gain Energy for this turn, up to 10.
 */
export interface GainEnergy {
  type: "gain_energy";
  amount: number;
}
/**
 * The opponent has less Energy in the next turn.
 */
export interface Drain {
  type: "drain";
  amount: number;
}
/**
 * A text that comes into effect when something happens.
 */
export interface On {
  when: When;
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
  folk?: string | null;
}
/**
 * One of the effects of a card with Forge (S0:163).
 */
export interface Forge {
  text: string;
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
