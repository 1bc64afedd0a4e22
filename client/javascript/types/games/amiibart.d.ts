// Generated from the protocol's schema by `make schema`; not to be edited.

export type Schema =
  | Options
  | GameAction
  | GameEvent
  | View
  | Answered
  | Asked
  | Attack
  | AttackEnded
  | Attacked
  | Bound
  | CardPlayed
  | Choose
  | CoinFlipped
  | Damaged
  | Died
  | Doomed
  | DoubleLoss
  | Drained
  | EndTurn
  | EnergyChanged
  | FighterEntered
  | FighterView
  | Fizzled
  | HazardLost
  | HazardSet
  | HazardTripped
  | Healed
  | HouseChose
  | Keyword
  | KeywordGained
  | Lapsed
  | Left
  | LoopCut
  | MatchEnded
  | PlayFighter
  | PlayHazard
  | PlaySpell
  | PlayStage
  | PowerUsed
  | PowersRevealed
  | Question
  | Reason
  | Recovered
  | Returned
  | SeatView
  | SpellDone
  | Stage
  | StageLost
  | StageSet
  | Strengthened
  | SuddenDeath1
  | Triggered
  | TurnBegan
  | TurnEnded
  | Updated
  | UseAttack
  | UsePower
  | Wasted;
/**
 * After so many turns of both players together the match is a draw: from 10 to 1,000.
 */
export type LastTurn = number;
/**
 * What happens when both players lose at once by Death Tokens.
 */
export type BothLoseAtOnce = Draw | SuddenDeath;
/**
 * The match is a draw.
 */
export type Draw = "draw";
/**
 * They play on; whoever has more Death Tokens after an action loses.
 */
export type SuddenDeath = "sudden_death";
export type GameAction =
  PlayFighter | PlaySpell | PlayHazard | PlayStage | Attack | UseAttack | UsePower | EndTurn | Choose;
export type GameEvent =
  | CoinFlipped
  | TurnBegan
  | PowersRevealed
  | CardPlayed
  | FighterEntered
  | Wasted
  | SpellDone
  | HazardSet
  | StageSet
  | HazardTripped
  | HazardLost
  | StageLost
  | Attacked
  | Fizzled
  | AttackEnded
  | PowerUsed
  | Triggered
  | Damaged
  | Healed
  | Strengthened
  | KeywordGained
  | Doomed
  | Died
  | Returned
  | Updated
  | Bound
  | Recovered
  | EnergyChanged
  | Drained
  | LoopCut
  | Asked
  | Answered
  | HouseChose
  | TurnEnded
  | Lapsed
  | Left
  | SuddenDeath1
  | MatchEnded;
/**
 * Words of power that a Fighter may have in play (S0:151).
 */
export type Keyword = "block" | "instakill" | "lifesteal" | "swift" | "void";
/**
 * Why a match ended.
 */
export type Reason = "death_tokens" | "idle" | "left" | "loop" | "no_fighters" | "nothing_left" | "turn_cap";
/**
 * Where a match stands.
 */
export type Stage = "not_begun" | "over" | "turn_one" | "turns";
/**
 * What happens when both players lose at once by Death Tokens.
 */
export type DoubleLoss = Draw | SuddenDeath;

/**
 * What a table may set.
 */
export interface Options {
  turn_cap?: LastTurn;
  double_loss?: BothLoseAtOnce;
  [k: string]: unknown;
}
/**
 * Put a Fighter into an empty slot of yours.
 */
export interface PlayFighter {
  type: "play_fighter";
  card: string;
  slot: number;
  /**
   * Which of its Forge effects, counted from 0.
   */
  forge?: number | null;
  [k: string]: unknown;
}
/**
 * Play a Spell; its targets are chosen now (AM-54).
 */
export interface PlaySpell {
  type: "play_spell";
  card: string;
  targets?: string[];
  /**
   * Which of its Forge effects, counted from 0.
   */
  forge?: number | null;
  [k: string]: unknown;
}
/**
 * Put a Hazard into play.
 */
export interface PlayHazard {
  type: "play_hazard";
  card: string;
  [k: string]: unknown;
}
/**
 * Put a Stage into play; yours that is there goes.
 */
export interface PlayStage {
  type: "play_stage";
  card: string;
  [k: string]: unknown;
}
/**
 * Make a basic attack.
 */
export interface Attack {
  type: "attack";
  piece: string;
  target: string;
  [k: string]: unknown;
}
/**
 * Use a special attack of a Fighter.
 */
export interface UseAttack {
  type: "use_attack";
  piece: string;
  /**
   * Which one, counted from 0.
   */
  attack: number;
  targets?: string[];
  [k: string]: unknown;
}
/**
 * Use an Active Power.
 */
