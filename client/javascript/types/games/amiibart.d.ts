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
  | Options
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
  | View
  | Wasted;
/**
 * What a table may set: `options` of a command or a table.
 */
export type GameOptions = Options;
/**
 * After so many turns of both players together the match is a draw: from 10 to 1,000.
 */
export type LastTurn = number;
/**
 * What happens when both players lose at once by Death Tokens.
 */
export type BothLoseAtOnce = DoubleLoss & string;
/**
 * Results when both players lose at once by Death Tokens.
 */
export type DoubleLoss = DoubleLoss1 & DoubleLoss2;
export type DoubleLoss1 = Draw | SuddenDeath;
/**
 * The match is a draw.
 */
export type Draw = "draw";
/**
 * They play on; whoever has more Death Tokens after an action loses.
 */
export type SuddenDeath = "sudden_death";
export type DoubleLoss2 = string;
/**
 * What a seat may do: `action` of `act`, each of `choices` of `update`.
 */
export type GameAction =
  PlayFighter | PlaySpell | PlayHazard | PlayStage | Attack | UseAttack | UsePower | EndTurn | Choose;
/**
 * What happened: each of `events` of `update`.
 */
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
export type Keyword = "lifesteal" | "block" | "instakill" | "swift" | "void";
/**
 * Why a match ended.
 */
export type Reason = "death_tokens" | "no_fighters" | "nothing_left" | "idle" | "left" | "turn_cap" | "loop";
/**
 * The state as one viewer may see it: `view` of `update`.
 */
export type GameView = View;
/**
 * Stages of a match.
 */
export type Stage = "not_begun" | "turn_one" | "turns" | "over";

/**
 * Options of a table.
 */
export interface Options {
  turn_cap?: LastTurn;
  double_loss?: BothLoseAtOnce;
}
/**
 * Put a Fighter into an empty slot of yours.
 */
export interface PlayFighter {
  /**
   * What this is: it tells it from others.
   */
  type: "play_fighter";
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * Which slot, by its number.
   */
  slot: number;
  /**
   * Which of its Forge effects, counted from 0.
   */
  forge?: number | null;
}
/**
 * Play a Spell; its targets are chosen now (AM-54).
 */
export interface PlaySpell {
  /**
   * What this is: it tells it from others.
   */
  type: "play_spell";
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * What it is aimed at, in order.
   */
  targets?: string[];
  /**
   * Which of its Forge effects, counted from 0.
   */
  forge?: number | null;
}
/**
 * Put a Hazard into play.
 */
export interface PlayHazard {
  /**
   * What this is: it tells it from others.
   */
  type: "play_hazard";
  /**
   * The card, by its id.
   */
  card: string;
}
/**
 * Put a Stage into play; yours that is there goes.
 */
export interface PlayStage {
  /**
   * What this is: it tells it from others.
   */
  type: "play_stage";
  /**
   * The card, by its id.
   */
  card: string;
}
/**
 * Make a basic attack.
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
   * What is attacked; `null` for the other player.
   */
  target: string;
}
/**
 * Use a special attack of a Fighter.
 */
export interface UseAttack {
  /**
   * What this is: it tells it from others.
   */
  type: "use_attack";
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * Which one, counted from 0.
   */
  attack: number;
  /**
   * What it is aimed at, in order.
   */
  targets?: string[];
}
/**
 * Use an Active Power.
 */
