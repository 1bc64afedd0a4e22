// Generated from the protocol's schema by `make schema`; not to be edited.

/**
 * The game's own parts of messages; `$defs` says which is which. Enumerations are closed in what clients send: a server refuses any other value, and any field that is not in here. They are open in what servers send: newer servers may send values, fields and messages that are not in here; let them pass.
 */
export type Schema =
  | GameOptions
  | GameAction
  | GameEvent
  | GameView
  | AmplificationCounts
  | CameBack
  | Card
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
  | Options
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
  | View
  | Winner;
/**
 * What a table may set: `options` of a command or a table.
 */
export type GameOptions = Options;
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
export type OtherColours = OffColour & string;
/**
 * Subtractions for the colours of a hand other than its base colour.
 */
export type OffColour = OffColour1 & OffColour2;
export type OffColour1 = Combined | HandProduct | FaceSum;
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
export type OffColour2 = string;
/**
 * What a hand without any colour scores.
 */
export type AHandWithoutColours = CommonsOnly & string;
/**
 * Scores of a hand without any colour.
 */
export type CommonsOnly = CommonsOnly1 & CommonsOnly2;
export type CommonsOnly1 = Sum | Zero;
/**
 * The sum of its commons.
 */
export type Sum = "sum";
/**
 * Nothing: without a base colour there is nothing to add to.
 */
export type Zero = "zero";
export type CommonsOnly2 = string;
/**
 * Which centre cards count in a fight.
 */
export type TheCentreInAFight = AmplificationCounts & string;
/**
 * Which centre cards count in a fight.
 */
export type AmplificationCounts = AmplificationCounts1 & AmplificationCounts2;
export type AmplificationCounts1 = FaceUp | All;
/**
 * Those that lie face up by then.
 */
export type FaceUp = "face_up";
/**
 * All three: a fight turns up the rest. What is still face down is in nobody's live score.
 */
export type All = "all";
export type AmplificationCounts2 = string;
/**
 * Whether a card taken from another's discard pile may be discarded in the same turn.
 */
export type DiscardingWhatWasTaken = RediscardTaken & string;
/**
 * Rule for discarding a card in the same turn in which it was taken from another's discard pile.
 */
export type RediscardTaken = RediscardTaken1 & RediscardTaken2;
export type RediscardTaken1 = Allowed | Forbidden;
/**
 * It may.
 */
export type Allowed = "allowed";
/**
 * Another card has to go. A copy of it that was in the hand before may.
 */
export type Forbidden = "forbidden";
export type RediscardTaken2 = string;
/**
 * When a deal in which nobody fights is brought to one.
 */
export type ForcedFights = ForcedFight & string;
/**
 * When a deal in which nobody fights is brought to one.
 */
export type ForcedFight = ForcedFight1 & ForcedFight2;
export type ForcedFight1 = WhicheverFirst | RoundCap;
/**
 * At the end of the round in which the pile ran out, of one in which nobody drew or took (from round 2), or of the last round, `round_cap`.
 */
export type WhicheverFirst = "whichever_first";
/**
 * Only at the end of the last round, `round_cap`.
 */
export type RoundCap = "round_cap";
export type ForcedFight2 = string;
/**
 * What a seat may do: `action` of `act`, each of `choices` of `update`.
 */
export type GameAction = Fight | Draw | Take | Discard | Pass | Surrender;
/**
 * Colours of cards. Commons have no colour: they never multiply.
 */
export type Colour =
  "common" | "yellow" | "turquoise" | "red" | "blue" | "purple" | "silver" | "gold" | "aquamarine" | "white" | "black";
/**
 * What happened: each of `events` of `update`.
 */
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
export type ForcedBy = "pile_ran_out" | "nobody_drew" | "round_cap";
/**
 * Ways in which a deal ends.
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
export type Reason = "last_standing" | "others_left" | "deal_cap";
/**
 * The state as one viewer may see it: `view` of `update`.
 */
export type GameView = View;
/**
 * Stages of a match.
 * - `not_dealt`: Nothing has been dealt yet.
 * - `turn`: The active seat may fight (from round 2), draw, take, pass or surrender.
 * - `holding`: The active seat holds a fourth card: it must discard, or surrender.
 * - `over`: The match has ended.
 */
