// Generated from the protocol's schema by `make schema`; not to be edited.

export type Schema =
  | Options
  | GameAction
  | GameEvent
  | View
  | ActionDone
  | ActionPlayed
  | Activate
  | ActivateSensei
  | Activated
  | Answered
  | Asked
  | Attached
  | BoomerangGained
  | Bottomed
  | ChooseCard
  | ChooseKind
  | ChooseLevel
  | ChoosePiece
  | ChooseSensei
  | ComboView
  | CombosCleared
  | Cooling
  | Copied
  | Decline
  | DiscardShown
  | Discarded
  | DiscardsCounted
  | DojoClosed
  | DojoView
  | Draft
  | DraftDealt
  | DraftEnded
  | DraftPassed
  | DraftReturned
  | Drafted
  | DrawInstead
  | Drew
  | EquipmentView
  | Face
  | Fielded
  | Fight
  | FighterView
  | Fought
  | Gained
  | HandDealt
  | HandKept
  | KeepHand
  | Kind
  | KnockedOut
  | KnockoutGained
  | Lapsed
  | Left
  | LookedAt
  | MatchEnded
  | Move
  | Mulligan
  | Mulliganed
  | Part
  | Pass
  | Passed
  | PlayAction
  | PlayCombo
  | PlayEquipment
  | PlayFighter
  | PlayShown
  | Power
  | Prompt
  | Question
  | Reason
  | Recovered
  | RedrawDraft
  | Reshuffled
  | ResolveFirst
  | Retired
  | Returned
  | Revealed
  | RoundBegan
  | RoundEnded
  | Rules1
  | Scored
  | SeatView
  | SenseiChosen
  | SenseiDealt
  | SenseiShown
  | Share
  | Shuffled
  | Species
  | Stage
  | Switched
  | Took
  | Transformed
  | Triggered
  | TurnBegan
  | TypesGained
  | Zone5;
/**
 * Whether each player has a sensei.
 */
export type Sensei = boolean;
/**
 * Whose word counts where the printed sheet and the designer's later manual differ.
 */
export type Rules = Sheet | Manual;
/**
 * A sensei's action ability may be used once each round.
 */
export type Sheet = "sheet";
/**
 * It may be used any number of times.
 */
export type Manual = "manual";
/**
 * The last round, from 4 to 50: after it whoever has won more rounds wins.
 */
export type LastRound = number;
export type GameAction =
  | KeepHand
  | Mulligan
  | ChooseSensei
  | Draft
  | RedrawDraft
  | DrawInstead
  | PlayFighter
  | PlayEquipment
  | PlayCombo
  | PlayAction
  | Activate
  | ActivateSensei
  | Pass
  | ChooseCard
  | ChoosePiece
  | ChooseLevel
  | ChooseKind
  | Move
  | PlayShown
  | DiscardShown
  | ResolveFirst
  | Decline;
/**
 * What a card is.
 */
export type Kind = "action" | "combo" | "equipment" | "fighter" | "sensei";
export type GameEvent =
  | Shuffled
  | HandDealt
  | HandKept
  | Mulliganed
  | SenseiDealt
  | SenseiChosen
  | SenseiShown
  | RoundBegan
  | DraftDealt
  | DraftReturned
  | Drafted
  | DraftPassed
  | DraftEnded
  | TurnBegan
  | Fielded
  | Attached
  | Copied
  | BoomerangGained
  | ActionPlayed
  | ActionDone
  | Activated
  | Discarded
  | DiscardsCounted
  | Drew
  | Reshuffled
  | Revealed
  | LookedAt
  | Took
  | Bottomed
  | Switched
  | Transformed
  | Gained
  | KnockoutGained
  | TypesGained
  | DojoClosed
  | Retired
  | Returned
  | Recovered
  | Passed
  | Fought
  | Scored
  | KnockedOut
  | Triggered
  | CombosCleared
  | RoundEnded
  | Asked
  | Answered
  | Lapsed
  | Left
  | MatchEnded;
/**
 * Where a card comes from or goes to.
 * - `revealed`: Shown to everybody from a deck, and on its way.
 * - `looked_at`: Seen by one player from a deck, and on its way.
 */
