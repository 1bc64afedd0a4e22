// Generated from the protocol's schema by `make schema`; not to be edited.

export type Schema =
  | Options
  | GameAction
  | GameEvent
  | View
  | AmplificationCounts
  | CameBack
  | Card2
  | Colour
  | CommonsOnly
  | Damaged
  | DealEnded
  | Dealt
  | Discard
  | Discarded
  | Draw
  | Drew
  | Eliminated
  | Ending
  | Fight
  | FightCalled
  | FightForced
  | Flipped
  | ForcedBy
  | ForcedFight
  | HandsShown
  | Lapsed
  | Left
  | MatchEnded
  | OffColour
  | Outcome
  | Pass
  | Passed
  | Prospect
  | Reason
  | RediscardTaken
  | Reshuffled
  | RoundBegan
  | Score
  | SeatView
  | Showing
  | Stage
  | Status
  | Subtraction
  | Surrender
  | Surrendered
  | Take
  | Taken
  | Took
  | TurnBegan
  | Winner;
/**
 * How many lives each player starts with, from 1 to 100.
 */
export type Lives = number;
/**
 * The last round of a deal, from 2 to 50: it ends with a fight.
 */
export type LastRound = number;
/**
 * What the colours of a hand that are not its base colour subtract.
 */
export type OtherColours = Combined | HandProduct | FaceSum;
/**
 * The product of everything that counts for that colour: hand, centre and the others' discard tops.
 */
export type Combined = "combined";
/**
 * The product of that colour's cards in the hand alone.
 */
export type HandProduct = "hand_product";
/**
 * The sum of that colour's cards in the hand.
 */
export type FaceSum = "face_sum";
/**
 * What a hand without any colour scores.
 */
export type AHandWithoutColours = Sum | Zero;
/**
 * The sum of its commons.
 */
export type Sum = "sum";
/**
 * Nothing: without a base colour there is nothing to add to.
 */
export type Zero = "zero";
/**
 * Which centre cards count in a fight.
 */
export type TheCentreInAFight = FaceUp | All;
/**
 * Those that lie face up by then.
 */
export type FaceUp = "face_up";
/**
 * All three: a fight turns up the rest. What is still face down is in nobody's live score.
 */
export type All = "all";
/**
 * Whether a card taken from another's discard pile may be discarded in the same turn.
 */
export type DiscardingWhatWasTaken = Allowed | Forbidden;
/**
 * It may.
 */
export type Allowed = "allowed";
/**
 * Another card has to go. A copy of it that was in the hand before may.
 */
export type Forbidden = "forbidden";
/**
 * When a deal in which nobody fights is brought to one.
 */
export type ForcedFights = WhicheverFirst | RoundCap;
/**
 * At the end of the round in which the pile ran out, of one in which nobody drew or took (from round 2), or of the last round, `round_cap`.
 */
export type WhicheverFirst = "whichever_first";
/**
 * Only at the end of the last round, `round_cap`.
 */
export type RoundCap = "round_cap";
export type GameAction = Fight | Draw | Take | Discard | Pass | Surrender;
/**
 * What a card belongs to. Commons are of no colour: they never multiply.
 */
export type Colour =
  "aquamarine" | "black" | "blue" | "common" | "gold" | "purple" | "red" | "silver" | "turquoise" | "white" | "yellow";
export type GameEvent =
  | Dealt
  | Flipped
  | RoundBegan
  | TurnBegan
  | Drew
  | Took
  | Reshuffled
  | Discarded
  | Passed
  | Surrendered
  | Lapsed
  | CameBack
  | Left
  | FightCalled
  | FightForced
  | HandsShown
  | Damaged
  | DealEnded
  | Eliminated
  | MatchEnded;
/**
 * Why a fight was forced.
 */
export type ForcedBy = "nobody_drew" | "pile_ran_out" | "round_cap";
/**
 * How a deal ended.
 * - `fight`: A player called a fight.
 * - `forced_fight`: It had gone on for long enough.
 * - `uncontested`: All but one had surrendered. No hands are shown.
 */
export type Ending = "fight" | "forced_fight" | "uncontested";
/**
 * Why a match ended: the `reason` of the result.
 * - `last_standing`: Only one player has lives left.
 * - `others_left`: The last opponents left for good.
 * - `deal_cap`: The match has had as many deals as any match may have; lives decide.
 */
export type Reason = "deal_cap" | "last_standing" | "others_left";
/**
 * What is going on.
 * - `not_dealt`: Nothing has been dealt yet.
 * - `turn`: The seat whose turn it is may fight (from round 2), draw, take, pass or surrender.
 * - `holding`: The seat whose turn it is holds a fourth card: it must discard, or surrender.
 * - `over`: The match has ended.
 */