export type Stage = "not_dealt" | "turn" | "holding" | "over";
/**
 * States of a seat.
 * - `playing`: In the deal, with a hand.
 * - `surrendered`: Out of this deal; back in the next one if lives are left.
 * - `eliminated`: Without lives: out of the match.
 * - `left`: Gone for good.
 */
export type Status = "playing" | "surrendered" | "eliminated" | "left";

/**
 * Options of a table.
 */
export interface Options {
  lives?: Lives;
  round_cap?: LastRound;
  off_colour?: OtherColours;
  commons_only?: AHandWithoutColours;
  amplification_counts?: TheCentreInAFight;
  rediscard_taken?: DiscardingWhatWasTaken;
  forced_fight?: ForcedFights;
}
/**
 * End the deal now: all seats that have not surrendered show their hands, and the best score wins.
 */
export interface Fight {
  /**
   * What this is: it tells it from others.
   */
  type: "fight";
}
/**
 * Draw the top card of the pile. A discard must follow.
 */
export interface Draw {
  /**
   * What this is: it tells it from others.
   */
  type: "draw";
}
/**
 * Take the top card of another player's discard pile. A discard must follow.
 */
export interface Take {
  /**
   * What this is: it tells it from others.
   */
  type: "take";
  /**
   * The owner of the discard pile.
   */
  from_seat: number;
}
/**
 * Put one of the four cards on one's own discard pile. That ends the turn.
 */
export interface Discard {
  /**
   * What this is: it tells it from others.
   */
  type: "discard";
  /**
   * The card, by its id.
   */
  card: Card;
}
/**
 * A card. It is only its face: two cards with the same face are interchangeable.
 */
export interface Card {
  /**
   * The colour.
   */
  colour: Colour;
  /**
   * The number that is printed on the card.
   */
  power: number;
}
/**
 * End the turn without drawing.
 */
export interface Pass {
  /**
   * What this is: it tells it from others.
   */
  type: "pass";
}
/**
 * Give this deal up for one life less than a lost fight would cost now, but for one at least.
 */
export interface Surrender {
  /**
   * What this is: it tells it from others.
   */
  type: "surrender";
}
/**
 * All fifty cards were shuffled and dealt again. For the first deal, the dealer was drawn by lot.
 */
export interface Dealt {
  /**
   * What this is: it tells it from others.
   */
  type: "dealt";
  /**
   * The number of this deal, from 1.
   */
  deal: number;
  /**
   * The seat that deals.
   */
  dealer_seat: number;
  /**
   * For each seat its hand: empty for a seat that is out, `null` for one that the viewer may not see.
   */
  hands: (Card[] | null)[];
  /**
   * The three cards of the Centre Amplification, face down: `null` for every viewer.
   */
  centre: (Card | null)[];
  /**
   * The draw pile, its top first: `null` for every viewer.
   */
  pile: Card[] | null;
  /**
   * How many cards the pile has.
   */
  pile_count: number;
  [k: string]: unknown;
}
/**
 * A card of the Centre Amplification was turned face up.
 */
export interface Flipped {
  /**
   * What this is: it tells it from others.
   */
  type: "flipped";
  /**
   * Which one, from 0.
   */
  position: number;
  /**
   * The card that was flipped.
   */
  card: Card;
  [k: string]: unknown;
}
/**
 * A round began.
 */
export interface RoundBegan {
  /**
   * What this is: it tells it from others.
   */
  type: "round_began";
  /**
   * Which round, counted from 1.
   */
  round: number;
  /**
   * The cost of a lost fight in this round; `null` in the first, in which there is none.
   */
  damage: number | null;
  /**
   * The cost of surrender in this round.
   */
  surrender_cost: number;
  [k: string]: unknown;
}
/**
 * It became a seat's turn.
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
  [k: string]: unknown;
}
/**
 * A seat drew the top card of the pile.
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
   * Which one; `null` for everybody else.
   */
  card: Card | null;
  [k: string]: unknown;
}
/**
 * A seat took the top card of another seat's discard pile.
 */
