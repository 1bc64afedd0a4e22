"""Limits of a server: for one connection, and rate limits for an address or a player."""

import msgspec

from quarterdeck_protocol.names import Count, Milliseconds
from quarterdeck_protocol.open_enum import OpenEnum


class QuotaCode(OpenEnum):
    """Kinds of requests that are counted for a rate limit."""

    CONNECTIONS = "connections"
    """New connections."""

    NEW_GUESTS = "new_guests"
    """`sign_in` without a token and without a password."""

    TOKEN_SIGN_INS = "token_sign_ins"  # noqa: S105 - the name of a quota
    """`sign_in` with a token."""

    PASSWORD_CHECKS = "password_checks"  # noqa: S105 - the name of a quota
    """Commands that prove the ownership of an account by a password or a recovery code, as `sign_in` does."""

    REGISTRATIONS = "registrations"
    """`register`."""

    TABLES_OPENED = "tables_opened"
    """`open_table` and `rematch`: each sets up a match."""

    TICKETS = "tickets"
    """`seek`."""

    TABLE_KEYS = "table_keys"
    """`sit` and `watch_table` with an invite code or a password."""

    TABLE_LISTS = "table_lists"
    """`list_tables` and `watch_lobby`."""

    DEVICE_CODES = "device_codes"
    """`get_device_request` and `answer_device_request`."""

    DECK_READS = "deck_reads"
    """`read_deck`, and the same over HTTP; and each deck that is refused, or has more than 2,000 characters, whichever
    command brings it."""

    HTTP_REQUESTS = "http_requests"
    """Requests over HTTP, those for transcripts and exports among them."""

    TRANSCRIPTS = "transcripts"
    """Transcripts requested over HTTP."""

    REPLAYS = "replays"
    """Replays requested over HTTP."""

    TRANSCRIPT_REPLAYS = "transcript_replays"
    """Transcripts uploaded over HTTP for a replay."""

    FINISHED_MATCHES = "finished_matches"
    """Finished matches that the server reads for `watch_match`, `join_chat`, `act`, `resign` or the events over HTTP. A
    match that it has read lately takes none."""

    SEAT_LISTS = "seat_lists"
    """`get_seats`, and the same over HTTP."""

    KEPT_DECKS = "kept_decks"
    """`list_decks`, `keep_deck` and `drop_deck`, and the first of them over HTTP."""

    COLLECTION = "collection"
    """`get_collection`, `get_packs`, `claim_packs`, `open_pack` and `claim_code`, and their requests over HTTP."""

    TRADES = "trades"
    """`offer_trade`, `counter_trade`, `accept_trade` and `cancel_trade`."""

    TRADE_OFFERS = "trade_offers"
    """`offer_trade`, of a player and their bots together."""

    TRADE_LISTS = "trade_lists"
    """`get_trade` and `get_trades`, and the same over HTTP."""

    WISHES = "wishes"
    """`get_wishes`, `change_wishes` and `be_found`, and the same over HTTP."""

    TRADER_SEARCHES = "trader_searches"
    """`find_traders`, and the same over HTTP."""

    NOTICES = "notices"
    """`get_notices`, `watch_notices` and `read_notices`, and the same over HTTP."""

    CHALLENGES = "challenges"
    """`create_challenge`, `accept_challenge`, `decline_challenge`, `cancel_challenge`, `get_challenges`,
    `set_challengers`, and the commands about challenge links."""

    FOLLOWING = "following"
    """`follow`, `unfollow`, `get_following` and `set_seen_by`."""

    PRIVATE_MESSAGES = "private_messages"
    """`send_private_message`, `get_conversations`, `get_conversation`, `read_conversation` and
    `delete_conversation`."""

    TOURNAMENTS = "tournaments"
    """The commands about tournaments. Requests over HTTP count as `http_requests` alone."""

    CLUBS = "clubs"
    """The commands about clubs. Requests over HTTP count as `http_requests` alone."""

    CHALLENGES_A_DAY = "challenges_a_day"
    """`create_challenge`: the challenges of a person and their bots within a day. It appears in headers only; its
    number is `limits.challenges_a_day`.
    """

    EXPORTS = "exports"
    """Exports of a player's data."""

    CHAT_LINES = "chat_lines"
    """`say`."""

    REPORTS = "reports"
    """`report`."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a code that is newer than itself."""


class QuotaHolder(OpenEnum):
    """The holders of a quota: an address, a player or both."""

    ADDRESS = "address"
    """All players from one address together."""

    PLAYER = "player"
    """One player, from any address."""

    OTHER = "other"
    """Not sent by this server: a client uses it for one that is newer than itself."""


class Quota(msgspec.Struct, frozen=True, kw_only=True):
    """A rate limit of a command or request, in addition to the limits of one connection."""

    code: QuotaCode
    """The subject of the quota. The text of a refusal names it in words."""

    per: QuotaHolder
    """The owner of one of these limits."""

    at_once: Count
    per_minute: Count


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Limits of one client connection."""

    message_bytes: Count = 65_536
    """Maximum size of a frame from the client."""

    messages_per_second: Count = 100
    """Sustained number of commands per second."""

    messages_at_once: Count = 200
    """Number of commands in one burst."""

    watched_matches: Count = 64
    """Number of matches that one connection may watch."""

    spectators: Count = 0
    """Approximate maximum number of spectators of one match at the same time, over all connections; 0 for no limit."""

    history: Count = 200
    """Number of entries whose events `watch_match` with `since` can repeat."""

    tables_per_player: Count = 0
    """Maximum number of tables at which one player may sit at the same time, without finished ones; 0 for no limit."""

    tables_per_address: Count = 0
    """Maximum number of tables opened from one address that may exist at the same time; 0 for no limit."""

    decks_per_player: Count = 0
    """Number of decks that one player may keep in their account."""

    open_trades: Count = 0
    """Number of a player's trades that may wait for the others' answers at the same time, and of the others' offers
    that may wait for the player's; 0 on a server without trades.
    """

    wishes: Count = 0
    """Number of cards on a wish list at most; 0 where there are none."""

    open_challenges: Count = 0
    """Maximum number of open challenges by a person and their bots; 0 where nobody challenges."""

    challenges_a_day: Count = 0
    """Maximum number of challenges that a person and their bots make within a day."""

    challenges_a_day_to_one: Count = 0
    """Maximum number of those to one player and their bots."""

    silence: Milliseconds = Milliseconds(0)
    """The silence after which a client treats its connection as dead and reconnects, while it waits for an answer or
    plays a match. After half of this time it sends `ping`. 0 disables both."""

    quotas: tuple[Quota, ...] = ()
    """Rate limits of other commands and requests, for each address or player."""