export type Zone = "cooldown" | "deck" | "discard" | "hand" | "looked_at" | "revealed";
/**
 * Where a card comes from or goes to.
 * - `revealed`: Shown to everybody from a deck, and on its way.
 * - `looked_at`: Seen by one player from a deck, and on its way.
 */
export type Zone1 = "cooldown" | "deck" | "discard" | "hand" | "looked_at" | "revealed";
/**
 * Where a card comes from or goes to.
 * - `revealed`: Shown to everybody from a deck, and on its way.
 * - `looked_at`: Seen by one player from a deck, and on its way.
 */
export type Zone2 = "cooldown" | "deck" | "discard" | "hand" | "looked_at" | "revealed";
/**
 * Where a card comes from or goes to.
 * - `revealed`: Shown to everybody from a deck, and on its way.
 * - `looked_at`: Seen by one player from a deck, and on its way.
 */
export type Zone3 = "cooldown" | "deck" | "discard" | "hand" | "looked_at" | "revealed";
/**
 * Where a card comes from or goes to.
 * - `revealed`: Shown to everybody from a deck, and on its way.
 * - `looked_at`: Seen by one player from a deck, and on its way.
 */
export type Zone4 = "cooldown" | "deck" | "discard" | "hand" | "looked_at" | "revealed";
/**
 * Where a part of a fighter's power is from.
 */
export type Share = "ability" | "base" | "combo" | "equipment";
/**
 * What a question is about.
 */
export type Prompt =
  | "choose_a_card"
  | "choose_a_deck"
  | "choose_a_fate"
  | "choose_a_fighter"
  | "choose_a_kind"
  | "choose_a_piece"
  | "discard_a_card"
  | "discard_a_fighter"
  | "discard_more_fighters"
  | "may_discard"
  | "play_or_discard"
  | "switcheroo"
  | "which_first";
/**
 * Why a match ended: the `reason` of the result.
 * - `four_rounds`: A player has won four rounds.
 * - `round_cap`: The last round was played; more rounds won decide.
 * - `left`: A player left for good.
 */
export type Reason = "four_rounds" | "left" | "round_cap";
/**
 * What is going on.
 * - `mulligan`: A seat looks at its starting hand.
 * - `sensei`: Both choose their sensei, sealed.
 * - `preparing`: A round begins: sensei may act before the draft.
 * - `draft`: Both choose from the cards dealt to them, sealed.
 * - `second_draft`: Both choose from the cards passed to them, sealed.
 * - `actions`: The seats take actions in turn.
 * - `fight`: Both have passed: fights, what they cause, and the end of the round.
 */
export type Stage =
  "actions" | "draft" | "fight" | "mulligan" | "not_dealt" | "over" | "preparing" | "second_draft" | "sensei";
/**
 * What a fighter is.
 */
export type Species = "crocodile" | "frog" | "lizard" | "salamander" | "snake" | "spawn" | "toad" | "turtle";
/**
 * Whose word counts where the printed sheet and the designer's later manual differ.
 */
export type Rules1 = Sheet | Manual;
/**
 * Where a card comes from or goes to.
 * - `revealed`: Shown to everybody from a deck, and on its way.
 * - `looked_at`: Seen by one player from a deck, and on its way.
 */
export type Zone5 = "cooldown" | "deck" | "discard" | "hand" | "looked_at" | "revealed";

/**
 * What a table may set.
 */
export interface Options {
  sensei?: Sensei;
  rules?: Rules;
  max_rounds?: LastRound;
  [k: string]: unknown;
}
/**
 * Keep the starting hand.
 */
export interface KeepHand {
  type: "keep_hand";
  [k: string]: unknown;
}
/**
 * Show a starting hand without fighters and draw another.
 */
export interface Mulligan {
  type: "mulligan";
  [k: string]: unknown;
}
/**
 * Choose a sensei, sealed until both have.
 */
export interface ChooseSensei {
  type: "choose_sensei";
  sensei: string;
  [k: string]: unknown;
}
/**
 * Keep a card of those dealt or passed to you, sealed until both have.
 */