export interface Took {
  /**
   * What this is: it tells it from others.
   */
  type: "took";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The seat whose pile it was taken from.
   */
  from_seat: number;
  /**
   * The card, by its id.
   */
  card: Card;
  [k: string]: unknown;
}
/**
 * The pile was empty: every discarded card that lay below a top was shuffled into a new one.
 */
export interface Reshuffled {
  /**
   * What this is: it tells it from others.
   */
  type: "reshuffled";
  /**
   * The new pile, its top first: `null` for every viewer.
   */
  pile: Card[] | null;
  /**
   * How many cards the pile has.
   */
  pile_count: number;
  [k: string]: unknown;
}
/**
 * A seat put a card on its discard pile.
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
  card: Card;
  [k: string]: unknown;
}
/**
 * A seat ended its turn without drawing.
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
  [k: string]: unknown;
}
/**
 * A seat gave the deal up. Its hand stays hidden and out of play; the lives go when the deal ends.
 */
export interface Surrendered {
  /**
   * What this is: it tells it from others.
   */
  type: "surrendered";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * What it costs.
   */
  cost: number;
  [k: string]: unknown;
}
/**
 * A seat ran out of time, and the house plays this turn for it.
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
  /**
   * Number of such turns in a row.
   */
  turns: number;
  [k: string]: unknown;
}
/**
 * A seat for which the house had played is back.
 */
export interface CameBack {
  /**
   * What this is: it tells it from others.
   */
  type: "came_back";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  [k: string]: unknown;
}
/**
 * A seat left for good. It has no lives when the deal ends.
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
 * A seat called a fight.
 */
export interface FightCalled {
  /**
   * What this is: it tells it from others.
   */
  type: "fight_called";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  [k: string]: unknown;
}
/**
 * The deal had gone on for long enough: everyone still in it fights.
 */
export interface FightForced {
  /**
   * What this is: it tells it from others.
   */
  type: "fight_forced";
  /**
   * Why that was.
   */
  because: ForcedBy | (string & {});
  [k: string]: unknown;
}
/**
 * Everyone in the fight laid their hand open. Surrendered hands stay hidden.
 */
export interface HandsShown {
  /**
   * What this is: it tells it from others.
   */
  type: "hands_shown";
  /**
   * What each seat showed.
   */
  showings: Showing[];
  /**
   * The Centre Amplification as it counted; `null` for cards that stay face down.
   */
  centre: (Card | null)[];
  [k: string]: unknown;
}
/**
 * One fighter's hand, laid open.
 */
export interface Showing {
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The cards in the order of the deck list.
   */
  hand: Card[];
  /**
   * How much it scores.
   */
  score: Score;
  [k: string]: unknown;
}
/**
 * A hand's score, with all that goes into it: `product` + the commons − the subtractions.
 */
export interface Score {
  /**
   * The colour that multiplies; `null` for a hand without any colour.
   */
  base: (Colour | (string & {})) | null;
  /**
   * The cards of the base colour that count: the hand's first, then the centre's, then the others' discard tops.
   */
  multiplied: Card[];
  /**
   * Their product; 0 without a base colour.
   */
  product: number;
  /**
   * The commons in the hand, which add their power.
   */
  added: Card[];
  /**
   * The hand's other colours.
   */
  subtracted: Subtraction[];
  /**
   * The sum of it all.
   */
  total: number;
  [k: string]: unknown;
}
/**
 * The subtraction from a score for one colour that is not the base colour.
 */
export interface Subtraction {
  /**
   * The colour.
   */
  colour: Colour | (string & {});
  /**
   * The cards that it is worked out from.
   */
  cards: Card[];
  /**
   * By how much.
   */
  amount: number;
  [k: string]: unknown;
}
/**
 * A seat lost lives.
 */
export interface Damaged {
  /**
   * What this is: it tells it from others.
   */
  type: "damaged";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * How much damage.
   */
  damage: number;
  /**
   * The remaining lives.
   */
  lives: number;
  [k: string]: unknown;
}
/**
 * A deal ended.
 */
