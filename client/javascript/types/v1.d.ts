// Generated from the protocol's schema by `make schema`; not to be edited.

/**
 * A frame from a client is a `FromClient`, one from a server a `FromServer`. What is kept of a match is a `Transcript`, and what its entries hold is an `Entry`, whose `draws` are each a `Draw`. What HTTP refuses is a `Problem`; the cards of a game are a `Catalogue`; moderators send an `…Order` and are answered with what PROTOCOL.md says. A match that is seen again is a `Replay`. Enumerations are closed in what clients send: a server refuses any other value, and any field that is not in here. They are open in what servers send: newer servers may send values, fields and messages that are not in here; let them pass.
 */
export type Schema =
  | FromClient
  | FromServer
  | Accept
  | AcceptTrade
  | Access
  | Account
  | Act
  | Acted
  | Add
  | AddBot
  | Audience
  | Audit
  | Avoid
  | Avoidance
  | Avoided
  | Band
  | BeFound
  | BoundRules
  | CameFrom
  | CancelTrade
  | Capability
  | CardMoved
  | CardSet
  | Catalogue
  | ChangeAccount
  | ChangeWishes
  | ChatJoined
  | ChatLeft
  | ClaimCode
  | ClaimPacks
  | CodeBatch
  | CodeBatches
  | CodeClaimed
  | CodeGift
  | CodeHistory
  | CodesMade
  | CodesRevoked
  | Collection
  | CollectionRule
  | CopiesGiven
  | CopiesMoved
  | CopiesToGive
  | CounterTrade
  | Deck
  | DeckDropped
  | DeckKept
  | DeckRead
  | Decks
  | Decline
  | Deed
  | DeedDone
  | DeedKind
  | DeleteAccount
  | DeleteBot
  | Draw
  | DrawKind
  | DropDeck
  | Entry
  | Export
  | FiledReport
  | FiledReports
  | FindTraders
  | FoundBy
  | GameOffer
  | GameStanding
  | GetAccount
  | GetCodeHistory
  | GetCollection
  | GetExport
  | GetHeadToHead
  | GetHistory
  | GetLadder
  | GetMovements
  | GetPacks
  | GetProfile
  | GetSeats
  | GetTrade
  | GetTrades
  | GetWishes
  | HeadToHead
  | Hello
  | History
  | HistoryLost
  | JoinChat
  | KeepDeck
  | KeptDeck
  | Kick
  | Ladder
  | LadderPlace
  | LeaveChat
  | Limits
  | Line
  | LineSaid
  | ListCodes
  | ListDecks
  | ListTables
  | ListTokens
  | LobbyChanged
  | LobbySnapshot
  | LobbyUnwatched
  | MakeBot
  | MakeCodes
  | MakeRecoveryCodes
  | MakeToken
  | MatchPause
  | MatchUnwatched
  | Met
  | MetWith
  | MovementCause
  | Movements
  | NamedCard
  | NewCodeGift
  | Obeyed
  | Offer
  | OfferChanged
  | OfferMissed
  | OfferStage
  | OfferTrade
  | OpenPack
  | OpenTable
  | Opened
  | Outlook
  | OwnCause
  | OwnSeat
  | OwnedCopies
  | Pack
  | PackCard
  | PackOpened
  | PackRarity
  | PackSource
  | Packs
  | PacksGiven
  | PacksToGive
  | PartyCode
  | PasswordReset
  | Pattern
  | Patterns
  | PauseChanged
  | PauseOrder
  | Perspectives
  | Phrase
  | Ping
  | Place
  | Played
  | PlayedSeat
  | Player
  | PlayerFile
  | PlayerKind
  | Pong
  | Printing
  | Problem
  | Profile
  | Quota
  | QuotaCode
  | QuotaHolder
  | Rated
  | Rating
  | ReadDeck
  | Ready
  | ReadyDeck
  | Reason
  | RecoverAccount
  | RefusalCode
  | Refused
  | RefusedDeal
  | Register
  | Rematch
  | Remove
  | RenameOrder
  | Replace
  | ReplayAccess
  | ReplayFrame
  | Replay
  | Report
  | ReportMade
  | Reported
  | ResetPasswordOrder
  | Resign
  | Resigned
  | ResolveOrder
  | Result
  | Returned
  | Reveal
  | RevokeCodes
  | RevokeOrder
  | RevokeToken
  | Rewound
  | Role
  | RolesOrder
  | Said
  | Sanction
  | SanctionKind
  | SanctionOrder
  | SanctionSuffered
  | Say
  | Scope
  | Seats
  | Seek
  | SetMark
  | SignIn
  | SignOut
  | SignedIn
  | SignedOut
  | Sit
  | Sought
  | SoughtGame
  | SpectatorDelay
  | Stand
  | Table
  | TableChanged
  | TableStage
  | Tables
  | Taxon
  | Ticket
  | TicketChanged
  | TicketEnd
  | TicketGame
  | TicketParty
  | TicketStage
  | TimedOut
  | Titled
  | TokenMade
  | TokenOffered
  | Tokens
  | Trade
  | TradeCard
  | TradeChanged
  | TradeSide
  | TradeStage
  | TradedCard
  | Trader
  | TraderRole
  | Traders
  | Trades
  | Transcript
  | TranscriptEntry
  | TransferHost
  | Unrated
  | Unseek
  | UnwatchLobby
  | UnwatchMatch
  | UpdateForm
  | UpdatePatch
  | Update
  | Voided
  | Waiting
  | WatchLobby
  | WatchMatch
  | WatchTable
  | Welcome
  | Where
  | WishCard
  | WishedCard
  | Wishes;
/**
 * A frame from a client.
 */
export type FromClient =
  | Hello
  | Ping
  | WatchMatch
  | UnwatchMatch
  | Act
  | Resign
  | SignIn
  | Register
  | RecoverAccount
  | MakeRecoveryCodes
  | GetAccount
  | ChangeAccount
  | DeleteAccount
  | SignOut
  | Avoid
  | MakeBot
  | DeleteBot
  | MakeToken
  | ListTokens
  | RevokeToken
  | OpenTable
  | ListTables
  | ReadDeck
  | Sit
  | Stand
  | Kick
  | TransferHost
  | Ready
  | Reveal
  | AddBot
  | Rematch
  | WatchTable
  | WatchLobby
  | UnwatchLobby
  | Seek
  | Unseek
  | Accept
  | Decline
  | Say
  | JoinChat
  | LeaveChat
  | Report
  | GetProfile
  | GetLadder
  | GetHistory
  | GetHeadToHead
  | GetExport
  | GetSeats
  | ListDecks
  | KeepDeck
  | DropDeck
  | GetCollection
  | GetMovements
  | GetPacks
  | ClaimPacks
  | OpenPack
  | OfferTrade
  | CounterTrade
  | AcceptTrade
  | CancelTrade
  | GetTrade
  | GetTrades
  | ClaimCode
  | MakeCodes
  | ListCodes
  | RevokeCodes
  | GetCodeHistory
  | GetWishes
  | ChangeWishes
  | BeFound
  | FindTraders;
/**
 * Forms in which a connection receives updates of matches.
 * - `whole`: By an `update` each time.
 * - `patch`: By an `update` first, and then by its changes (`update_patch`).
 */
export type UpdateForm = "whole" | "patch";
/**
 * Ways in which one player keeps away from another.
 * - `mute`: The player's lines are not received.
 * - `block`: The player's lines are not received, and the two are never paired.
 */
export type Avoidance = "no" | "mute" | "block";
/**
 * Permissions of a token. A player signed in as a guest or with a password may do everything that their role
 * allows. A token made for a program allows only the scopes that it names. Programs cannot reach accounts and tokens
 * themselves.
 * - `play`: Sit down, seek, act, say something; and, as that takes it, look at a table and watch a match.
 * - `lobby:read`: See tables, watch matches.
 * - `lobby:host`: Open tables and decide who sits at them.
 * - `collection:read`: See which cards one owns, which packs one has, one's trades, and one's wish list.
 * - `collection:trade`: Claim and open packs, trade, and find trade partners; and, as that takes it, see the player's collection.
 * - `moderate`: Use the player's role as a moderator, if they have it.
 */
export type Scope = "play" | "lobby:read" | "lobby:host" | "collection:read" | "collection:trade" | "moderate";
/**
 * Ways to admit players to a table.
 * - `public`: Everybody.
 * - `unlisted`: Players that know its invite code, which the server makes: it is in no list.
 * - `password`: Players that know its password.
 */
export type Access = "public" | "unlisted" | "password";
/**
 * Viewers that may see a match again when it has ended: its replay and its transcript.
 * - `everybody`: Everybody.
 * - `players`: Its players, and moderators.
 * - `nobody`: Only moderators: its players see a replay from their own seat, as they saw it, and no transcript, which opens everything.
 */
export type ReplayAccess = "everybody" | "players" | "nobody";
/**
 * The delay by which viewers without a seat are behind the players of a match.
 * - `none`: At once.
 * - `30s`: 30 seconds later.
 * - `3min`: Three minutes later.
 * - `end`: When the match has ended; until then spectators receive nothing of it.
 */
export type SpectatorDelay = "none" | "30s" | "3min" | "end";
/**
 * When those without a seat may see a match through the eyes of one that has.
 * - `after`: When it has ended, for viewers that may see it again.
 * - `during`: While it is played, too, with the delay of spectators: all players have agreed to that by getting ready.
 */
export type Perspectives = "after" | "during";
/**
 * Which cards a deck at a table may hold.
 * - `open`: All: everybody may play everything.
 * - `owned`: Cards that the player owns in as many copies, in the printing that the deck names. Cards beside the deck, such as Powers, belong to everybody, and bots of the house own everything. Played copies cannot move from the match's begin, with the reveal before it, until its end.
 */
export type CollectionRule = "open" | "owned";
/**
 * The place of a chat line.
 * - `lobby`: To all players in the lobby.
 * - `table`: At one table: players at the table write, and all players that may look at the table receive it.
 * - `match`: In one match.
 */
export type Where = "lobby" | "table" | "match";
/**
 * Ready phrases, without free text: each client shows them in its player's language.
 * - `hello`: Hello!
 * - `good_luck`: Good luck!
 * - `well_played`: Well played!
 * - `thanks`: Thank you!
 * - `one_moment`: One moment, please.
 * - `sorry`: Sorry!
 * - `good_game`: Good game!
 */
export type Phrase = "hello" | "good_luck" | "well_played" | "thanks" | "one_moment" | "sorry" | "good_game";
/**
 * Why a player is reported.
 * - `abuse`: Insults, threats, harassment.
 * - `cheating`: Plays with knowledge that they cannot have, or together with others against the rules.
 * - `name`: Their name.
 * - `spam`: Advertising, or far too much of anything.
 * - `stalling`: Lets the clock run on purpose, or leaves matches.
 * - `other`: Something else, which the text says.
 */
export type Reason = "abuse" | "cheating" | "name" | "spam" | "stalling" | "other";
/**
 * Groups of players that may find a player by tradable copies and wishes.
 * - `nobody`: Nobody; so it is until one says otherwise.
 * - `traders`: Players that may trade with them and ask for a card.
 */
export type FoundBy = "nobody" | "traders";
/**
 * Relations of a player to the requested card.
 * - `has`: They have a copy that is free; one in a running match counts as free.
 * - `wishes`: It stands on their wish list.
 */
export type TraderRole = "has" | "wishes";
/**
 * A frame from a server.
 */
export type FromServer =
  | Welcome
  | Pong
  | PauseChanged
  | MatchUnwatched
  | Rewound
  | Refused
  | Update
  | UpdatePatch
  | SignedIn
  | SignedOut
  | Account
  | TokenMade
  | Tokens
  | TableChanged
  | Tables
  | DeckRead
  | LobbySnapshot
  | LobbyChanged
  | LobbyUnwatched
  | TicketChanged
  | OfferChanged
  | Said
  | ChatJoined
  | ChatLeft
  | Reported
  | Profile
  | Ladder
  | History
  | HeadToHead
  | Rated
  | Seats
  | Decks
  | DeckKept
  | DeckDropped
  | Collection
  | Movements
  | Packs
  | PackOpened
  | TradeChanged
  | Trades
  | CodeClaimed
  | CodesMade
  | CodeBatches
  | CodesRevoked
  | CodeHistory
  | Wishes
  | Traders
  | Export;
/**
 * Subjects of quotas.
 * - `connections`: Connections that are made.
 * - `new_guests`: `sign_in` without a token and without a password.
 * - `token_sign_ins`: `sign_in` with a token.
 * - `password_checks`: Commands that prove the ownership of an account by a password or a recovery code, as `sign_in` does.
 * - `registrations`: `register`.
 * - `tables_opened`: `open_table` and `rematch`: each sets up a match.
 * - `tickets`: `seek`.
 * - `table_keys`: `sit` and `watch_table` with an invite code or a password.
 * - `table_lists`: `list_tables` and `watch_lobby`.
 * - `deck_reads`: `read_deck`, and the same over HTTP; and each deck that is refused, or has more than 2,000 characters, whichever command brings it.
 * - `http_requests`: Requests over HTTP, those for transcripts and exports among them.
 * - `transcripts`: Transcripts that are asked for over HTTP.
 * - `replays`: Replays that are asked for over HTTP.
 * - `transcript_replays`: Transcripts that are sent over HTTP to be seen again.
 * - `seat_lists`: `get_seats`, and the same over HTTP.
 * - `kept_decks`: `list_decks`, `keep_deck` and `drop_deck`, and the first of them over HTTP.
 * - `collection`: `get_collection`, `get_packs`, `claim_packs`, `open_pack` and `claim_code`, and their requests over HTTP.
 * - `trades`: `offer_trade`, `counter_trade`, `accept_trade` and `cancel_trade`.
 * - `trade_offers`: `offer_trade`, of a player and their bots together.
 * - `trade_lists`: `get_trade` and `get_trades`, and the same over HTTP.
 * - `wishes`: `get_wishes`, `change_wishes` and `be_found`, and the same over HTTP.
 * - `trader_searches`: `find_traders`, and the same over HTTP.
 * - `exports`: Exports of the data that is kept about a player.
 * - `chat_lines`: `say`.
 * - `reports`: `report`.
 */
export type QuotaCode =
  | "connections"
  | "new_guests"
  | "token_sign_ins"
  | "password_checks"
  | "registrations"
  | "tables_opened"
  | "tickets"
  | "table_keys"
  | "table_lists"
  | "deck_reads"
  | "http_requests"
  | "transcripts"
  | "replays"
  | "transcript_replays"
  | "seat_lists"
  | "kept_decks"
  | "collection"
  | "trades"
  | "trade_offers"
  | "trade_lists"
  | "wishes"
  | "trader_searches"
  | "exports"
  | "chat_lines"
  | "reports";
/**
 * Owners of a quota.
 * - `address`: All players together that come from one address.
 * - `player`: One player, wherever they come from.
 */
export type QuotaHolder = "address" | "player";
/**
 * Abilities of a server beyond those of every server of this version. A client sends the fields and messages of a
 * capability only if the server names it here.
 * - `kept_decks`: Players keep decks in their accounts: `list_decks`, `keep_deck`, `drop_deck`.
 * - `collection`: Accounts own copies of cards: `get_collection`, `get_packs`, `claim_packs`, `open_pack`, and tables with `collection` at `owned`.
 * - `trades`: Players trade copies of cards: `offer_trade`, `counter_trade`, `accept_trade`, `cancel_trade`, `get_trade` and `get_trades`; `trade_changed` comes by itself.
 * - `claim_codes`: Codes give cards and packs to players that claim them: `claim_code`, and the moderators' messages for them.
 * - `wish_lists`: Accounts keep wish lists, and players find trade partners: `get_wishes`, `change_wishes`, `be_found` and `find_traders`.
 */