export type Stage = "holding" | "not_dealt" | "over" | "turn";
/**
 * How a seat stands.
 * - `playing`: In the deal, with a hand.
 * - `surrendered`: Out of this deal; back in the next one if lives are left.
 * - `eliminated`: Without lives: out of the match.
 * - `left`: Gone for good.
 */
export type Status = "eliminated" | "left" | "playing" | "surrendered";
/**
 * Which centre cards count in a fight.
 */
export type AmplificationCounts = FaceUp | All;
/**
 * What a hand without any colour scores.
 */
export type CommonsOnly = Sum | Zero;
/**
 * When a deal in which nobody fights is brought to one.
 */
export type ForcedFight = WhicheverFirst | RoundCap;
/**
 * What the colours of a hand that are not its base colour subtract.
 */
export type OffColour = Combined | HandProduct | FaceSum;
/**
 * Whether a card taken from another's discard pile may be discarded in the same turn.
 */
export type RediscardTaken = Allowed | Forbidden;

/**
 * What a table may set.
 */
export interface Options {
  lives?: Lives;
  round_cap?: LastRound;
  off_colour?: OtherColours;
  commons_only?: AHandWithoutColours;
  amplification_counts?: TheCentreInAFight;
  rediscard_taken?: DiscardingWhatWasTaken;
  forced_fight?: ForcedFights;
  [k: string]: unknown;
}
/**
 * End the deal now: everyone who has not surrendered shows their hand, and the best score wins.
 */
export interface Fight {
  type: "fight";
  [k: string]: unknown;
}
/**
 * Draw the top card of the pile. A discard must follow.
 */
export interface Draw {
  type: "draw";
  [k: string]: unknown;
}
/**
 * Take the top card of another player's discard pile. A discard must follow.
 */
export interface Take {
  type: "take";
  /**
   * Whose discard pile.
   */
  from_seat: number;
  [k: string]: unknown;
}
/**
 * Put one of the four cards on one's own discard pile. That ends the turn.
 */
export interface Discard {
  type: "discard";
  card: Card;
  [k: string]: unknown;
}
/**
 * A card. It is only its face: two cards with the same face are interchangeable.
 */
export interface Card {
  colour: Colour;
  power: number;
  [k: string]: unknown;
}
/**
 * End the turn without drawing.
 */
export interface Pass {
  type: "pass";
  [k: string]: unknown;
}
/**
 * Give this deal up for one life less than a lost fight would cost now, but for one at least.
 */
export interface Surrender {
  type: "surrender";
  [k: string]: unknown;
}
/**
 * All fifty cards were shuffled and dealt anew. For the first deal, the dealer was drawn by lot.
 */
export interface Dealt {
  type: "dealt";
  /**
   * The number of this deal, from 1.
   */
  deal: number;
  dealer_seat: number;
  /**
   * For each seat its hand: empty for a seat that is out, `null` for one that the viewer may not see.
   */
  hands: (Card1[] | null)[];
  /**
   * The three cards of the Centre Amplification, face down: `null` for every viewer.
   */
  centre: (Card2 | null)[];
  /**
   * The draw pile, its top first: `null` for every viewer.
   */
  pile: Card3[] | null;
  pile_count: number;
  [k: string]: unknown;
}
/**
 * A card. It is only its face: two cards with the same face are interchangeable.
 */
export interface Card1 {
  colour: Colour;
  power: number;
  [k: string]: unknown;
}
/**
 * A card. It is only its face: two cards with the same face are interchangeable.
 */
export interface Card2 {
  colour: Colour;
  power: number;
  [k: string]: unknown;
}
/**
 * A card. It is only its face: two cards with the same face are interchangeable.
 */
export interface Card3 {
  colour: Colour;
  power: number;
  [k: string]: unknown;
}
/**
 * A card of the Centre Amplification was turned face up.
 */
export interface Flipped {
  type: "flipped";
  /**
   * Which one, from 0.
   */
  position: number;
  card: Card4;
  [k: string]: unknown;
}
/**
 * A card. It is only its face: two cards with the same face are interchangeable.
 */
export interface Card4 {
  colour: Colour;
  power: number;
  [k: string]: unknown;
}
/**
 * A round began.
 */
export interface RoundBegan {
  type: "round_began";
  round: number;
  /**
   * What a lost fight costs in this round; `null` in the first, in which there is none.
   */
  damage: number | null;
  /**
   * What it costs to surrender in this round.
   */
  surrender_cost: number;
  [k: string]: unknown;
}
/**
 * It became a seat's turn.
 */
export interface TurnBegan {
  type: "turn_began";
  seat: number;
  [k: string]: unknown;
}
/**
 * A seat drew the top card of the pile.
 */