export interface DealEnded {
  /**
   * What this is: it tells it from others.
   */
  type: "deal_ended";
  /**
   * Which deal of the match, counted from 1.
   */
  deal: number;
  /**
   * How it ended.
   */
  ending: Ending | (string & {});
  /**
   * Who has won.
   */
  winners: Winner[];
  /**
   * The cost of the deal for each seat.
   */
  damage: number[];
  [k: string]: unknown;
}
/**
 * A seat that won a deal; more than one if they tied.
 */
export interface Winner {
  /**
   * The seat that this is about, counted from 0.
   */
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
  /**
   * What this is: it tells it from others.
   */
  type: "eliminated";
  /**
   * The seat that this is about, counted from 0.
   */
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
  /**
   * What this is: it tells it from others.
   */
  type: "match_ended";
  /**
   * The seats in first place. `total` is always `null` here.
   */
  winners: Winner[];
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
   * Which deal of the match, counted from 1.
   */
  deal: number;
  /**
   * Which round, counted from 1.
   */
  round: number;
  /**
   * The dealer; `null` before the first deal.
   */
  dealer_seat: number | null;
  /**
   * The active seat; `null` when there is none.
   */
  turn_seat: number | null;
  /**
   * The cost of a lost fight in this round; `null` in the first, in which there is none.
   */
  damage: number | null;
  /**
   * The cost of surrender in this round.
   */
  surrender_cost: number;
  /**
   * How many cards the pile has.
   */
  pile_count: number;
  /**
   * The Centre Amplification; `null` for a card that lies face down.
   */
  centre: (Card | null)[];
  /**
   * The card that the active seat has taken from a discard pile and still holds.
   */
  taken: Taken | null;
  /**
   * The seats, in order.
   */
  seats: SeatView[];
  /**
   * Your own hand, without a fourth card; `null` for a spectator, empty when you are out of the deal.
   */
  hand: Card[] | null;
  /**
   * The fourth card that you hold, if you do.
   */
  drawn: Card | null;
  /**
   * The score of your hand as things lie, the fourth card not counted; `null` when you are not in the deal.
   */
  score: Score | null;
  /**
   * When you hold a fourth card: your score without each card that you may discard.
   */
  prospects: Prospect[];
  /**
   * The outcome of the last deal; `null` during the first one.
   */
  last: Outcome | null;
  [k: string]: unknown;
}
/**
 * A card that the seat to play has taken and still holds.
 */
export interface Taken {
  /**
   * The seat whose pile it was taken from.
   */
  from_seat: number;
  /**
   * The card, by its id.
   */
  card: Card;
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
   * How this stands.
   */
  status: Status | (string & {});
  /**
   * How many lives this seat has left.
   */
  lives: number;
  /**
   * The lives that its surrender will cost when the deal ends.
   */
  pending: number;
  /**
   * Number of cards in its hand; 0 when it has surrendered.
   */
  hand_count: number;
  /**
   * The top card of its discard pile, which amplifies everybody else.
   */
  discard_top: Card | null;
  /**
   * How many cards lie in the discard pile.
   */
  discard_count: number;
  /**
   * Number of turns in a row in which the house has played for it. From two on it surrenders every turn of its own until it acts itself.
   */
  lapses: number;
  /**
   * The place it finished in, once it has.
   */
  place: number | null;
  [k: string]: unknown;
}
/**
 * The score after discarding a card.
 */
export interface Prospect {
  /**
   * The pile from which this could be taken.
   */
  discard: Card;
  /**
   * How much it scores.
   */
  score: Score;
  [k: string]: unknown;
}
/**
 * The outcome of the last deal.
 */
export interface Outcome {
  /**
   * Which deal of the match, counted from 1.
   */
  deal: number;
  /**
   * The round in which it ended.
   */
  round: number;
  /**
   * How it ended.
   */
  ending: Ending | (string & {});
  /**
   * The seat that called the fight, if there was one.
   */
  caller_seat: number | null;
  /**
   * Who has won.
   */
  winners: Winner[];
  /**
   * The hands of the fighters; empty if the deal was not contested.
   */
  showings: Showing[];
  /**
   * The Centre Amplification at the end; `null` for cards that stayed face down.
   */
  centre: (Card | null)[];
  /**
   * The cost of the deal for each seat.
   */
  damage: number[];
  /**
   * For each seat the lives left after it.
   */
  lives: number[];
  [k: string]: unknown;
}