export type Capability = "kept_decks" | "collection" | "trades" | "claim_codes" | "wish_lists";
/**
 * Reasons for refusing a command. Nothing has changed, and no other client was notified.
 * - `not_json`: The frame is not JSON in UTF-8.
 * - `malformed`: It is JSON, but a field is missing or has the wrong type; `where` says which.
 * - `unknown_message`: There is no message with this `type`.
 * - `too_large`: The frame is larger than `limits.message_bytes`.
 * - `too_many`: Commands come faster than `limits.messages_per_second`; a client that goes on is disconnected with close code 1008.
 * - `unsupported_version`: The server does not speak this version of the protocol.
 * - `not_signed_in`: This needs a player: sign in first.
 * - `unknown_token`: Nobody has this session token, or not any more: sign in without one.
 * - `name_not_allowed`: The name is empty, too long or has characters that cannot be shown.
 * - `name_taken`: The name belongs to somebody, looks like one that does, or is reserved.
 * - `password_not_allowed`: The password is too short or too long.
 * - `wrong_password`: There is no account with this name and password, without saying which of the two is wrong; or it is not the password of the table.
 * - `wrong_code`: No table has this invite code, or not any more; or not the one that is named.
 * - `slow_down`: Too much of this in a short time; `retry_in` says when to try again.
 * - `already_registered`: The player has an account of their own already.
 * - `not_registered`: This needs an account of one's own: register first.
 * - `missing_scope`: The token of this connection does not allow this.
 * - `unknown_player`: There is no such player, or not any more.
 * - `not_yourself`: This cannot be done to oneself.
 * - `unknown_game`: The server does not offer this game.
 * - `unknown_rules`: This version of the game's rules is not held here: the sentence names the held versions, and the source of the other.
 * - `no_cards`: The game has no catalogue of cards.
 * - `no_rules`: The game has no rule book.
 * - `bad_options`: The game cannot be played with this setup; `where` and the sentence name the fault.
 * - `bad_deck`: This deck cannot be played here; `faults` says everything that is wrong with it.
 * - `unknown_table`: There is no such table, or not any more.
 * - `unknown_bot`: The house has no bot of this name.
 * - `not_at_table`: The player does not sit at this table.
 * - `not_the_host`: Only the table's host may do this.
 * - `kicked`: The host has kicked the player from this table; they may sit down again when the next match is set up.
 * - `too_many_tables`: The player sits at as many tables as one may, or as many as there may be were opened from this address.
 * - `too_many_kept`: The account has reached its limit of these: decks (`limits.decks_per_player`, or their common size), bots, tokens, avoided players, or cards on a wish list (`limits.wishes`).
 * - `not_owned`: The player owns fewer copies of these cards than are needed: to move them, to play a deck where only owned cards are played, or to learn which players wish for them. `faults` has a sentence for each card.
 * - `copies_held`: The player owns these copies, but they are in an open offer or in a running match, and stay there; `faults` has a sentence for each card.
 * - `no_packs`: There are no packs of this game: its cards have no rarities, or it has none.
 * - `too_new`: The account is too young for gifts, or to trade; `retry_in` is the remaining time.
 * - `unknown_pack`: The player has no such pack.
 * - `bad_trade`: Nothing is traded here, or the same card stands twice in one list or on both sides; `faults` has a sentence for each.
 * - `not_trading`: The other player takes no offers of this player's at the moment. The reason is secret: their account may be new, as many offers may wait for them as may, or one keeps away from the other.
 * - `too_many_trades`: As many trades of the player wait for others as `limits.open_trades` allows; or as many of these two, or of theirs for this other, as may be.
 * - `unknown_trade`: The player has no such trade, or it is not kept any more.
 * - `stale_trade`: The trade has a newer revision than this one, or has none of this number: look at it first.
 * - `own_revision`: One has made this revision oneself, and so has accepted it: the other has to.
 * - `trade_over`: The trade has ended: both sides have moved, or one of the two has cancelled it.
 * - `trade_expired`: The time of the trade is over.
 * - `trade_frozen`: A moderator looks at this trade, and nobody can accept it or counter it for now.
 * - `unknown_code`: There is no such claim code: it was misread, or never was one. A player with repeated wrong codes has to wait.
 * - `code_spent`: As many players as may claim this code have claimed it.
 * - `code_expired`: The time of this code is over.
 * - `code_revoked`: A moderator has taken this code back.
 * - `already_claimed`: The player has claimed this code before, or another one that was made together with it.
 * - `unknown_batch`: There is no such batch of claim codes.
 * - `unknown_card`: The catalogue of this game has no such card, printing or set, or nobody can own a copy of it.
 * - `seat_taken`: Somebody sits there.
 * - `table_full`: No seat is left.
 * - `no_such_seat`: The table has no seat with this number.
 * - `match_running`: This cannot be done while the table's match is being played.
 * - `nothing_to_reveal`: The player has bound no share of entropy here, or it is not time to reveal it.
 * - `wrong_entropy`: This is not the share of entropy that was bound: its hash is another one.
 * - `too_late`: The time is over: the deal was refused, because the player had not revealed their share of entropy.
 * - `no_match_yet`: A rematch needs a match that has ended.
 * - `unknown_match`: There is no such match, or not any more.
 * - `no_spectators`: Only players of the match, or viewers of its table, may watch it or see it again.
 * - `not_agreed`: Not all players have agreed that the match is seen through their eyes before it has ended; or, at a table where that is a condition, you have not.
 * - `not_your_seat`: The player has no seat in this match.
 * - `not_your_turn`: This seat is not asked for anything now.
 * - `stale`: What was on offer at `seen` is not on offer any more; the newest `update` is on its way.
 * - `illegal`: The rules do not allow it; the sentence says why and `where` links to the rule.
 * - `incomplete`: The action leaves a field open, as a choice with `one_of` does; `where` is the field that needs one of its values.
 * - `ref_reused`: This `ref` already names another command.
 * - `match_over`: The match has ended.
 * - `not_watching`: This connection does not watch that match.
 * - `watching_too_many`: This connection watches as many matches as `limits.watched_matches` allows.
 * - `too_many_spectators`: As many watch this match as `limits.spectators` allows.
 * - `already_seeking`: The player has a ticket for something else: `unseek` first.
 * - `bad_party`: The friends of this code cannot be paired like this; the sentence and `where` name the fault.
 * - `unknown_offer`: There is no such offer to this player, or not any more.
 * - `offer_over`: Too late: somebody has declined the offer, its time has run out, or its match has begun.
 * - `text_not_allowed`: The line is empty, too long or has characters that cannot be shown.
 * - `not_listening`: This connection does not hear that place.
 * - `muted`: A moderator has taken words of one's own away; the sentence says until when and why. Phrases may be said.
 * - `banned`: A moderator has shut this player, or guests from this address, out; the sentence says until when and why.
 * - `already_reported`: The same player can be reported once an hour; `retry_in` says when again.
 * - `missing_role`: This needs the role of a moderator or an admin.
 * - `conflict_of_interest`: The moderator, or a bot of theirs, shares a running match, a table, an offer, a party or an open trade with this player: another moderator has to decide. The audit log has an entry of it. Also a code that one has made oneself.
 * - `unknown_report`: There is no such report, or not any more.
 * - `not_sanctioned`: The player has no such sanction to revoke.
 * - `not_over_yet`: A transcript can be had when the match has ended.
 * - `does_not_follow`: A transcript that is to be seen again does not follow from its seed, its actions and the rules.
 * - `not_shown_yet`: Spectators hear of this match later: `retry_in` says when its beginning is shown; without it, when it has ended.
 * - `paused`: No match begins at the moment, because the server is being looked after; those that run go on to their ends.
 * - `unavailable`: The store cannot be reached. Nothing was acknowledged that is not kept: send it again under the same `ref`.
 * - `internal`: The server made a mistake, and has noted it. Nothing has changed.
 */
export type RefusalCode =
  | "not_json"
  | "malformed"
  | "unknown_message"
  | "too_large"
  | "too_many"
  | "unsupported_version"
  | "not_signed_in"
  | "unknown_token"
  | "name_not_allowed"
  | "name_taken"
  | "password_not_allowed"
  | "wrong_password"
  | "wrong_code"
  | "slow_down"
  | "already_registered"
  | "not_registered"
  | "missing_scope"
  | "unknown_player"
  | "not_yourself"
  | "unknown_game"
  | "unknown_rules"
  | "no_cards"
  | "no_rules"
  | "bad_options"
  | "bad_deck"
  | "unknown_table"
  | "unknown_bot"
  | "not_at_table"
  | "not_the_host"
  | "kicked"
  | "too_many_tables"
  | "too_many_kept"
  | "not_owned"
  | "copies_held"
  | "no_packs"
  | "too_new"
  | "unknown_pack"
  | "bad_trade"
  | "not_trading"
  | "too_many_trades"
  | "unknown_trade"
  | "stale_trade"
  | "own_revision"
  | "trade_over"
  | "trade_expired"
  | "trade_frozen"
  | "unknown_code"
  | "code_spent"
  | "code_expired"
  | "code_revoked"
  | "already_claimed"
  | "unknown_batch"
  | "unknown_card"
  | "seat_taken"
  | "table_full"
  | "no_such_seat"
  | "match_running"
  | "nothing_to_reveal"
  | "wrong_entropy"
  | "too_late"
  | "no_match_yet"
  | "unknown_match"
  | "no_spectators"
  | "not_agreed"
  | "not_your_seat"
  | "not_your_turn"
  | "stale"
  | "illegal"
  | "incomplete"
  | "ref_reused"
  | "match_over"
  | "not_watching"
  | "watching_too_many"
  | "too_many_spectators"
  | "already_seeking"
  | "bad_party"
  | "unknown_offer"
  | "offer_over"
  | "text_not_allowed"
  | "not_listening"
  | "muted"
  | "banned"
  | "already_reported"
  | "missing_role"
  | "conflict_of_interest"
  | "unknown_report"
  | "not_sanctioned"
  | "not_over_yet"
  | "does_not_follow"
  | "not_shown_yet"
  | "paused"
  | "unavailable"
  | "internal";
/**
 * Kinds of players. The kind is shown together with the player everywhere.
 * - `guest`: Plays without an account of their own: anybody may come under this name.
 * - `person`: Has an account, and the name to themselves.
 * - `bot`: A program: of the house, or of a player that has made an account for it.
 */
export type PlayerKind = "guest" | "person" | "bot";
/**
 * Stages of a table.
 * - `gathering`: The match has not begun: seats are taken and given up.
 * - `revealing`: Everybody is ready, and players that have bound a share of entropy reveal it. Nothing else changes at the table.
 * - `playing`: The match is being played.
 * - `over`: The match has ended; there may be another one.
 */
export type TableStage = "gathering" | "revealing" | "playing" | "over";
/**
 * Reasons why a match has moved nobody's rating. Where several hold, the first of this list is sent.
 * - `house_error`: The house could not bring it to its end: nobody is to blame.
 * - `bots`: Fewer than two of its players were not bots.
 * - `same_player_twice`: One player had two of the seats, the one of a bot of their own counted as theirs.
 * - `abandoned_before_the_deal`: It ended before any player except bots had done anything.
 * - `too_short`: It had fewer entries after its opening than it had seats; or, at a rated table, fewer than two people had acted three times.
 * - `unrated_table`: It was agreed so: the table was not rated.
 * - `guests`: Fewer than two of its players were people with an account of their own.
 * - `same_address`: Two of those were lately at the same address.
 * - `met_too_often`: Within a day ten matches of this game have moved the ratings of two of them, or of one of them against all players from the address of another.
 */
export type Unrated =
  | "house_error"
  | "bots"
  | "same_player_twice"
  | "abandoned_before_the_deal"
  | "too_short"
  | "unrated_table"
  | "guests"
  | "same_address"
  | "met_too_often";
/**
 * Why a ticket is where it is.
 * - `gathering`: Friends are missing.
 * - `waiting`: It waits to be paired.
 * - `held`: It is not paired until `held_until`.
 * - `offered`: A match is offered to it.
 */
export type TicketStage = "gathering" | "waiting" | "held" | "offered";
/**
 * Why there is no ticket any more.
 * - `unsought`: It was taken back.
 * - `declined`: An offer was declined.
 * - `absent`: An offer was not answered in time.
 * - `gone`: The player was not connected.
 * - `begun`: The match has begun.
 * - `broken`: The match could not be begun.
 */
export type TicketEnd = "unsought" | "declined" | "absent" | "gone" | "begun" | "broken";
/**
 * Stages of an offer.
 * - `open`: Not all have accepted it yet.
 * - `accepted`: All have accepted it, and the match is about to begin.
 * - `begun`: The match has begun.
 * - `failed`: Somebody has declined it, or not all have accepted it in time.
 * - `broken`: The match could not be begun, by a mistake of the server.
 */
export type OfferStage = "open" | "accepted" | "begun" | "failed" | "broken";
/**
 * The recipients of a chat line.
 * - `everybody`: All subscribers of this place.
 * - `seats`: The players of the match.
 * - `spectators`: The spectators of the match; its players may read them once it has ended.
 */
export type Audience = "everybody" | "seats" | "spectators";
/**
 * Why cards have moved.
 * - `gift`: The house has given them.
 * - `pack`: A pack was opened; `of` is the pack.
 * - `code`: A code was claimed.
 * - `trade`: Two players have traded; `of` is the trade.
 * - `deletion`: An account was deleted, and its cards are burnt. Players are not notified of their own.
 */
export type MovementCause = "gift" | "pack" | "code" | "trade" | "deletion";
/**
 * Ways to earn a pack.
 * - `gift`: The first gift.
 * - `day`: For the day.
 * - `match`: For a rated match.
 * - `code`: By a code.
 */
export type PackSource = "gift" | "day" | "match" | "code";
/**
 * Rarities of cards in a pack (S0:11, S0:13).
 */
export type PackRarity = "common" | "rare" | "ultra_rare" | "art_rare";
/**
 * Stages of a trade.
 * - `open`: One has accepted the newest revision; the other has not answered.
 * - `frozen`: A moderator looks at it: nobody can accept it or counter it for now, and its time goes on.
 * - `done`: Both have accepted the same revision, and both sides have moved.
 * - `cancelled`: One of the two has ended it. Nothing has moved.
 * - `expired`: Its time was over. Nothing has moved.
 */
export type TradeStage = "open" | "frozen" | "done" | "cancelled" | "expired";
/**
 * Kinds of a moderator's deeds.
 * - `first_admin`: On the command line of the machine where the store is.
 * - `void_match`: The house itself gave a match up, because its rules had failed; `detail` says which.
 * - `watch_live`: A match was looked at without the delay that its spectators have; `detail` says which.
 * - `freeze_trade`: A trade was frozen; `detail` says which.
 * - `unfreeze_trade`: The same is frozen no longer.
 * - `make_codes`: A batch of claim codes was made; `detail` is its id.
 * - `revoke_codes`: A batch of claim codes was taken back; `detail` is its id.
 * - `claim_code`: A player has claimed a code; `detail` has the id of the batch and the number of the code. It stands in the history of the batch, not among the deeds of moderators.
 * - `refused`: An order was refused, because the moderator shares a running match, a table, an offer, a party or a trade with the player; `detail` names the order and the shared thing.
 */
export type DeedKind =
  | "mute"
  | "disconnect"
  | "ban"
  | "revoke_mute"
  | "revoke_ban"
  | "rename"
  | "reset_password"
  | "roles"
  | "resolve"
  | "pause"
  | "resume"
  | "first_admin"
  | "void_match"
  | "watch_live"
  | "freeze_trade"
  | "unfreeze_trade"
  | "make_codes"
  | "revoke_codes"
  | "claim_code"
  | "refused";
/**
 * Sanctions against a player.
 * - `mute`: They say nothing but phrases.
 * - `disconnect`: Their connections are closed, once; they may come back.
 * - `ban`: They do not come in.
 */
export type SanctionKind = "mute" | "disconnect" | "ban";
/**
 * Kinds of draws (FAIRNESS.md, *Draws*).
 */
export type DrawKind = "shuffle" | "pick" | "roll";
/**
 * Rights of a player besides playing.
 * - `admin`: All rights of a moderator, and the assignment of roles.
 * - `moderator`: Read reports and the audit log, and sanction players who have no role.
 */
export type Role = "admin" | "moderator";

/**
 * Open the conversation. Answered by `welcome`.
 */
export interface Hello {
  /**
   * What this is: it tells it from others.
   */
  type: "hello";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The version of the protocol that the client speaks.
   */
  protocol?: number;
  /**
   * The client's name and version, for the server's log.
   */
  client?: string | null;
  /**
   * The form of updates on this connection, from now on: the next update of each match is whole in any case.
   */
  updates?: UpdateForm & string;
  /**
   * The language of texts for people on this connection, from now on: a tag such as `de`, or several as in the header `Accept-Language`. Without it, and where the server speaks none of them, English.
   */
  language?: string | null;
}
/**
 * Probe a silent connection for a living server. Answered by `pong`. For servers with a `limits.silence` other than
 * 0.
 */
export interface Ping {
  /**
   * What this is: it tells it from others.
   */
  type: "ping";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
}
/**
 * Follow a match, from one's own seat if one has one there, as a spectator otherwise. Answered by `update`.
 */
export interface WatchMatch {
  /**
   * What this is: it tells it from others.
   */
  type: "watch_match";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Which match, by its id.
   */
  match: string;
  /**
   * The version of the client's last `update`: the answer then has the events since, as far back as `limits.history` entries. Without it, the answer has no events.
   */
  since?: number | null;
  /**
   * The link of that `update`. If the match has another one there, the store has forgotten: then the answer tells no events, and `rewound` comes before it.
   */
  link?: string | null;
  /**
   * For moderators: receive a delayed match without its delay, with the reason. It stands in the audit log, and holds until this connection unwatches the match or ends, or gets another player.
   */
  live?: string | null;
  /**
   * For spectators: the seat through whose eyes to watch, from now on; without it, none. While the match is played that takes a table with `perspectives` at `during`, otherwise `not_agreed`. Players of the match see it from their own seat.
   */
  seat?: number | null;
}
/**
 * Follow a match no longer. Answered by `match_unwatched`.
 */
export interface UnwatchMatch {
  /**
   * What this is: it tells it from others.
   */
  type: "unwatch_match";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Which match, by its id.
   */
  match: string;
}
/**
 * Do something in a match. Answered by the `update` that it causes.
 *
 * Sent again under the same `ref`, also after a reconnect and to another process, it is done once: the answer is then
 * an `update` that begins where the action stands.
 */
export interface Act {
  /**
   * What this is: it tells it from others.
   */
  type: "act";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Which match, by its id.
   */
  match: string;
  /**
   * The version of the `update` with the choices that the client saw. If they are still on offer, later actions of others do not matter.
   */
  seen: number;
  /**
   * The epoch of that `update`: choices of another history are `stale`. Without it the epoch is not checked.
   */
  epoch?: number | null;
  /**
   * One of the choices, or the game's own action in the same shape. Of a choice that says `one_of` the field of that name has to have one of its elements, and `one_of` is left out.
   */
  action: {
    [k: string]: unknown;
  };
}
/**
 * Leave a match for good, at once. Answered by `update`.
 */