export interface Draft {
  type: "draft";
  card: string;
  [k: string]: unknown;
}
/**
 * Have your sensei deal you three other cards.
 */
export interface RedrawDraft {
  type: "redraw_draft";
  [k: string]: unknown;
}
/**
 * Discard both cards passed to you and have your sensei draw one from an active deck.
 */
export interface DrawInstead {
  type: "draw_instead";
  level: number;
  [k: string]: unknown;
}
/**
 * Put a fighter from your hand into one of your dojos. One that is there is retired.
 */
export interface PlayFighter {
  type: "play_fighter";
  card: string;
  dojo: number;
  [k: string]: unknown;
}
/**
 * Put a piece of equipment from your hand into one of your dojos.
 */
export interface PlayEquipment {
  type: "play_equipment";
  card: string;
  dojo: number;
  /**
   * Which piece is retired for it; `null` if there is a free place.
   */
  replaces?: string | null;
  /**
   * Its face.
   */
  replaces_card?: string | null;
  [k: string]: unknown;
}
/**
 * Play a combo move from your hand on your fighter in a dojo.
 */
export interface PlayCombo {
  type: "play_combo";
  card: string;
  dojo: number;
  [k: string]: unknown;
}
/**
 * Play an action card from your hand.
 */
export interface PlayAction {
  type: "play_action";
  card: string;
  [k: string]: unknown;
}
/**
 * Use the action ability of one of your fighters or pieces of equipment.
 */
export interface Activate {
  type: "activate";
  piece: string;
  /**
   * Its face.
   */
  card: string;
  /**
   * Where it is.
   */
  dojo: number;
  [k: string]: unknown;
}
/**
 * Use the action ability of your sensei.
 */
export interface ActivateSensei {
  type: "activate_sensei";
  [k: string]: unknown;
}
/**
 * Take no more actions this round.
 */
export interface Pass {
  type: "pass";
  [k: string]: unknown;
}
/**
 * Answer with a card.
 */
export interface ChooseCard {
  type: "choose_card";
  card: string;
  [k: string]: unknown;
}
/**
 * Answer with a card in play.
 */
export interface ChoosePiece {
  type: "choose_piece";
  piece: string;
  /**
   * Its face.
   */
  card: string;
  /**
   * Where it is.
   */
  dojo: number;
  [k: string]: unknown;
}
/**
 * Answer with the deck of a level.
 */
export interface ChooseLevel {
  type: "choose_level";
  level: number;
  [k: string]: unknown;
}
/**
 * Answer with a kind of card.
 */
export interface ChooseKind {
  type: "choose_kind";
  kind: Kind;
  [k: string]: unknown;
}
/**
 * Answer with a switcheroo: a card in play goes to another of your dojos.
 */
export interface Move {
  type: "move";
  piece: string;
  /**
   * Its face.
   */
  card: string;
  from_dojo: number;
  /**
   * Where it goes.
   */
  dojo: number;
  /**
   * The piece that comes back for it; `null` if it goes to an empty place.
   */
  swaps?: string | null;
  /**
   * The face of that piece.
   */
  swaps_card?: string | null;
  [k: string]: unknown;
}
/**
 * Answer by playing a card that an effect has brought: revealed, looked at, or from the cooldown zone.
 */
export interface PlayShown {
  type: "play_shown";
  card: string;
  dojo: number;
  replaces?: string | null;
  /**
   * The face of the piece that is retired for it.
   */
  replaces_card?: string | null;
  [k: string]: unknown;
}
/**
 * Answer by discarding a card that an effect has brought.
 */
export interface DiscardShown {
  type: "discard_shown";
  card: string;
  [k: string]: unknown;
}
/**
 * Answer which of your waiting effects comes first.
 */
export interface ResolveFirst {
  type: "resolve_first";
  /**
   * The card in play or the combo move whose effect it is; a sensei has the id of its card.
   */
  piece: string;
  /**
   * Its face.
   */
  card: string;
  [k: string]: unknown;
}
/**
 * Answer with no, or that it is enough.
 */
export interface Decline {
  type: "decline";
  [k: string]: unknown;
}
/**
 * The level decks were shuffled, and the starting player was drawn by lot.
 */
