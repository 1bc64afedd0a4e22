// Generated from the protocol's schema by `make schema`; not to be edited.

/**
 * The game's own parts of messages; `$defs` says which is which. Enumerations are closed in what clients send: a server refuses any other value, and any field that is not in here. They are open in what servers send: newer servers may send values, fields and messages that are not in here; let them pass.
 */
export type Schema =
  | GameOptions
  | GameAction
  | GameEvent
  | GameView
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
  | Kind
  | Lapsed
  | Left
  | LetPass
  | MatchEnded
  | Milled
  | Moved
  | Mulligan
  | Mulliganed
  | Options
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
  | View
  | Waived
  | Watched
  | Why
  | WindowOpened;
/**
 * What a table may set: `options` of a command or a table.
 */
export type GameOptions = Options;
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
/**
 * What a seat may do: `action` of `act`, each of `choices` of `update`.
 */
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
 * Duration for which attacks are let pass. A value beyond this point is a standing order: you are asked at every
 * further point, and if you do nothing the house lets it pass for you after a moment, as you would. The other players
 * are not notified. While the house plays for you because you are away, your order rests.
 * - `now`: Only at this point.
 * - `attack`: Until this attack is over.
 * - `turn`: Until the turn is over.
 * - `call`: Until you end a turn of your own with `end_turn_watching`.
 */
export type Until = "now" | "attack" | "turn" | "call";
/**
 * Bonuses for the arrangement of cards.
 */
export type Bonus = "tyrant" | "pack" | "sister_taxa" | "phylogenetic";
/**
 * What happened: each of `events` of `update`.
 */
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
export type Point = "before" | "after";
/**
 * Outcomes of an attack.
 * - `voided`: Attacker or target had gone, or they stood in one column no more.
 */
export type Outcome = "removed" | "withstood" | "voided";
/**
 * Why a card left the field.
 * - `below_zero`: A statistic fell below zero.
 * - `no_entity`: A dominion of a player without an entity on the field.
 * - `done`: An instant card has been carried out, or a counted one has run its turns.
 * - `card`: A card removed it.
 */
export type Why = "attack" | "sacrifice" | "below_zero" | "no_entity" | "done" | "card";
/**
 * Subjects of a question.
 */
export type Prompt =
  "choose_a_piece" | "choose_a_zone" | "discard_a_card" | "choose_from_their_hand" | "choose_from_oblivion";
/**
 * Why a match ended: the `reason` of the result.
 * - `no_entities`: A player, or both, had no entity on the field.
 * - `empty_deck`: A player could not draw.
 */
export type Reason = "no_entities" | "empty_deck" | "turn_cap" | "left";
/**
 * The state as one viewer may see it: `view` of `update`.
 */
export type GameView = View;
/**
 * Stages of a match.
 * - `opening`: Both look at their opening hands.
 * - `play`: The player of the turn places entities and plays other cards.
 * - `discard`: The player of the turn has too many cards.
 */
export type Stage = "not_dealt" | "opening" | "play" | "attack" | "discard" | "over";
/**
 * Kinds of cards.
 */
export type Kind = "active" | "support" | "dominion" | "event" | "effect";

/**
 * Options of a table.
 */
export interface Options {
  opening_hand?: OpeningHand;
  deck_min?: SmallestDeck;
  turn_cap?: LastTurn;
  effect_copies?: CopiesOfAnEffect;
  declare_bonus?: BonusesAreCalled;
}
/**
 * Keep the opening hand.
 */
export interface KeepHand {
  /**
   * What this is: it tells it from others.
   */
  type: "keep_hand";
}
/**
 * Show an opening hand from which no entity can be placed on the first turn, and draw another.
 */
export interface Mulligan {
  /**
   * What this is: it tells it from others.
   */
  type: "mulligan";
}
/**
 * Place an entity card from your hand. A card that needs sacrifices asks for them afterwards.
 */
export interface Place {
  /**
   * What this is: it tells it from others.
   */
  type: "place";
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The zone that it takes; every one that it may take in a choice that says `one_of`.
   */
  zones: string[];
  /**
   * Only in a match of older rules, in a choice that stands for several actions: `zones`, of which an action names one.
   */
  one_of?: "zones" | null;
}
/**
 * Give up one of your cards for the one that you are placing.
 */
