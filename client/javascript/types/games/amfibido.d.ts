// Generated from the protocol's schema by `make schema`; not to be edited.

/**
 * The game's own parts of messages; `$defs` says which is which. Enumerations are closed in what clients send: a server refuses any other value, and any field that is not in here. They are open in what servers send: newer servers may send values, fields and messages that are not in here; let them pass.
 */
export type Schema =
  | GameOptions
  | GameAction
  | GameEvent
  | GameView
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
  | Options
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
  | View
  | Zone;
/**
 * What a table may set: `options` of a command or a table.
 */
export type GameOptions = Options;
/**
 * Whether each player has a sensei.
 */
export type Sensei = boolean;
/**
 * Whose word counts where the printed sheet and the designer's later manual differ.
 */
export type Rules = Rules1 & string;
/**
 * Sources of the rules that count where the printed sheet and the designer's later manual differ.
 */
export type Rules1 = Rules2 & Rules3;
export type Rules2 = Sheet | Manual;
/**
 * A sensei's action ability may be used once each round.
 */
export type Sheet = "sheet";
/**
 * It may be used any number of times.
 */
export type Manual = "manual";
export type Rules3 = string;
/**
 * The last round, from 4 to 50: after it whoever has won more rounds wins.
 */
export type LastRound = number;
/**
 * What a seat may do: `action` of `act`, each of `choices` of `update`.
 */
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
 * Kinds of cards.
 */
export type Kind = "fighter" | "equipment" | "combo" | "action" | "sensei";
/**
 * What happened: each of `events` of `update`.
 */
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
 * Zones that a card comes from or goes to.
 * - `revealed`: Shown to everybody from a deck, and on its way.
 * - `looked_at`: Seen by one player from a deck, and on its way.
 */
export type Zone = "hand" | "deck" | "revealed" | "looked_at" | "cooldown" | "discard";
/**
 * Source of a part of a fighter's power.
 */
export type Share = "base" | "equipment" | "ability" | "combo";
/**
 * Subjects of a question.
 */
export type Prompt =
  | "discard_a_card"
  | "discard_a_fighter"
  | "discard_more_fighters"
  | "may_discard"
  | "choose_a_fighter"
  | "choose_a_piece"
  | "choose_a_deck"
  | "choose_a_kind"
  | "choose_a_card"
  | "switcheroo"
  | "play_or_discard"
  | "which_first"
  | "choose_a_fate";
/**
 * Why a match ended: the `reason` of the result.
 * - `four_rounds`: A player has won four rounds.
 * - `round_cap`: The last round was played; more rounds won decide.
 * - `left`: A player left for good.
 */
export type Reason = "four_rounds" | "round_cap" | "left";
/**
 * The state as one viewer may see it: `view` of `update`.
 */
export type GameView = View;
/**
 * Stages of a match.
 * - `mulligan`: A seat looks at its starting hand.
 * - `sensei`: Both choose their sensei, sealed.
 * - `preparing`: A round begins: sensei may act before the draft.
 * - `draft`: Both choose from the cards dealt to them, sealed.
 * - `second_draft`: Both choose from the cards passed to them, sealed.
 * - `actions`: The seats take actions in turn.
 * - `fight`: Both have passed: fights, their consequences, and the end of the round.
 */
export type Stage =
  "not_dealt" | "mulligan" | "sensei" | "preparing" | "draft" | "second_draft" | "actions" | "fight" | "over";
/**
 * Species of fighters.
 */
export type Species = "frog" | "toad" | "salamander" | "crocodile" | "turtle" | "snake" | "lizard" | "spawn";

/**
 * Options of a table.
 */
export interface Options {
  sensei?: Sensei;
  rules?: Rules;
  max_rounds?: LastRound;
}
/**
 * Keep the starting hand.
 */
export interface KeepHand {
  /**
   * What this is: it tells it from others.
   */
  type: "keep_hand";
}
/**
 * Show a starting hand without fighters and draw another.
 */