export interface Shuffled {
  type: "shuffled";
  starting_seat: number;
  /**
   * The five level decks, the top of each first: `null` for every viewer.
   */
  decks: string[][] | null;
  /**
   * The sensei deck: `null` for every viewer.
   */
  senseis: string[] | null;
  [k: string]: unknown;
}
/**
 * A seat drew its starting hand.
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
 * A seat kept its starting hand.
 */
export interface HandKept {
  type: "hand_kept";
  seat: number;
  [k: string]: unknown;
}
/**
 * A seat showed a starting hand without fighters, and put it under the deck.
 */
export interface Mulliganed {
  type: "mulliganed";
  seat: number;
  cards: string[];
  [k: string]: unknown;
}
/**
 * A seat was dealt sensei to choose from.
 */
export interface SenseiDealt {
  type: "sensei_dealt";
  seat: number;
  /**
   * `null` for everybody else.
   */
  senseis: string[] | null;
  [k: string]: unknown;
}
/**
 * A seat has chosen its sensei.
 */
export interface SenseiChosen {
  type: "sensei_chosen";
  seat: number;
  /**
   * `null` for everybody else.
   */
  sensei: string | null;
  [k: string]: unknown;
}
/**
 * Both have chosen, and the sensei are shown.
 */
export interface SenseiShown {
  type: "sensei_shown";
  /**
   * For each seat its sensei.
   */
  senseis: string[];
  /**
   * What went under the sensei deck: `null` for every viewer.
   */
  bottom: string[] | null;
  [k: string]: unknown;
}
/**
 * A round began.
 */
export interface RoundBegan {
  type: "round_began";
  round: number;
  starting_seat: number;
  [k: string]: unknown;
}
/**
 * A seat was dealt a card to draft from.
 */
export interface DraftDealt {
  type: "draft_dealt";
  seat: number;
  level: number;
  /**
   * `null` for everybody else.
   */
  card: string | null;
  [k: string]: unknown;
}
/**
 * A seat's sensei put the cards dealt to it under their decks; others are dealt.
 */
export interface DraftReturned {
  type: "draft_returned";
  seat: number;
  /**
   * `null` for every viewer: in the order in which they lie now.
   */
  cards: string[] | null;
  [k: string]: unknown;
}
/**
 * A seat has decided what to draft.
 */
export interface Drafted {
  type: "drafted";
  seat: number;
  /**
   * `null` for everybody else, and for who draws from a deck instead.
   */
  card: string | null;
  /**
   * The level of the deck that is drawn from instead; `null` for everybody else until both have decided.
   */
  instead: number | null;
  [k: string]: unknown;
}
/**
 * Both have kept a card and passed the others on.
 */
export interface DraftPassed {
  type: "draft_passed";
  /**
   * For each seat what it was passed: `null` for everybody else.
   */
  received: (string[] | null)[];
  [k: string]: unknown;
}
/**
 * Both have kept a second card; what was left lies face down in the discard pile.
 */