export interface UsePower {
  type: "use_power";
  power: string;
  targets?: string[];
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
 * Answer a question: a Fighter for an effect.
 */
export interface Choose {
  type: "choose";
  piece: string;
  [k: string]: unknown;
}
/**
 * The coin has said who begins (S0:37).
 */
export interface CoinFlipped {
  type: "coin_flipped";
  starting_seat: number;
  /**
   * Every card of each seat.
   */
  libraries: string[][];
  /**
   * Each seat's Primary and Secondary Power.
   */
  powers: string[][];
  [k: string]: unknown;
}
/**
 * A turn begins; Energy is refilled.
 */
export interface TurnBegan {
  type: "turn_began";
  seat: number;
  turn: number;
  energy: number;
  [k: string]: unknown;
}
/**
 * A seat puts its Powers into play (S0:39).
 */
export interface PowersRevealed {
  type: "powers_revealed";
  seat: number;
  powers: string[];
  [k: string]: unknown;
}
/**
 * A card is declared and paid for; its effect comes next.
 */
export interface CardPlayed {
  type: "card_played";
  seat: number;
  card: string;
  cost: number;
  slot?: number | null;
  targets?: string[];
  forge?: number | null;
  [k: string]: unknown;
}
/**
 * A Fighter comes into play.
 */
export interface FighterEntered {
  type: "fighter_entered";
  seat: number;
  card: string;
  piece: string;
  slot: number;
  summoned?: boolean;
  [k: string]: unknown;
}
/**
 * What was played came to nothing; a Fighter goes back to the deck (AM-54).
 */
export interface Wasted {
  type: "wasted";
  seat: number;
  card: string;
  [k: string]: unknown;
}
/**
 * A Spell has taken effect and is discarded.
 */
export interface SpellDone {
  type: "spell_done";
  seat: number;
  card: string;
  /**
   * Whether nothing was left for it to do.
   */
  wasted?: boolean;
  [k: string]: unknown;
}
/**
 * A Hazard lies ready.
 */
export interface HazardSet {
  type: "hazard_set";
  seat: number;
  card: string;
  [k: string]: unknown;
}
/**
 * A Stage is in play; the one before it is discarded.
 */
export interface StageSet {
  type: "stage_set";
  seat: number;
  card: string;
  [k: string]: unknown;
}
/**
 * A Hazard takes effect, and is discarded.
 */
export interface HazardTripped {
  type: "hazard_tripped";
  seat: number;
  card: string;
  [k: string]: unknown;
}
/**
 * A Hazard was destroyed.
 */
export interface HazardLost {
  type: "hazard_lost";
  seat: number;
  card: string;
  [k: string]: unknown;
}
/**
 * A Stage was destroyed.
 */
export interface StageLost {
  type: "stage_lost";
  seat: number;
  card: string;
  [k: string]: unknown;
}
/**
 * A Fighter attacks.
 */
export interface Attacked {
  type: "attacked";
  seat: number;
  card: string;
  piece: string;
  /**
   * Whom it attacks.
   */
  targets: string[];
  /**
   * What cards they are: some may be gone when this is read.
   */
  target_cards?: string[];
  /**
   * Whom its text was aimed at.
   */
  chosen?: string[];
  /**
   * Which special attack; `None` for a basic one.
   */
  attack?: number | null;
  cost?: number;
  [k: string]: unknown;
}
/**
 * The attack comes to nothing: attacker or target is gone (AM-39).
 */
export interface Fizzled {
  type: "fizzled";
  seat: number;
  card: string;
  [k: string]: unknown;
}
/**
 * All that the attack caused has happened.
 */
export interface AttackEnded {
  type: "attack_ended";
  seat: number;
  [k: string]: unknown;
}
/**
 * An Active Power is used.
 */
export interface PowerUsed {
  type: "power_used";
  seat: number;
  power: string;
  cost: number;
  targets?: string[];
  [k: string]: unknown;
}
/**
 * A text comes into effect.
 */
export interface Triggered {
  type: "triggered";
  seat: number;
  card: string;
  [k: string]: unknown;
}
/**
 * A Fighter is dealt damage.
 */
export interface Damaged {
  type: "damaged";
  seat: number;
  piece: string;
  card: string;
  amount: number;
  by: string;
  [k: string]: unknown;
}
/**
 * A Fighter is healed.
 */
export interface Healed {
  type: "healed";
  seat: number;
  piece: string;
  card: string;
  amount: number;
  by: string;
  [k: string]: unknown;
}
/**
 * A Fighter's Attack or Health changes.
 */
export interface Strengthened {
  type: "strengthened";
  seat: number;
  piece: string;
  card: string;
  attack?: number;
  health?: number;
  /**
   * Only until the end of this turn.
   */
  until_end?: boolean;
  [k: string]: unknown;
}
/**
 * A Fighter gains a keyword.
 */
export interface KeywordGained {
  type: "keyword_gained";
  seat: number;
  piece: string;
  card: string;
  keyword: Keyword;
  until_end?: boolean;
  [k: string]: unknown;
}
/**
 * A Fighter is destroyed, whatever its Health.
 */
export interface Doomed {
  type: "doomed";
  seat: number;
  piece: string;
  card: string;
  [k: string]: unknown;
}
/**
 * A Fighter leaves play dead; `tokens` is how many Death Tokens its owner has now.
 */
export interface Died {
  type: "died";
  seat: number;
  piece: string;
  card: string;
  slot: number;
  tokens: number;
  [k: string]: unknown;
}
/**
 * A Fighter goes back to its owner's deck; a Token is gone.
 */
export interface Returned {
  type: "returned";
  seat: number;
  piece: string;
  card: string;
  [k: string]: unknown;
}
/**
 * A Fighter is discarded for another one (S0:167).
 */
export interface Updated {
  type: "updated";
  seat: number;
  piece: string;
  card: string;
  [k: string]: unknown;
}
/**
 * A Fighter has again what is printed on it, and nothing else (S0:165).
 */
export interface Bound {
  type: "bound";
  seat: number;
  piece: string;
  card: string;
  [k: string]: unknown;
}
/**
 * A discarded card goes back to its owner's deck.
 */
export interface Recovered {
  type: "recovered";
  seat: number;
  card: string;
  [k: string]: unknown;
}
/**
 * A seat gains or loses Energy.
 */
export interface EnergyChanged {
  type: "energy_changed";
  seat: number;
  amount: number;
  [k: string]: unknown;
}
/**
 * A seat will have less Energy in its next turn.
 */
export interface Drained {
  type: "drained";
  seat: number;
  amount: number;
  [k: string]: unknown;
}
/**
 * A chain of texts would not end: what is left of it is ignored (AM-61).
 */
export interface LoopCut {
  type: "loop_cut";
  seat: number;
  [k: string]: unknown;
}
/**
 * A seat must choose a Fighter.
 */
export interface Asked {
  type: "asked";
  seat: number;
  about: string;
  options: string[];
  [k: string]: unknown;
}
/**
 * It has chosen.
 */
export interface Answered {
  type: "answered";
  seat: number;
  piece: string;
  [k: string]: unknown;
}
/**
 * Whom a seat would have chosen makes no difference: it is not asked, and the house has chosen (AM-71).
 */
export interface HouseChose {
  type: "house_chose";
  seat: number;
  about: string;
  piece: string;
  card: string;
  [k: string]: unknown;
}
/**
 * A turn is over, and what held until its end.
 */
export interface TurnEnded {
  type: "turn_ended";
  seat: number;
  /**
   * How many turns in a row the seat has done nothing (AM-24).
   */
  idle: number;
  [k: string]: unknown;
}
/**
 * A seat lets the clock run out.
 */
export interface Lapsed {
  type: "lapsed";
  seat: number;
  [k: string]: unknown;
}
/**
 * A seat concedes.
 */
export interface Left {
  type: "left";
  seat: number;
  [k: string]: unknown;
}
/**
 * Both have lost at once: the next difference in Death Tokens decides (AM-28).
 */
export interface SuddenDeath1 {
  type: "sudden_death";
  [k: string]: unknown;
}
/**
 * The match is over.
 */
export interface MatchEnded {
  type: "match_ended";
  places: number[];
  reason: Reason;
  [k: string]: unknown;
}
/**
 * All there is to see, the same for everybody.
 */
export interface View {
  stage: Stage;
  turn: number;
  turn_cap: number;
  seats: SeatView[];
  turn_seat?: number | null;
  question?: Question | null;
  sudden_death?: boolean;
  [k: string]: unknown;
}
/**
 * What belongs to a seat.
 */
export interface SeatView {
  seat: number;
  energy: number;
  /**
   * Death Tokens: five lose (S0:49).
   */
  tokens: number;
  slots: (FighterView | null)[];
  powers?: string[];
  /**
   * Active Powers used this turn.
   */
  used?: string[];
  hazards?: string[];
  stage?: string | null;
  /**
   * Every card not played yet, and how many of it.
   */
  library?: {
    [k: string]: number;
  };
  discarded?: string[];
  /**
   * What has Void stays here.
   */
  removed?: string[];
  fighters_played?: number;
  idle?: number;
  /**
   * How much less Energy it will have in its next turn.
   */
  drained?: number;
  /**
   * Whether it loses at the end of this turn unless it has a Fighter by then or has played one (S0:51).
   */
  must_play_fighter?: boolean;
  /**
   * Whether it loses at the end of this turn unless it attacks, plays a card or uses an Active Power (S0:55).
   */
  must_act?: boolean;
  [k: string]: unknown;
}
/**
 * A Fighter in play.
 */
export interface FighterView {
  piece: string;
  card: string;
  seat: number;
  slot: number;
  attack: number;
  health: number;
  keywords?: Keyword[];
  /**
   * Whether it may still attack this turn.
   */
  may_attack?: boolean;
  [k: string]: unknown;
}
/**
 * What a seat is asked.
 */
export interface Question {
  seat: number;
  about: string;
  options: string[];
  [k: string]: unknown;
}