export interface Sacrifice {
  /**
   * What this is: it tells it from others.
   */
  type: "sacrifice";
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
}
/**
 * Play a dominion, event or effect card from your hand.
 */
export interface Play {
  /**
   * What this is: it tells it from others.
   */
  type: "play";
  /**
   * The card, by its id.
   */
  card: string;
}
/**
 * Stop placing entities and begin to attack.
 */
export interface BeginAttacks {
  /**
   * What this is: it tells it from others.
   */
  type: "begin_attacks";
}
/**
 * Attack a card in the same column.
 */
export interface Attack {
  /**
   * What this is: it tells it from others.
   */
  type: "attack";
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The card that is attacked; every one that may be in a choice that says `one_of`.
   */
  targets: string[];
  /**
   * Only in a match of older rules, in a choice that stands for several actions: `targets`, of which an action names one.
   */
  one_of?: "targets" | null;
}
/**
 * End your turn.
 */
export interface EndTurn {
  /**
   * What this is: it tells it from others.
   */
  type: "end_turn";
}
/**
 * End your turn, and withdraw your standing order: you are asked again when you are attacked.
 */
export interface EndTurnWatching {
  /**
   * What this is: it tells it from others.
   */
  type: "end_turn_watching";
}
/**
 * React no more to the attack.
 */
export interface LetPass {
  /**
   * What this is: it tells it from others.
   */
  type: "let_pass";
  /**
   * How long it holds.
   */
  until: Until;
}
/**
 * Call a bonus that your cards have come to deserve, at a table where bonuses must be declared.
 */
export interface CallBonus {
  /**
   * What this is: it tells it from others.
   */
  type: "call_bonus";
  /**
   * The bonus, by its id.
   */
  bonus: Bonus;
}
/**
 * Discard a card, because your hand is too large.
 */
export interface Discard {
  /**
   * What this is: it tells it from others.
   */
  type: "discard";
  /**
   * The card, by its id.
   */
  card: string;
}
/**
 * Answer with a card on the field.
 */
export interface ChoosePiece {
  /**
   * What this is: it tells it from others.
   */
  type: "choose_piece";
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
}
/**
 * Answer with a zone.
 */
export interface ChooseZone {
  /**
   * What this is: it tells it from others.
   */
  type: "choose_zone";
  /**
   * The zone, by its name.
   */
  zone: string;
}
/**
 * Answer with a card of a hand or of Oblivion.
 */
export interface ChooseCard {
  /**
   * What this is: it tells it from others.
   */
  type: "choose_card";
  /**
   * The card, by its id.
   */
  card: string;
}
/**
 * Both decks were shuffled, and a coin decided the starting seat.
 */
export interface Shuffled {
  /**
   * What this is: it tells it from others.
   */
  type: "shuffled";
  /**
   * The seat that begins.
   */
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
  /**
   * What this is: it tells it from others.
   */
  type: "hand_dealt";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * `null` for everybody else.
   */
  cards: string[] | null;
  /**
   * How many.
   */
  count: number;
  [k: string]: unknown;
}
/**
 * A seat has its opening hand.
 */
export interface HandKept {
  /**
   * What this is: it tells it from others.
   */
  type: "hand_kept";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  [k: string]: unknown;
}
/**
 * A seat showed its opening hand and shuffled it back.
 */
export interface Mulliganed {
  /**
   * What this is: it tells it from others.
   */
  type: "mulliganed";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The cards; where they are hidden, nothing or how many.
   */
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
  /**
   * What this is: it tells it from others.
   */
  type: "turn_began";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * Which turn, counted from 1.
   */
  turn: number;
  [k: string]: unknown;
}
/**
 * A seat drew a card.
 */
export interface Drew {
  /**
   * What this is: it tells it from others.
   */
  type: "drew";
  /**
   * The seat that this is about, counted from 0.
   */
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
  /**
   * What this is: it tells it from others.
   */
  type: "placement_began";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The zone, by its name.
   */
  zone: string;
  /**
   * How many sacrifices; in a placement, which cards are sacrificed.
   */
  sacrifices: number;
  [k: string]: unknown;
}
/**
 * A card will be sacrificed.
 */