export interface DraftEnded {
  type: "draft_ended";
  /**
   * For each seat how many cards that was.
   */
  discarded: number[];
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
 * A fighter or a piece of equipment was put into a dojo.
 */
export interface Fielded {
  type: "fielded";
  seat: number;
  card: string;
  dojo: number;
  piece: string;
  source: Zone;
  [k: string]: unknown;
}
/**
 * A combo move was played on a fighter.
 */
export interface Attached {
  type: "attached";
  seat: number;
  card: string;
  piece: string;
  to_piece: string;
  /**
   * The face of that fighter.
   */
  to_card: string;
  source: Zone1;
  /**
   * Whether it lets the fighter knock out whom it defeats.
   */
  knockout: boolean;
  [k: string]: unknown;
}
/**
 * A combo move counts as played on another fighter too.
 */
export interface Copied {
  type: "copied";
  seat: number;
  card: string;
  piece: string;
  to_piece: string;
  /**
   * The face of that fighter.
   */
  to_card: string;
  knockout: boolean;
  [k: string]: unknown;
}
/**
 * A combo move gained boomerang.
 */
export interface BoomerangGained {
  type: "boomerang_gained";
  seat: number;
  card: string;
  piece: string;
  by: string;
  [k: string]: unknown;
}
/**
 * A seat played an action card.
 */
export interface ActionPlayed {
  type: "action_played";
  seat: number;
  card: string;
  [k: string]: unknown;
}
/**
 * An action card has been carried out and lies in the discard pile.
 */
export interface ActionDone {
  type: "action_done";
  seat: number;
  card: string;
  [k: string]: unknown;
}
/**
 * A seat used an action ability.
 */
export interface Activated {
  type: "activated";
  seat: number;
  card: string;
  /**
   * `null` for a sensei.
   */
  piece: string | null;
  [k: string]: unknown;
}
/**
 * A seat discarded a card, face down.
 */
export interface Discarded {
  type: "discarded";
  seat: number;
  /**
   * `null` for everybody else, unless it is shown.
   */
  card: string | null;
  source: Zone2;
  /**
   * Whether everybody is told which it was: because the text that had it discarded goes by what it is, because it does something as it is discarded, or because it had been revealed before.
   */
  shown: boolean;
  [k: string]: unknown;
}
/**
 * A card in play began to count the fighters that its seat has discarded from hand this round: those that had been
 * discarded without being shown are named.
 */
export interface DiscardsCounted {
  type: "discards_counted";
  seat: number;
  /**
   * The fighters among them.
   */
  cards: string[];
  /**
   * How many cards had been discarded without being shown. What is not named is no fighter.
   */
  count: number;
  by: string;
  [k: string]: unknown;
}
/**
 * A seat drew the top card of a deck.
 */
export interface Drew {
  type: "drew";
  seat: number;
  level: number;
  /**
   * `null` for everybody else.
   */
  card: string | null;
  [k: string]: unknown;
}
/**
 * A deck had run out: its cards in the discard pile were shuffled into it.
 */
export interface Reshuffled {
  type: "reshuffled";
  level: number;
  /**
   * The new deck, its top first: `null` for every viewer.
   */
  cards: string[] | null;
  count: number;
  [k: string]: unknown;
}
/**
 * A seat revealed cards from the top of a deck.
 */
export interface Revealed {
  type: "revealed";
  seat: number;
  level: number;
  cards: string[];
  [k: string]: unknown;
}
/**
 * A seat looked at cards from the top of a deck.
 */
export interface LookedAt {
  type: "looked_at";
  seat: number;
  level: number;
  /**
   * `null` for everybody else.
   */
  cards: string[] | null;
  count: number;
  [k: string]: unknown;
}
/**
 * A seat took one of the cards that it had looked at.
 */
export interface Took {
  type: "took";
  seat: number;
  /**
   * `null` for everybody else.
   */
  card: string | null;
  [k: string]: unknown;
}
/**
 * Cards that had been revealed or looked at were put under their deck in a random order.
 */
export interface Bottomed {
  type: "bottomed";
  level: number;
  source: Zone3;
  /**
   * In the order in which they lie now: `null` for every viewer.
   */
  cards: string[] | null;
  count: number;
  [k: string]: unknown;
}
/**
 * A card in play went to another dojo.
 */
export interface Switched {
  type: "switched";
  seat: number;
  card: string;
  piece: string;
  dojo: number;
  /**
   * The piece that came back for it.
   */
  swaps: string | null;
  /**
   * The face of that piece.
   */
  swaps_card: string | null;
  [k: string]: unknown;
}
/**
 * A card in play became another one.
 */
export interface Transformed {
  type: "transformed";
  seat: number;
  card: string;
  piece: string;
  becomes: string;
  as_piece: string;
  [k: string]: unknown;
}
/**
 * A card in play gained power until the end of the round.
 */
export interface Gained {
  type: "gained";
  seat: number;
  card: string;
  piece: string;
  amount: number;
  by: string;
  /**
   * Whether it is by its own ability, and so ignored while that is neutralized.
   */
  own: boolean;
  [k: string]: unknown;
}
/**
 * A fighter will knock out whom it defeats this round.
 */
export interface KnockoutGained {
  type: "knockout_gained";
  seat: number;
  card: string;
  piece: string;
  by: string;
  [k: string]: unknown;
}
/**
 * A fighter is also a frog, a crocodile, a salamander and a snake this round.
 */
export interface TypesGained {
  type: "types_gained";
  seat: number;
  card: string;
  piece: string;
  [k: string]: unknown;
}
/**
 * No fighter may be put into a dojo for the rest of the round.
 */
export interface DojoClosed {
  type: "dojo_closed";
  seat: number;
  dojo: number;
  [k: string]: unknown;
}
/**
 * A card in play went to the discard pile, and the combo moves on it too.
 */
export interface Retired {
  type: "retired";
  seat: number;
  card: string;
  piece: string;
  [k: string]: unknown;
}
/**
 * A fighter left its dojo for its owner's hand, or knocked out for the cooldown zone.
 */
export interface Returned {
  type: "returned";
  seat: number;
  card: string;
  piece: string;
  to: Zone4;
  [k: string]: unknown;
}
/**
 * Cards went from a seat's cooldown zone to its hand.
 */
export interface Recovered {
  type: "recovered";
  seat: number;
  cards: string[];
  [k: string]: unknown;
}
/**
 * A seat takes no more actions this round.
 */
export interface Passed {
  type: "passed";
  seat: number;
  /**
   * Whether nothing else was possible.
   */
  forced: boolean;
  [k: string]: unknown;
}
/**
 * The fights of a round, all three at once.
 */
export interface Fought {
  type: "fought";
  round: number;
  fights: Fight[];
  /**
   * Who won the round; `null` for a draw.
   */
  winner_seat: number | null;
  [k: string]: unknown;
}
/**
 * The fight in one dojo.
 */
export interface Fight {
  dojo: number;
  /**
   * For each seat its fighter; `null` if it has none there.
   */
  sides: (Power | null)[];
  /**
   * `null` for a draw.
   */
  winner_seat: number | null;
  [k: string]: unknown;
}
/**
 * What a fighter fights with, and all that goes into it.
 */
export interface Power {
  piece: string;
  card: string;
  total: number;
  /**
   * They add up to the total.
   */
  parts: Part[];
  /**
   * Whether it knocks out whom it defeats.
   */
  knockout: boolean;
  [k: string]: unknown;
}
/**
 * A part of a fighter's power.
 */
export interface Part {
  share: Share;
  /**
   * The card that gives it.
   */
  card: string;
  amount: number;
  [k: string]: unknown;
}
/**
 * A seat moved up its score path.
 */
export interface Scored {
  type: "scored";
  seat: number;
  /**
   * Where it stands now.
   */
  points: number;
  /**
   * The card that made it two steps.
   */
  by: string | null;
  [k: string]: unknown;
}
/**
 * A fighter was knocked out: it goes to the cooldown zone at the end of the round.
 */
export interface KnockedOut {
  type: "knocked_out";
  seat: number;
  card: string;
  piece: string;
  by: string;
  [k: string]: unknown;
}
/**
 * A card's ability came into effect by itself.
 */
export interface Triggered {
  type: "triggered";
  seat: number;
  card: string;
  [k: string]: unknown;
}
/**
 * The combo moves of a seat were put away.
 */
export interface CombosCleared {
  type: "combos_cleared";
  seat: number;
  discarded: string[];
  /**
   * Those with boomerang, which went to the cooldown zone.
   */
  cooling: string[];
  [k: string]: unknown;
}
/**
 * A round ended; all that was gained for it is gone.
 */
export interface RoundEnded {
  type: "round_ended";
  round: number;
  [k: string]: unknown;
}
/**
 * A seat must answer before the game goes on.
 */
export interface Asked {
  type: "asked";
  seat: number;
  /**
   * The card that asks.
   */
  about: string;
  prompt: Prompt;
  /**
   * What may be answered; empty for everybody else.
   */
  options: (
    ChooseCard | ChoosePiece | ChooseLevel | ChooseKind | Move | PlayShown | DiscardShown | ResolveFirst | Decline
  )[];
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
  round: number;
  starting_seat: number | null;
  /**
   * Whose turn it is to act; `null` outside the action phase.
   */
  turn_seat: number | null;
  /**
   * How many turns this round has had, this one included.
   */
  actions_taken: number;
  /**
   * The cards in the five level decks.
   */
  deck_counts: number[];
  /**
   * The levels of the active decks.
   */
  active_levels: number[];
  discard_count: number;
  /**
   * Cards that were revealed and are on their way.
   */
  revealed: string[];
  /**
   * Action cards that are being carried out.
   */
  resolving: string[];
  seats: SeatView[];
  question: Question | null;
  /**
   * Your own hand; `null` for a spectator.
   */
  hand: string[] | null;
  /**
   * The cards that you draft or choose a sensei from.
   */
  offer: string[];
  /**
   * What you have chosen from them, while the other has not.
   */
  picked: string | null;
  /**
   * The cards from a deck that you are looking at.
   */
  looked_at: string[];
  /**
   * The fights of the last round.
   */
  last: Fought | null;
  /**
   * What is printed on the cards that you see here.
   */
  faces: {
    [k: string]: Face;
  };
  [k: string]: unknown;
}
/**
 * What everyone may know of a seat.
 */
export interface SeatView {
  seat: number;
  /**
   * How many rounds it has won, as its score path shows.
   */
  points: number;
  hand_count: number;
  passed: boolean;
  sensei: string | null;
  /**
   * Whether its sensei's action ability has been used this round.
   */
  sensei_used: boolean;
  /**
   * How often its sensei may still deal other draft cards; 0 without such a sensei.
   */
  redraws: number;
  /**
   * How many combo moves it has played this round, copies too.
   */
  combos_played: number;
  /**
   * How many fighters it has discarded from its hand this round, as far as this viewer has been told.
   */
  fighters_discarded: number;
  dojos: DojoView[];
  cooldown: Cooling[];
  [k: string]: unknown;
}
/**
 * One seat's side of a dojo.
 */
export interface DojoView {
  fighter: FighterView | null;
  equipment: EquipmentView[];
  /**
   * Whether a fighter has come into it this round.
   */
  entered?: boolean;
  /**
   * Whether no fighter may be put into it this round.
   */
  closed?: boolean;
  /**
   * A fighter of another dojo that also fights here.
   */
  guest?: Power | null;
  [k: string]: unknown;
}
/**
 * A fighter in a dojo.
 */
export interface FighterView {
  piece: string;
  card: string;
  /**
   * What it would fight with now.
   */
  power: number;
  /**
   * What that is made of.
   */
  parts: Part[];
  combos?: ComboView[];
  knockout?: boolean;
  neutralized?: boolean;
  knocked_out?: boolean;
  /**
   * Whether its once-a-round ability has been used.
   */
  used?: boolean;
  [k: string]: unknown;
}
/**
 * A combo move on a fighter.
 */
export interface ComboView {
  piece: string;
  card: string;
  /**
   * Whether the card itself lies on another fighter.
   */
  copy?: boolean;
  boomerang?: boolean;
  [k: string]: unknown;
}
/**
 * A piece of equipment in a dojo.
 */
export interface EquipmentView {
  piece: string;
  card: string;
  /**
   * The power it has gained for this round.
   */
  gained?: number;
  neutralized?: boolean;
  used?: boolean;
  [k: string]: unknown;
}
/**
 * A card in a cooldown zone.
 */
export interface Cooling {
  card: string;
  /**
   * At the end of which round it goes back to the hand.
   */
  back_after: number;
  [k: string]: unknown;
}
/**
 * What a seat is asked.
 */
export interface Question {
  seat: number;
  about: string;
  prompt: Prompt;
  [k: string]: unknown;
}
/**
 * What is printed on a card.
 */
export interface Face {
  name: string;
  kind: Kind;
  /**
   * From 1 to 5; a sensei has none.
   */
  level?: number;
  species?: Species[];
  /**
   * `4` for a fighter, `+2` for what is added, with `*` where a rule gives the rest; empty if it has none.
   */
  power?: string;
  text?: string;
  [k: string]: unknown;
}