export interface UsePower {
  /**
   * What this is: it tells it from others.
   */
  type: "use_power";
  /**
   * The power, by its id.
   */
  power: string;
  /**
   * What it is aimed at, in order.
   */
  targets?: string[];
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
 * Answer a question: a Fighter for an effect.
 */
export interface Choose {
  /**
   * What this is: it tells it from others.
   */
  type: "choose";
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
}
/**
 * The coin flip has decided the starting seat (S0:37).
 */
export interface CoinFlipped {
  /**
   * What this is: it tells it from others.
   */
  type: "coin_flipped";
  /**
   * The seat that begins.
   */
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
  /**
   * How much energy the seat has.
   */
  energy: number;
  [k: string]: unknown;
}
/**
 * A seat puts its Powers into play (S0:39).
 */
export interface PowersRevealed {
  /**
   * What this is: it tells it from others.
   */
  type: "powers_revealed";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The powers that are there, by their ids.
   */
  powers: string[];
  [k: string]: unknown;
}
/**
 * A card is declared and paid for; its effect comes next.
 */
export interface CardPlayed {
  /**
   * What this is: it tells it from others.
   */
  type: "card_played";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * What it costs.
   */
  cost: number;
  /**
   * Which slot, by its number.
   */
  slot?: number | null;
  /**
   * What it is aimed at, in order.
   */
  targets?: string[];
  /**
   * Whether it was forged.
   */
  forge?: number | null;
  [k: string]: unknown;
}
/**
 * A Fighter comes into play.
 */
export interface FighterEntered {
  /**
   * What this is: it tells it from others.
   */
  type: "fighter_entered";
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
   * Which slot, by its number.
   */
  slot: number;
  /**
   * Whether it was summoned, and not played.
   */
  summoned?: boolean;
  [k: string]: unknown;
}
/**
 * A played card had no effect; a Fighter goes back to the deck (AM-54).
 */
export interface Wasted {
  /**
   * What this is: it tells it from others.
   */
  type: "wasted";
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
 * A Spell has taken effect and is discarded.
 */
export interface SpellDone {
  /**
   * What this is: it tells it from others.
   */
  type: "spell_done";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * True if nothing was left for it to do.
   */
  wasted?: boolean;
  [k: string]: unknown;
}
/**
 * A Hazard lies ready.
 */
export interface HazardSet {
  /**
   * What this is: it tells it from others.
   */
  type: "hazard_set";
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
 * A Stage is in play; the one before it is discarded.
 */
export interface StageSet {
  /**
   * What this is: it tells it from others.
   */
  type: "stage_set";
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
 * A Hazard takes effect, and is discarded.
 */
export interface HazardTripped {
  /**
   * What this is: it tells it from others.
   */
  type: "hazard_tripped";
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
 * A Hazard was destroyed.
 */
export interface HazardLost {
  /**
   * What this is: it tells it from others.
   */
  type: "hazard_lost";
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
 * A Stage was destroyed.
 */
export interface StageLost {
  /**
   * What this is: it tells it from others.
   */
  type: "stage_lost";
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
 * A Fighter attacks.
 */
export interface Attacked {
  /**
   * What this is: it tells it from others.
   */
  type: "attacked";
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
   * The attacked Fighters.
   */
  targets: string[];
  /**
   * The cards of those Fighters: some may be gone when this is read.
   */
  target_cards?: string[];
  /**
   * The chosen targets of its text.
   */
  chosen?: string[];
  /**
   * Which special attack; `None` for a basic one.
   */
  attack?: number | null;
  /**
   * What it costs.
   */
  cost?: number;
  [k: string]: unknown;
}
/**
 * The attack comes to nothing: attacker or target is gone (AM-39).
 */
export interface Fizzled {
  /**
   * What this is: it tells it from others.
   */
  type: "fizzled";
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
 * All that the attack caused has happened.
 */
export interface AttackEnded {
  /**
   * What this is: it tells it from others.
   */
  type: "attack_ended";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  [k: string]: unknown;
}
/**
 * An Active Power is used.
 */
export interface PowerUsed {
  /**
   * What this is: it tells it from others.
   */
  type: "power_used";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The power, by its id.
   */
  power: string;
  /**
   * What it costs.
   */
  cost: number;
  /**
   * What it is aimed at, in order.
   */
  targets?: string[];
  [k: string]: unknown;
}
/**
 * A text comes into effect.
 */
export interface Triggered {
  /**
   * What this is: it tells it from others.
   */
  type: "triggered";
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
 * A Fighter is dealt damage.
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
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * By how much.
   */
  amount: number;
  /**
   * What or who did it.
   */
  by: string;
  [k: string]: unknown;
}
/**
 * A Fighter is healed.
 */
export interface Healed {
  /**
   * What this is: it tells it from others.
   */
  type: "healed";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * By how much.
   */
  amount: number;
  /**
   * What or who did it.
   */
  by: string;
  [k: string]: unknown;
}
/**
 * A Fighter's Attack or Health changes.
 */
export interface Strengthened {
  /**
   * What this is: it tells it from others.
   */
  type: "strengthened";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The attack points, or by how many they change.
   */
  attack?: number;
  /**
   * The health points, or by how many they change.
   */
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
  /**
   * What this is: it tells it from others.
   */
  type: "keyword_gained";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The keyword.
   */
  keyword: Keyword | (string & {});
  /**
   * Whether it holds only until the end of the turn.
   */
  until_end?: boolean;
  /**
   * Only for its next basic attack this turn: a special attack makes it void.
   */
  basic?: boolean;
  [k: string]: unknown;
}
/**
 * A Fighter is destroyed, regardless of its Health.
 */
export interface Doomed {
  /**
   * What this is: it tells it from others.
   */
  type: "doomed";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The card, by its id.
   */
  card: string;
  [k: string]: unknown;
}
/**
 * A Fighter leaves play dead; `tokens` is how many Death Tokens its owner has now.
 */
export interface Died {
  /**
   * What this is: it tells it from others.
   */
  type: "died";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * Which slot, by its number.
   */
  slot: number;
  /**
   * The tokens.
   */
  tokens: number;
  [k: string]: unknown;
}
/**
 * A Fighter goes back to its owner's deck; a Token is gone.
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
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The card, by its id.
   */
  card: string;
  [k: string]: unknown;
}
/**
 * A Fighter is discarded for another one (S0:167).
 */
export interface Updated {
  /**
   * What this is: it tells it from others.
   */
  type: "updated";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The card, by its id.
   */
  card: string;
  [k: string]: unknown;
}
/**
 * A Fighter has only its printed values again (S0:165).
 */
export interface Bound {
  /**
   * What this is: it tells it from others.
   */
  type: "bound";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The card, by its id.
   */
  card: string;
  [k: string]: unknown;
}
/**
 * A discarded card goes back to its owner's deck.
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
 * A seat gains or loses Energy.
 */
export interface EnergyChanged {
  /**
   * What this is: it tells it from others.
   */
  type: "energy_changed";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * By how much.
   */
  amount: number;
  [k: string]: unknown;
}
/**
 * A seat will have less Energy in its next turn.
 */
export interface Drained {
  /**
   * What this is: it tells it from others.
   */
  type: "drained";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * By how much.
   */
  amount: number;
  [k: string]: unknown;
}
/**
 * A chain of texts would not end: the rest of it is ignored (AM-61).
 */
export interface LoopCut {
  /**
   * What this is: it tells it from others.
   */
  type: "loop_cut";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  [k: string]: unknown;
}
/**
 * A seat must choose a Fighter.
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
   * What this is about: the card, power or rule by its id.
   */
  about: string;
  /**
   * What may be chosen.
   */
  options: string[];
  [k: string]: unknown;
}
/**
 * It has chosen.
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
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  [k: string]: unknown;
}
/**
 * The house chose a Fighter for a seat without asking it, because the choice makes no difference (AM-71).
 */
export interface HouseChose {
  /**
   * What this is: it tells it from others.
   */
  type: "house_chose";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * What this is about: the card, power or rule by its id.
   */
  about: string;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The card, by its id.
   */
  card: string;
  [k: string]: unknown;
}
/**
 * A turn ended, and with it all effects until the end of the turn.
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
   * Number of turns in a row in which the seat has done nothing (AM-24).
   */
  idle: number;
  [k: string]: unknown;
}
/**
 * A seat lets the clock run out.
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
 * A seat concedes.
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
 * Both have lost at once: the next difference in Death Tokens decides (AM-28).
 */
export interface SuddenDeath1 {
  /**
   * What this is: it tells it from others.
   */
  type: "sudden_death";
  [k: string]: unknown;
}
/**
 * The match is over.
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
 * All there is to see, the same for everybody.
 */
export interface View {
  /**
   * How far this has come.
   */
  stage: Stage | (string & {});
  /**
   * Which turn, counted from 1.
   */
  turn: number;
  /**
   * The turn after which the match ends.
   */
  turn_cap: number;
  /**
   * The seats, in order.
   */
  seats: SeatView[];
  /**
   * The seat whose turn it is.
   */
  turn_seat?: number | null;
  /**
   * What is asked of whom, if something is.
   */
  question?: Question | null;
  /**
   * Whether the end is being decided by sudden death.
   */
  sudden_death?: boolean;
  [k: string]: unknown;
}
/**
 * The state of a seat.
 */
export interface SeatView {
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * How much energy the seat has.
   */
  energy: number;
  /**
   * Death Tokens: five lose (S0:49).
   */
  tokens: number;
  /**
   * Its slots, in order.
   */
  slots: (FighterView | null)[];
  /**
   * The powers that are there, by their ids.
   */
  powers?: string[];
  /**
   * Active Powers used this turn.
   */
  used?: string[];
  /**
   * The hazards that this seat has set; what another's are is hidden.
   */
  hazards?: string[];
  /**
   * The stage card that this seat has in play, if any.
   */
  stage?: string | null;
  /**
   * Every card not played yet, and how many of it.
   */
  library?: {
    [k: string]: number;
  };
  /**
   * The cards that were discarded.
   */
  discarded?: string[];
  /**
   * Cards with Void stay here.
   */
  removed?: string[];
  /**
   * How many fighters were played this turn.
   */
  fighters_played?: number;
  /**
   * How many turns in a row this seat has let pass without doing anything.
   */
  idle?: number;
  /**
   * Reduction of its Energy in its next turn.
   */
  drained?: number;
  /**
   * True if it loses at the end of this turn unless it has a Fighter by then or has played one (S0:51).
   */
  must_play_fighter?: boolean;
  /**
   * True if it loses at the end of this turn unless it attacks, plays a card or uses an Active Power (S0:55).
   */
  must_act?: boolean;
  [k: string]: unknown;
}
/**
 * A Fighter in play.
 */
export interface FighterView {
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * Which slot, by its number.
   */
  slot: number;
  /**
   * The attack points, or by how many they change.
   */
  attack: number;
  /**
   * The health points, or by how many they change.
   */
  health: number;
  /**
   * The keywords that it has.
   */
  keywords?: (Keyword | (string & {}))[];
  /**
   * True if it may still attack this turn.
   */
  may_attack?: boolean;
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
   * What may be chosen.
   */
  options: string[];
  [k: string]: unknown;
}