export interface Resign {
  /**
   * What this is: it tells it from others.
   */
  type: "resign";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Which match, by its id.
   */
  match: string;
}
/**
 * Become a player on this connection. Answered by `signed_in`.
 *
 * With a `token`, its player; with `name` and `password`, the player of that account; otherwise a new guest.
 */
export interface SignIn {
  /**
   * What this is: it tells it from others.
   */
  type: "sign_in";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The name of a new guest (the server makes one up if there is none), or the name of an account.
   */
  name?: string | null;
  /**
   * The password of that account.
   */
  password?: string | null;
  /**
   * The token of an earlier `signed_in`, or one made for a program.
   */
  token?: string | null;
}
/**
 * Keep the account that one plays with as a guest: with a name that is one's own from now on, and a password, which
 * is none of the commonest. Answered by `account`, which shows the recovery codes of the account.
 */
export interface Register {
  /**
   * What this is: it tells it from others.
   */
  type: "register";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The name that one wants.
   */
  name: string;
  /**
   * The password.
   */
  password: string;
}
/**
 * Recover an account after a lost password: become its player on this connection with one of its recovery codes.
 * The code is worth nothing afterwards, and every other session ends. Answered by `signed_in`.
 */
export interface RecoverAccount {
  /**
   * What this is: it tells it from others.
   */
  type: "recover_account";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The name of the account.
   */
  name: string;
  /**
   * One of those that `register` or `make_recovery_codes` gave, or that a moderator did.
   */
  code: string;
  /**
   * The password from now on.
   */
  new_password: string;
}
/**
 * Take new recovery codes; those of before are worth nothing any more. Answered by `account`, which shows them.
 */
export interface MakeRecoveryCodes {
  /**
   * What this is: it tells it from others.
   */
  type: "make_recovery_codes";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The password.
   */
  password: string;
}
/**
 * Ask for one's own account. Answered by `account`.
 */
export interface GetAccount {
  /**
   * What this is: it tells it from others.
   */
  type: "get_account";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
}
/**
 * Take another name or password. Every other connection is signed out with a new password. Answered by
 * `account`.
 */
export interface ChangeAccount {
  /**
   * What this is: it tells it from others.
   */
  type: "change_account";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The password of now.
   */
  password: string;
  /**
   * The new name; without it, the name stays.
   */
  new_name?: string | null;
  /**
   * The new password; without it, the password stays.
   */
  new_password?: string | null;
}
/**
 * Delete one's account and those of one's bots: names, tokens and settings go at once; matches stay, without the
 * name. A guest needs no password. Answered by `signed_out`.
 */
export interface DeleteAccount {
  /**
   * What this is: it tells it from others.
   */
  type: "delete_account";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The password.
   */
  password?: string | null;
}
/**
 * End the session of this connection: its tokens are worth nothing from now on. Answered by `signed_out`.
 */
export interface SignOut {
  /**
   * What this is: it tells it from others.
   */
  type: "sign_out";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * All sessions of this player instead, on every device. Tokens made for programs stay.
   */
  everywhere?: boolean;
}
/**
 * Keep away from a player, or stop doing so. The other player is not notified. Open trades between the two end as
 * if the sender had cancelled them. Keeping away from a player covers the trades of their bots as well. Answered by
 * `account`.
 */
export interface Avoid {
  /**
   * What this is: it tells it from others.
   */
  type: "avoid";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The player; in a command, their id.
   */
  player: string;
  /**
   * How they are kept away.
   */
  how: Avoidance;
}
/**
 * Make a bot account for a program of the sender. It is marked as a bot everywhere, and signs in with tokens that
 * its owner makes. Answered by `account`.
 */
export interface MakeBot {
  /**
   * What this is: it tells it from others.
   */
  type: "make_bot";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The name that the bot is to have.
   */
  name: string;
}
/**
 * Delete the account of one's own bot. Answered by `account`.
 */
export interface DeleteBot {
  /**
   * What this is: it tells it from others.
   */
  type: "delete_bot";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The bot, by its name or id.
   */
  bot: string;
}
/**
 * Make a token for a program, if one has an account of one's own. Answered by `token_made`, which is the only time
 * that it is shown.
 */
export interface MakeToken {
  /**
   * What this is: it tells it from others.
   */
  type: "make_token";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * What may be done with the token.
   */
  scopes: Scope[];
  /**
   * Its purpose, to distinguish it from other tokens.
   */
  label?: string;
  /**
   * For a bot of one's own; otherwise for oneself.
   */
  bot?: string | null;
  /**
   * For how many days it is good.
   */
  days?: number;
}
/**
 * Ask which tokens there are for oneself and one's bots. Answered by `tokens`.
 */
export interface ListTokens {
  /**
   * What this is: it tells it from others.
   */
  type: "list_tokens";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
}
/**
 * Revoke a token; every session that is signed in with it is signed out. Answered by `tokens`.
 */
export interface RevokeToken {
  /**
   * What this is: it tells it from others.
   */
  type: "revoke_token";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The id by which it is named elsewhere.
   */
  id: string;
}
/**
 * Open a table and sit down at its first seat. Answered by `table_changed`.
 */
export interface OpenTable {
  /**
   * What this is: it tells it from others.
   */
  type: "open_table";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * Number of players; without it, the game's own default.
   */
  seats?: number | null;
  /**
   * The game's own options, an object; absent ones have their defaults.
   */
  options?: {
    [k: string]: unknown;
  };
  /**
   * The time for one decision of a seat; in games that count the time of whole turns, `games[…].limits_a_turn` times as long for all its actions in one.
   */
  time_limit?: number;
  /**
   * True if the matches at this table count for ratings. `rated` says for each if it did, or why not.
   */
  rated?: boolean;
  /**
   * True to sit down at the first seat.
   */
  sit?: boolean;
  /**
   * Admission: `public` is everybody; an `unlisted` table is in no list and found only by its invite code, which the server makes; a table with a `password` admits players that know it.
   */
  access?: Access & string;
  /**
   * The password, for `access` `password`.
   */
  password?: string | null;
  /**
   * True if players without a seat may watch matches at this table.
   */
  spectators?: boolean;
  /**
   * The viewers of replays and transcripts of matches at this table, when they have ended; `null` is `everybody` where everybody might watch them, and otherwise `players`.
   */
  replays?: ReplayAccess | null;
  /**
   * The delay of everybody else behind the players of matches at this table: spectators, the list of tables, histories, replays, and the players' chat for spectators. `null` is `30s` for `rated` ones, `3min` where `perspectives` is `during`, and otherwise `none`.
   */
  spectator_delay?: SpectatorDelay | null;
  /**
   * The time from which spectators may see a match at this table through the eyes of a seat, its hand and all. `during` is for tables that are not `rated`, may be watched, with a delay of `3min` and replays that are not for `nobody`: and all players have to agree, with `ready`.
   */
  perspectives?: Perspectives & string;
  /**
   * The cards that a deck may hold: all, or only copies that the player owns, in games with decks that players bring.
   */
  collection?: CollectionRule & string;
  /**
   * The deck for that seat, in games that are played with decks of one's own: the name of a ready deck, a deck code, or a list with a line `4 trip-wire` for each card. Two hundred cards fit in.
   */
  deck?: string | null;
}
/**
 * Ask which tables there are. Answered by `tables`.
 */
export interface ListTables {
  /**
   * What this is: it tells it from others.
   */
  type: "list_tables";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Only tables of this game.
   */
  game?: string | null;
}
/**
 * Ask for the cards of a deck and all its faults, without a table. Answered by `deck_read`.
 */
export interface ReadDeck {
  /**
   * What this is: it tells it from others.
   */
  type: "read_deck";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * The name of a ready deck, a deck code, or a list.
   */
  deck: string;
  /**
   * The options of the table that it is for; absent ones have their defaults.
   */
  options?: {
    [k: string]: unknown;
  };
}
/**
 * Take a seat, or change to another one. Answered by `table_changed`.
 */
export interface Sit {
  /**
   * What this is: it tells it from others.
   */
  type: "sit";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Which table; with its invite code it can be left out.
   */
  table?: string | null;
  /**
   * The invite code, for an unlisted table at which one does not sit yet, or `/join/CODE`. Case, blanks and signs between its letters make no difference.
   */
  code?: string | null;
  /**
   * The password, for a table that has one and at which one does not sit yet.
   */
  password?: string | null;
  /**
   * Which one; without it, the first that is free.
   */
  seat?: number | null;
  /**
   * The deck to play, as in `open_table`; without it, the one that was brought before. A player without one when the match begins plays a ready deck: the seat's number picks it from `games[…].decks`.
   */
  deck?: string | null;
}
/**
 * Give the seat up, or, as the host, take a bot away from one. Answered by `table_changed`.
 */
export interface Stand {
  /**
   * What this is: it tells it from others.
   */
  type: "stand";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The table; in a command, its id.
   */
  table: string;
  /**
   * A bot's seat, to take the bot away; without it, one's own.
   */
  seat?: number | null;
}
/**
 * As the host, remove a bot or a person from a seat; that person cannot sit down here again until the next match is
 * set up. Answered by `table_changed`.
 */
export interface Kick {
  /**
   * What this is: it tells it from others.
   */
  type: "kick";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The table; in a command, its id.
   */
  table: string;
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
}
/**
 * As the host, make another person at the table its host. Answered by `table_changed`.
 */
export interface TransferHost {
  /**
   * What this is: it tells it from others.
   */
  type: "transfer_host";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The table; in a command, its id.
   */
  table: string;
  /**
   * The player; in a command, their id.
   */
  player: string;
}
/**
 * Say that one is ready. When all seats are taken and ready, the match begins. Answered by `table_changed`.
 */
export interface Ready {
  /**
   * What this is: it tells it from others.
   */
  type: "ready";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The table; in a command, its id.
   */
  table: string;
  /**
   * Binds some randomness of the player's own, which goes into every shuffle: SHA-256 of a text that nobody can guess. When all are ready, the table is `revealing` and all players with a bound share have to `reveal` it. The server has published the hash of its seed before, so nobody could choose anything to suit the others'.
   */
  entropy_hash?: string | null;
  /**
   * The deck to play, as in `sit`. Until the match begins, `ready` may be said again with another deck.
   */
  deck?: string | null;
  /**
   * At a table with `perspectives` at `during`: `during`, by which the player agrees that spectators see their hand, with the delay of the table. Without it the player is not ready there (`not_agreed`).
   */
  perspectives?: Perspectives | null;
}
/**
 * Reveal the share of entropy that one has bound with `ready` or `accept`. When all have, the match begins.
 * Answered by `table_changed`.
 */
export interface Reveal {
  /**
   * What this is: it tells it from others.
   */
  type: "reveal";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The table; in a command, its id.
   */
  table: string;
  /**
   * The text of the bound hash.
   */
  entropy: string;
}
/**
 * As the host, let a bot of the house take a seat. Answered by `table_changed`.
 */
export interface AddBot {
  /**
   * What this is: it tells it from others.
   */
  type: "add_bot";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The table; in a command, its id.
   */
  table: string;
  /**
   * Which; without it, the game's `default_bot`.
   */
  bot?: string | null;
  /**
   * Which seat; without it, the first that is free.
   */
  seat?: number | null;
  /**
   * The deck that it plays, as in `sit`.
   */
  deck?: string | null;
}
/**
 * After a match, set the table up for another one with seats moved on by one; everybody keeps their deck. Answered
 * by `table_changed`.
 */
export interface Rematch {
  /**
   * What this is: it tells it from others.
   */
  type: "rematch";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The table; in a command, its id.
   */
  table: string;
}
/**
 * Subscribe to a table. Answered by `table_changed`, which is sent again on every change from now on.
 */
export interface WatchTable {
  /**
   * What this is: it tells it from others.
   */
  type: "watch_table";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Which table; with its invite code it can be left out.
   */
  table?: string | null;
  /**
   * The invite code, as in `sit`.
   */
  code?: string | null;
  /**
   * The password, as in `sit`.
   */
  password?: string | null;
}
/**
 * Subscribe to the list of tables at which players gather or play. Answered by `lobby_snapshot`; further changes
 * come in `lobby_changed`. A repeated command replaces the earlier subscription.
 */
export interface WatchLobby {
  /**
   * What this is: it tells it from others.
   */
  type: "watch_lobby";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Only tables of these games.
   */
  games?: string[] | null;
  /**
   * Only tables that are gathering and have at least so many free seats; 0 for all tables.
   */
  open_seats?: number;
  /**
   * Only tables with matches that count for ratings, or only those without.
   */
  rated?: boolean | null;
  /**
   * Only tables with at least so long a time for decisions.
   */
  least_time_limit?: number | null;
  /**
   * Only tables with at most so long a time for decisions.
   */
  most_time_limit?: number | null;
}
/**
 * Follow the list of tables no longer. Answered by `lobby_unwatched`.
 */
export interface UnwatchLobby {
  /**
   * What this is: it tells it from others.
   */
  type: "unwatch_lobby";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
}
/**
 * Seek opponents. Answered by `ticket_changed`, which is sent again on each round of pairing.
 *
 * A player has at most one ticket. The same command again, as after a reconnect, is answered with the ticket as it is.
 */
export interface Seek {
  /**
   * What this is: it tells it from others.
   */
  type: "seek";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * One or several games, whichever comes first: the name of each, or its name and options.
   *
   * @minItems 1
   * @maxItems 8
   */
  games: ((string & {}) | SoughtGame)[];
  /**
   * The time for one decision of a seat, as in `open_table`.
   */
  time_limit?: number;
  /**
   * True if the match is to count. Only players with the same wish meet.
   */
  rated?: boolean;
  /**
   * After how long bots of the house may take the seats that are still free; `null` for never.
   */
  bots_after?: number | null;
  /**
   * The player's friends, each of whom seeks the same with the same code. They are paired when all have.
   */
  party?: PartyCode | null;
}
/**
 * A game one would play. It has the game's usual number of seats.
 */
export interface SoughtGame {
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * The game's own options, an object; absent ones have their defaults. Only players with the same options meet.
   */
  options?: {
    [k: string]: unknown;
  };
  /**
   * The deck to play, where players bring decks; without it, a ready deck. It does not affect pairing.
   */
  deck?: string | null;
}
/**
 * Friends that want to sit at one table.
 */
export interface PartyCode {
  /**
   * The code that they have agreed on. Every player that knows it comes along: so take one that nobody guesses.
   */
  code: string;
  /**
   * Number of friends.
   */
  size: number;
}
/**
 * Seek no longer; an offer that waits for one's answer is declined. Answered by `ticket_changed`.
 */
export interface Unseek {
  /**
   * What this is: it tells it from others.
   */
  type: "unseek";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
}
/**
 * Accept an offer. When all have accepted, its `table` is sent: players with bound entropy reveal it there, and the
 * match begins. Answered by `offer_changed`.
 */
export interface Accept {
  /**
   * What this is: it tells it from others.
   */
  type: "accept";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The offer; in a command, its id.
   */
  offer: string;
  /**
   * Binds some randomness of the player's own, which goes into every shuffle, as with `ready`. The first value counts. It is revealed at the offer's table, when all have accepted.
   */
  entropy_hash?: string | null;
}
/**
 * Decline an offer, and seek no longer. Answered by `offer_changed`. The others seek on at once.
 */
export interface Decline {
  /**
   * What this is: it tells it from others.
   */
  type: "decline";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The offer; in a command, its id.
   */
  offer: string;
}
/**
 * Say something: either words of one's own or a phrase. Answered by `said`.
 */
export interface Say {
  /**
   * What this is: it tells it from others.
   */
  type: "say";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Where it was said, or is to be heard.
   */
  where: Where;
  /**
   * Which table or match; `null` in the lobby.
   */
  id?: string | null;
  /**
   * One line: up to 300 characters in Unicode's normal form C, no control characters.
   */
  text?: string | null;
  /**
   * A phrase in place of words of one's own.
   */
  phrase?: Phrase | null;
}
/**
 * Subscribe to the chat of a place. Answered by `chat_joined`, with the latest lines.
 */
export interface JoinChat {
  /**
   * What this is: it tells it from others.
   */
  type: "join_chat";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Where it was said, or is to be heard.
   */
  where: Where;
  /**
   * Which table or match; `null` in the lobby.
   */
  id?: string | null;
}
/**
 * Hear it no longer. Answered by `chat_left`.
 */
export interface LeaveChat {
  /**
   * What this is: it tells it from others.
   */
  type: "leave_chat";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Where it was said, or is to be heard.
   */
  where: Where;
  /**
   * Which table or match; `null` in the lobby.
   */
  id?: string | null;
}
/**
 * Report a player to the moderators; the last lines of a place are attached. The reported player is not notified.
 * Answered by `reported`. The same player can be reported once an hour.
 */
export interface Report {
  /**
   * What this is: it tells it from others.
   */
  type: "report";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The player; in a command, their id.
   */
  player: string;
  /**
   * Why, in one word.
   */
  reason: Reason;
  /**
   * A description of the incident, in the reporter's own words.
   */
  text?: string;
  /**
   * The place of the incident, if it was said; a place that the reporter may read.
   */
  where?: Where | null;
  /**
   * The id by which it is named elsewhere.
   */
  id?: string | null;
}
/**
 * Ask how a player stands in every game. Answered by `profile`.
 */
export interface GetProfile {
  /**
   * What this is: it tells it from others.
   */
  type: "get_profile";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The player; the sender if there is neither this nor a name.
   */
  player?: string | null;
  /**
   * The player, by the name of their account. Guests have no name to themselves.
   */
  name?: string | null;
}
/**
 * Ask for the best players of a game. Answered by `ladder`.
 */