export interface Drew {
  type: "drew";
  seat: number;
  /**
   * Which one; `null` for everybody else.
   */
  card: Card2 | null;
  [k: string]: unknown;
}
/**
 * A seat took the top card of another seat's discard pile.
 */
export interface Took {
  type: "took";
  seat: number;
  from_seat: number;
  card: Card5;
  [k: string]: unknown;
}
/**
 * A card. It is only its face: two cards with the same face are interchangeable.
 */
export interface Card5 {
  colour: Colour;
  power: number;
  [k: string]: unknown;
}
/**
 * The pile was empty: every discarded card that lay below a top was shuffled into a new one.
 */
export interface Reshuffled {
  type: "reshuffled";
  /**
   * The new pile, its top first: `null` for every viewer.
   */
  pile: Card6[] | null;
  pile_count: number;
  [k: string]: unknown;
}
/**
 * A card. It is only its face: two cards with the same face are interchangeable.
 */
export interface Card6 {
  colour: Colour;
  power: number;
  [k: string]: unknown;
}
/**
 * A seat put a card on its discard pile.
 */
export interface Discarded {
  type: "discarded";
  seat: number;
  card: Card7;
  [k: string]: unknown;
}
/**
 * A card. It is only its face: two cards with the same face are interchangeable.
 */
export interface Card7 {
  colour: Colour;
  power: number;
  [k: string]: unknown;
}
/**
 * A seat ended its turn without drawing.
 */
export interface Passed {
  type: "passed";
  seat: number;
  [k: string]: unknown;
}
/**
 * A seat gave the deal up. Its hand stays hidden and out of play; the lives go when the deal ends.
 */
export interface Surrendered {
  type: "surrendered";
  seat: number;
  cost: number;
  [k: string]: unknown;
}
/**
 * A seat ran out of time, and the house plays this turn for it.
 */
export interface Lapsed {
  type: "lapsed";
  seat: number;
  /**
   * How many turns in a row that makes.
   */
  turns: number;
  [k: string]: unknown;
}
/**
 * A seat for which the house had played is back.
 */
export interface CameBack {
  type: "came_back";
  seat: number;
  [k: string]: unknown;
}
/**
 * A seat left for good. It has no lives when the deal ends.
 */
export interface Left {
  type: "left";
  seat: number;
  [k: string]: unknown;
}
/**
 * A seat called a fight.
 */
export interface FightCalled {
  type: "fight_called";
  seat: number;
  [k: string]: unknown;
}
/**
 * The deal had gone on for long enough: everyone still in it fights.
 */
export interface FightForced {
  type: "fight_forced";
  because: ForcedBy;
  [k: string]: unknown;
}
/**
 * Everyone in the fight laid their hand open. Surrendered hands stay hidden.
 */
export interface HandsShown {
  type: "hands_shown";
  showings: Showing[];
  /**
   * The Centre Amplification as it counted; `null` for what stays face down.
   */
  centre: (Card2 | null)[];
  [k: string]: unknown;
}
/**
 * One fighter's hand, laid open.
 */
export interface Showing {
  seat: number;
  /**
   * The cards in the order of the deck list.
   */
  hand: Card8[];
  score: Score;
  [k: string]: unknown;
}
/**
 * A card. It is only its face: two cards with the same face are interchangeable.
 */
export interface Card8 {
  colour: Colour;
  power: number;
  [k: string]: unknown;
}
/**
 * A hand's score, with all that goes into it: `product` + the commons − the subtractions.
 */
export interface Score {
  /**
   * The colour that multiplies; `null` for a hand without any colour.
   */
  base: Colour | null;
  /**
   * The cards of the base colour that count: the hand's first, then the centre's, then the others' discard tops.
   */
  multiplied: Card9[];
  /**
   * What they make; 0 without a base colour.
   */
  product: number;
  /**
   * The commons in the hand, which add their power.
   */
  added: Card10[];
  /**
   * The hand's other colours.
   */
  subtracted: Subtraction[];
  total: number;
  [k: string]: unknown;
}
/**
 * A card. It is only its face: two cards with the same face are interchangeable.
 */
export interface Card9 {
  colour: Colour;
  power: number;
  [k: string]: unknown;
}
/**
 * A card. It is only its face: two cards with the same face are interchangeable.
 */
export interface Card10 {
  colour: Colour;
  power: number;
  [k: string]: unknown;
}
/**
 * What one colour that is not the base colour takes off a score.
 */
export interface Subtraction {
  colour: Colour;
  /**
   * The cards that it is worked out from.
   */
  cards: Card11[];
  amount: number;
  [k: string]: unknown;
}
/**
 * A card. It is only its face: two cards with the same face are interchangeable.
 */
