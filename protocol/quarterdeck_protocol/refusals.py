"""Every code with which the server can refuse a command.

The code is for programs; the sentence beside it in `Refused` is for people.
"""

from quarterdeck_protocol.open_enum import OpenEnum


class RefusalCode(OpenEnum):
    """Reasons for refusing a command. Nothing has changed, and no other client was notified."""

    NOT_JSON = "not_json"
    """The frame is not JSON in UTF-8."""

    MALFORMED = "malformed"
    """It is JSON, but a field is missing or has the wrong type; `where` says which."""

    UNKNOWN_MESSAGE = "unknown_message"
    """There is no message with this `type`."""

    TOO_LARGE = "too_large"
    """The frame is larger than `limits.message_bytes`."""

    TOO_MANY = "too_many"
    """Commands come faster than `limits.messages_per_second`; a client that goes on is disconnected with close code
    1008."""

    UNSUPPORTED_VERSION = "unsupported_version"
    """The server does not speak this version of the protocol."""

    NOT_SIGNED_IN = "not_signed_in"
    """The command needs a player: sign in first."""

    UNKNOWN_TOKEN = "unknown_token"  # noqa: S105 - the name of a refusal
    """The session token is unknown or no longer valid: sign in without one."""

    NAME_NOT_ALLOWED = "name_not_allowed"
    """The name is empty, too long or has characters that cannot be displayed."""

    NAME_TAKEN = "name_taken"
    """The name is taken, looks like a taken name, or is reserved."""

    PASSWORD_NOT_ALLOWED = "password_not_allowed"  # noqa: S105 - the name of a refusal
    """The password is too short or too long."""

    WRONG_PASSWORD = "wrong_password"  # noqa: S105 - the name of a refusal
    """There is no account with this name and password, without saying which of the two is wrong; or it is not the
    password of the table."""

    WRONG_CODE = "wrong_code"
    """No table has this invite code, or no longer; or the named table has another one."""

    SLOW_DOWN = "slow_down"
    """Too much of this in a short time; `retry_in` says when to try again."""

    ALREADY_REGISTERED = "already_registered"
    """The player already has a registered account."""

    REGISTRATION_CLOSED = "registration_closed"
    """This server makes no new accounts, and has no guests or does not need them."""

    UNKNOWN_INVITE = "unknown_invite"
    """The code of the invite is missing or not valid: it is wrong, expired, revoked or used up."""

    APPROVAL_PENDING = "approval_pending"
    """The player's account waits for approval, or was rejected."""

    NOT_REGISTERED = "not_registered"
    """The command needs a registered account: register first."""

    MISSING_SCOPE = "missing_scope"
    """The token of this connection does not allow this."""

    UNKNOWN_PLAYER = "unknown_player"
    """The player does not exist, or no longer exists."""

    NOT_YOURSELF = "not_yourself"
    """You cannot do this to yourself."""

    UNKNOWN_GAME = "unknown_game"
    """The server does not offer this game."""

    UNKNOWN_RULES = "unknown_rules"
    """The server does not have this version of the game's rules. The sentence names the versions that it has, and where
    to get the other."""

    NO_CARDS = "no_cards"
    """The game has no catalogue of cards."""

    NO_RULES = "no_rules"
    """The game has no rule book."""

    NO_LESSON = "no_lesson"
    """The game has no lesson."""

    BAD_OPTIONS = "bad_options"
    """The game cannot be played with this setup; `where` and the sentence name the fault."""

    BAD_DECK = "bad_deck"
    """This deck cannot be played here; `faults` says everything that is wrong with it."""

    UNKNOWN_TABLE = "unknown_table"
    """The table does not exist, or no longer exists."""

    UNKNOWN_BOT = "unknown_bot"
    """The server has no bot of this name; or `declare_bot` was sent by a player who is no bot."""

    NOT_AT_TABLE = "not_at_table"
    """The player has no seat at this table."""

    NOT_THE_HOST = "not_the_host"
    """Only the table's host may do this."""

    KICKED = "kicked"
    """The host has kicked the player from this table; they may sit down again when the next match is set up."""

    TOO_MANY_TABLES = "too_many_tables"
    """The player has reached the limit of tables to sit at, or the address has reached the limit of open tables."""

    TOO_MANY_KEPT = "too_many_kept"
    """The account has reached its limit of these: decks (`limits.decks_per_player`, or their common size), bots,
    tokens, avoided players, or cards on a wish list (`limits.wishes`)."""

    NOT_OWNED = "not_owned"
    """The player owns fewer copies of these cards than are needed: to move them, to play a deck where only owned cards
    are played, or to learn which players wish for them. `faults` has a sentence for each card."""

    COPIES_HELD = "copies_held"
    """The player owns these copies, but they are in an open offer or in a running match, and stay there; `faults` has a
    sentence for each card."""

    NO_PACKS = "no_packs"
    """There are no packs of this game: its cards have no rarities, or it has none."""

    TOO_NEW = "too_new"
    """The account is too young to claim gifts or to trade; `retry_in` is the remaining time."""

    UNKNOWN_PACK = "unknown_pack"
    """The player has no such pack."""

    BAD_TRADE = "bad_trade"
    """A card of the trade cannot be traded, or is listed twice in one list or on both sides; `faults` has a sentence
    for each."""

    NOT_TRADING = "not_trading"
    """The other player cannot receive an offer from this player now. The reason is secret: their account may be too
    new, they may have too many open offers, or one of the two avoids the other."""

    TOO_MANY_TRADES = "too_many_trades"
    """As many trades of the player wait for others as `limits.open_trades` allows; or as many of these two, or of
    theirs for this other, as may be."""

    MESSAGES_OFF = "messages_off"
    """The host of this server has turned private messages off."""

    NOT_ACCEPTING = "not_accepting"
    """The other player does not accept this challenge. The reason is secret: their preference or band of ratings, a
    block by one of the two, or too many open challenges."""

    UNKNOWN_CHALLENGE = "unknown_challenge"
    """There is no such challenge, or it is not the sender's to answer."""

    CHALLENGE_OVER = "challenge_over"
    """The challenge was answered or has expired."""

    UNKNOWN_TOURNAMENT = "unknown_tournament"
    """There is no such tournament."""

    TOURNAMENT_CLOSED = "tournament_closed"
    """The tournament does not allow this now, or not for this player."""

    NOT_THE_DIRECTOR = "not_the_director"
    """Only the director of the tournament may do this."""

    UNKNOWN_CLUB = "unknown_club"
    """There is no such club, or it is private, and the sender may not know of it."""

    NOT_THE_ORGANISER = "not_the_organiser"
    """Only the owner, or also an organiser, of the club may do this."""

    UNKNOWN_WEBHOOK = "unknown_webhook"
    """The sender has no such webhook, or the server sends no webhooks of players."""

    WOULD_BE_UNRATED = "would_be_unrated"
    """The match of the challenge would not be rated, and `only_rated` is set. The text has the reason."""

    UNKNOWN_TRADE = "unknown_trade"
    """The player has no such trade, or it is no longer kept."""

    STALE_TRADE = "stale_trade"
    """The trade has a newer revision, or none with this number. Request the trade first."""

    OWN_REVISION = "own_revision"
    """The sender made this revision, and so has accepted it already. The other player must accept it."""

    TRADE_OVER = "trade_over"
    """The trade has ended: both sides have moved, or one of the two has cancelled it."""

    TRADE_EXPIRED = "trade_expired"
    """The trade has expired."""

    TRADE_FROZEN = "trade_frozen"
    """A moderator has frozen this trade. Nobody can accept or counter it."""

    UNKNOWN_DEVICE_CODE = "unknown_device_code"
    """There is no request of a program with this code, or it has expired."""

    SECOND_FACTOR_NEEDED = "second_factor_needed"
    """The password is right, and the account has a second factor: send a `code` with it."""

    WRONG_SECOND_FACTOR = "wrong_second_factor"
    """The code of the second factor is wrong, or was used before."""

    PROOF_NEEDED = "proof_needed"
    """The sign-in is too long ago for this: send `prove_identity` first."""

    LAST_SIGN_IN = "last_sign_in"
    """Without it, nobody could sign in to the account any more."""

    UNKNOWN_CODE = "unknown_code"
    """There is no such claim code: it was misread, or never was one. A player with repeated wrong codes has to wait."""

    CODE_SPENT = "code_spent"
    """The code has been claimed by the maximum number of players."""

    CODE_EXPIRED = "code_expired"
    """This code has expired."""

    CODE_REVOKED = "code_revoked"
    """A moderator has revoked this code."""

    ALREADY_CLAIMED = "already_claimed"
    """The player has claimed this code before, or another one that was made together with it."""

    UNKNOWN_BATCH = "unknown_batch"
    """There is no such batch of claim codes."""

    UNKNOWN_CARD = "unknown_card"
    """The catalogue of this game has no such card, printing or set, or nobody can own a copy of it."""

    SEAT_TAKEN = "seat_taken"
    """The seat is taken."""

    TABLE_FULL = "table_full"
    """The table has no free seat."""

    NO_SUCH_SEAT = "no_such_seat"
    """The table has no seat with this number."""

    MATCH_RUNNING = "match_running"
    """This cannot be done while the table's match is being played."""

    NOTHING_TO_REVEAL = "nothing_to_reveal"
    """The player has not committed to a share of entropy here, or it is not yet time to reveal it."""

    WRONG_ENTROPY = "wrong_entropy"
    """The revealed share of entropy does not match the hash that the player sent before."""

    TOO_LATE = "too_late"
    """Too late: the deal was refused, because the player had not revealed their share of entropy in time."""

    NO_MATCH_YET = "no_match_yet"
    """A rematch needs a match that has ended."""

    UNKNOWN_MATCH = "unknown_match"
    """The match does not exist, or no longer exists."""

    NO_SPECTATORS = "no_spectators"
    """Only players of the match, or viewers of its table, may watch it or see it again."""

    NOT_AGREED = "not_agreed"
    """Not all players have agreed that the match is seen through their eyes before it has ended; or, at a table where
    that is a condition, you have not."""

    NOT_YOUR_SEAT = "not_your_seat"
    """The player has no seat in this match."""

    NOT_YOUR_TURN = "not_your_turn"
    """The match is not waiting for this seat."""

    STALE = "stale"
    """The choice that was offered at `seen` is no longer available. The newest `update` follows."""

    ILLEGAL = "illegal"
    """The rules do not allow it; the sentence says why and `where` links to the rule."""

    INCOMPLETE = "incomplete"
    """The action leaves a field open, as a choice with `one_of` does; `where` is the field that needs one of its
    values."""

    REF_REUSED = "ref_reused"
    """The `ref` was already used for another command."""

    MATCH_OVER = "match_over"
    """The match has ended."""

    NO_UNDO = "no_undo"
    """The action cannot be taken back: the match is rated, or somebody may have learned something by the action."""

    UNDO_OVER = "undo_over"
    """The action is not the last one any more, or there is no request that this seat can answer."""

    TOO_MANY_UNDOS = "too_many_undos"
    """The seat has asked to take an action back too often in this match."""

    NO_RECESS = "no_recess"
    """The match has no recess: it is rated, it belongs to a tournament, or its table has turned it off."""

    RECESS_OVER = "recess_over"
    """There is no request that this seat can answer and no recess that it can resume, or there is one already."""

    TOO_MANY_RECESSES = "too_many_recesses"
    """The seat has asked for a recess too often in this match."""

    IN_RECESS = "in_recess"
    """The match is in recess: nobody can act before it is over."""

    NOT_WATCHING = "not_watching"
    """The connection is not subscribed to this match."""

    WATCHING_TOO_MANY = "watching_too_many"
    """This connection watches as many matches as `limits.watched_matches` allows."""

    TOO_MANY_SPECTATORS = "too_many_spectators"
    """As many watch this match as `limits.spectators` allows."""

    ALREADY_SEEKING = "already_seeking"
    """The player already has a ticket for a different search: `unseek` first."""

    BAD_PARTY = "bad_party"
    """The friends of this code cannot be paired like this; the sentence and `where` name the fault."""

    UNKNOWN_OFFER = "unknown_offer"
    """The player has no such offer, or no longer has it."""

    OFFER_OVER = "offer_over"
    """Too late: somebody has declined the offer, its time has run out, or its match has begun."""

    TEXT_NOT_ALLOWED = "text_not_allowed"
    """The line is empty, too long or has characters that cannot be displayed."""

    NOT_LISTENING = "not_listening"
    """The connection is not subscribed to the chat of this place."""

    MUTED = "muted"
    """A moderator has muted the player; the sentence says until when and why. Phrases are still allowed."""

    BANNED = "banned"
    """A moderator has banned this player, or guests from this address; the sentence says until when and why."""

    ALREADY_REPORTED = "already_reported"
    """The same player can be reported once an hour; `retry_in` says when again."""

    MISSING_ROLE = "missing_role"
    """This needs a role that the player does not have."""

    CONFLICT_OF_INTEREST = "conflict_of_interest"
    """The moderator, or a bot of theirs, shares a running match, a table, an offer, a party or an open trade with this
    player: another moderator has to decide. The audit log has an entry of it. Also a code that one has made oneself."""

    UNKNOWN_ANNOUNCEMENT = "unknown_announcement"
    """There is no such announcement, or it has ended."""

    UNKNOWN_REPORT = "unknown_report"
    """The report does not exist, or no longer exists."""

    NOT_SANCTIONED = "not_sanctioned"
    """The player has no such sanction to revoke."""

    TERMS_NOT_ACCEPTED = "terms_not_accepted"
    """The player must accept the host's terms of use first: `accept_terms` with the version `welcome.site.terms`."""

    UNKNOWN_TERMS = "unknown_terms"
    """Other terms of use are in force than those that the player would accept."""

    NOT_OVER_YET = "not_over_yet"
    """The transcript is available after the match has ended."""

    DOES_NOT_FOLLOW = "does_not_follow"
    """The transcript sent for a replay does not follow from its seed, its actions and the rules."""

    NOT_SHOWN_YET = "not_shown_yet"
    """Spectators see this match with a delay: `retry_in` is the wait until its beginning is shown; without it, the
    match is shown after its end."""

    PAUSED = "paused"
    """No match can start right now, because the server is under maintenance. Running matches continue."""

    UNAVAILABLE = "unavailable"
    """The store cannot be reached. No acknowledged command is lost: send the command again under the same `ref`."""

    INTERNAL = "internal"
    """The server had an internal error and has logged it. Nothing has changed."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a code that is newer than itself."""