export interface GetLadder {
  /**
   * What this is: it tells it from others.
   */
  type: "get_ladder";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * Which page, counted from 1.
   */
  page?: number;
}
/**
 * Ask for the matches that a player has played, newest first. Answered by `history`.
 */
export interface GetHistory {
  /**
   * What this is: it tells it from others.
   */
  type: "get_history";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The player; without it, the sender.
   */
  player?: string | null;
  /**
   * Only matches that ended before this: the `before` of the answer that one has, to go on.
   */
  before?: number | null;
}
/**
 * Ask how two players have fared against each other. Answered by `head_to_head`.
 */
export interface GetHeadToHead {
  /**
   * What this is: it tells it from others.
   */
  type: "get_head_to_head";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The other player; in a command, their id.
   */
  other: string;
  /**
   * The one of the two that is meant by `above`; without it, oneself.
   */
  player?: string | null;
  /**
   * As in `get_history`.
   */
  before?: number | null;
}
/**
 * Ask for everything that is kept about oneself. Answered by `export`.
 */
export interface GetExport {
  /**
   * What this is: it tells it from others.
   */
  type: "get_export";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
}
/**
 * Ask for the player's seats and ticket, regardless of the connection that they came from. Answered by `seats`.
 */
export interface GetSeats {
  /**
   * What this is: it tells it from others.
   */
  type: "get_seats";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
}
/**
 * Ask which decks one keeps in one's account; a guest keeps none. Answered by `decks`.
 */
export interface ListDecks {
  /**
   * What this is: it tells it from others.
   */
  type: "list_decks";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Only decks for this game.
   */
  game?: string | null;
}
/**
 * Keep a deck in the sender's account; it replaces the deck of this name for this game, if there is one. The deck
 * need not be finished: the answer lists its faults. A guest is `not_registered`. Answered by `deck_kept`.
 */
export interface KeepDeck {
  /**
   * What this is: it tells it from others.
   */
  type: "keep_deck";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * Its name: up to 32 characters, in one line.
   */
  name: string;
  /**
   * The name of a ready deck, a deck code, or a list of which every line can be read.
   */
  deck: string;
}
/**
 * Keep a deck no longer. Answered by `deck_dropped`, also if there is none of this name.
 */
export interface DropDeck {
  /**
   * What this is: it tells it from others.
   */
  type: "drop_deck";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * What it is called.
   */
  name: string;
}
/**
 * Ask for the sender's collection. Answered by `collection`.
 */
export interface GetCollection {
  /**
   * What this is: it tells it from others.
   */
  type: "get_collection";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Only cards of this game.
   */
  game?: string | null;
}
/**
 * Ask how one's cards have come and gone. Answered by `movements`.
 */
export interface GetMovements {
  /**
   * What this is: it tells it from others.
   */
  type: "get_movements";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Only movements before this number: the cursor of `movements`.
   */
  before?: number | null;
}
/**
 * Ask which packs one has that are not opened. Answered by `packs`.
 */
export interface GetPacks {
  /**
   * What this is: it tells it from others.
   */
  type: "get_packs";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
}
/**
 * Take all packs that are due: the first gift, those of the day, and those for rated matches that have ended. A
 * guest is `not_registered`, an account that is too young `too_new`, a game without packs `no_packs`. Answered by
 * `packs`.
 */
export interface ClaimPacks {
  /**
   * What this is: it tells it from others.
   */
  type: "claim_packs";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * For which game the gift and the packs of the day are; one for a match is for its game.
   */
  game: string;
}
/**
 * Open a pack. Answered by `pack_opened`. A repeated command gets the same answer, regardless of its entropy.
 */
export interface OpenPack {
  /**
   * What this is: it tells it from others.
   */
  type: "open_pack";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The pack by its id, from `packs`.
   */
  pack: string;
  /**
   * The player's own randomness, which goes into the draw. The server has committed itself to its own before, so nobody can have chosen the result.
   */
  entropy?: string;
}
/**
 * Offer a trade. Answered by `trade_changed`, which the other player receives as well. The offered copies are held
 * until the other player has answered, or the time is over.
 */
export interface OfferTrade {
  /**
   * What this is: it tells it from others.
   */
  type: "offer_trade";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The other player.
   */
  player: string;
  /**
   * The offered cards: the sender has to own so many free copies.
   *
   * @maxItems 50
   */
  gives?: TradeCard[];
  /**
   * The wanted cards. The other's copies are checked when they accept. One of the two may be empty.
   *
   * @maxItems 50
   */
  takes?: TradeCard[];
}
/**
 * Copies of a card, or of a printing of it, that are to go from one player to the other.
 */
export interface TradeCard {
  /**
   * The game of the card.
   */
  game: string;
  /**
   * The id of the card, or of the printing, in the catalogue of the game.
   */
  card: string;
  /**
   * Number of copies of it.
   */
  count?: number;
}
/**
 * Make the next revision of a trade, which the other has not accepted yet. Answered by `trade_changed`. The copies
 * held by the revision before are free again, and the newly offered ones are held.
 */
export interface CounterTrade {
  /**
   * What this is: it tells it from others.
   */
  type: "counter_trade";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The trade by its id.
   */
  trade: string;
  /**
   * The revision that one has seen last: if there is a newer one, it is `stale_trade`.
   */
  revision: number;
  /**
   * As in `offer_trade`.
   *
   * @maxItems 50
   */
  gives?: TradeCard[];
  /**
   * As in `offer_trade`.
   *
   * @maxItems 50
   */
  takes?: TradeCard[];
}
/**
 * Accept the revision that the other has made: both sides move at once, or nothing does. Answered by
 * `trade_changed`.
 */
export interface AcceptTrade {
  /**
   * What this is: it tells it from others.
   */
  type: "accept_trade";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The trade by its id.
   */
  trade: string;
  /**
   * Which one: if there is a newer one, it is `stale_trade`, and nothing moves.
   */
  revision: number;
}
/**
 * End a trade without anything having moved; either may, also while it is frozen. Answered by `trade_changed`.
 */
export interface CancelTrade {
  /**
   * What this is: it tells it from others.
   */
  type: "cancel_trade";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The trade by its id.
   */
  trade: string;
}
/**
 * Ask how a trade of one's own stands. Answered by `trade_changed`.
 */
export interface GetTrade {
  /**
   * What this is: it tells it from others.
   */
  type: "get_trade";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The trade by its id.
   */
  trade: string;
}
/**
 * Ask for one's trades: those that are open, and those that have ended. Answered by `trades`.
 */
export interface GetTrades {
  /**
   * What this is: it tells it from others.
   */
  type: "get_trades";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Only trades that ended before this: the cursor of `trades`.
   */
  before?: number | null;
}
/**
 * Claim the gift of a code. Answered by `code_claimed`.
 *
 * A code that does not exist is `unknown_code`; one that others have used up `code_spent`, an expired one
 * `code_expired`, a revoked one `code_revoked`. A player that has claimed it, or another one of its batch, is
 * `already_claimed`. A guest is `not_registered`, an account that is too young `too_new`. After repeated wrong codes
 * the player has to wait: every command is `slow_down` until then.
 */
export interface ClaimCode {
  /**
   * What this is: it tells it from others.
   */
  type: "claim_code";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * As it was read or heard: capitals and small letters, spaces and hyphens are the same, and so are letters that look alike.
   */
  code: string;
}
/**
 * Make a batch of codes; only moderators may. Answered by `codes_made`, which shows the codes, once.
 */
export interface MakeCodes {
  /**
   * What this is: it tells it from others.
   */
  type: "make_codes";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The purpose of the codes. Players that claim one read it.
   */
  label: string;
  /**
   * The gift of each code.
   */
  gift: NewCodeGift;
  /**
   * Number of codes to make.
   */
  codes?: number;
  /**
   * Number of players that can claim the same code, each once; of a whole batch each one code.
   */
  uses?: number;
  /**
   * Expiry of the codes, by the store's clock; `null` for never.
   */
  until?: number | null;
}
/**
 * The gift of a new code to every player that claims it: it is never empty.
 */
export interface NewCodeGift {
  /**
   * Packs to be opened.
   *
   * @maxItems 8
   */
  packs?: PacksToGive[];
  /**
   * Cards, as they are.
   *
   * @maxItems 100
   */
  copies?: CopiesToGive[];
}
/**
 * Packs that a code is to give.
 */
export interface PacksToGive {
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * How many.
   */
  count?: number;
  /**
   * The set of the game's catalogue, by its id, of whose cards alone they are; `null` for all that its packs hold.
   */
  set?: string | null;
}
/**
 * Copies that a code is to give.
 */
export interface CopiesToGive {
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * The id of the card, or of a printing of it, in the catalogue of the game.
   */
  card: string;
  /**
   * How many.
   */
  count?: number;
}
/**
 * Ask for the batches of codes, the newest first; only moderators may. Answered by `code_batches`.
 */
export interface ListCodes {
  /**
   * What this is: it tells it from others.
   */
  type: "list_codes";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The cursor of the page before; `null` for the newest.
   */
  before?: string | null;
}
/**
 * Revoke a batch: nobody can claim its codes any more, and claimed gifts stay with their owners. Only moderators
 * may. Answered by `codes_revoked`; a repeated command gets the same answer. A batch that does not exist is
 * `unknown_batch`.
 */
export interface RevokeCodes {
  /**
   * What this is: it tells it from others.
   */
  type: "revoke_codes";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Which one, by its id.
   */
  batch: string;
  /**
   * Why, in a sentence of whoever did it.
   */
  why: string;
}
/**
 * Ask for the audit log of a batch; only moderators may. Answered by `code_history`. A batch that does not exist is
 * `unknown_batch`, a code `unknown_code`.
 */
export interface GetCodeHistory {
  /**
   * What this is: it tells it from others.
   */
  type: "get_code_history";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The batch, by its id.
   */
  batch?: string | null;
  /**
   * Or one of its codes: somebody asks why theirs is worth nothing. One of the two has to be said.
   */
  code?: string | null;
  /**
   * The cursor of the page before; `null` for the newest.
   */
  before?: string | null;
}
/**
 * Ask for the sender's wish list, and for the players that may find them. Answered by `wishes`.
 */
export interface GetWishes {
  /**
   * What this is: it tells it from others.
   */
  type: "get_wishes";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
}
/**
 * Add cards to the sender's wish list, and remove others from it; the rest stays, including changes from another
 * window. Adding a present card or removing an absent one is no fault: sent twice it is done once. A guest is
 * `not_registered`. Answered by `wishes`, the whole list.
 */
export interface ChangeWishes {
  /**
   * What this is: it tells it from others.
   */
  type: "change_wishes";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The cards to add: cards that players may own copies of (`unknown_card`), and no more than 200 in all (`too_many_kept`).
   *
   * @maxItems 200
   */
  adds?: WishCard[];
  /**
   * The cards to remove; cards in both are added.
   *
   * @maxItems 200
   */
  removes?: WishCard[];
}
/**
 * A card, or a printing of it, that is to stand on the wish list or not to.
 */
export interface WishCard {
  /**
   * The game of the card.
   */
  game: string;
  /**
   * The id of the card, or of the printing, in the catalogue of the game.
   */
  card: string;
}
/**
 * Set which players may find the sender, by the sender's free copies and wish list. Only a person with an account
 * of their own is found (`not_registered`), and no program may set it for them (`missing_scope`). Answered by
 * `wishes`.
 */
export interface BeFound {
  /**
   * What this is: it tells it from others.
   */
  type: "be_found";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * The new setting.
   */
  by: FoundBy;
}
/**
 * Ask for possible trade partners for a card: players with a free copy, or players that wish for it. The sender
 * must be allowed to trade (`not_registered`, `too_new`, `not_trading`). Only senders with a free copy learn which
 * players wish for the card (`not_owned`). Answered by `traders`.
 */
export interface FindTraders {
  /**
   * What this is: it tells it from others.
   */
  type: "find_traders";
  /**
   * The client's name for this command. Without one, answers cannot be matched to it.
   */
  ref?: string | null;
  /**
   * Which of the two.
   */
  who: TraderRole;
  /**
   * The game of the card.
   */
  game: string;
  /**
   * The id of the card, or of the printing.
   */
  card: string;
  /**
   * Only players after this: the cursor of `traders`.
   */
  after?: number | null;
}
/**
 * Answers `hello`.
 */
export interface Welcome {
  /**
   * What this is: it tells it from others.
   */
  type: "welcome";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The server's name and version.
   */
  server: string;
  /**
   * The version of the protocol that the server speaks.
   */
  protocol: number;
  /**
   * What the server bears.
   */
  limits: Limits;
  /**
   * Of each game, what there is to say of it.
   */
  games: GameOffer[];
  /**
   * The store's clock.
   */
  now: number;
  /**
   * The language of texts for people on this connection: the best available one of those that `hello` asks for.
   */
  language?: string;
  /**
   * The languages in which the server can do so, English first.
   */
  languages?: string[];
  /**
   * The abilities of this server beyond those of every server of this version. Older servers refuse a field or message that was added to the version later, and a client sends it only where its capability is named here.
   */
  capabilities?: (Capability | (string & {}))[];
  /**
   * True if no match begins for now, as far as the answering process knows; running ones go on. From now on `pause_changed` is sent when that changes.
   */
  paused?: boolean;
  /**
   * News of the operator of the server for everybody, in the operator's words; empty if there is none. It is plain text: show it as such.
   */
  news?: string;
  [k: string]: unknown;
}
/**
 * Limits of one connection.
 */
export interface Limits {
  /**
   * The largest frame that is read.
   */
  message_bytes?: number;
  /**
   * Number of commands a second, over a while.
   */
  messages_per_second?: number;
  /**
   * Number of commands in one burst.
   */
  messages_at_once?: number;
  /**
   * Number of matches that one connection may watch.
   */
  watched_matches?: number;
  /**
   * About how many may watch one match at the same time, over all connections; 0 for any number.
   */
  spectators?: number;
  /**
   * Number of entries whose events `watch_match` with `since` can repeat.
   */
  history?: number;
  /**
   * At how many tables one player may sit at the same time, finished ones apart; 0 for any number.
   */
  tables_per_player?: number;
  /**
   * Number of tables opened from one address that may exist at the same time; 0 for any number.
   */
  tables_per_address?: number;
  /**
   * Number of decks that one player may keep in their account.
   */
  decks_per_player?: number;
  /**
   * Number of a player's trades that may wait for others' answers at the same time, and of others' offers that may wait for theirs; 0 where nobody trades.
   */
  open_trades?: number;
  /**
   * Number of cards on a wish list at most; 0 where there are none.
   */
  wishes?: number;
  /**
   * After how long without a word a client takes its connection for dead and comes back, while something is asked on it or a match is played: when half of that has passed it says `ping`. 0: not by itself, and it says no `ping`.
   */
  silence?: number;
  /**
   * Rate limits of other commands and requests, for each address or player.
   */
  quotas?: Quota[];
  [k: string]: unknown;
}
/**
 * Rate limit of a command or request, in addition to the limits of one connection.
 */
export interface Quota {
  /**
   * The subject of the quota; the text of a refusal says the same in words.
   */
  code: QuotaCode | (string & {});
  /**
   * Who has one of these.
   */
  per: QuotaHolder | (string & {});
  /**
   * How many of these may come at once.
   */
  at_once: number;
  /**
   * How many of these come back in a minute.
   */
  per_minute: number;
  [k: string]: unknown;
}
/**
 * A game that can be played here.
 */
export interface GameOffer {
  /**
   * What it is called.
   */
  name: string;
  /**
   * What it is called, for people.
   */
  title: string;
  /**
   * The version of its rules.
   */
  version: number;
  /**
   * How many have to play at least.
   */
  least_seats: number;
  /**
   * How many can play at most.
   */
  most_seats: number;
  /**
   * How many play unless a table says otherwise.
   */
  default_seats: number;
  /**
   * The names of the house's bots that play it, the weakest first.
   */
  bots: string[];
  /**
   * Which of them sits down where nobody says which: `add_bot` without `bot`, quick match. It suits most, and is not the strongest.
   */
  default_bot?: string | null;
  /**
   * The ready decks, by the names to ask for them by; empty if nobody brings a deck to this game. A seat without a deck plays the one with its own number, counted from 0, and round again.
   */
  decks?: string[];
  /**
   * The same `bots` in words, in the same order.
   */
  bot_titles?: Titled[];
  /**
   * The same `decks` in words, in the same order.
   */
  deck_titles?: Titled[];
  /**
   * The multiple of `time_limit` that a seat may take for a whole turn, in games that count the time of turns; 0 in those that count the time of each decision.
   */
  limits_a_turn?: number;
  [k: string]: unknown;
}
/**
 * The meaning of a name, in words for people.
 */
export interface Titled {
  /**
   * By which commands ask for it.
   */
  name: string;
  /**
   * What it is called, for people.
   */
  title: string;
  /**
   * A description in a sentence; empty if there is none.
   */
  description?: string;
  [k: string]: unknown;
}
/**
 * Answers `ping`.
 */
export interface Pong {
  /**
   * What this is: it tells it from others.
   */
  type: "pong";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  [k: string]: unknown;
}
/**
 * Matches begin no more from now on, or again. It comes by itself to every connection that has said `hello`.
 */
export interface PauseChanged {
  /**
   * What this is: it tells it from others.
   */
  type: "pause_changed";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * As in `welcome`.
   */
  paused: boolean;
  [k: string]: unknown;
}
/**
 * Answers `unwatch_match`. It comes by itself, without a `ref`, when a match cannot be followed any more: then
 * `code` and `text` say why.
 */