export interface SacrificeChosen {
  /**
   * What this is: it tells it from others.
   */
  type: "sacrifice_chosen";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  [k: string]: unknown;
}
/**
 * An entity card came into play.
 */
export interface Placed {
  /**
   * What this is: it tells it from others.
   */
  type: "placed";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The zone, by its name.
   */
  zone: string;
  [k: string]: unknown;
}
/**
 * A dominion, event or effect card came into play.
 */
export interface Played {
  /**
   * What this is: it tells it from others.
   */
  type: "played";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The zone, by its name.
   */
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
  /**
   * What this is: it tells it from others.
   */
  type: "attacks_began";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  [k: string]: unknown;
}
/**
 * A card attacks another.
 */
export interface AttackDeclared {
  /**
   * What this is: it tells it from others.
   */
  type: "attack_declared";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * What is attacked; `null` for the other player.
   */
  target: string;
  /**
   * The card that is attacked; `null` for the other player.
   */
  target_card: string;
  /**
   * The speed points, or by how many they change.
   */
  speed: number;
  /**
   * True if only slower cards may follow; not for a second attack out of order.
   */
  in_order: boolean;
  [k: string]: unknown;
}
/**
 * The attacked player may react.
 */
export interface WindowOpened {
  /**
   * What this is: it tells it from others.
   */
  type: "window_opened";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The point of the attack that has been reached.
   */
  point: Point | (string & {});
  [k: string]: unknown;
}
/**
 * The attacked player lets the attack pass.
 */
export interface Passed {
  /**
   * What this is: it tells it from others.
   */
  type: "passed";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * For how long it does: `null` for everybody else.
   */
  until: (Until | (string & {})) | null;
  [k: string]: unknown;
}
/**
 * A seat has withdrawn its standing order. No other player is notified.
 */
export interface Watched {
  /**
   * What this is: it tells it from others.
   */
  type: "watched";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  [k: string]: unknown;
}
/**
 * An attack was decided.
 */
export interface AttackResolved {
  /**
   * What this is: it tells it from others.
   */
  type: "attack_resolved";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * What is attacked; `null` for the other player.
   */
  target: string;
  /**
   * How it went.
   */
  outcome: Outcome | (string & {});
  /**
   * The attack of the attacker; `null` if it came to nothing.
   */
  attack: number | null;
  /**
   * The defense of the target; `null` for a support card.
   */
  defense: number | null;
  [k: string]: unknown;
}
/**
 * An attack and all reactions to it are over.
 */
export interface AttackOver {
  /**
   * What this is: it tells it from others.
   */
  type: "attack_over";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  [k: string]: unknown;
}
/**
 * A card left the field for its owner's Oblivion.
 */
export interface Removed {
  /**
   * What this is: it tells it from others.
   */
  type: "removed";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * Why, in a sentence of whoever did it.
   */
  why: Why | (string & {});
  /**
   * True if it may never come back.
   */
  banned: boolean;
  [k: string]: unknown;
}
/**
 * A card went from the field to its owner's hand.
 */
export interface Returned {
  /**
   * What this is: it tells it from others.
   */
  type: "returned";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  [k: string]: unknown;
}
/**
 * A card went to another zone.
 */
export interface Moved {
  /**
   * What this is: it tells it from others.
   */
  type: "moved";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The zone, by its name.
   */
  zone: string;
  [k: string]: unknown;
}
/**
 * Point chips changed a card's statistics.
 */
export interface Chipped {
  /**
   * What this is: it tells it from others.
   */
  type: "chipped";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The attack points, or by how many they change.
   */
  attack: number;
  /**
   * The defense points, or by how many they change.
   */
  defense: number;
  /**
   * The speed points, or by how many they change.
   */
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
  /**
   * What this is: it tells it from others.
   */
  type: "attack_granted";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  [k: string]: unknown;
}
/**
 * A card may not attack.
 */
export interface Stilled {
  /**
   * What this is: it tells it from others.
   */
  type: "stilled";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The last turn for which this holds.
   */
  last_turn: number;
  [k: string]: unknown;
}
/**
 * A card cannot be removed by an attack.
 */
