// Generated from the protocol's schema by `make schema`; not to be edited.

export type Schema =
  | Options
  | GameAction
  | GameEvent
  | View
  | Answered
  | Asked
  | Attack
  | AttackDeclared
  | AttackGranted
  | AttackOver
  | AttackResolved
  | AttackView
  | AttacksBegan
  | BeginAttacks
  | Bonus
  | BonusGained
  | BonusLost
  | CallBonus
  | Chipped
  | ChooseCard
  | ChoosePiece
  | ChooseZone
  | Discard
  | Discarded
  | Drew
  | EndTurn
  | EndTurnWatching
  | Face
  | HandDealt
  | HandFull
  | HandKept
  | HandSeen
  | KeepHand
  | Kind1
  | Lapsed
  | Left
  | LetPass
  | MatchEnded
  | Milled
  | Moved
  | Mulligan
  | Mulliganed
  | Outcome
  | Passed
  | PieceView
  | Place
  | Placed
  | Placement
  | PlacementBegan
  | Play
  | Played
  | Point
  | Prompt
  | Question
  | Reason
  | Recovered
  | Removed
  | Returned
  | Sacrifice
  | SacrificeChosen
  | SeatView
  | Shielded
  | Shuffled
  | Stage
  | Stilled
  | TurnBegan
  | TurnEnded
  | Until
  | Waived
  | Watched
  | Why
  | WindowOpened;
/**
 * The cards dealt before the first draw, from 1 to 8.
 */
export type OpeningHand = number;
/**
 * The fewest cards in a deck, from 45 (rules 1.51) to 50 (rules 1.6).
 */
export type SmallestDeck = number;
/**
 * After this many turns the match is a draw, from 4 to 400.
 */
export type LastTurn = number;
/**
 * How many of the same effect card a deck may have, from 2 to 200: the rules name no limit.
 */
export type CopiesOfAnEffect = number;
/**
 * Whether a bonus counts only once its player calls it, as at a table of cardboard.
 */
export type BonusesAreCalled = boolean;
export type GameAction =
  | KeepHand
  | Mulligan
  | Place
  | Sacrifice
  | Play
  | BeginAttacks
  | Attack
  | EndTurn
  | EndTurnWatching
  | LetPass
  | CallBonus
  | Discard
  | ChoosePiece
  | ChooseZone
  | ChooseCard;
/**
 * For how long attacks are let pass. What goes beyond this point is a standing order: you are asked at every
 * further point, and if you do nothing the house lets it pass for you after a moment, as you would. Nobody else is
 * told of it. While the house plays for you because you are away, your order rests.
 * - `now`: Only at this point.
 * - `attack`: Until this attack is over.
 * - `turn`: Until the turn is over.
 * - `call`: Until you end a turn of your own with `end_turn_watching`.
 */
export type Until = "attack" | "call" | "now" | "turn";
/**
 * What is awarded for how cards stand.
 */
export type Bonus = "pack" | "phylogenetic" | "sister_taxa" | "tyrant";
export type GameEvent =
  | Shuffled
  | HandDealt
  | HandKept
  | Mulliganed
  | TurnBegan
  | Drew
  | PlacementBegan
  | SacrificeChosen
  | Placed
  | Played
  | AttacksBegan
  | AttackDeclared
  | WindowOpened
  | Passed
  | Watched
  | AttackResolved
  | AttackOver
  | Removed
  | Returned
  | Moved
  | Chipped
  | AttackGranted
  | Stilled
  | Shielded
  | Waived
  | BonusGained
  | BonusLost
  | Discarded
  | Milled
  | Recovered
  | HandSeen
  | Asked
  | Answered
  | HandFull
  | TurnEnded
  | Lapsed
  | Left
  | MatchEnded;
/**
 * When the attacked player may react.
 */
export type Point = "after" | "before";
/**
 * How an attack ended.
 * - `voided`: Attacker or target had gone, or they stood in one column no more.
 */
export type Outcome = "removed" | "voided" | "withstood";
/**
 * Why a card left the field.
 * - `below_zero`: A statistic fell below zero.
 * - `no_entity`: A dominion whose player has no entity on the field.
 * - `done`: An instant card has been carried out, or a counted one has run its turns.
 * - `card`: A card removed it.
 */