export interface Mulligan {
  /**
   * What this is: it tells it from others.
   */
  type: "mulligan";
}
/**
 * Choose a sensei, sealed until both have.
 */
export interface ChooseSensei {
  /**
   * What this is: it tells it from others.
   */
  type: "choose_sensei";
  /**
   * The sensei, by its id.
   */
  sensei: string;
}
/**
 * Keep a card of those dealt or passed to you, sealed until both have.
 */
export interface Draft {
  /**
   * What this is: it tells it from others.
   */
  type: "draft";
  /**
   * The card, by its id.
   */
  card: string;
}
/**
 * Have your sensei deal you three other cards.
 */
export interface RedrawDraft {
  /**
   * What this is: it tells it from others.
   */
  type: "redraw_draft";
}
/**
 * Discard both cards passed to you and have your sensei draw one from an active deck.
 */
export interface DrawInstead {
  /**
   * What this is: it tells it from others.
   */
  type: "draw_instead";
  /**
   * The level, 1 to 5.
   */
  level: number;
}
/**
 * Put a fighter from your hand into one of your dojos. One that is there is retired.
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
   * Which dojo, by its number.
   */
  dojo: number;
}
/**
 * Put a piece of equipment from your hand into one of your dojos.
 */
export interface PlayEquipment {
  /**
   * What this is: it tells it from others.
   */
  type: "play_equipment";
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * Which dojo, by its number.
   */
  dojo: number;
  /**
   * Which piece is retired for it; `null` if there is a free place.
   */
  replaces?: string | null;
  /**
   * Its face.
   */
  replaces_card?: string | null;
}
/**
 * Play a combo move from your hand on your fighter in a dojo.
 */
export interface PlayCombo {
  /**
   * What this is: it tells it from others.
   */
  type: "play_combo";
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * Which dojo, by its number.
   */
  dojo: number;
}
/**
 * Play an action card from your hand.
 */
export interface PlayAction {
  /**
   * What this is: it tells it from others.
   */
  type: "play_action";
  /**
   * The card, by its id.
   */
  card: string;
}
/**
 * Use the action ability of one of your fighters or pieces of equipment.
 */
export interface Activate {
  /**
   * What this is: it tells it from others.
   */
  type: "activate";
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * Its face.
   */
  card: string;
  /**
   * Its dojo.
   */
  dojo: number;
}
/**
 * Use the action ability of your sensei.
 */
export interface ActivateSensei {
  /**
   * What this is: it tells it from others.
   */
  type: "activate_sensei";
}
/**
 * Take no more actions this round.
 */
export interface Pass {
  /**
   * What this is: it tells it from others.
   */
  type: "pass";
}
/**
 * Answer with a card.
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
 * Answer with a card in play.
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
  /**
   * Its face.
   */
  card: string;
  /**
   * Its dojo.
   */
  dojo: number;
}
/**
 * Answer with the deck of a level.
 */
export interface ChooseLevel {
  /**
   * What this is: it tells it from others.
   */
  type: "choose_level";
  /**
   * The level, 1 to 5.
   */
  level: number;
}
/**
 * Answer with a kind of card.
 */
export interface ChooseKind {
  /**
   * What this is: it tells it from others.
   */
  type: "choose_kind";
  /**
   * Which kind it is.
   */
  kind: Kind;
}
/**
 * Answer with a switcheroo: a card in play goes to another of your dojos.
 */