export interface Shielded {
  /**
   * What this is: it tells it from others.
   */
  type: "shielded";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The last turn for which this holds.
   */
  last_turn: number;
  [k: string]: unknown;
}
/**
 * A seat's next card needs fewer sacrifices this turn.
 */
export interface Waived {
  /**
   * What this is: it tells it from others.
   */
  type: "waived";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * How many sacrifices; in a placement, which cards are sacrificed.
   */
  sacrifices: number;
  [k: string]: unknown;
}
/**
 * Cards are awarded a bonus for their arrangement.
 *
 * The Tyrant's bonus has this event only where bonuses must be declared; elsewhere it follows from the field.
 */
export interface BonusGained {
  /**
   * What this is: it tells it from others.
   */
  type: "bonus_gained";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The bonus, by its id.
   */
  bonus: Bonus | (string & {});
  /**
   * The cards in play, by ids of their own.
   */
  pieces: string[];
  /**
   * Their cards, in the same order.
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
  /**
   * What this is: it tells it from others.
   */
  type: "bonus_lost";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The bonus, by its id.
   */
  bonus: Bonus | (string & {});
  /**
   * The cards in play, by ids of their own.
   */
  pieces: string[];
  /**
   * Their cards, in the same order.
   */
  cards: string[];
  [k: string]: unknown;
}
/**
 * A card went from a hand to Oblivion, for everybody to see.
 */
export interface Discarded {
  /**
   * What this is: it tells it from others.
   */
  type: "discarded";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card, by its id.
   */
  card: string;
  [k: string]: unknown;
}
/**
 * The top card of a deck went to Oblivion.
 */
export interface Milled {
  /**
   * What this is: it tells it from others.
   */
  type: "milled";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card, by its id.
   */
  card: string;
  [k: string]: unknown;
}
/**
 * A card went from Oblivion to its owner's hand.
 */
export interface Recovered {
  /**
   * What this is: it tells it from others.
   */
  type: "recovered";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card, by its id.
   */
  card: string;
  [k: string]: unknown;
}
/**
 * A seat looked at the other's hand.
 */
export interface HandSeen {
  /**
   * What this is: it tells it from others.
   */
  type: "hand_seen";
  /**
   * The seat that this is about, counted from 0.
   */
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
  /**
   * What this is: it tells it from others.
   */
  type: "asked";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The player of the asking card.
   */
  owner_seat: number;
  /**
   * What this is about: the card, power or rule by its id.
   */
  about: string;
  /**
   * The card in play that this is about, if it is about one.
   */
  about_piece: string;
  /**
   * What is asked, by the key of its phrase.
   */
  prompt: Prompt | (string & {});
  /**
   * Which of the card's effects asks, from 0.
   */
  step: number;
  /**
   * Number of answers that it still needs, this one included.
   */
  left: number;
  /**
   * The card on the field that has been chosen already.
   */
  piece: string | null;
  [k: string]: unknown;
}
/**
 * A seat has answered. The events behind this one show the consequences.
 */
export interface Answered {
  /**
   * What this is: it tells it from others.
   */
  type: "answered";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  [k: string]: unknown;
}
/**
 * A seat must discard at the end of its turn.
 */
export interface HandFull {
  /**
   * What this is: it tells it from others.
   */
  type: "hand_full";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * How many.
   */
  count: number;
  [k: string]: unknown;
}
/**
 * A turn ended.
 */
export interface TurnEnded {
  /**
   * What this is: it tells it from others.
   */
  type: "turn_ended";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * Which turn, counted from 1.
   */
  turn: number;
  [k: string]: unknown;
}
/**
 * A seat ran out of time, and the house decides for it.
 */
export interface Lapsed {
  /**
   * What this is: it tells it from others.
   */
  type: "lapsed";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  [k: string]: unknown;
}
/**
 * A seat left for good.
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
 * The match ended.
 */
export interface MatchEnded {
  /**
   * What this is: it tells it from others.
   */
  type: "match_ended";
  /**
   * For every seat its place, from 1; those that share a place share the number.
   */
  places: number[];
  /**
   * Why, in one word.
   */
  reason: Reason | (string & {});
  [k: string]: unknown;
}
/**
 * The match as one viewer may see it.
 */