export type Why = "attack" | "below_zero" | "card" | "done" | "no_entity" | "sacrifice";
/**
 * What a question is about.
 */
export type Prompt =
  "choose_a_piece" | "choose_a_zone" | "choose_from_oblivion" | "choose_from_their_hand" | "discard_a_card";
/**
 * Why a match ended: the `reason` of the result.
 * - `no_entities`: A player, or both, had no entity on the field.
 * - `empty_deck`: A player could not draw.
 */
export type Reason = "empty_deck" | "left" | "no_entities" | "turn_cap";
/**
 * What is going on.
 * - `opening`: Both look at their opening hands.
 * - `play`: The player of the turn places entities and plays other cards.
 * - `discard`: The player of the turn has too many cards.
 */
export type Stage = "attack" | "discard" | "not_dealt" | "opening" | "over" | "play";
/**
 * What a card is.
 */
export type Kind = "active" | "dominion" | "effect" | "event" | "support";
/**
 * What a card is.
 */
export type Kind1 = "active" | "dominion" | "effect" | "event" | "support";

/**
 * What a table may set.
 */
export interface Options {
  opening_hand?: OpeningHand;
  deck_min?: SmallestDeck;
  turn_cap?: LastTurn;
  effect_copies?: CopiesOfAnEffect;
  declare_bonus?: BonusesAreCalled;
  [k: string]: unknown;
}
/**
 * Keep the opening hand.
 */
export interface KeepHand {
  type: "keep_hand";
  [k: string]: unknown;
}
/**
 * Show an opening hand from which no entity can be placed on the first turn, and draw another.
 */
export interface Mulligan {
  type: "mulligan";
  [k: string]: unknown;
}
/**
 * Place an entity card from your hand. A card that needs sacrifices asks for them afterwards.
 */
export interface Place {
  type: "place";
  card: string;
  /**
   * The zone that it takes; every one that it may take in a choice that says `one_of`.
   */
  zones: string[];
  /**
   * Only in a choice that stands for several actions: `zones`, of which an action names one.
   */
  one_of?: "zones" | null;
  [k: string]: unknown;
}
/**
 * Give up one of your cards for the one that you are placing.
 */
export interface Sacrifice {
  type: "sacrifice";
  piece: string;
  [k: string]: unknown;
}
/**
 * Play a dominion, event or effect card from your hand.
 */
export interface Play {
  type: "play";
  card: string;
  [k: string]: unknown;
}
/**
 * Stop placing entities and begin to attack.
 */
export interface BeginAttacks {
  type: "begin_attacks";
  [k: string]: unknown;
}
/**
 * Attack a card in the same column.
 */
export interface Attack {
  type: "attack";
  piece: string;
  /**
   * The card that is attacked; every one that may be in a choice that says `one_of`.
   */
  targets: string[];
  /**
   * Only in a choice that stands for several actions: `targets`, of which an action names one.
   */
  one_of?: "targets" | null;
  [k: string]: unknown;
}
/**
 * End your turn.
 */
export interface EndTurn {
  type: "end_turn";
  [k: string]: unknown;
}
/**
 * End your turn, and withdraw your standing order: you are asked again when you are attacked.
 */
export interface EndTurnWatching {
  type: "end_turn_watching";
  [k: string]: unknown;
}
/**
 * React no more to the attack.
 */
export interface LetPass {
  type: "let_pass";
  until: Until;
  [k: string]: unknown;
}
/**
 * Call a bonus that your cards have come to deserve, at a table where bonuses must be declared.
 */
export interface CallBonus {
  type: "call_bonus";
  bonus: Bonus;
  [k: string]: unknown;
}
/**
 * Discard a card, because your hand is too large.
 */
export interface Discard {
  type: "discard";
  card: string;
  [k: string]: unknown;
}
/**
 * Answer with a card on the field.
 */
export interface ChoosePiece {
  type: "choose_piece";
  piece: string;
  [k: string]: unknown;
}
/**
 * Answer with a zone.
 */
export interface ChooseZone {
  type: "choose_zone";
  zone: string;
  [k: string]: unknown;
}
/**
 * Answer with a card of a hand or of Oblivion.
 */