export interface MatchUnwatched {
  /**
   * What this is: it tells it from others.
   */
  type: "match_unwatched";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * Which match, by its id.
   */
  match: string;
  /**
   * `unknown_match` if the store does not have the match any more, `internal` if the house cannot go on with it, `too_many_spectators` if others have taken the place, because more watch from the same address than from theirs.
   */
  code?: (RefusalCode | (string & {})) | null;
  /**
   * Why, in a sentence.
   */
  text?: string;
  [k: string]: unknown;
}
/**
 * The store has lost a part of a match, and the match goes on from the rest. The message comes unrequested, right
 * before the `update` that shows the match now. Nobody has cheated: the server lost the entries.
 */
export interface Rewound {
  /**
   * What this is: it tells it from others.
   */
  type: "rewound";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * Which match, by its id.
   */
  match: string;
  /**
   * Which history of the match this is from now on.
   */
  epoch: number;
  /**
   * The newest remaining version of those sent. All later entries are gone, with their links.
   */
  version: number;
  /**
   * The version of the match before; the same if nothing is gone that was sent here.
   */
  was: number;
  /**
   * One's own commands that were answered with an `update` and are gone, in their order. They may be sent again.
   */
  refs?: string[];
  /**
   * The same in a sentence.
   */
  text?: string;
  [k: string]: unknown;
}
/**
 * A command was refused. Nothing has changed.
 */
export interface Refused {
  /**
   * What this is: it tells it from others.
   */
  type: "refused";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The code, which never changes its meaning.
   */
  code: RefusalCode | (string & {});
  /**
   * The fault and the right form, in a sentence.
   */
  text: string;
  /**
   * The place of the fault: a JSON path in the message; for `illegal`, where the rule can be read on this server, as `/v1/games/amiibart/rules#AM-35`.
   */
  where?: string | null;
  /**
   * Which match, by its id.
   */
  match?: string | null;
  /**
   * The table; in a command, its id.
   */
  table?: string | null;
  /**
   * The wait before it may be sent again, for a command that came too often.
   */
  retry_in?: number | null;
  /**
   * Number of these that may still be sent at once, where they are counted; the refused one is counted as used.
   */
  remaining?: number | null;
  /**
   * Everything that is wrong with a deck or with options, each in a sentence; `text` has them in one.
   */
  faults?: string[];
  [k: string]: unknown;
}
/**
 * The latest events of a match, its view for this viewer, and the choices of this viewer. It stands alone.
 */
export interface Update {
  /**
   * What this is: it tells it from others.
   */
  type: "update";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * Which match, by its id.
   */
  match: string;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * The version of the game's rules under which the match is played, if it is another one than that of new matches here, which `welcome.games` names: it goes on under the rules that it began with.
   */
  rules?: number;
  /**
   * The present number of entries of the match.
   */
  version: number;
  /**
   * The history of the match. It is raised when the store has lost acknowledged entries, and then the version may be lower than before: of two updates the one with the higher (`epoch`, `version`) is the newer.
   */
  epoch?: number;
  /**
   * The version that the events begin after. In the answer to an `act` or `resign` that was sent again it is the version before the one at which it stands.
   */
  since: number;
  /**
   * The time at which the newest entry was written, by the store's clock.
   */
  at: number;
  /**
   * The store's clock when this was sent: `waiting.until − now` is the remaining time.
   */
  now: number;
  /**
   * The seat of this view; `null` for a spectator.
   */
  seat: number | null;
  /**
   * The players, by seat.
   */
  players: Player[];
  /**
   * The seats that are asked for an action.
   */
  waiting: Waiting[];
  /**
   * The newest link of the chain over all entries, in hexadecimal.
   */
  link: string;
  /**
   * The result, if it has ended.
   */
  result: Result | null;
  /**
   * The events after `since`, as this viewer may see them, in the game's own shapes.
   */
  events: unknown[];
  /**
   * The state as this viewer may see it, in the game's own shape.
   */
  view: {
    [k: string]: unknown;
  };
  /**
   * The choices of this viewer now, in the game's own shapes. Empty if nothing is asked of it.
   */
  choices: unknown[];
  /**
   * The immediate consequences of each choice, `null` where there is nothing to say; absent if there is nothing to say of any.
   */
  outlooks?: (Outlook | null)[];
  /**
   * About how many watched when this was sent; absent if nobody did. No message is sent for this alone.
   */
  watching?: number;
  /**
   * The delay of this view behind the match, for a spectator of a delayed one; `at`, `now` and `waiting` are of that time. Absent without a delay.
   */
  delay?: number;
  /**
   * The seat through whose eyes a spectator sees this: `events` and `view` are as that seat's, and `choices` is empty, because spectators choose nothing. Absent without one, and for a seat.
   */
  through?: number;
  /**
   * `during` where spectators may watch through the eyes of a seat (`watch_match.seat`) while the match is played; otherwise absent.
   */
  perspectives?: Perspectives | (string & {});
  [k: string]: unknown;
}
/**
 * A person or bot, as everybody may know them.
 */
export interface Player {
  /**
   * The id by which it is named elsewhere.
   */
  id: string;
  /**
   * The name under which everybody sees this player.
   */
  name: string;
  /**
   * Which kind it is.
   */
  kind?: PlayerKind | (string & {});
  /**
   * The name of the house's bot, if it is one.
   */
  bot?: string | null;
  /**
   * The owner of this bot, if it is one of a player's; other players have no such field.
   */
  owner?: string;
  [k: string]: unknown;
}
/**
 * A seat that the match waits for.
 */
export interface Waiting {
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The end of its time, by the store's clock.
   */
  until: number;
  /**
   * The part of that time that is the seat's bank for the whole match: used time is gone.
   */
  bank?: number;
  /**
   * True if it has run out of time so often that the house plays on at once until it is back.
   */
  absent?: boolean;
  [k: string]: unknown;
}
/**
 * The outcome of a match.
 */
export interface Result {
  /**
   * For every seat its place, from 1; seats that share a place share the number, and the next is left out. Empty if the house had to give the match up: then it counts for nobody.
   */
  places: number[];
  /**
   * In one word why it ended, from the game's own list; `void` if the house had to give the match up.
   */
  reason: string;
  [k: string]: unknown;
}
/**
 * Immediate consequences of a choice, as far as its seat may know them: hidden cards have no part in it.
 */
export interface Outlook {
  /**
   * The seat's score then.
   */
  score?: number | null;
  /**
   * The power in a fight of the seat's card that the choice is about, or of the one in the place it is about.
   */
  power?: number | null;
  /**
   * The opposing power; absent if nobody stands against it, or that has nothing to meet it with.
   */
  against?: number | null;
  /**
   * True if the target would go, as things stand.
   */
  removes?: boolean | null;
  /**
   * True if the attacker would go too, as things stand; absent in games in which attackers take nothing back.
   */
  dies?: boolean | null;
  [k: string]: unknown;
}
/**
 * An `update` as its changes since the one with version `since`, the last of this match that was sent on this
 * connection, whole or as a patch. Clients that asked for it in `hello` receive it in place of every `update` except
 * the first and those that answer `watch_match` or repeat an answer. Everything that is neither here nor in the patch
 * is unchanged.
 */
export interface UpdatePatch {
  /**
   * What this is: it tells it from others.
   */
  type: "update_patch";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * Which match, by its id.
   */
  match: string;
  /**
   * As in `update`.
   */
  version: number;
  /**
   * As in `update`; it is that of the update before.
   */
  epoch?: number;
  /**
   * The version of the update before, and the one that the events begin after.
   */
  since: number;
  /**
   * As in `update`.
   */
  at: number;
  /**
   * As in `update`.
   */
  now: number;
  /**
   * As in `update`.
   */
  link: string;
  /**
   * As in `update`.
   */
  events: unknown[];
  /**
   * The changes from `players`, `waiting`, `result`, `view`, `choices`, `outlooks` and `watching` of the update before to those of this one, by operations of JSON Patch (RFC 6902) that are carried out in this order.
   */
  patch: (Add | Remove | Replace)[];
  [k: string]: unknown;
}
/**
 * A new field of an object, or a new element of an array before the one at this index; an index that is as high as
 * the array is long appends.
 */