export interface Move {
  /**
   * What this is: it tells it from others.
   */
  type: "move";
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * Its face.
   */
  card: string;
  /**
   * The dojo that it leaves.
   */
  from_dojo: number;
  /**
   * Its destination.
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
}
/**
 * Answer by playing a card that an effect has brought: revealed, looked at, or from the cooldown zone.
 */
export interface PlayShown {
  /**
   * What this is: it tells it from others.
   */
  type: "play_shown";
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * Which dojo, by its number.
   */
  dojo: number;
  /**
   * What it takes the place of, if anything.
   */
  replaces?: string | null;
  /**
   * The face of the piece that is retired for it.
   */
  replaces_card?: string | null;
}
/**
 * Answer by discarding a card that an effect has brought.
 */
export interface DiscardShown {
  /**
   * What this is: it tells it from others.
   */
  type: "discard_shown";
  /**
   * The card, by its id.
   */
  card: string;
}
/**
 * Answer which of your waiting effects comes first.
 */
export interface ResolveFirst {
  /**
   * What this is: it tells it from others.
   */
  type: "resolve_first";
  /**
   * The card in play or the combo move with the effect; a sensei has the id of its card.
   */
  piece: string;
  /**
   * Its face.
   */
  card: string;
}
/**
 * Answer with no, or that it is enough.
 */
export interface Decline {
  /**
   * What this is: it tells it from others.
   */
  type: "decline";
}
/**
 * The level decks were shuffled, and the starting player was drawn by lot.
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
 * A seat kept its starting hand.
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
 * A seat showed a starting hand without fighters, and put it under the deck.
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
  [k: string]: unknown;
}
/**
 * A seat was dealt sensei to choose from.
 */
export interface SenseiDealt {
  /**
   * What this is: it tells it from others.
   */
  type: "sensei_dealt";
  /**
   * The seat that this is about, counted from 0.
   */
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
  /**
   * What this is: it tells it from others.
   */
  type: "sensei_chosen";
  /**
   * The seat that this is about, counted from 0.
   */
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
  /**
   * What this is: it tells it from others.
   */
  type: "sensei_shown";
  /**
   * For each seat its sensei.
   */
  senseis: string[];
  /**
   * The card that went under the sensei deck: `null` for every viewer.
   */
  bottom: string[] | null;
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
   * The seat that begins.
   */
  starting_seat: number;
  [k: string]: unknown;
}
/**
 * A seat was dealt a card to draft from.
 */
export interface DraftDealt {
  /**
   * What this is: it tells it from others.
   */
  type: "draft_dealt";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The level, 1 to 5.
   */
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
  /**
   * What this is: it tells it from others.
   */
  type: "draft_returned";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * `null` for every viewer: in the order in which they lie now.
   */
  cards: string[] | null;
  [k: string]: unknown;
}
/**
 * A seat has decided its draft.
 */
export interface Drafted {
  /**
   * What this is: it tells it from others.
   */
  type: "drafted";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * `null` for other viewers, and for a seat that draws from a deck instead.
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
  /**
   * What this is: it tells it from others.
   */
  type: "draft_passed";
  /**
   * The cards that each seat was passed: `null` for other viewers.
   */
  received: (string[] | null)[];
  [k: string]: unknown;
}
/**
 * Both have kept a second card; the rest lies face down in the discard pile.
 */
export interface DraftEnded {
  /**
   * What this is: it tells it from others.
   */
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
 * A fighter or a piece of equipment was put into a dojo.
 */
export interface Fielded {
  /**
   * What this is: it tells it from others.
   */
  type: "fielded";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * Which dojo, by its number.
   */
  dojo: number;
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * Where it came from.
   */
  source: Zone | (string & {});
  [k: string]: unknown;
}
/**
 * A combo move was played on a fighter.
 */
export interface Attached {
  /**
   * What this is: it tells it from others.
   */
  type: "attached";
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
   * The card in play that receives it.
   */
  to_piece: string;
  /**
   * The face of that fighter.
   */
  to_card: string;
  /**
   * Where it came from.
   */
  source: Zone | (string & {});
  /**
   * True if it lets the fighter knock out each fighter that it defeats.
   */
  knockout: boolean;
  [k: string]: unknown;
}
/**
 * A combo move counts as played on another fighter too.
 */
export interface Copied {
  /**
   * What this is: it tells it from others.
   */
  type: "copied";
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
   * The card in play that receives it.
   */
  to_piece: string;
  /**
   * The face of that fighter.
   */
  to_card: string;
  /**
   * How much knockout it has.
   */
  knockout: boolean;
  [k: string]: unknown;
}
/**
 * A combo move gained boomerang.
 */
export interface BoomerangGained {
  /**
   * What this is: it tells it from others.
   */
  type: "boomerang_gained";
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
   * What or who did it.
   */
  by: string;
  [k: string]: unknown;
}
/**
 * A seat played an action card.
 */
export interface ActionPlayed {
  /**
   * What this is: it tells it from others.
   */
  type: "action_played";
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
 * An action card has been carried out and lies in the discard pile.
 */
export interface ActionDone {
  /**
   * What this is: it tells it from others.
   */
  type: "action_done";
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
 * A seat used an action ability.
 */
export interface Activated {
  /**
   * What this is: it tells it from others.
   */
  type: "activated";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The card, by its id.
   */
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
  /**
   * What this is: it tells it from others.
   */
  type: "discarded";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * `null` for everybody else, unless it is shown.
   */
  card: string | null;
  /**
   * Where it came from.
   */
  source: Zone | (string & {});
  /**
   * True if the card is public: because the text that had it discarded depends on it, because it does something as it is discarded, or because it had been revealed before.
   */
  shown: boolean;
  [k: string]: unknown;
}
/**
 * A card in play began to count the fighters that its seat has discarded from hand this round: those that had been
 * discarded without being shown are named.
 */
export interface DiscardsCounted {
  /**
   * What this is: it tells it from others.
   */
  type: "discards_counted";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The fighters among them.
   */
  cards: string[];
  /**
   * Number of cards that had been discarded without being shown. A card that is not named is no fighter.
   */
  count: number;
  /**
   * What or who did it.
   */
  by: string;
  [k: string]: unknown;
}
/**
 * A seat drew the top card of a deck.
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
   * The level, 1 to 5.
   */
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
  /**
   * What this is: it tells it from others.
   */
  type: "reshuffled";
  /**
   * The level, 1 to 5.
   */
  level: number;
  /**
   * The new deck, its top first: `null` for every viewer.
   */
  cards: string[] | null;
  /**
   * How many.
   */
  count: number;
  [k: string]: unknown;
}
/**
 * A seat revealed cards from the top of a deck.
 */
export interface Revealed {
  /**
   * What this is: it tells it from others.
   */
  type: "revealed";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The level, 1 to 5.
   */
  level: number;
  /**
   * The cards; where they are hidden, nothing or how many.
   */
  cards: string[];
  [k: string]: unknown;
}
/**
 * A seat looked at cards from the top of a deck.
 */
export interface LookedAt {
  /**
   * What this is: it tells it from others.
   */
  type: "looked_at";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The level, 1 to 5.
   */
  level: number;
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
 * A seat took one of the cards that it had looked at.
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
   * `null` for everybody else.
   */
  card: string | null;
  [k: string]: unknown;
}
/**
 * Cards that had been revealed or looked at were put under their deck in a random order.
 */
export interface Bottomed {
  /**
   * What this is: it tells it from others.
   */
  type: "bottomed";
  /**
   * The level, 1 to 5.
   */
  level: number;
  /**
   * Where it came from.
   */
  source: Zone | (string & {});
  /**
   * In the order in which they lie now: `null` for every viewer.
   */
  cards: string[] | null;
  /**
   * How many.
   */
  count: number;
  [k: string]: unknown;
}
/**
 * A card in play went to another dojo.
 */
export interface Switched {
  /**
   * What this is: it tells it from others.
   */
  type: "switched";
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
   * Which dojo, by its number.
   */
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
  /**
   * What this is: it tells it from others.
   */
  type: "transformed";
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
   * The card that it is from now on.
   */
  becomes: string;
  /**
   * The id under which it is in play from now on.
   */
  as_piece: string;
  [k: string]: unknown;
}
/**
 * A card in play gained power until the end of the round.
 */
export interface Gained {
  /**
   * What this is: it tells it from others.
   */
  type: "gained";
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
   * By how much.
   */
  amount: number;
  /**
   * What or who did it.
   */
  by: string;
  /**
   * True if it comes from the fighter's own ability, and so is ignored while that is neutralized.
   */
  own: boolean;
  [k: string]: unknown;
}
/**
 * A fighter will knock out each fighter that it defeats this round.
 */
export interface KnockoutGained {
  /**
   * What this is: it tells it from others.
   */
  type: "knockout_gained";
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
   * What or who did it.
   */
  by: string;
  [k: string]: unknown;
}
/**
 * A fighter is also a frog, a crocodile, a salamander and a snake this round.
 */
export interface TypesGained {
  /**
   * What this is: it tells it from others.
   */
  type: "types_gained";
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
 * No fighter may be put into a dojo for the rest of the round.
 */
export interface DojoClosed {
  /**
   * What this is: it tells it from others.
   */
  type: "dojo_closed";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * Which dojo, by its number.
   */
  dojo: number;
  [k: string]: unknown;
}
/**
 * A card in play went to the discard pile, and the combo moves on it too.
 */
export interface Retired {
  /**
   * What this is: it tells it from others.
   */
  type: "retired";
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
 * A fighter left its dojo for its owner's hand, or knocked out for the cooldown zone.
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
  /**
   * Where it goes.
   */
  to: Zone | (string & {});
  [k: string]: unknown;
}
/**
 * Cards went from a seat's cooldown zone to its hand.
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
   * The cards; where they are hidden, nothing or how many.
   */
  cards: string[];
  [k: string]: unknown;
}
/**
 * A seat takes no more actions this round.
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
   * True if nothing else was possible.
   */
  forced: boolean;
  [k: string]: unknown;
}
/**
 * The fights of a round, all three at once.
 */
export interface Fought {
  /**
   * What this is: it tells it from others.
   */
  type: "fought";
  /**
   * Which round, counted from 1.
   */
  round: number;
  /**
   * How each fight went.
   */
  fights: Fight[];
  /**
   * The winner of the round; `null` for a draw.
   */
  winner_seat: number | null;
  [k: string]: unknown;
}
/**
 * The fight in one dojo.
 */
export interface Fight {
  /**
   * Which dojo, by its number.
   */
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
 * A fighter's power in a fight, and all its parts.
 */
export interface Power {
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The sum of it all.
   */
  total: number;
  /**
   * They add up to the total.
   */
  parts: Part[];
  /**
   * True if it knocks out each fighter that it defeats.
   */
  knockout: boolean;
  [k: string]: unknown;
}
/**
 * A part of a fighter's power.
 */
export interface Part {
  /**
   * Which share of the whole this is.
   */
  share: Share | (string & {});
  /**
   * The card that gives it.
   */
  card: string;
  /**
   * By how much.
   */
  amount: number;
  [k: string]: unknown;
}
/**
 * A seat moved up its score path.
 */
export interface Scored {
  /**
   * What this is: it tells it from others.
   */
  type: "scored";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The score now.
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
  /**
   * What this is: it tells it from others.
   */
  type: "knocked_out";
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
   * What or who did it.
   */
  by: string;
  [k: string]: unknown;
}
/**
 * A card's ability came into effect by itself.
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
 * The combo moves of a seat were put away.
 */
export interface CombosCleared {
  /**
   * What this is: it tells it from others.
   */
  type: "combos_cleared";
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The cards that were discarded.
   */
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
  /**
   * What this is: it tells it from others.
   */
  type: "round_ended";
  /**
   * Which round, counted from 1.
   */
  round: number;
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
   * The card that asks.
   */
  about: string;
  /**
   * What is asked, by the key of its phrase.
   */
  prompt: Prompt | (string & {});
  /**
   * The possible answers; empty for other viewers.
   */
  options: (
    ChooseCard | ChoosePiece | ChooseLevel | ChooseKind | Move | PlayShown | DiscardShown | ResolveFirst | Decline
  )[];
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
   * Which round, counted from 1.
   */
  round: number;
  /**
   * The seat that begins.
   */
  starting_seat: number | null;
  /**
   * The seat to act; `null` outside the action phase.
   */
  turn_seat: number | null;
  /**
   * Number of turns in this round, this one included.
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
  /**
   * How many cards lie in the discard pile.
   */
  discard_count: number;
  /**
   * Cards that were revealed and are on their way.
   */
  revealed: string[];
  /**
   * Action cards that are being carried out.
   */
  resolving: string[];
  /**
   * The seats, in order.
   */
  seats: SeatView[];
  /**
   * What is asked of whom, if something is.
   */
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
   * Your choice from them, while the other has not chosen.
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
   * The printed faces of the cards that you see here.
   */
  faces: {
    [k: string]: Face;
  };
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
   * Number of rounds that it has won, as its score path shows.
   */
  points: number;
  /**
   * How many cards this seat has in hand.
   */
  hand_count: number;
  /**
   * Whether this seat has passed for this round.
   */
  passed: boolean;
  /**
   * The sensei, by its id.
   */
  sensei: string | null;
  /**
   * True if its sensei's action ability has been used this round.
   */
  sensei_used: boolean;
  /**
   * Number of times that its sensei may still deal other draft cards; 0 without such a sensei.
   */
  redraws: number;
  /**
   * Number of combo moves that it has played this round, copies too.
   */
  combos_played: number;
  /**
   * Number of fighters that it has discarded from its hand this round, as far as this viewer knows.
   */
  fighters_discarded: number;
  /**
   * Its dojos, in order.
   */
  dojos: DojoView[];
  /**
   * The cards that cool down, and for how long yet.
   */
  cooldown: Cooling[];
  [k: string]: unknown;
}
/**
 * One seat's side of a dojo.
 */
export interface DojoView {
  /**
   * The fighter that stands here, if any.
   */
  fighter: FighterView | null;
  /**
   * The equipment that lies here, if any.
   */
  equipment: EquipmentView[];
  /**
   * True if a fighter has come into it this round.
   */
  entered?: boolean;
  /**
   * True if no fighter may be put into it this round.
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
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * Its power in a fight now.
   */
  power: number;
  /**
   * The parts of that power.
   */
  parts: Part[];
  /**
   * The combo cards that lie with it.
   */
  combos?: ComboView[];
  /**
   * How much knockout it has.
   */
  knockout?: boolean;
  /**
   * Whether it does nothing for now.
   */
  neutralized?: boolean;
  /**
   * Whether it is knocked out.
   */
  knocked_out?: boolean;
  /**
   * True if its once-a-round ability has been used.
   */
  used?: boolean;
  [k: string]: unknown;
}
/**
 * A combo move on a fighter.
 */
export interface ComboView {
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * True if the card itself lies on another fighter.
   */
  copy?: boolean;
  /**
   * How much it has of a boomerang's strength.
   */
  boomerang?: boolean;
  [k: string]: unknown;
}
/**
 * A piece of equipment in a dojo.
 */
export interface EquipmentView {
  /**
   * The card in play, by an id of its own.
   */
  piece: string;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * The power it has gained for this round.
   */
  gained?: number;
  /**
   * Whether it does nothing for now.
   */
  neutralized?: boolean;
  /**
   * Whether it has been used up for now.
   */
  used?: boolean;
  [k: string]: unknown;
}
/**
 * A card in a cooldown zone.
 */
export interface Cooling {
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * At the end of which round it goes back to the hand.
   */
  back_after: number;
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
  [k: string]: unknown;
}
/**
 * The printed face of a card.
 */
export interface Face {
  /**
   * What it is called.
   */
  name: string;
  /**
   * Which kind it is.
   */
  kind: Kind | (string & {});
  /**
   * From 1 to 5; a sensei has none.
   */
  level?: number;
  /**
   * The species.
   */
  species?: (Species | (string & {}))[];
  /**
   * `4` for a fighter, `+2` for what is added, with `*` where a rule gives the rest; empty if it has none.
   */
  power?: string;
  /**
   * The text that is printed on the card.
   */
  text?: string;
  [k: string]: unknown;
}