export interface ChooseCard {
  type: "choose_card";
  card: string;
  [k: string]: unknown;
}
/**
 * Both decks were shuffled, and a coin said who begins.
 */
export interface Shuffled {
  type: "shuffled";
  starting_seat: number;
  /**
   * For each seat its deck, the top first: `null` for every viewer.
   */
  decks: string[][] | null;
  [k: string]: unknown;
}
/**
 * A seat drew an opening hand.
 */
export interface HandDealt {
  type: "hand_dealt";
  seat: number;
  /**
   * `null` for everybody else.
   */
  cards: string[] | null;
  count: number;
  [k: string]: unknown;
}
/**
 * A seat has its opening hand.
 */
export interface HandKept {
  type: "hand_kept";
  seat: number;
  [k: string]: unknown;
}
/**
 * A seat showed its opening hand and shuffled it back.
 */
export interface Mulliganed {
  type: "mulliganed";
  seat: number;
  cards: string[];
  /**
   * The deck after it: `null` for every viewer.
   */
  deck: string[] | null;
  [k: string]: unknown;
}
/**
 * A turn began.
 */
export interface TurnBegan {
  type: "turn_began";
  seat: number;
  turn: number;
  [k: string]: unknown;
}
/**
 * A seat drew a card.
 */
export interface Drew {
  type: "drew";
  seat: number;
  /**
   * `null` for everybody else.
   */
  card: string | null;
  [k: string]: unknown;
}
/**
 * A seat is placing a card that needs sacrifices.
 */
export interface PlacementBegan {
  type: "placement_began";
  seat: number;
  card: string;
  zone: string;
  sacrifices: number;
  [k: string]: unknown;
}
/**
 * A card will be sacrificed.
 */
export interface SacrificeChosen {
  type: "sacrifice_chosen";
  seat: number;
  card: string;
  piece: string;
  [k: string]: unknown;
}
/**
 * An entity card came into play.
 */
export interface Placed {
  type: "placed";
  seat: number;
  card: string;
  piece: string;
  zone: string;
  [k: string]: unknown;
}
/**
 * A dominion, event or effect card came into play.
 */
export interface Played {
  type: "played";
  seat: number;
  card: string;
  piece: string;
  zone: string;
  /**
   * At the end of which turn it leaves; `null` if it does not count turns.
   */
  last_turn: number | null;
  [k: string]: unknown;
}
/**
 * A seat's attack phase began.
 */
export interface AttacksBegan {
  type: "attacks_began";
  seat: number;
  [k: string]: unknown;
}
/**
 * A card attacks another.
 */
export interface AttackDeclared {
  type: "attack_declared";
  seat: number;
  card: string;
  piece: string;
  target: string;
  target_card: string;
  speed: number;
  /**
   * Whether slower cards only may follow; not for a second attack out of order.
   */
  in_order: boolean;
  [k: string]: unknown;
}
/**
 * The attacked player may react.
 */
export interface WindowOpened {
  type: "window_opened";
  seat: number;
  point: Point;
  [k: string]: unknown;
}
/**
 * The attacked player lets the attack pass.
 */
export interface Passed {
  type: "passed";
  seat: number;
  /**
   * For how long it does: `null` for everybody else.
   */
  until: Until | null;
  [k: string]: unknown;
}
/**
 * A seat has withdrawn its standing order. Nobody else is told.
 */
export interface Watched {
  type: "watched";
  seat: number;
  [k: string]: unknown;
}
/**
 * An attack was decided.
 */
export interface AttackResolved {
  type: "attack_resolved";
  seat: number;
  piece: string;
  target: string;
  outcome: Outcome;
  /**
   * What the attacker attacked with; `null` if it came to nothing.
   */
  attack: number | null;
  /**
   * What the target defended itself with; `null` for a support card.
   */
  defense: number | null;
  [k: string]: unknown;
}
/**
 * An attack and all reactions to it are over.
 */
export interface AttackOver {
  type: "attack_over";
  seat: number;
  [k: string]: unknown;
}
/**
 * A card left the field for its owner's Oblivion.
 */
export interface Removed {
  type: "removed";
  seat: number;
  card: string;
  piece: string;
  why: Why;
  /**
   * Whether it may never come back.
   */
  banned: boolean;
  [k: string]: unknown;
}
/**
 * A card went from the field to its owner's hand.
 */