export interface Add {
  /**
   * What this is: it tells it from others.
   */
  op: "add";
  /**
   * The place: a `/` before each key or index, with `~1` for `/` and `~0` for `~` in keys.
   */
  path: string;
  /**
   * The new value.
   */
  value: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * A field or element is no longer there; later elements move up.
 */
export interface Remove {
  /**
   * What this is: it tells it from others.
   */
  op: "remove";
  /**
   * The place: a `/` before each key or index, with `~1` for `/` and `~0` for `~` in keys.
   */
  path: string;
  [k: string]: unknown;
}
/**
 * A field or element has another value.
 */
export interface Replace {
  /**
   * What this is: it tells it from others.
   */
  op: "replace";
  /**
   * The place: a `/` before each key or index, with `~1` for `/` and `~0` for `~` in keys.
   */
  path: string;
  /**
   * The new value.
   */
  value: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * Answers `sign_in`.
 */
export interface SignedIn {
  /**
   * What this is: it tells it from others.
   */
  type: "signed_in";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The player; in a command, their id.
   */
  player: Player;
  /**
   * Keep it secret and present it in `sign_in` to be this player again. Each sign-in with it gives a new one; the old one is worth nothing once the new one has been used, so an answer that is lost locks nobody out. A token made for a program stays as it is.
   */
  token: string;
  /**
   * The rights of this connection.
   */
  scopes?: (Scope | (string & {}))[];
  /**
   * The player's seats, as in `seats`. The state of a ticket and open offers are sent by themselves.
   */
  seats?: OwnSeat[];
  [k: string]: unknown;
}
/**
 * A seat of one's own, at a table that is gathering or playing.
 */
export interface OwnSeat {
  /**
   * The table; in a command, its id.
   */
  table: string;
  /**
   * The id of the match that is being played there, or of the one to come.
   */
  match: string;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * How far this has come.
   */
  stage: TableStage | (string & {});
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * True if the player has to act: the match waits for this seat, or the table for its `ready`.
   */
  asked: boolean;
  /**
   * The end of this seat's time, by the store's clock, if the match waits for it.
   */
  until?: number | null;
  [k: string]: unknown;
}
/**
 * Answers `sign_out` and `delete_account`, and reports that a token was revoked or all sessions were ended. The
 * connection has no player from now on.
 */
export interface SignedOut {
  /**
   * What this is: it tells it from others.
   */
  type: "signed_out";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  [k: string]: unknown;
}
/**
 * One's own account, as only oneself sees it.
 */
export interface Account {
  /**
   * What this is: it tells it from others.
   */
  type: "account";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The player; in a command, their id.
   */
  player: Player;
  /**
   * The time at which it was made.
   */
  since: number;
  /**
   * The recovery codes, in the answers to `register` and `make_recovery_codes` and never again: each is good once, for `recover_account`.
   */
  recovery_codes?: string[];
  /**
   * The number of unused codes.
   */
  recovery_codes_left?: number;
  /**
   * What this player may do as a moderator.
   */
  roles?: string[];
  /**
   * The bots of this player's own.
   */
  bots?: Player[];
  /**
   * Whom this player keeps away from, and how.
   */
  avoided?: Avoided[];
  [k: string]: unknown;
}
/**
 * A player that one keeps away from.
 */
export interface Avoided {
  /**
   * The player; in a command, their id.
   */
  player: Player;
  /**
   * How they are kept away.
   */
  how: Avoidance | (string & {});
  [k: string]: unknown;
}
/**
 * Answers `make_token`.
 */
export interface TokenMade {
  /**
   * What this is: it tells it from others.
   */
  type: "token_made";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The secret; it is never shown again.
   */
  token: string;
  /**
   * The token, with the secret that is told this once.
   */
  made: TokenOffered;
  [k: string]: unknown;
}
/**
 * A token as its owner sees it: everything but the secret.
 */
export interface TokenOffered {
  /**
   * The id by which it is named elsewhere.
   */
  id: string;
  /**
   * The player; in a command, their id.
   */
  player: Player;
  /**
   * What may be done with the token.
   */
  scopes: (Scope | (string & {}))[];
  /**
   * What its owner calls it.
   */
  label: string;
  /**
   * When it was made, by the store's clock.
   */
  made_at: number;
  /**
   * Until when, by the store's clock; `null` for good.
   */
  until: number;
  [k: string]: unknown;
}
/**
 * The tokens made for programs, newest first.
 */
export interface Tokens {
  /**
   * What this is: it tells it from others.
   */
  type: "tokens";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The tokens.
   */
  tokens: TokenOffered[];
  [k: string]: unknown;
}
/**
 * The current state of a table.
 */
export interface TableChanged {
  /**
   * What this is: it tells it from others.
   */
  type: "table_changed";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The table; in a command, its id.
   */
  table: Table;
  /**
   * True if it has been closed: no player is left.
   */
  gone?: boolean;
  /**
   * True if the host has kicked you from your seat: you cannot sit down here until the next match is set up.
   */
  kicked?: boolean;
  [k: string]: unknown;
}
/**
 * The place of players before, between and after matches.
 */
export interface Table {
  /**
   * The id by which it is named elsewhere.
   */
  id: string;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * The game's own options.
   */
  options: {
    [k: string]: unknown;
  };
  /**
   * How long a seat may think about one decision, in milliseconds.
   */
  time_limit: number;
  /**
   * The seats of the table, in order.
   */
  places: Place[];
  /**
   * SHA-256 of the seed of the match to come, or of the one being played, in hexadecimal.
   */
  commitment: string;
  /**
   * The id of the match to come, of the one being played, or of the last one.
   */
  match: string;
  /**
   * How far this has come.
   */
  stage: TableStage | (string & {});
  /**
   * When it was opened, by the store's clock.
   */
  opened_at: number;
  /**
   * Counts the changes of this table; of two messages about it the one with the higher count is the newer.
   */
  changed: number;
  /**
   * True if its matches count for ratings.
   */
  rated?: boolean;
  /**
   * The player that may kick others, add bots and hand over: the opener; once they have left, the player longest at the table.
   */
  host?: string | null;
  /**
   * Who may come: `public`, `unlisted` or `password`.
   */
  access?: Access | (string & {});
  /**
   * True if players without a seat may watch matches here.
   */
  spectators?: boolean;
  /**
   * The viewers that may see matches here again when they have ended.
   */
  replays?: ReplayAccess | (string & {});
  /**
   * The delay of everybody else behind the players of matches here.
   */
  spectator_delay?: SpectatorDelay | (string & {});
  /**
   * Which cards a deck here may hold.
   */
  collection?: CollectionRule | (string & {});
  /**
   * The time from which spectators may see matches here through the eyes of a seat. With `during` spectators learn each hand as it was `spectator_delay` ago, and so may an opponent, with a second window: tell people so before they sit down.
   */
  perspectives?: Perspectives | (string & {});
  /**
   * The invite code of an unlisted table. Only players at the table receive it.
   */
  code?: string | null;
  /**
   * While it is `revealing`: until when every share of entropy that was bound has to be revealed.
   */
  reveal_until?: number | null;
  /**
   * While it is `revealing` and from then on, in games that are played with decks: a keyed hash of all seats' decks, which cannot be changed any more. It can be checked when the match has ended (FAIRNESS.md).
   */
  decks_commitment?: string | null;
  /**
   * While it is `revealing` and from then on: the rules of the deal, which cannot be changed any more.
   */
  bound_rules?: BoundRules;
  /**
   * The deal that was refused here last, until a match begins.
   */
  refused?: RefusedDeal | null;
  /**
   * The reason why no match of the present players would be rated, with any player on the free seats: `bots`, `same_player_twice`, `unrated_table` or `guests`. `null` while a match may be rated, and from older servers. `rated` stays as the table was opened.
   */
  unrated?: (Unrated | (string & {})) | null;
  [k: string]: unknown;
}
/**
 * One seat of a table.
 */
export interface Place {
  /**
   * The player there.
   */
  player?: Player | null;
  /**
   * Whether this player is ready for the match to begin.
   */
  ready?: boolean;
  /**
   * The hash by which the player has bound a share of entropy; `null` for a seat that adds none.
   */
  entropy_hash?: string | null;
  /**
   * True if that share has been revealed. It is secret before the match has ended.
   */
  revealed?: boolean;
  /**
   * True if a deck has been brought, in games with decks that players bring.
   */
  has_deck?: boolean;
  /**
   * That deck, card by card, in games with open lists; elsewhere it is secret.
   */
  deck?: Deck | null;
  /**
   * The player's rating in this game, as of the table's last change; `null` for bots, which are not rated.
   */
  rating?: Rating | null;
  [k: string]: unknown;
}
/**
 * A deck: cards with the number of each, and the cards that come beside them.
 */
export interface Deck {
  /**
   * The name to ask for it by, if it is one of the house's ready decks.
   */
  id?: string;
  /**
   * Its name, if it is one of them.
   */
  name?: string;
  /**
   * Every card with how many of it, in the order in which they were given.
   */
  cards: [string, number][];
  /**
   * The cards beside the deck, such as Powers, in the given order.
   */
  beside?: string[];
  [k: string]: unknown;
}
/**
 * A player's strength in one game: a number and its uncertainty.
 */
export interface Rating {
  /**
   * 1500 for a beginner; the higher, the better.
   */
  number: number;
  /**
   * The likely error of the number: 333 for a beginner, and less with every match.
   */
  uncertainty: number;
  /**
   * True if it is still too uncertain for comparison.
   */
  provisional: boolean;
  [k: string]: unknown;
}
/**
 * By which rules and with which cards a match is dealt.
 */
export interface BoundRules {
  /**
   * The version of the game's rules: `rules` of the match's `opened`.
   */
  version: number;
  /**
   * The sets of cards beside the shipped one: `card_sets` of its `opened`; empty if there are none.
   */
  card_sets?: SetMark[];
  [k: string]: unknown;
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
  [k: string]: unknown;
}
/**
 * A refused deal: shares of entropy had been bound, and a player did not reveal theirs in time. No match was
 * played. Missing players have lost it, if it was rated. If nobody is missing, all had revealed, and the server could
 * not deal: that is nobody's loss, and published all the same.
 */
export interface RefusedDeal {
  /**
   * Which match, by its id.
   */
  match: string;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * Whether it counts for ratings.
   */
  rated: boolean;
  /**
   * SHA-256 of the seed of that match.
   */
  commitment: string;
  /**
   * The players of the match, seat by seat.
   */
  players: Player[];
  /**
   * The hash of each seat's share; `null` for a seat that had bound none.
   */
  entropy_hashes: (string | null)[];
  /**
   * The seats that did not reveal; empty if the server could not deal.
   */
  missing: number[];
  /**
   * The time of the refusal.
   */
  at: number;
  [k: string]: unknown;
}
/**
 * Answers `list_tables`.
 */
export interface Tables {
  /**
   * What this is: it tells it from others.
   */
  type: "tables";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The tables, as they stand now.
   */
  tables: Table[];
  [k: string]: unknown;
}
/**
 * Answers `read_deck`: the deck and its faults.
 */
export interface DeckRead {
  /**
   * What this is: it tells it from others.
   */
  type: "deck_read";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * The deck, card by card; `null` if the text is none.
   */
  deck?: Deck | null;
  /**
   * Its deck code, if it can be played with these options.
   */
  code?: string | null;
  /**
   * Everything that is wrong with it, each in a sentence; empty if it can be played.
   */
  faults?: string[];
  [k: string]: unknown;
}
/**
 * Answers `watch_lobby`: the tables that are wanted, as they stand now.
 */
export interface LobbySnapshot {
  /**
   * What this is: it tells it from others.
   */
  type: "lobby_snapshot";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * At most 200, the latest changed; others are sent when they change.
   */
  tables: Table[];
  /**
   * Number of all tables.
   */
  total: number;
  /**
   * Approximate number of signed-in players, on any page.
   */
  online?: number;
  [k: string]: unknown;
}
/**
 * Changes in the subscribed list of tables; at most four times a second.
 */
export interface LobbyChanged {
  /**
   * What this is: it tells it from others.
   */
  type: "lobby_changed";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The tables that are new, or have changed, as they stand now.
   */
  tables?: Table[];
  /**
   * The tables that are closed, or are not as wanted any more.
   */
  gone?: string[];
  /**
   * As in `lobby_snapshot`, as it is now. No message is sent for this alone.
   */
  online?: number;
  [k: string]: unknown;
}
/**
 * Answers `unwatch_lobby`.
 */
export interface LobbyUnwatched {
  /**
   * What this is: it tells it from others.
   */
  type: "lobby_unwatched";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  [k: string]: unknown;
}
/**
 * Current state of the player's ticket, sent on each round.
 */
export interface TicketChanged {
  /**
   * What this is: it tells it from others.
   */
  type: "ticket_changed";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * `null` if one has none (any more).
   */
  ticket: Ticket | null;
  /**
   * Why there is none; `null` if there was none lately.
   */
  ended: (TicketEnd | (string & {})) | null;
  /**
   * The store's clock.
   */
  now: number;
  [k: string]: unknown;
}
/**
 * A ticket, and why it is where it is.
 */
export interface Ticket {
  /**
   * The id by which it is named elsewhere.
   */
  id: string;
  /**
   * Of each game, what there is to say of it.
   */
  games: TicketGame[];
  /**
   * How long a seat may think about one decision, in milliseconds.
   */
  time_limit: number;
  /**
   * Whether it counts for ratings.
   */
  rated: boolean;
  /**
   * Since when it waits, so that `now − since` is for how long it has: while friends are missing or somebody is held back, nothing is added to that.
   */
  since: number;
  /**
   * How far this has come.
   */
  stage: TicketStage | (string & {});
  /**
   * From when on bots may take seats.
   */
  bots_from: number | null;
  /**
   * From when on the nearest there is will do.
   */
  anybody_from: number;
  /**
   * Until when it is not paired, because its player was absent when matches were offered; others wait for nothing.
   */
  held_until: number | null;
  /**
   * With whom one comes, if one comes with friends.
   */
  party: TicketParty | null;
  /**
   * The offer that waits for answers.
   */
  offer: string | null;
  /**
   * Why no match of this ticket moves the ratings of its players: `unrated_table`, or `guests` if none of them has an account. `null` while one may, and from older servers. `rated` stays as it was sought.
   */
  unrated?: (Unrated | (string & {})) | null;
  [k: string]: unknown;
}
/**
 * State of a player's search for one of the games.
 */
export interface TicketGame {
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * The game's own options.
   */
  options: {
    [k: string]: unknown;
  };
  /**
   * One's rating, or a party's average.
   */
  rating: number;
  /**
   * How far off the rating may be for which opponents are sought.
   */
  uncertainty: number;
  /**
   * Number of players that sought the same after the last round, the recipient included: without players with an offer, and friends of whom some are missing.
   */
  looking: number;
  /**
   * The band now, in 10, in 30 and in 60 seconds; while friends are missing, as if they came now.
   */
  bands: Band[];
  /**
   * The likely remaining wait, by players that have waited as long lately and were paired with people only; `null` if there are none.
   */
  estimated_wait: number | null;
  [k: string]: unknown;
}
/**
 * Which ratings one would be paired with.
 */
export interface Band {
  /**
   * So long from now.
   */
  after: number;
  /**
   * `null`, as `highest`: anybody's, the nearest first.
   */
  lowest: number | null;
  /**
   * The highest rating in it; `null` if there is no highest.
   */
  highest: number | null;
  [k: string]: unknown;
}
/**
 * The friends of a ticket.
 */
export interface TicketParty {
  /**
   * How many come together.
   */
  size: number;
  /**
   * The friends that have come.
   */
  players: Player[];
  [k: string]: unknown;
}
/**
 * A match is offered, or more have accepted it, or it has begun or failed.
 */
export interface OfferChanged {
  /**
   * What this is: it tells it from others.
   */
  type: "offer_changed";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The offer; in a command, its id.
   */
  offer: Offer;
  /**
   * The store's clock: `deadline − now` is the remaining time.
   */
  now: number;
  [k: string]: unknown;
}
/**
 * A match that may begin.
 */
export interface Offer {
  /**
   * The id by which it is named elsewhere.
   */
  id: string;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * The game's own options.
   */
  options: {
    [k: string]: unknown;
  };
  /**
   * How long a seat may think about one decision, in milliseconds.
   */
  time_limit: number;
  /**
   * Whether it counts for ratings.
   */
  rated: boolean;
  /**
   * The players, seat by seat.
   */
  players: Player[];
  /**
   * SHA-256 of the seed of the match, in hexadecimal. Look at it before you bind entropy.
   */
  commitment: string;
  /**
   * Which match, by its id.
   */
  match: string;
  /**
   * The match and its table, if it begins.
   */
  table: string;
  /**
   * Until when all must have accepted.
   */
  deadline: number;
  /**
   * Number of seats that have accepted; bots of the house always have.
   */
  accepted: number;
  /**
   * True if the recipient has accepted.
   */
  has_accepted: boolean;
  /**
   * How far this has come.
   */
  stage: OfferStage | (string & {});
  /**
   * The reason why this match would not be rated: `bots`, `same_player_twice`, `unrated_table` or `guests`. `null` if it may be rated, and from older servers. `rated` says if its players sought a rated match.
   */
  unrated?: (Unrated | (string & {})) | null;
  [k: string]: unknown;
}
/**
 * Somebody has said something; answers `say`, too.
 */
export interface Said {
  /**
   * What this is: it tells it from others.
   */
  type: "said";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * Where it was said, or is to be heard.
   */
  where: Where | (string & {});
  /**
   * Which table or match; `null` in the lobby.
   */
  id: string | null;
  /**
   * What was said.
   */
  line: Line;
  [k: string]: unknown;
}
/**
 * One line of chat.
 */
export interface Line {
  /**
   * The id by which it is named elsewhere.
   */
  id: string;
  /**
   * The player; in a command, their id.
   */
  player: Player;
  /**
   * Who could hear it.
   */
  audience?: Audience | (string & {});
  /**
   * The words, as they were written.
   */
  text?: string | null;
  /**
   * A phrase in place of words of one's own.
   */
  phrase?: (Phrase | (string & {})) | null;
  /**
   * When that was, by the store's clock.
   */
  at: number;
  [k: string]: unknown;
}
/**
 * Answers `join_chat`: the latest lines of a place, oldest first.
 */
export interface ChatJoined {
  /**
   * What this is: it tells it from others.
   */
  type: "chat_joined";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * Where it was said, or is to be heard.
   */
  where: Where | (string & {});
  /**
   * Which table or match; `null` in the lobby.
   */
  id: string | null;
  /**
   * What was said lately, oldest first.
   */
  lines: Line[];
  [k: string]: unknown;
}
/**
 * Answers `leave_chat`.
 */
export interface ChatLeft {
  /**
   * What this is: it tells it from others.
   */
  type: "chat_left";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * Where it was said, or is to be heard.
   */
  where: Where | (string & {});
  /**
   * Which table or match; `null` in the lobby.
   */
  id: string | null;
  [k: string]: unknown;
}
/**
 * Answers `report`.
 */
export interface Reported {
  /**
   * What this is: it tells it from others.
   */
  type: "reported";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The report, by its id.
   */
  report: string;
  [k: string]: unknown;
}
/**
 * Answers `get_profile`.
 */
export interface Profile {
  /**
   * What this is: it tells it from others.
   */
  type: "profile";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The player; in a command, their id.
   */
  player: Player;
  /**
   * The time at which the account was made.
   */
  since: number;
  /**
   * Only games that the player has played with other people.
   */
  games: GameStanding[];
  /**
   * Number of deals that were refused because the player had not revealed the entropy that they had bound.
   */
  refused_deals?: number;
  [k: string]: unknown;
}
/**
 * A player's standing in one game.
 */
export interface GameStanding {
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * How well the player plays the game.
   */
  rating: Rating;
  /**
   * Number of rated matches that the rating comes from.
   */
  rated: number;
  /**
   * Number of matches with at least one other person, rated or not, that have been played to their end.
   */
  played: number;
  /**
   * In how many of those nobody was placed better.
   */
  won: number;
  /**
   * The place in the ladder; `null` for a player outside of it.
   */
  place?: number | null;
  /**
   * The game's title for so many wins; `null` in games that have no ranks.
   */
  rank?: string | null;
  [k: string]: unknown;
}
/**
 * Answers `get_ladder`: the best players of a game, by the rating less its uncertainty. Players without an account
 * of their own, or with only a provisional rating, are not in it.
 */
export interface Ladder {
  /**
   * What this is: it tells it from others.
   */
  type: "ladder";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * Which page, counted from 1.
   */
  page: number;
  /**
   * How many pages there are.
   */
  pages: number;
  /**
   * Number of players in the ladder.
   */
  listed: number;
  /**
   * The places of this page, in order.
   */
  places: LadderPlace[];
  [k: string]: unknown;
}
/**
 * One place of a ladder.
 */
export interface LadderPlace {
  /**
   * From 1; equal players share the number.
   */
  place: number;
  /**
   * The player; in a command, their id.
   */
  player: Player;
  /**
   * How well the player plays the game.
   */
  rating: Rating;
  /**
   * How many rated matches the player has played.
   */
  rated: number;
  /**
   * How many matches the player has won.
   */
  won: number;
  /**
   * The game's title for so many wins; `null` in games that have no ranks.
   */
  rank?: string | null;
  [k: string]: unknown;
}
/**
 * Answers `get_history`.
 */
export interface History {
  /**
   * What this is: it tells it from others.
   */
  type: "history";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The player; in a command, their id.
   */
  player: Player;
  /**
   * Newest first.
   */
  matches: Played[];
  /**
   * The cursor for the next page; `null` if this is all.
   */
  before: number | null;
  [k: string]: unknown;
}
/**
 * A match that has been played.
 */
export interface Played {
  /**
   * Which match, by its id.
   */
  match: string;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * When it began, by the store's clock.
   */
  began: number;
  /**
   * When it ended, by the store's clock.
   */
  ended: number;
  /**
   * Its length: the version at which it ended.
   */
  entries: number;
  /**
   * The seats, in order.
   */
  seats: PlayedSeat[];
  /**
   * Why it ended, as in its `result`.
   */
  reason: string | null;
  /**
   * Why nobody's rating moved; `null` if the match was rated.
   */
  unrated: (Unrated | (string & {})) | null;
  /**
   * The path of its transcript over plain HTTP; `null` if that is not kept any more.
   */
  transcript: string | null;
  /**
   * True if the store had lost a part of it, so that some had seen the future.
   */
  rewound?: boolean;
  [k: string]: unknown;
}
/**
 * One seat of a match that has been played.
 */
export interface PlayedSeat {
  /**
   * The player; in a command, their id.
   */
  player: Player;
  /**
   * `null` if the match never came to its end.
   */
  place: number | null;
  /**
   * The rating before the match; `null` unless it was rated for this seat, and until its cause is published to others.
   */
  before?: Rating | null;
  /**
   * The rating after the match.
   */
  after?: Rating | null;
  [k: string]: unknown;
}
/**
 * Answers `get_head_to_head`.
 */
export interface HeadToHead {
  /**
   * What this is: it tells it from others.
   */
  type: "head_to_head";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The player; in a command, their id.
   */
  player: Player;
  /**
   * The other player; in a command, their id.
   */
  other: Player;
  /**
   * Of each game, what there is to say of it.
   */
  games: Met[];
  /**
   * Newest first.
   */
  matches: Played[];
  /**
   * The cursor for the next page; `null` if this is all.
   */
  before: number | null;
  [k: string]: unknown;
}
/**
 * The record of two players against each other in one game.
 */
export interface Met {
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * Number of matches in which the one was placed better than the other.
   */
  above: number;
  /**
   * How many matches ended with this player in a worse place than the other.
   */
  below: number;
  /**
   * How many matches ended with both in the same place.
   */
  equal: number;
  [k: string]: unknown;
}
/**
 * Tells a player how a match that has ended changed their rating.
 */
export interface Rated {
  /**
   * What this is: it tells it from others.
   */
  type: "rated";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * Which match, by its id.
   */
  match: string;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * The place in which the player ended, from 1.
   */
  place: number | null;
  /**
   * The rating before the match.
   */
  before: Rating | null;
  /**
   * Both `null` if the match was not rated.
   */
  after: Rating | null;
  /**
   * Why not; `null` if it was.
   */
  unrated: (Unrated | (string & {})) | null;
  /**
   * True if the store had lost a part of the match (`rewound`).
   */
  rewound?: boolean;
  [k: string]: unknown;
}
/**
 * Answers `get_seats`.
 */
export interface Seats {
  /**
   * What this is: it tells it from others.
   */
  type: "seats";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * Every table with the player that is not over, the latest first.
   */
  seats: OwnSeat[];
  /**
   * One's ticket in quick match, if one seeks.
   */
  ticket: Ticket | null;
  /**
   * The match that one is offered, if it waits for answers.
   */
  offer: Offer | null;
  /**
   * The store's clock: `until − now` is the remaining time.
   */
  now: number;
  [k: string]: unknown;
}
/**
 * Answers `list_decks`.
 */
export interface Decks {
  /**
   * What this is: it tells it from others.
   */
  type: "decks";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * Those that were kept last first.
   */
  decks: KeptDeck[];
  [k: string]: unknown;
}
/**
 * A deck that a player keeps.
 */
export interface KeptDeck {
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * What it is called.
   */
  name: string;
  /**
   * The deck, card by card.
   */
  deck: Deck;
  /**
   * The same to be sent wherever a deck is asked for: its deck code if it is legal, a list otherwise.
   */
  text: string;
  /**
   * True if it can be played with the game's usual options, as the cards are today; `read_deck` lists its faults.
   */
  legal: boolean;
  /**
   * The time at which it was kept in this form.
   */
  kept_at: number;
  [k: string]: unknown;
}
/**
 * Answers `keep_deck`.
 */
export interface DeckKept {
  /**
   * What this is: it tells it from others.
   */
  type: "deck_kept";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The deck that is kept from now on.
   */
  deck: KeptDeck;
  /**
   * Everything that is wrong with it, each in a sentence; empty if it can be played.
   */
  faults?: string[];
  [k: string]: unknown;
}
/**
 * Answers `drop_deck`.
 */
export interface DeckDropped {
  /**
   * What this is: it tells it from others.
   */
  type: "deck_dropped";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * What it is called.
   */
  name: string;
  [k: string]: unknown;
}
/**
 * Answers `get_collection`.
 */
export interface Collection {
  /**
   * What this is: it tells it from others.
   */
  type: "collection";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * By game and card. Cards without a copy are left out. Nobody owns Powers: they belong to everybody.
   */
  copies: OwnedCopies[];
  [k: string]: unknown;
}
/**
 * Number of copies that a player owns of a card, or of a printing of it.
 */
export interface OwnedCopies {
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * The id of the card, or of the printing, in the catalogue of the game.
   */
  card: string;
  /**
   * How many.
   */
  count: number;
  /**
   * Number of them that are neither in an open offer nor in a running match.
   */
  free: number;
  [k: string]: unknown;
}
/**
 * Answers `get_movements`.
 */
export interface Movements {
  /**
   * What this is: it tells it from others.
   */
  type: "movements";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The newest first; at most 100.
   */
  movements: CopiesMoved[];
  /**
   * The cursor for the next page; `null` if these are all.
   */
  before?: number | null;
  [k: string]: unknown;
}
/**
 * A movement of one's cards.
 */
export interface CopiesMoved {
  /**
   * Which of one's movements it is, counted from 1.
   */
  number: number;
  /**
   * When that was, by the store's clock.
   */
  at: number;
  /**
   * What was asked for, or what the house did.
   */
  cause: MovementCause | (string & {});
  /**
   * The id of the cause; empty for a gift.
   */
  of: string;
  /**
   * The cards; where they are hidden, nothing or how many.
   */
  cards: CardMoved[];
  [k: string]: unknown;
}
/**
 * Number of copies of a card, or of a printing, that a player has received; below zero, given away.
 */
export interface CardMoved {
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * The card, by its id.
   */
  card: string;
  /**
   * How many.
   */
  count: number;
  [k: string]: unknown;
}
/**
 * Answers `get_packs` and `claim_packs`.
 */
export interface Packs {
  /**
   * What this is: it tells it from others.
   */
  type: "packs";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * Those that are not opened, the oldest first.
   */
  packs: Pack[];
  /**
   * Number of them that this command gave.
   */
  earned?: number;
  /**
   * The time of the packs for the next day; `null` where days bring none.
   */
  next_at?: number | null;
  /**
   * From when on this account may claim packs, while it is `too_new` for that; `null` once it may, and from older servers.
   */
  due_from?: number | null;
  [k: string]: unknown;
}
/**
 * A pack that is not opened.
 */
export interface Pack {
  /**
   * The id by which it is named elsewhere.
   */
  id: string;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * Where it came from.
   */
  source: PackSource | (string & {});
  /**
   * SHA-256 of the seed of the pack, in hexadecimal.
   */
  commitment: string;
  /**
   * The hash of the lists from which it is drawn (FAIRNESS.md, *Packs*); the lists are in the odds.
   */
  pool: string;
  /**
   * The time at which it was given, by the store's clock.
   */
  earned_at: number;
  [k: string]: unknown;
}
/**
 * Answers `open_pack`.
 */
export interface PackOpened {
  /**
   * What this is: it tells it from others.
   */
  type: "pack_opened";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The pack by its id.
   */
  pack: string;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * Three Commons, a Rare, and the fifth.
   */
  cards: PackCard[];
  /**
   * The server's randomness, in hexadecimal. Its SHA-256 was the commitment.
   */
  seed: string;
  /**
   * That with which it was opened.
   */
  entropy: string;
  /**
   * The hash of the lists from which it was drawn, as published before.
   */
  pool: string;
  /**
   * When it was opened, by the store's clock.
   */
  opened_at: number;
  [k: string]: unknown;
}
/**
 * A card of a pack.
 */
export interface PackCard {
  /**
   * The id of the card, or of the printing.
   */
  card: string;
  /**
   * How rare it is.
   */
  rarity: PackRarity | (string & {});
  [k: string]: unknown;
}
/**
 * The current state of a trade. It answers the commands about one trade. It also comes unrequested, without a
 * `ref`, on every connection of both players after each change: a revision, an end, a freeze or the end of one.
 * Nothing is sent when the time of a trade is over, unless it is over sooner than announced.
 */
export interface TradeChanged {
  /**
   * What this is: it tells it from others.
   */
  type: "trade_changed";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The trade as both see it.
   */
  trade: Trade;
  /**
   * The store's clock: `expires_at − now` is the remaining time.
   */
  now: number;
  [k: string]: unknown;
}
/**
 * A trade as it stands, the same for both.
 */
export interface Trade {
  /**
   * The id by which it is named elsewhere.
   */
  id: string;
  /**
   * The number of the newest revision, of which all of this is; counted from 1.
   */
  revision: number;
  /**
   * The stage of the trade.
   */
  stage: TradeStage | (string & {});
  /**
   * The player that offered it first, and the other.
   *
   * @minItems 2
   */
  sides: [TradeSide, TradeSide];
  /**
   * The time of the first offer, by the store's clock.
   */
  opened_at: number;
  /**
   * The time of its latest change; of an expired one, its expiry.
   */
  changed_at: number;
  /**
   * The expiry; each revision has its own.
   */
  expires_at: number;
  /**
   * The player that has ended it; `null` if nobody has, or if their account is gone.
   */
  cancelled_by?: string | null;
  [k: string]: unknown;
}
/**
 * One player of a trade, and the copies that they give.
 */
export interface TradeSide {
  /**
   * The player of this side.
   */
  player: Player;
  /**
   * The cards that go from them to the other; may be empty.
   */
  gives: TradedCard[];
  /**
   * True if they have accepted the newest revision; its author has.
   */
  has_accepted: boolean;
  [k: string]: unknown;
}
/**
 * The same, as it stands in a trade.
 */
export interface TradedCard {
  /**
   * The game of the card.
   */
  game: string;
  /**
   * The id of the card, or of the printing.
   */
  card: string;
  /**
   * Number of copies of it.
   */
  count: number;
  [k: string]: unknown;
}
/**
 * Answers `get_trades`.
 */
export interface Trades {
  /**
   * What this is: it tells it from others.
   */
  type: "trades";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * All that are open or frozen, the one that changed last first.
   */
  open: Trade[];
  /**
   * Those that have ended, the newest first; at most 50. Those that have come to nothing are kept for 90 days.
   */
  ended: Trade[];
  /**
   * The cursor for the next page; `null` if these are all.
   */
  before?: number | null;
  /**
   * The store's clock.
   */
  now: number;
  [k: string]: unknown;
}
/**
 * Answers `claim_code`.
 */
export interface CodeClaimed {
  /**
   * What this is: it tells it from others.
   */
  type: "code_claimed";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The purpose of the code.
   */
  label: string;
  /**
   * The packs that have come by it, to be opened as any other.
   */
  packs: Pack[];
  /**
   * The copies that have come by it.
   */
  copies: CardMoved[];
  [k: string]: unknown;
}
/**
 * Answers `make_codes`.
 */
export interface CodesMade {
  /**
   * What this is: it tells it from others.
   */
  type: "codes_made";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The new batch.
   */
  batch: CodeBatch;
  /**
   * The codes, in groups of four as they are to be read out. They are never shown again: empty if the same `ref` was carried out before; then `revoke_codes`, and make others.
   */
  codes: string[];
  [k: string]: unknown;
}
/**
 * A batch of codes as moderators see it. The codes themselves are kept only as hashes.
 */
export interface CodeBatch {
  /**
   * The id by which it is named elsewhere.
   */
  id: string;
  /**
   * What its owner calls it.
   */
  label: string;
  /**
   * The gift of each of its codes.
   */
  gift: CodeGift;
  /**
   * Number of its codes.
   */
  codes: number;
  /**
   * Number of players that can claim the same code.
   */
  uses: number;
  /**
   * Number of claims of its codes; `codes` times `uses` when all are spent.
   */
  claimed: number;
  /**
   * When it was made, by the store's clock.
   */
  made_at: number;
  /**
   * `null` for a person with access to the machine of the store.
   */
  made_by: Player | null;
  /**
   * Expiry of its codes; `null` for never.
   */
  until?: number | null;
  /**
   * The time at which the batch was revoked; `null` if it was not.
   */
  revoked_at?: number | null;
  [k: string]: unknown;
}
/**
 * The gift of a code to every player that claims it: it is never empty.
 */
export interface CodeGift {
  /**
   * Packs to be opened.
   *
   * @maxItems 8
   */
  packs?: PacksGiven[];
  /**
   * Cards, as they are.
   *
   * @maxItems 100
   */
  copies?: CopiesGiven[];
  [k: string]: unknown;
}
/**
 * Packs that a code gives.
 */
export interface PacksGiven {
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * How many.
   */
  count?: number;
  /**
   * The set of the game's catalogue, by its id, of whose cards alone they are; `null` for all that its packs hold.
   */
  set?: string | null;
  [k: string]: unknown;
}
/**
 * Copies that a code gives.
 */
export interface CopiesGiven {
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * The id of the card, or of a printing of it, in the catalogue of the game.
   */
  card: string;
  /**
   * How many.
   */
  count?: number;
  [k: string]: unknown;
}
/**
 * Answers `list_codes`.
 */
export interface CodeBatches {
  /**
   * What this is: it tells it from others.
   */
  type: "code_batches";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The newest first; at most 50.
   */
  batches: CodeBatch[];
  /**
   * The cursor for the next page; `null` if these are all.
   */
  before?: string | null;
  [k: string]: unknown;
}
/**
 * Answers `revoke_codes`.
 */
export interface CodesRevoked {
  /**
   * What this is: it tells it from others.
   */
  type: "codes_revoked";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * As it stands now.
   */
  batch: CodeBatch;
  [k: string]: unknown;
}
/**
 * Answers `get_code_history`.
 */
export interface CodeHistory {
  /**
   * What this is: it tells it from others.
   */
  type: "code_history";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The batch, as it stands now.
   */
  batch: CodeBatch;
  /**
   * Which code of the batch was asked for, counted from 1 as they were shown; `null` if it was the batch.
   */
  number?: number | null;
  /**
   * Number of claims of that code.
   */
  claimed?: number | null;
  /**
   * The audit log of the batch, the newest first: that it was made and revoked, and every claim, with the number of the code in `detail`. Of a code its claims alone; the rest stands in `batch`.
   */
  deeds?: Deed[];
  /**
   * The cursor for the next page; `null` if these are all.
   */
  before?: string | null;
  [k: string]: unknown;
}
/**
 * An entry of the audit log. There is no way to change or remove one.
 */
export interface Deed {
  /**
   * The id by which it is named elsewhere.
   */
  id: string;
  /**
   * When that was, by the store's clock.
   */
  at: number;
  /**
   * `null` for a person with access to the machine of the store, and for the house itself.
   */
  by: Player | null;
  /**
   * What was done.
   */
  what: DeedKind | (string & {});
  /**
   * To whom it was done.
   */
  whom: Player | null;
  /**
   * Why, in a sentence of whoever did it.
   */
  why: string;
  /**
   * The end of a mute or ban; `null` for good.
   */
  until?: number | null;
  /**
   * The names, the roles, the report: further details.
   */
  detail?: string;
  [k: string]: unknown;
}
/**
 * Answers `get_wishes`, `change_wishes` and `be_found`.
 */
export interface Wishes {
  /**
   * What this is: it tells it from others.
   */
  type: "wishes";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The whole list, the newest first.
   */
  wishes: WishedCard[];
  /**
   * The players that may find the owner.
   */
  found_by: FoundBy | (string & {});
  [k: string]: unknown;
}
/**
 * A card, or a printing of it, that stands on one's wish list.
 */
export interface WishedCard {
  /**
   * The game of the card.
   */
  game: string;
  /**
   * The id of the card, or of the printing.
   */
  card: string;
  /**
   * Since when it stands there, by the store's clock.
   */
  at: number;
  [k: string]: unknown;
}
/**
 * Answers `find_traders` as of this moment: players do not reserve their copies for the sender.
 */
export interface Traders {
  /**
   * What this is: it tells it from others.
   */
  type: "traders";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * The requested relation.
   */
  who: TraderRole | (string & {});
  /**
   * The game of the card that was asked about.
   */
  game: string;
  /**
   * The id of that card, or of the printing.
   */
  card: string;
  /**
   * In an order that differs for each card, and stays the same; at most 20. Players that take no offers of the requester are left out, for any reason.
   */
  traders: Trader[];
  /**
   * The cursor for the next page; `null` if these are all.
   */
  after?: number | null;
  [k: string]: unknown;
}
/**
 * A possible trade partner.
 */
export interface Trader {
  /**
   * The player.
   */
  player: Player;
  /**
   * Cards of the requester's wish list of which they have a free copy; at most 10.
   */
  has?: NamedCard[];
  /**
   * Cards that they wish for and of which the requester has a free copy; at most 10.
   */
  wishes?: NamedCard[];
  [k: string]: unknown;
}
/**
 * A card, or a printing of it.
 */
export interface NamedCard {
  /**
   * The game of the card.
   */
  game: string;
  /**
   * The id of the card, or of the printing.
   */
  card: string;
  [k: string]: unknown;
}
/**
 * Answers `get_export`: all data that the server keeps about the player, except secrets and reports that others
 * made to the moderators. The newest is first. Of matches, lines and deeds there are as many as fit into one frame;
 * over plain HTTP, all.
 */
export interface Export {
  /**
   * What this is: it tells it from others.
   */
  type: "export";
  /**
   * The command that this answers, if it answers one.
   */
  ref?: string | null;
  /**
   * Including avoided players and the player's bots.
   */
  account: Account;
  /**
   * The tokens.
   */
  tokens: TokenOffered[];
  /**
   * Of each game, what there is to say of it.
   */
  games: GameStanding[];
  /**
   * The matches, newest first.
   */
  matches: Played[];
  /**
   * The cursor for `get_history`; `null` if these are all.
   */
  before: number | null;
  /**
   * The player's record against every opponent in these matches.
   */
  met?: MetWith[];
  /**
   * The player's lines within 24 hours.
   */
  lines?: LineSaid[];
  /**
   * Those of the last 30 days.
   */
  reports?: ReportMade[];
  /**
   * The sanctions against this player, those that have ended among them.
   */
  sanctions?: SanctionSuffered[];
  /**
   * The entries of the audit log, newest first.
   */
  deeds?: DeedDone[];
  /**
   * Where this player came from lately, as marks that lead nowhere.
   */
  came_from?: CameFrom[];
  /**
   * `null` for a player without a search within a day.
   */
  sought?: Sought | null;
  /**
   * At which one has sat down within a day, as far as it is counted.
   */
  tables?: string[];
  /**
   * The deals that were refused because one had not revealed the entropy that one had bound.
   */
  refused_deals?: RefusedDeal[];
  /**
   * The copies of cards that one owns.
   */
  collection?: OwnedCopies[];
  /**
   * Their movements.
   */
  movements?: CopiesMoved[];
  /**
   * The packs that one has not opened.
   */
  packs?: Pack[];
  /**
   * The opened packs, as far back as their movements are listed.
   */
  opened_packs?: PackOpened[];
  /**
   * Those that are open, and those that have ended, as far as they are kept.
   */
  trades?: Trade[];
  /**
   * The entries of the wish list.
   */
  wishes?: WishedCard[];
  /**
   * The players that may find the owner by it, and by tradable copies.
   */
  found_by?: FoundBy | (string & {});
  /**
   * The decks that one keeps in one's account.
   */
  decks?: KeptDeck[];
  [k: string]: unknown;
}
/**
 * The player's record against another player.
 */
export interface MetWith {
  /**
   * The player; in a command, their id.
   */
  player: Player;
  /**
   * Of each game, what there is to say of it.
   */
  games: Met[];
  [k: string]: unknown;
}
/**
 * A chat line that the player has sent.
 */
export interface LineSaid {
  /**
   * Where it was said, or is to be heard.
   */
  where: Where | (string & {});
  /**
   * Which table or match; `null` in the lobby.
   */
  id: string | null;
  /**
   * What was said.
   */
  line: Line;
  [k: string]: unknown;
}
/**
 * A report that one has made.
 */
export interface ReportMade {
  /**
   * When that was, by the store's clock.
   */
  at: number;
  /**
   * The player; in a command, their id.
   */
  player: Player;
  /**
   * Why, in one word.
   */
  reason: Reason | (string & {});
  /**
   * The words, as they were written.
   */
  text: string;
  /**
   * Where it was said, or is to be heard.
   */
  where: (Where | (string & {})) | null;
  /**
   * Which table or match.
   */
  place: string | null;
  /**
   * The player's own lines there.
   */
  lines: Line[];
  [k: string]: unknown;
}
/**
 * A sanction that is in force against oneself.
 */
export interface SanctionSuffered {
  /**
   * Which kind it is.
   */
  kind: SanctionKind | (string & {});
  /**
   * Why, in a sentence of whoever did it.
   */
  why: string;
  /**
   * When that was, by the store's clock.
   */
  at: number;
  /**
   * `null` for good.
   */
  until: number | null;
  /**
   * True if guests from the player's addresses are shut out with it.
   */
  address: boolean;
  [k: string]: unknown;
}
/**
 * An entry of the audit log: a moderator's deed against the player, or the player's own deed as a moderator.
 */
export interface DeedDone {
  /**
   * When that was, by the store's clock.
   */
  at: number;
  /**
   * What was done.
   */
  what: DeedKind | (string & {});
  /**
   * To whom it was done.
   */
  whom: Player | null;
  /**
   * Whether the player did it, and no moderator.
   */
  by_oneself: boolean;
  /**
   * Why, in a sentence of whoever did it.
   */
  why: string;
  /**
   * Until when, by the store's clock; `null` for good.
   */
  until: number | null;
  /**
   * What more there is to say of it.
   */
  detail: string;
  [k: string]: unknown;
}
/**
 * That one came from somewhere.
 */
export interface CameFrom {
  /**
   * By this an address is known again; the address itself is not kept.
   */
  mark: string;
  /**
   * When that was, by the store's clock.
   */
  at: number;
  [k: string]: unknown;
}
/**
 * Data that quick match keeps about a player.
 */
export interface Sought {
  /**
   * The ticket, by its id.
   */
  ticket: string | null;
  /**
   * Those of the ticket.
   */
  games: string[];
  /**
   * Since when, by the store's clock.
   */
  since: number | null;
  /**
   * The offers that were missed or declined lately.
   */
  missed: OfferMissed[];
  /**
   * The opponents met last.
   */
  last: Player[];
  [k: string]: unknown;
}
/**
 * An offer of quick match that one did not take up.
 */
export interface OfferMissed {
  /**
   * When that was, by the store's clock.
   */
  at: number;
  /**
   * Whether it was declined, and not merely left unanswered.
   */
  declined: boolean;
  [k: string]: unknown;
}
/**
 * A seat acted.
 */
export interface Acted {
  /**
   * What this is: it tells it from others.
   */
  type: "acted";
  /**
   * The action as it was taken, in the game's own shape.
   */
  action: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * The audit log, newest first.
 */
export interface Audit {
  /**
   * The entries of the audit log, newest first.
   */
  deeds: Deed[];
  /**
   * The cursor for the next page; `null` if there is none.
   */
  before: string | null;
  [k: string]: unknown;
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
  cards: unknown[];
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
  [k: string]: unknown;
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
  [k: string]: unknown;
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
  [k: string]: unknown;
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
  [k: string]: unknown;
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
  [k: string]: unknown;
}
/**
 * One draw of an entry. It is secret until the match has ended.
 */
export interface Draw {
  /**
   * Which kind it is.
   */
  kind: DrawKind | (string & {});
  /**
   * The kind of event that shows the result, a dot, and the field with the result; without a field, if the whole event shows it.
   */
  purpose: string;
  /**
   * The choices of the draw: the cards (or other things) in the given order; of a `roll` the number of sides.
   */
  of: unknown[] | number;
  /**
   * Count of numbers of the entry that it took.
   */
  words: number;
  /**
   * The place of the result in this entry: JSON pointers (RFC 6901) into `events`. Those of a `shuffle` point to lists, which one after the other are the cards in their new order. Absent if `outcome` is present.
   */
  at?: string[];
  /**
   * The result, if no event contains it as it is.
   */
  outcome?: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * One accepted action and everything it caused.
 */
export interface Entry {
  /**
   * The number of this entry, counted from 1.
   */
  version: number;
  /**
   * The seat of the action; `None` for the house's own: it opens the match, gives it up, or notes that the store has lost a part of it.
   */
  seat: number | null;
  /**
   * What was asked for, or what the house did.
   */
  cause: Opened | Acted | Resigned | TimedOut | Returned | Obeyed | Voided | HistoryLost;
  /**
   * The events, in the game's own shapes.
   */
  events: unknown[];
  /**
   * The client's name for the action.
   */
  ref?: string | null;
  /**
   * Every draw that was made for it, in order: a list of `Draw`. The first entry has it even if it is empty: then the draws of all entries of the match are noted, and an entry without it has made none. In a match of before they are not.
   */
  draws?: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * The house opened the match: everything that the fold begins with.
 */
export interface Opened {
  /**
   * What this is: it tells it from others.
   */
  type: "opened";
  /**
   * Which match, by its id.
   */
  match: string;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * The version of the game's rules.
   */
  rules: number;
  /**
   * The players; in the order of their seats, where they have some.
   */
  players: Player[];
  /**
   * The game's own options.
   */
  options: {
    [k: string]: unknown;
  };
  /**
   * How long a seat may think about one decision, in milliseconds.
   */
  time_limit: number;
  /**
   * The house's 256-bit seed in hexadecimal. Secret until the match has ended.
   */
  seed: string;
  /**
   * The share of each seat.
   */
  entropy: string[];
  /**
   * The hash by which each seat had bound it before any was revealed, `null` for a seat that added none; not there if nobody added any.
   */
  entropy_hashes?: (string | null)[];
  /**
   * The time that a bot of the house takes for each action.
   */
  bot_delay?: number;
  /**
   * The time that each seat may take in this match beyond its limits, all in all.
   */
  time_bank?: number;
  /**
   * The table of the players.
   */
  table?: string | null;
  /**
   * True if viewers without a seat may watch.
   */
  spectators?: boolean;
  /**
   * The admission to that table; absent if everybody may come.
   */
  access?: Access | (string & {});
  /**
   * The viewers that may see it again when it has ended, if its table set them; absent if that follows from `spectators` and `access`.
   */
  replays?: ReplayAccess | (string & {});
  /**
   * The delay of everybody else behind the players; absent if there is none.
   */
  spectator_delay?: SpectatorDelay | (string & {});
  /**
   * The time from which viewers without a seat may see it through the eyes of one; absent if only after the end. `during` means that every seat had agreed.
   */
  perspectives?: Perspectives | (string & {});
  /**
   * Each seat's deck, card by card, so that it can be verified independently of names, codes and sets; empty in games that nobody brings a deck to. As secret as a hand until the match has ended.
   */
  decks?: Deck[];
  /**
   * The sets of cards beside the shipped one that the game is played with; not there if there are none.
   */
  card_sets?: SetMark[];
  /**
   * True if it was agreed that it counts for ratings.
   */
  rated?: boolean;
  [k: string]: unknown;
}
/**
 * A seat left for good.
 */
export interface Resigned {
  /**
   * What this is: it tells it from others.
   */
  type: "resigned";
  [k: string]: unknown;
}
/**
 * The house played for a seat that had run out of time.
 */
export interface TimedOut {
  /**
   * What this is: it tells it from others.
   */
  type: "timed_out";
  [k: string]: unknown;
}
/**
 * A seat that the house had played for is back: its lapses are forgotten.
 */
export interface Returned {
  /**
   * What this is: it tells it from others.
   */
  type: "returned";
  [k: string]: unknown;
}
/**
 * A standing order of the seat answered for it. Other seats receive the same as if it had acted.
 */
export interface Obeyed {
  /**
   * What this is: it tells it from others.
   */
  type: "obeyed";
  [k: string]: unknown;
}
/**
 * The house gave the match up, because the rules had failed and could not be asked any more: it has no result, and
 * counts for nobody.
 */
export interface Voided {
  /**
   * What this is: it tells it from others.
   */
  type: "voided";
  [k: string]: unknown;
}
/**
 * The store lost entries that had been sent, and the match goes on from the entry before this one. Seats with an
 * open question are asked again, and the dice are others from here on.
 */
export interface HistoryLost {
  /**
   * What this is: it tells it from others.
   */
  type: "history_lost";
  /**
   * Which history of the match begins here.
   */
  epoch: number;
  /**
   * The newest version that both histories share.
   */
  since: number;
  /**
   * The version of the match as its clients remember it: entries sent after `since`, up to it, are gone.
   */
  was: number;
  /**
   * The link of the lost entry at that version.
   */
  link: string;
  [k: string]: unknown;
}
/**
 * A report as moderators see it.
 */
export interface FiledReport {
  /**
   * The id by which it is named elsewhere.
   */
  id: string;
  /**
   * When that was, by the store's clock.
   */
  at: number;
  /**
   * What or who did it.
   */
  by: Player;
  /**
   * The player; in a command, their id.
   */
  player: Player;
  /**
   * Why, in one word.
   */
  reason: Reason | (string & {});
  /**
   * The words, as they were written.
   */
  text: string;
  /**
   * Where it was said, or is to be heard.
   */
  where: (Where | (string & {})) | null;
  /**
   * Which table or match.
   */
  place: string | null;
  /**
   * The latest lines there.
   */
  lines: Line[];
  /**
   * True if the text and the lines are left out because you play in that match; they are shown when it is over.
   */
  withheld?: boolean;
  /**
   * When it was dealt with; `null` as long as it is open.
   */
  resolved_at?: number | null;
  /**
   * Who dealt with it; `null` as long as it is open.
   */
  resolved_by?: Player | null;
  /**
   * What has come of the report, in the moderator's words.
   */
  verdict?: string | null;
  [k: string]: unknown;
}
/**
 * Reports, newest first.
 */
export interface FiledReports {
  /**
   * The reports, newest first.
   */
  reports: FiledReport[];
  /**
   * The cursor for the next page; `null` if there is none.
   */
  before: string | null;
  [k: string]: unknown;
}
/**
 * Pause of new matches, and the number of running ones.
 */
export interface MatchPause {
  /**
   * True if all servers pause: no match begins, and running ones go on to their ends.
   */
  is_on: boolean;
  /**
   * True if the answering process pauses by itself.
   */
  is_on_here: boolean;
  /**
   * Number of matches that have begun on all servers and are not settled yet.
   */
  running: number;
  /**
   * Since when it is so; `null` if there never was a pause.
   */
  at?: number | null;
  /**
   * What or who did it.
   */
  by?: Player | null;
  /**
   * Why, in a sentence of whoever did it.
   */
  why?: string;
  [k: string]: unknown;
}
/**
 * An action of the viewer's own seat.
 */
export interface OwnCause {
  /**
   * The seat that this is about, counted from 0.
   */
  seat: number;
  /**
   * The action; `null` where the house acted for the seat, or it left.
   */
  action: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * Answers a `ResetPasswordOrder`.
 */
export interface PasswordReset {
  /**
   * The entry of the audit log that tells of it.
   */
  deed: Deed;
  /**
   * The recovery code, to be passed on to the player, and never shown again; `null` if the order was carried out before: give another one, under another `ref`, if the code was lost.
   */
  code: string | null;
  [k: string]: unknown;
}
/**
 * Two players with recent matches in one game that moved no rating, as those of a farm would not.
 */
export interface Pattern {
  /**
   * The players; in the order of their seats, where they have some.
   *
   * @minItems 2
   */
  players: [Player, Player];
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * Why, in a sentence of whoever did it.
   */
  why: Unrated | (string & {});
  /**
   * Number of those matches.
   */
  matches: number;
  /**
   * The end of the first of them.
   */
  since: number;
  /**
   * The end of the newest of them.
   */
  last: number;
  /**
   * The newest of them, newest first.
   */
  newest: string[];
  [k: string]: unknown;
}
/**
 * Patterns, newest first.
 */
export interface Patterns {
  /**
   * The patterns, newest first.
   */
  patterns: Pattern[];
  /**
   * The cursor for the next page; `null` if there is none.
   */
  before: number | null;
  [k: string]: unknown;
}
/**
 * Let no match begin from now on, on all servers, or let them begin again; only an admin may.
 */
export interface PauseOrder {
  /**
   * The sender's name for this order: sent again under the same name it is done once.
   */
  ref?: string | null;
  /**
   * True if the pause begins, false if it ends.
   */
  is_on: boolean;
  /**
   * Why, in a sentence of whoever did it.
   */
  why: string;
}
/**
 * The moderators' view of a player.
 */
export interface PlayerFile {
  /**
   * The player; in a command, their id.
   */
  player: Player;
  /**
   * Since when, by the store's clock.
   */
  since: number;
  /**
   * What this player may do as a moderator.
   */
  roles: string[];
  /**
   * The sanctions against this player, those that have ended among them.
   */
  sanctions: Sanction[];
  [k: string]: unknown;
}
/**
 * A sanction that is in force.
 */
export interface Sanction {
  /**
   * Which kind it is.
   */
  kind: SanctionKind | (string & {});
  /**
   * Why, in a sentence of whoever did it.
   */
  why: string;
  /**
   * What or who did it.
   */
  by: Player;
  /**
   * When that was, by the store's clock.
   */
  at: number;
  /**
   * `null` for good.
   */
  until: number | null;
  /**
   * Whether it is for everybody who comes from where the player came from, too.
   */
  address: boolean;
  [k: string]: unknown;
}
/**
 * The refusal of an HTTP request.
 */
export interface Problem {
  /**
   * The page about this refusal, relative to the server: `/docs/errors#` and the code. Without one, `about:blank`.
   */
  type?: string;
  /**
   * The status in words.
   */
  title: string;
  /**
   * The status of the answer, as in its first line.
   */
  status: number;
  /**
   * The fault and the right form, in a sentence.
   */
  detail: string;
  /**
   * The same code as on the socket; `null` where HTTP itself says it (there is no such path).
   */
  code?: (RefusalCode | (string & {})) | null;
  /**
   * The place of the fault: a JSON path in the body, `?page` for that parameter, or the name of a header.
   */
  where?: string | null;
  /**
   * After how long it may be asked again; in seconds in the header `Retry-After`.
   */
  retry_in?: number | null;
  /**
   * Number of these requests that may still be sent at once, where they are counted.
   */
  remaining?: number | null;
  /**
   * Everything that is wrong, each in a sentence, where there may be several.
   */
  faults?: string[];
  [k: string]: unknown;
}
/**
 * Return a player another name.
 */
export interface RenameOrder {
  /**
   * The sender's name for this order: sent again under the same name it is done once.
   */
  ref?: string | null;
  /**
   * The player; in a command, their id.
   */
  player: string;
  /**
   * The new name.
   */
  name: string;
  /**
   * Why, in a sentence of whoever did it.
   */
  why: string;
}
/**
 * One moment of a match, as an `update` showed it then.
 */
export interface ReplayFrame {
  /**
   * The number of this entry, counted from 1.
   */
  version: number;
  /**
   * The time at which its entry was written, by the store's clock.
   */
  at: number;
  /**
   * The action of the viewer's own seat that led to it, if there was one. Actions of others show in `events`, as far as they were visible.
   */
  cause: OwnCause | null;
  /**
   * The events, as this viewer saw them.
   */
  events: unknown[];
  /**
   * The state as this viewer may see it, in the game's own shape.
   */
  view: {
    [k: string]: unknown;
  };
  /**
   * The choices of this viewer then.
   */
  choices: unknown[];
  /**
   * The seats that are asked for an action.
   */
  waiting: Waiting[];
  [k: string]: unknown;
}
/**
 * A finished match through the eyes of one viewer.
 */
export interface Replay {
  /**
   * What this is: it tells it from others.
   */
  type: "replay";
  /**
   * Which match, by its id.
   */
  match: string;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * As in `update`: the version of the game's rules, if it is another one than that of new matches.
   */
  rules?: number;
  /**
   * The players; in the order of their seats, where they have some.
   */
  players: Player[];
  /**
   * The seat whose eyes these are; `null` for a spectator's.
   */
  seat: number | null;
  /**
   * How the match ended.
   */
  result: Result;
  /**
   * When it began, by the store's clock.
   */
  began: number;
  /**
   * One for each entry, in their order.
   */
  frames: ReplayFrame[];
  [k: string]: unknown;
}
/**
 * Help a player that has lost password and codes. Their password, sessions and recovery codes are worth nothing any
 * more, and they get a new code. The moderator has to make sure that the request comes from that player.
 */
export interface ResetPasswordOrder {
  /**
   * The sender's name for this order: sent again under the same name it is done once.
   */
  ref?: string | null;
  /**
   * The player; in a command, their id.
   */
  player: string;
  /**
   * Why, in a sentence of whoever did it.
   */
  why: string;
}
/**
 * Say that a report has been dealt with.
 */
export interface ResolveOrder {
  /**
   * The sender's name for this order: sent again under the same name it is done once.
   */
  ref?: string | null;
  /**
   * What has come of the report, in the moderator's words.
   */
  verdict: string;
}
/**
 * End a mute or a ban before its time.
 */
export interface RevokeOrder {
  /**
   * The sender's name for this order: sent again under the same name it is done once.
   */
  ref?: string | null;
  /**
   * The player; in a command, their id.
   */
  player: string;
  /**
   * Which kind it is.
   */
  kind: SanctionKind;
  /**
   * Why, in a sentence of whoever did it.
   */
  why: string;
}
/**
 * Let a player have these roles and no others; only an admin may.
 */
export interface RolesOrder {
  /**
   * The sender's name for this order: sent again under the same name it is done once.
   */
  ref?: string | null;
  /**
   * The player; in a command, their id.
   */
  player: string;
  /**
   * What this player may do as a moderator.
   */
  roles: Role[];
  /**
   * Why, in a sentence of whoever did it.
   */
  why: string;
}
/**
 * Sanction a player, and the bots of their own.
 */
export interface SanctionOrder {
  /**
   * The sender's name for this order: sent again under the same name it is done once.
   */
  ref?: string | null;
  /**
   * The player; in a command, their id.
   */
  player: string;
  /**
   * Which kind it is.
   */
  kind: SanctionKind;
  /**
   * The player is told.
   */
  why: string;
  /**
   * For how long; `null` for good. A disconnection has no length.
   */
  seconds?: number | null;
  /**
   * Of a ban: true if guests from the player's recent addresses are shut out too; for 30 days at most.
   */
  address?: boolean;
}
/**
 * The whole log of a finished match with its revealed seed.
 */
export interface Transcript {
  /**
   * Which match, by its id.
   */
  match: string;
  /**
   * Which game, by its name.
   */
  game: string;
  /**
   * SHA-256 of the seed, as it was published before the deal.
   */
  commitment: string;
  /**
   * All entries, in order.
   */
  entries: TranscriptEntry[];
  /**
   * How the match ended.
   */
  result: Result;
  /**
   * The server's signature of a `MatchStatement`: a compact JWS by one of its keys (`/v1/keys`). Absent from older servers.
   */
  signature?: string;
  [k: string]: unknown;
}
/**
 * One entry as it was stored, with the time of the store and the link of the chain.
 */
export interface TranscriptEntry {
  /**
   * The stored bytes of the entry, as text: JSON in UTF-8. The links are over exactly these bytes.
   */
  entry: string;
  /**
   * When that was, by the store's clock.
   */
  at: number;
  /**
   * The link of the chain at this entry, in hexadecimal.
   */
  link: string;
  [k: string]: unknown;
}