export interface Card11 {
  colour: Colour;
  power: number;
  [k: string]: unknown;
}
/**
 * A seat lost lives.
 */
export interface Damaged {
  type: "damaged";
  seat: number;
  damage: number;
  /**
   * What is left of them.
   */
  lives: number;
  [k: string]: unknown;
}
/**
 * A deal ended.
 */
export interface DealEnded {
  type: "deal_ended";
  deal: number;
  ending: Ending;
  winners: Winner[];
  /**
   * For each seat what the deal has cost it.
   */
  damage: number[];
  [k: string]: unknown;
}
/**
 * A seat that won a deal; more than one if they tied.
 */
export interface Winner {
  seat: number;
  /**
   * The winning score; `null` if the deal was not contested.
   */
  total: number | null;
  [k: string]: unknown;
}
/**
 * A seat has no lives left and is out of the match.
 */
export interface Eliminated {
  type: "eliminated";
  seat: number;
  /**
   * The place it finished in; seats that share one have the same.
   */
  place: number;
  [k: string]: unknown;
}
/**
 * The match ended.
 */
export interface MatchEnded {
  type: "match_ended";
  /**
   * Who finished first. `total` is always `null` here.
   */
  winners: Winner[];
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
  deal: number;
  round: number;
  /**
   * Who deals; `null` before the first deal.
   */
  dealer_seat: number | null;
  /**
   * Whose turn it is; `null` when it is nobody's.
   */
  turn_seat: number | null;
  /**
   * What a lost fight costs in this round; `null` in the first, in which there is none.
   */
  damage: number | null;
  /**
   * What it costs to surrender in this round.
   */
  surrender_cost: number;
  pile_count: number;
  /**
   * The Centre Amplification; `null` for a card that lies face down.
   */
  centre: (Card2 | null)[];
  /**
   * The card that the seat whose turn it is has taken from a discard pile and still holds.
   */
  taken: Taken | null;
  seats: SeatView[];
  /**
   * Your own hand, without a fourth card; `null` for a spectator, empty when you are out of the deal.
   */
  hand: Card13[] | null;
  /**
   * The fourth card that you hold, if you do.
   */
  drawn: Card2 | null;
  /**
   * What your hand scores as things lie, the fourth card not counted; `null` when you are not in the deal.
   */
  score: Score | null;
  /**
   * When you hold a fourth card: for each card that you may discard, what you would score without it.
   */
  prospects: Prospect[];
  /**
   * How the last deal ended; `null` during the first one.
   */
  last: Outcome | null;
  [k: string]: unknown;
}
/**
 * A card that the seat whose turn it is has taken, and still holds.
 */
export interface Taken {
  from_seat: number;
  card: Card12;
  [k: string]: unknown;
}
/**
 * A card. It is only its face: two cards with the same face are interchangeable.
 */
export interface Card12 {
  colour: Colour;
  power: number;
  [k: string]: unknown;
}
/**
 * What everyone may know of a seat.
 */
export interface SeatView {
  seat: number;
  status: Status;
  lives: number;
  /**
   * The lives that its surrender will cost when the deal ends.
   */
  pending: number;
  /**
   * How many cards it holds; none when it has surrendered.
   */
  hand_count: number;
  /**
   * The top card of its discard pile, which amplifies everybody else.
   */
  discard_top: Card2 | null;
  discard_count: number;
  /**
   * How many turns in a row the house has played for it. From two on it surrenders every turn of its own until it acts itself.
   */
  lapses: number;
  /**
   * The place it finished in, once it has.
   */
  place: number | null;
  [k: string]: unknown;
}
/**
 * A card. It is only its face: two cards with the same face are interchangeable.
 */
export interface Card13 {
  colour: Colour;
  power: number;
  [k: string]: unknown;
}
/**
 * What the score would be after discarding a card.
 */
export interface Prospect {
  discard: Card14;
  score: Score;
  [k: string]: unknown;
}
/**
 * A card. It is only its face: two cards with the same face are interchangeable.
 */
export interface Card14 {
  colour: Colour;
  power: number;
  [k: string]: unknown;
}
/**
 * How the last deal ended.
 */
export interface Outcome {
  deal: number;
  /**
   * The round in which it ended.
   */
  round: number;
  ending: Ending;
  /**
   * Who called the fight, if somebody did.
   */
  caller_seat: number | null;
  winners: Winner[];
  /**
   * What the fighters showed; nothing if the deal was not contested.
   */
  showings: Showing[];
  /**
   * The Centre Amplification at the end; `null` for what stayed face down.
   */
  centre: (Card2 | null)[];
  /**
   * For each seat what the deal has cost it.
   */
  damage: number[];
  /**
   * For each seat the lives left after it.
   */
  lives: number[];
  [k: string]: unknown;
}