export interface Returned {
  type: "returned";
  seat: number;
  card: string;
  piece: string;
  [k: string]: unknown;
}
/**
 * A card went to another zone.
 */
export interface Moved {
  type: "moved";
  seat: number;
  card: string;
  piece: string;
  zone: string;
  [k: string]: unknown;
}
/**
 * Point chips changed a card's statistics.
 */
export interface Chipped {
  type: "chipped";
  seat: number;
  card: string;
  piece: string;
  attack: number;
  defense: number;
  speed: number;
  /**
   * At the end of which turn they are taken away; `null` if they stay.
   */
  last_turn: number | null;
  [k: string]: unknown;
}
/**
 * A card may attack once more this turn.
 */
export interface AttackGranted {
  type: "attack_granted";
  seat: number;
  card: string;
  piece: string;
  [k: string]: unknown;
}
/**
 * A card may not attack.
 */
export interface Stilled {
  type: "stilled";
  seat: number;
  card: string;
  piece: string;
  last_turn: number;
  [k: string]: unknown;
}
/**
 * A card cannot be removed by an attack.
 */
export interface Shielded {
  type: "shielded";
  seat: number;
  card: string;
  piece: string;
  last_turn: number;
  [k: string]: unknown;
}
/**
 * A seat's next card needs fewer sacrifices this turn.
 */
export interface Waived {
  type: "waived";
  seat: number;
  sacrifices: number;
  [k: string]: unknown;
}
/**
 * Cards are awarded a bonus for how they stand.
 *
 * The Tyrant's bonus is told only where bonuses must be declared; elsewhere it follows from the field.
 */
export interface BonusGained {
  type: "bonus_gained";
  seat: number;
  bonus: Bonus;
  pieces: string[];
  /**
   * What they are, in the same order.
   */
  cards: string[];
  /**
   * Which group they belong to: groups are numbered as they form; 0 for the Tyrant's bonus.
   */
  group: number;
  [k: string]: unknown;
}
/**
 * Cards lose a bonus.
 */
export interface BonusLost {
  type: "bonus_lost";
  seat: number;
  bonus: Bonus;
  pieces: string[];
  /**
   * What they are, in the same order.
   */
  cards: string[];
  [k: string]: unknown;
}
/**
 * A card went from a hand to Oblivion, for everybody to see.
 */
export interface Discarded {
  type: "discarded";
  seat: number;
  card: string;
  [k: string]: unknown;
}
/**
 * The top card of a deck went to Oblivion.
 */
export interface Milled {
  type: "milled";
  seat: number;
  card: string;
  [k: string]: unknown;
}
/**
 * A card went from Oblivion to its owner's hand.
 */
export interface Recovered {
  type: "recovered";
  seat: number;
  card: string;
  [k: string]: unknown;
}
/**
 * A seat looked at the other's hand.
 */
export interface HandSeen {
  type: "hand_seen";
  seat: number;
  /**
   * `null` for everybody else.
   */
  cards: string[] | null;
  [k: string]: unknown;
}
/**
 * A seat must answer before the game goes on.
 */
export interface Asked {
  type: "asked";
  seat: number;
  /**
   * Who played the card that asks.
   */
  owner_seat: number;
  about: string;
  about_piece: string;
  prompt: Prompt;
  /**
   * Which of the card's effects asks, from 0.
   */
  step: number;
  /**
   * How many answers it still needs, this one included.
   */
  left: number;
  /**
   * The card on the field that has been chosen already.
   */
  piece: string | null;
  [k: string]: unknown;
}
/**
 * A seat has answered. What comes of it is told by what follows.
 */
export interface Answered {
  type: "answered";
  seat: number;
  [k: string]: unknown;
}
/**
 * A seat must discard at the end of its turn.
 */
export interface HandFull {
  type: "hand_full";
  seat: number;
  count: number;
  [k: string]: unknown;
}
/**
 * A turn ended.
 */
export interface TurnEnded {
  type: "turn_ended";
  seat: number;
  turn: number;
  [k: string]: unknown;
}
/**
 * A seat ran out of time, and the house decides for it.
 */