export interface View {
  /**
   * The game's own options.
   */
  options: Options;
  /**
   * How far this has come.
   */
  stage: Stage | (string & {});
  /**
   * Which turn, counted from 1.
   */
  turn: number;
  /**
   * The seat whose turn it is.
   */
  turn_seat: number | null;
  /**
   * The seat that begins.
   */
  starting_seat: number | null;
  /**
   * The speed of the last attacker; faster cards have missed their place.
   */
  pace?: number | null;
  /**
   * The attack that is being made, if one is.
   */
  attack?: AttackView | null;
  /**
   * The placement that is being made, if one is.
   */
  placing?: Placement | null;
  /**
   * What is asked of whom, if something is.
   */
  question?: Question | null;
  /**
   * The seats, in order.
   */
  seats: SeatView[];
  /**
   * All cards in play.
   */
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
  passes?: (Until | (string & {})) | null;
  /**
   * The printed faces of the cards in your hand, on the field, and in Oblivion while one is chosen from it.
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
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * What is attacked; `null` for the other player.
   */
  target: string;
  /**
   * The point of the attack that has been reached.
   */
  point: Point | (string & {});
  [k: string]: unknown;
}
/**
 * A card that waits for its sacrifices.
 */
export interface Placement {
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The zone, by its name.
   */
  zone: string;
  /**
   * Number of sacrifices that it needs in all.
   */
  sacrifices: number;
  /**
   * What has been chosen so far.
   */
  chosen: string[];
  [k: string]: unknown;
}
/**
 * A question to a seat.
 */
export interface Question {
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * What this is about: the card, power or rule by its id.
   */
  about: string;
  /**
   * What is asked, by the key of its phrase.
   */
  prompt: Prompt | (string & {});
  /**
   * The card in play, by an id of its own.
   */
  piece: string | null;
  /**
   * How many are still to be chosen.
   */
  left: number;
  [k: string]: unknown;
}
/**
 * The public state of a seat.
 */
export interface SeatView {
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * How many cards its deck has left.
   */
  deck_count: number;
  /**
   * How many cards this seat has in hand.
   */
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
   * Number of sacrifices that its next card is spared.
   */
  waived?: number;
  /**
   * True if it has called the Tyrant's bonus, where bonuses must be declared.
   */
  crowned?: boolean;
  /**
   * True if it is in its first turn and has lost when both have ended theirs, unless an entity of its own stands by then (S4:65).
   */
  must_place_entity?: boolean;
  [k: string]: unknown;
}
/**
 * A card on the field.
 */
export interface PieceView {
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The zone, by its name.
   */
  zone: string;
  /**
   * The owner, if it is an invader; absent if it belongs to the seat on whose half it stands.
   */
  seat?: number | null;
  /**
   * An active card's attack, defense and speed now, with chips, bonuses and the effects of other cards; absent if they are what is printed on it.
   */
  stats?: [number, number, number] | null;
  /**
   * The bonuses, by their ids.
   */
  bonuses?: (Bonus | (string & {}))[];
  /**
   * Number of attacks that it has left this turn.
   */
  attacks_left?: number;
  /**
   * At the end of which turn it leaves by itself.
   */
  last_turn?: number | null;
  /**
   * Whether it does nothing for now.
   */
  stilled?: boolean;
  /**
   * Whether it cannot be attacked for now.
   */
  shielded?: boolean;
  [k: string]: unknown;
}
/**
 * The printed face of a card.
 */
export interface Face {
  /**
   * A title; empty for a species, whose id is its genus and species: `panthera-leo` is *Panthera leo*. What it is called in English stands in the catalogue.
   */
  name?: string;
  /**
   * Which kind it is.
   */
  kind?: Kind | (string & {});
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
  stats?: [number, number, number] | null;
  /**
   * Number of cards that must be sacrificed for it.
   */
  sacrifices?: number;
  /**
   * The name of the card that must be in play for it.
   */
  junior_of?: string;
  /**
   * True if a dominion, event or effect stays on the field; entities always do.
   */
  lasting?: boolean;
  /**
   * The text that is printed on the card.
   */
  text?: string;
  [k: string]: unknown;
}