export interface Lapsed {
  type: "lapsed";
  seat: number;
  [k: string]: unknown;
}
/**
 * A seat left for good.
 */
export interface Left {
  type: "left";
  seat: number;
  [k: string]: unknown;
}
/**
 * The match ended.
 */
export interface MatchEnded {
  type: "match_ended";
  places: number[];
  reason: Reason;
  [k: string]: unknown;
}
/**
 * The match as one viewer may see it.
 */
export interface View {
  options: Options;
  stage: Stage;
  turn: number;
  turn_seat: number | null;
  starting_seat: number | null;
  /**
   * The speed of the last attacker; whoever is faster has missed its place.
   */
  pace?: number | null;
  attack?: AttackView | null;
  placing?: Placement | null;
  question?: Question | null;
  seats: SeatView[];
  field: PieceView[];
  /**
   * Your own hand; `null` for a spectator.
   */
  hand: string[] | null;
  /**
   * The other's hand while you choose from it.
   */
  their_hand?: string[];
  /**
   * Your own standing order: for how long the house lets attacks pass for you. Nobody else sees it.
   */
  passes?: Until | null;
  /**
   * What is printed on the cards in your hand, on the field, and in Oblivion while one is chosen from it.
   */
  faces: {
    [k: string]: Face;
  };
  [k: string]: unknown;
}
/**
 * The attack that is being carried out.
 */
export interface AttackView {
  piece: string;
  target: string;
  point: Point;
  [k: string]: unknown;
}
/**
 * A card that waits for its sacrifices.
 */
export interface Placement {
  card: string;
  zone: string;
  /**
   * How many it needs in all.
   */
  sacrifices: number;
  chosen: string[];
  [k: string]: unknown;
}
/**
 * What a seat is asked.
 */
export interface Question {
  seat: number;
  about: string;
  prompt: Prompt;
  piece: string | null;
  left: number;
  [k: string]: unknown;
}
/**
 * What everyone may know of a seat.
 */
export interface SeatView {
  seat: number;
  deck_count: number;
  hand_count: number;
  /**
   * Its cards that are out of play, and how many of each.
   */
  oblivion: {
    [k: string]: number;
  };
  /**
   * Those of them that may never come back.
   */
  banned?: string[];
  /**
   * How many sacrifices fewer its next card needs.
   */
  waived?: number;
  /**
   * Whether it has called the Tyrant's bonus, where bonuses must be declared.
   */
  crowned?: boolean;
  /**
   * Whether it is in its first turn and has lost when both have ended theirs, unless an entity of its own stands by then (S4:65).
   */
  must_place_entity?: boolean;
  [k: string]: unknown;
}
/**
 * A card on the field.
 */
export interface PieceView {
  piece: string;
  card: string;
  zone: string;
  /**
   * Whose it is, if it is an invader; absent if it is of the seat on whose half it stands.
   */
  seat?: number | null;
  /**
   * An active card's attack, defense and speed now, with chips, bonuses and the effects of other cards; absent if they are what is printed on it.
   */
  stats?: never[] | null;
  bonuses?: Bonus[];
  /**
   * How often it may still attack this turn.
   */
  attacks_left?: number;
  /**
   * At the end of which turn it leaves by itself.
   */
  last_turn?: number | null;
  stilled?: boolean;
  shielded?: boolean;
  [k: string]: unknown;
}
/**
 * What is printed on a card.
 */
export interface Face {
  /**
   * A title; empty for a species, whose id is its genus and species: `panthera-leo` is *Panthera leo*. What it is called in English stands in the catalogue.
   */
  name?: string;
  kind?: Kind;
  /**
   * The classification: its sets of three letters from the broadest to the narrowest, with spaces between.
   */
  sets?: string;
  /**
   * The terrains, with spaces between.
   */
  affinities?: string;
  /**
   * An active card's attack, defense and speed.
   */
  stats?: never[] | null;
  /**
   * How many cards must be sacrificed for it.
   */
  sacrifices?: number;
  /**
   * The name of the card that must be in play for it.
   */
  junior_of?: string;
  /**
   * Whether a dominion, event or effect stays on the field; entities always do.
   */
  lasting?: boolean;
  text?: string;
  [k: string]: unknown;
}
