"""Who may do what with an object of somebody else: a row for each field of a command or a route that names one.

In what is said, `@name` is the id of one of the objects of `web/owned_objects.py`, for which a made-up one is put in
turn; `=name` is an id that stays. Whoever is not named in `may` is refused with `code`, or with what `but` says.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple, get_args

import msgspec
from quarterdeck_protocol.messages import WatchMatch
from quarterdeck_server.web.commands.tables import AtTable
from servers import Message
from web.owned_objects import (
    ASKERS,
    BLOCKED,
    BOT,
    GUEST,
    MATE,
    MODERATOR,
    NOBODY,
    OWNER,
    PEOPLE,
    SPECTATOR,
    STRANGER,
    TOKENS,
)
from web.trade_cases import FIRST, GAME, of

SEATED = frozenset({OWNER, MATE})
LET_IN = SEATED | {SPECTATOR}
EVERYBODY = frozenset(PEOPLE)
SIGNED_IN = EVERYBODY - {NOBODY}
WITH_ACCOUNT = SIGNED_IN - {GUEST}
MODERATORS = frozenset({MODERATOR})
NOT_FOR_MATCHES = frozenset(name for name, scope in TOKENS.items() if scope not in WatchMatch.open_to)
"""Programs of the owner that may not watch, so they read no closed match either."""


class Row(NamedTuple):
    """One operation on one object, and who may carry it out."""

    operation: str
    """The type of a command, or the method and path of a route."""

    said: Message
    """The fields of the command or of the body; of a route also `{parameters}` of its path and `?words` of its query,
    under their names."""

    may: Collection[str]
    code: str = ""
    but: Mapping[str, str] = {}
    reaches: str | None = None
    """With what the owner, or whoever else may first of all, is refused for another reason; `None` if it is done."""

    askers: Collection[str] = ASKERS


def _plain_commands() -> Iterator[str]:
    """Yield the commands at a table that need nothing but the table: those who sit there may send them."""
    for kind in get_args(AtTable):
        if {"table"} == {each.name for each in msgspec.structs.fields(kind) if each.required}:
            yield kind.__struct_config__.tag


NEEDS_A_TABLE = frozenset(_plain_commands()) - {"ready", "rematch", "stand"}
"""Commands at a table without a row of their own."""


def _at_tables() -> Iterator[Row]:
    """Whoever does not sit at a table does nothing there, and of one that is hidden from them does not hear either."""
    for table in ("hidden", "open", "locked"):
        code = "unknown_table" if table == "hidden" else "not_at_table"
        but = {BLOCKED: "unknown_table"}
        for_host = {**but, MATE: "not_the_host"}
        here: Message = {"table": f"@{table}"}
        yield Row("add_bot", {**here, "bot": "none"}, {OWNER}, code, for_host, "unknown_bot")
        yield Row("kick", {**here, "seat": 64}, {OWNER}, code, for_host, "no_such_seat")
        yield Row("ready", here, SEATED, code, but)
        yield Row("rematch", here, SEATED, code, but, "no_match_yet")
        yield Row("reveal", {**here, "entropy": "mine"}, SEATED, code, but, "nothing_to_reveal")
        yield Row("stand", {**here, "seat": 64}, SEATED, code, but, "no_such_seat")
        yield Row("transfer_host", {**here, "player": "=owner"}, {OWNER}, code, for_host)
        for command in NEEDS_A_TABLE:
            yield Row(command, here, SEATED, code, but)


def _coming_to_tables() -> Iterator[Row]:
    blocked = {BLOCKED: "unknown_table"}
    for command, may in (("watch_table", EVERYBODY), ("sit", SIGNED_IN)):
        yield Row(command, {"table": "@hidden"}, SEATED, "unknown_table")
        yield Row(command, {"table": "@hidden", "code": "=strangers_code"}, (), "wrong_code", askers={STRANGER})
        yield Row(command, {"table": "@locked"}, SEATED, "wrong_password", blocked)
        yield Row(command, {"table": "@open"}, may - {BLOCKED}, but=blocked)


def _talk() -> Iterator[Row]:
    """What is said at a table or in a match is heard by whoever may look on, and said at a table by who sits there."""
    report: Message = {"player": "=guest", "reason": "spam"}
    phrase: Message = {"phrase": "hello"}
    others_than_the_guest = [asker for asker in ASKERS if asker != GUEST]
    for table, others in (("hidden", "unknown_table"), ("locked", "wrong_password"), ("open", "")):
        place: Message = {"where": "table", "id": f"@{table}"}
        blocked = {BLOCKED: "unknown_table"}
        hear = LET_IN if others else SIGNED_IN - {BLOCKED}
        silent = blocked | dict.fromkeys(hear - SEATED, "not_at_table")
        yield Row("say", {**place, **phrase}, SEATED, others, silent)
        yield Row("join_chat", place, hear, others, blocked)
        reaches = None if table == "hidden" else "already_reported"
        yield Row("report", {**report, **place}, hear - {GUEST}, others, blocked, reaches, others_than_the_guest)
    for match in ("closed_match", "open_match"):
        place = {"where": "match", "id": f"@{match}"}
        hear = LET_IN if match == "closed_match" else SIGNED_IN
        yield Row("say", {**place, **phrase}, hear, "no_spectators")
        yield Row("join_chat", place, hear, "no_spectators")
        reporters = hear - {GUEST}
        said = {**report, **place}
        yield Row("report", said, reporters, "no_spectators", {}, "already_reported", others_than_the_guest)
        yield Row("leave_chat", place, {OWNER}, "not_listening", askers=PEOPLE)
    yield Row("leave_chat", {"where": "table", "id": "@hidden"}, {OWNER}, "not_listening", askers=PEOPLE)


def _matches() -> Iterator[Row]:
    for match in ("closed_match", "open_match"):
        here: Message = {"match": f"@{match}"}
        watch = LET_IN if match == "closed_match" else EVERYBODY
        yield Row("watch_match", here, watch, "no_spectators")
        yield Row("watch_table", here, SEATED, "unknown_table")
        look: Message = {**here, "live": "a report"}
        refused = {NOBODY: "not_signed_in", MODERATOR: "no_spectators"}
        looking = MODERATORS if match == "open_match" else ()
        yield Row("watch_match", look, looking, "missing_role", refused, askers=PEOPLE)
        yield Row("unwatch_match", here, {OWNER}, "not_watching", askers=PEOPLE)
        yield Row("act", {**here, "seen": 0, "action": {}}, SEATED, "not_your_seat", reaches="malformed")
        path: Message = {"{match}": f"@{match}"}
        strangers = (EVERYBODY - SEATED - MODERATORS) | NOT_FOR_MATCHES
        closed = {} if match == "open_match" else dict.fromkeys(strangers, "no_spectators")
        yield Row("GET /v1/matches/{match}", path, (), "not_over_yet", closed)
        yield Row("GET /v1/matches/{match}/replay", path, (), "not_over_yet", closed)
    yield Row("GET /v1/matches/{match}/events", {"{match}": "@closed_match"}, (), "no_spectators")


def _trades() -> Iterator[Row]:
    trade: Message = {"trade": "@trade"}
    counter: Message = {**trade, "revision": 9, "gives": of(FIRST), "takes": []}
    yield Row("get_trade", trade, SEATED, "unknown_trade")
    yield Row("GET /v1/me/trades/{trade}", {"{trade}": "@trade"}, SEATED, "unknown_trade")
    for accept in ("accept_trade", "POST /v1/me/trades/accept"):
        yield Row(accept, {**trade, "revision": 9}, SEATED, "unknown_trade", reaches="stale_trade")
    for name in ("counter_trade", "POST /v1/me/trades/counter"):
        yield Row(name, counter, SEATED, "unknown_trade", reaches="stale_trade")


def _challenges() -> Iterator[Row]:
    """A challenge is for its two players, and each has their own way to end it."""
    challenge: Message = {"challenge": "@challenge"}
    yield Row(
        "create_challenge",
        {"player": "@owner", "game": "none"},
        SIGNED_IN - {OWNER},
        "not_yourself",
        {},
        "unknown_game",
    )
    yield Row("accept_challenge", {**challenge, "deck": "none"}, {MATE}, "unknown_challenge", reaches="bad_deck")
    yield Row("cancel_challenge_link", {"link": "@challenge"}, set(), "unknown_challenge")
    yield Row("decline_challenge", challenge, {MATE}, "unknown_challenge")
    yield Row("cancel_challenge", challenge, {OWNER}, "unknown_challenge", reaches="challenge_over")


def _following() -> Iterator[Row]:
    """Players are known to all; whom one follows is one's own affair."""
    yield Row("follow", {"player": "@owner"}, WITH_ACCOUNT - {OWNER}, "not_yourself", {GUEST: "not_registered"})
    yield Row("unfollow", {"player": "@owner"}, SIGNED_IN)


def _private_messages() -> Iterator[Row]:
    """A conversation belongs to its two players: with everybody else one has another, which is empty."""
    writing: Message = {"player": "@owner", "text": "Hello!"}
    yield Row("send_private_message", writing, (), "not_accepting", {OWNER: "not_yourself"})
    yield Row("get_conversation", {"player": "@owner"}, SIGNED_IN)
    yield Row("read_conversation", {"player": "@owner", "up_to": "1"}, SIGNED_IN)
    yield Row("delete_conversation", {"player": "@owner"}, SIGNED_IN)


def _tournaments() -> Iterator[Row]:
    """A tournament is everybody's to see, and its director's to direct."""
    here: Message = {"tournament": "@tournament"}
    directed = {**here, "why": "a test"}
    yield Row("get_tournament", here, SIGNED_IN)
    yield Row("GET /v1/tournaments/{tournament}", {"{tournament}": "@tournament"}, EVERYBODY)
    yield Row("join_tournament", here, WITH_ACCOUNT - {BOT}, "tournament_closed", {GUEST: "not_registered"})
    yield Row("leave_tournament", here, SIGNED_IN)
    ordered = {**here, "round": 9}
    yield Row("begin_tournament_round", ordered, {OWNER}, "not_the_director", {}, "tournament_closed")
    ruled = {**directed, "match": "@open_match", "points": [100, 0]}
    yield Row("rule_tournament_result", ruled, {OWNER}, "not_the_director", {}, "unknown_match")
    removed = {**directed, "player": "@guest"}
    for order in ("remove_entrant", "reinstate_entrant"):
        yield Row(order, removed, {OWNER}, "not_the_director", {}, "unknown_player")
    yield Row("appeal_ruling", {**directed, "match": "@open_match"}, (), "tournament_closed")
    answered = {**directed, "appeal": 1, "upheld": True}
    yield Row("answer_appeal", answered, {OWNER, MODERATOR}, "not_the_director", {}, "tournament_closed")
    named = {**here, "player": "@guest"}
    yield Row("invite_to_tournament", named, {OWNER}, "not_the_director", {}, "tournament_closed")
    yield Row("appoint_assistant", {**named, "on": False}, {OWNER}, "not_the_director")
    yield Row("remove_tournament_schedule", {"schedule": "none"}, SIGNED_IN)
    yield Row("check_in_tournament", here, (), "tournament_closed")


def _clubs() -> Iterator[Row]:
    """A private club: nobody but its members can tell it from none."""
    here: Message = {"club": "@club"}
    there = {**here, "player": "@guest"}
    yield Row("get_club", here, {OWNER, MATE}, "unknown_club", dict.fromkeys(TOKENS, "unknown_club"))
    yield Row("GET /v1/clubs/{club}", {"{club}": "@club"}, (), "unknown_club")
    yield Row("join_club", here, {OWNER, MATE}, "unknown_club")
    for listing in ("list_tables", "watch_lobby"):
        yield Row(listing, here, {OWNER, MATE, BOT}, "unknown_club")
    for command, fields in (("change_club", here), ("announce_to_club", {**here, "text": "Friday!"})):
        yield Row(command, fields, {OWNER}, "unknown_club", {MATE: "not_the_organiser"})
    yield Row("invite_to_club", there, {OWNER}, "unknown_club", {MATE: "not_the_organiser"}, "not_registered")
    given = {**there, "role": "member"}
    yield Row("set_club_role", given, {OWNER}, "unknown_club", {MATE: "not_the_organiser"}, "unknown_player")


def _own() -> Iterator[Row]:
    """What only its owner has: nobody else can tell it from what is not there."""
    for pack in ("opened_pack", "pack"):
        for opening in ("open_pack", "POST /v1/me/packs/open"):
            yield Row(opening, {"pack": f"@{pack}", "entropy": "mine"}, {OWNER}, "unknown_pack")
    yield Row("accept", {"offer": "@offer"}, SEATED, "unknown_offer")
    yield Row("get_deliveries", {"webhook": "@webhook"}, {OWNER}, "unknown_webhook")
    for change in ("replay", "enable"):
        yield Row("change_webhook", {"webhook": "@webhook", "change": change}, {OWNER}, "unknown_webhook")
    sent: Message = {"url": "https://hooks.example.org/y"}
    organised = {**sent, "club": "@club"}
    yield Row(
        "create_webhook", organised, {OWNER}, "unknown_club", {MATE: "not_the_organiser", GUEST: "not_registered"}
    )
    for table in ("hidden", "open"):
        guests = {GUEST: "not_registered"}
        yield Row("create_webhook", {**sent, "table": f"@{table}"}, SEATED, "unknown_table", guests)
    yield Row("make_token", {"bot": "@bot", "scopes": ["play"]}, {OWNER}, "unknown_player")
    yield Row("set_challengers", {"bot": "@bot", "by": "everybody"}, {OWNER}, "unknown_player")


def _codes() -> Iterator[Row]:
    """Batches of claim codes are for moderators."""
    history = "POST /v1/moderation/codes/history"
    for name in ("get_code_history", history):
        yield Row(name, {"batch": "@batch", "before": "@cursor"}, MODERATORS, "missing_role")
        yield Row(name, {"code": "@code"}, MODERATORS, "missing_role")
    yield Row("list_codes", {"before": "@cursor"}, MODERATORS, "missing_role")
    yield Row("GET /v1/moderation/codes", {"?before": "@cursor"}, MODERATORS, "missing_role")


def _moderation() -> Iterator[Row]:
    """Of players and trades moderators see more; who has reported them, they do not."""
    why: Message = {"why": "a test"}
    guest: Message = {"player": "@guest", **why}
    mute: Message = {**guest, "kind": "mute", "seconds": 60}
    player: Message = {"{player}": "@owner"}
    rules: list[tuple[str, Message, str | None]] = [
        ("GET /v1/moderation/players", {"?name": "@name of owner"}, None),
        ("GET /v1/moderation/players/{player}", player, None),
        ("GET /v1/moderation/players/{player}/trades", player, None),
        ("GET /v1/moderation/trades/{trade}", {"{trade}": "@trade"}, None),
        ("GET /v1/moderation/reports", {"?before": "@cursor"}, None),
        ("GET /v1/moderation/audit", {"?before": "@cursor"}, None),
        ("GET /v1/moderation/applicants", {"?before": "@cursor"}, None),
        ("GET /v1/moderation/invites", {"?before": "@cursor"}, None),
        ("POST /v1/moderation/sanctions", mute, None),
        ("POST /v1/moderation/revoke", {**guest, "kind": "mute"}, None),
        ("POST /v1/moderation/rename", {**guest, "name": "Somebody"}, None),
        ("POST /v1/moderation/password-reset", guest, "not_registered"),
        ("POST /v1/moderation/trades", {"trade": "@trade", "is_frozen": False, **why}, None),
        ("POST /v1/moderation/reports/{report}/resolve", {"{report}": "@report", "verdict": "Nothing to it."}, None),
    ]
    for name, said, reaches in rules:
        yield Row(name, said, MODERATORS, "missing_role", reaches=reaches)
    invite: Message = {"invite": "@invite", "why": "It was posted."}
    yield Row("POST /v1/moderation/invites/revoke", invite, MODERATORS, "missing_role")
    decision: Message = {**guest, "is_approved": True}
    yield Row("POST /v1/moderation/applicants", decision, MODERATORS, "missing_role", reaches="unknown_player")
    yield Row("POST /v1/moderation/roles", {**guest, "roles": []}, (), "missing_role")
    own: Message = {"{report}": "@own_report", "verdict": "Nothing to it."}
    resolve = "POST /v1/moderation/reports/{report}/resolve"
    yield Row(resolve, own, (), "missing_role", {MODERATOR: "unknown_report"})


def _players() -> Iterator[Row]:
    """Players are known to all; what one does with them is one's own affair."""
    yield Row("avoid", {"player": "@moderator", "how": "mute"}, SIGNED_IN - {MODERATOR}, "not_yourself")
    yield Row("report", {"player": "@blocked", "reason": "spam"}, SIGNED_IN - {BLOCKED}, "not_yourself")
    offered: Message = {"player": "@owner", "gives": of(FIRST), "takes": []}
    for offer in ("offer_trade", "POST /v1/me/trades/offer"):
        refused = {GUEST: "not_registered", OWNER: "not_yourself"}
        yield Row(offer, offered, (), "not_owned", refused)
    yield Row("transfer_host", {"table": "=open", "player": "@stranger"}, (), "not_at_table", askers={OWNER})
    yield Row("get_profile", {"player": "@owner"}, EVERYBODY)
    yield Row("get_profile", {"name": "@name of owner"}, EVERYBODY)
    yield Row("get_history", {"player": "@owner"}, EVERYBODY)
    yield Row("get_head_to_head", {"player": "@owner", "other": "@stranger"}, EVERYBODY)
    yield Row("GET /v1/players/{player}", {"{player}": "@owner"}, EVERYBODY)
    yield Row("GET /v1/players/{player}/matches", {"{player}": "@owner"}, EVERYBODY)
    yield Row("GET /v1/players/{player}/refused-deals", {"{player}": "@owner"}, EVERYBODY)
    yield Row("GET /v1/players/{player}/against/{other}", {"{player}": "@owner", "{other}": "@stranger"}, EVERYBODY)


def _ending() -> Iterator[Row]:
    """What ends an object, for whoever may; and what changes it for all that comes before."""
    for name in ("cancel_trade", "POST /v1/me/trades/cancel"):
        yield Row(name, {"trade": "@trade"}, SEATED, "unknown_trade")
    yield Row("decline", {"offer": "@offer"}, SEATED, "unknown_offer", reaches="offer_over")
    for name in ("revoke_codes", "POST /v1/moderation/codes/revoke"):
        yield Row(name, {"batch": "@batch", "why": "a test"}, MODERATORS, "missing_role")
    for match in ("closed_match", "open_match"):
        undo = {"match": f"@{match}", "action": 1}
        yield Row("ask_undo", undo, SEATED, "not_your_seat", reaches="undo_over")
        yield Row("answer_undo", {**undo, "answer": "agree"}, SEATED, "not_your_seat", reaches="undo_over")
        yield Row(
            "recess_match", {"match": f"@{match}", "step": "agree"}, SEATED, "not_your_seat", reaches="recess_over"
        )
        yield Row("resign", {"match": f"@{match}"}, SEATED, "not_your_seat")
    yield Row("revoke_token", {"id": "@token"}, {OWNER}, "unknown_token")
    yield Row("end_session", {"id": "@session"}, {OWNER}, "unknown_token")
    ended: Message = {"tournament": "@tournament", "why": "a test"}
    renamed: Message = {"club": "@club", "name": "Writers", "why": "a test"}
    yield Row("POST /v1/moderation/clubs", renamed, MODERATORS, "missing_role")
    there: Message = {"club": "@club"}
    yield Row("open_table", {**there, "game": "tiny", "sit": False}, {OWNER, MATE, BOT}, "unknown_club")
    yield Row("delete_club", there, SIGNED_IN - {MATE}, "not_the_organiser")
    yield Row("leave_club", there, SIGNED_IN)
    yield Row("end_tournament", ended, {OWNER, MODERATOR}, "not_the_director")
    yield Row("delete_bot", {"bot": "@bot"}, {OWNER}, "unknown_player")


ROWS = [
    *_at_tables(),
    *_talk(),
    *_matches(),
    *_trades(),
    *_challenges(),
    *_following(),
    *_private_messages(),
    *_tournaments(),
    *_clubs(),
    *_own(),
    *_codes(),
    *_moderation(),
    *_players(),
    *_coming_to_tables(),
    *_ending(),
]

IN_ONES_OWN_ACCOUNT = [
    Row("drop_deck", {"game": GAME, "name": "@deck"}, WITH_ACCOUNT),
    Row("keep_deck", {"game": GAME, "name": "@deck", "deck": "bulwark"}, WITH_ACCOUNT),
]
"""Names that mean something of whoever asks, whoever else has one that is called so."""

PLAIN = frozenset(
    {
        "action",
        "bot_delay",
        "card",
        "client",
        "deck",
        "digest",
        "entropy",
        "entropy_hash",
        "game",
        "label",
        "language",
        "new_password",
        "page",
        "password",
        "path",
        "phrase",
        "root",
        "set",
        "text",
        "verdict",
        "why",
    }
)
"""Fields that name nobody's object, wherever they stand."""

OTHER: Mapping[str, str] = {
    "accept_terms.terms": "the version of a text for everybody",
    "GET /site/client.css.v": "the version of a file for everybody",
    "GET /site/logo.v": "the version of a file for everybody",
    "GET /site/page.css.v": "the version of a file for everybody",
    "add_bot.bot": "a kind of bot of the house",
    "change_account.new_name": "a name to have",
    "accept_challenge_link.token": "a secret: whoever has it may use it",
    "get_challenge_link.token": "a secret: whoever has it may use it",
    "declare_bot.games": "names of games",
    "claim_code.code": "a secret: whoever has it may use it",
    "POST /v1/me/codes.code": "a secret: whoever has it may use it",
    "read_conversation.up_to": "a number in the asker's own conversation",
    "get_notices.before": "a number in the asker's own inbox",
    "read_notices.up_to": "a number in the asker's own inbox",
    "watch_notices.after": "a number in the asker's own inbox",
    "GET /v1/me/notices.before": "a number in the asker's own inbox",
    "POST /v1/commands.type": "the name of a command, which has rows of its own",
    "POST /v1/me/notices/read.up_to": "a number in the asker's own inbox",
    "make_bot.name": "a name to have",
    "recover_account.code": "a secret: whoever has it is the account's owner",
    "recover_account.name": "goes with that secret",
    "POST /v1/moderation/announcements/remove.announcement": "a text for everybody",
    "POST /v1/moderation/announcements.club": "any club, for organisers of the server",
    "POST /v1/moderation/matches.match": "any match, for moderators: a test of the inspector asks who may not look",
    "POST /v1/moderation/players/found.names": "accounts that moderators may all see",
    "POST /v1/moderation/players/found.near": "an account that moderators may all see",
    "POST /v1/moderation/players/found.pattern": "part of a name",
    "POST /v1/moderation/sanctions/many.players": "each is checked as in POST /v1/moderation/sanctions",
    "register.name": "a name to have",
    "register.invite": "a secret: whoever has it may register",
    "POST /v1/moderation/rename.name": "a name to give",
    "POST /v1/replays.match": "stands in a file that is verified, and of which nothing is looked up",
    "POST /v1/replays.commitment": "stands in such a file",
    "POST /v1/replays.entries.entry": "stands in such a file",
    "POST /v1/replays.entries.link": "stands in such a file",
    "POST /v1/replays.result.reason": "stands in such a file",
    "POST /v1/replays.signature": "stands in such a file",
    "create_tournament.name": "a name to give",
    "create_tournament.club": "a club of the sender, which a test of tournaments asks",
    "schedule_tournament.tournament.name": "a name to give",
    "remove_tournament_schedule.schedule": "one of the own: others stay, as a test of schedules asks",
    "schedule_tournament.at": "a time of day",
    "schedule_tournament.tournament.club": "a club of the sender, as in create_tournament",
    "schedule_tournament.tournament.ref": "does not count in a schedule",
    "schedule_tournament.zone": "the name of a time zone",
    "change_club.name": "a name to give",
    "create_club.name": "a name to give",
    "POST /sign-on/finish.code": "a secret of a provider",
    "POST /sign-on/finish.iss": "the issuer of a provider",
    "POST /sign-on/finish.state": "a secret of an attempt, bound to one browser",
    "POST /sign-on/finish.verifier": "a secret of one browser",
    "POST /sign-on/link.ticket": "a secret of an attempt, bound to one browser",
    "POST /sign-on/link.verifier": "a secret of one browser",
    "recover_account.second_factor": "a secret of the account's owner",
    "set_email.address": "a link to it proves whose it is",
    "POST /sign-on/email/confirm.code": "a secret of a mail: whoever has it reads the mails of the address",
    "POST /sign-on/email/unsubscribe.code": "a secret of a mail, which ends such mails alone",
    "GET /sign-on/email/unsubscribe.code": "it is put into the address of a page, and not read",
    "POST /sign-on/email/recovery.address": "the same answer for each address",
    "POST /sign-on/passkeys/add.answer": "holds a challenge for one player",
    "POST /sign-on/passkeys/add.name": "a name to give",
    "POST /sign-on/passkeys/remove.passkey": "one of the own: others stay",
    "POST /sign-on/passkeys/rename.name": "a name to give",
    "POST /sign-on/passkeys/rename.passkey": "one of the own: others stay",
    "POST /sign-on/passkeys/use.answer": "a secret: whoever can sign it is the account's owner",
    "POST /sign-on/start.challenge": "the hash of a secret of one browser",
    "POST /sign-on/start.provider": "a provider of the host",
    "POST /sign-on/unlink.provider": "a provider of the host",
    "prove_identity.ticket": "a secret of an attempt, bound to one browser",
    "register.ticket": "a secret of an attempt, bound to one browser",
    "sign_in.code": "a code of the second factor of the account, sent with its password",
    "confirm_second_factor.code": "a code of the sender's own app",
    "prove_identity.code": "the same",
    "remove_second_factor.code": "the same",
    "answer_device_request.code": "a code of 34 bits that a program has shown to its user",
    "get_device_request.code": "the same",
    "POST /oauth/consent.query": "a request of an app, which names no object here",
    "POST /v1/moderation/clubs.name": "a name to give",
    "POST /v1/moderation/pause.reason": "words for all players",
    "create_club.about": "a text to give",
    "change_club.about": "a text to give",
    "list_clubs.before": "a place in a list that everybody sees",
    "GET /v1/clubs.before": "a place in a list that everybody sees",
    "seek.games": "names of games",
    "seek.party.code": "a word that friends agree on: whoever says it is of them",
    "sit.code": "a secret: whoever has it may come",
    "watch_table.code": "a secret: whoever has it may come",
    "sign_in.name": "goes with a password, or is a name to have",
    "sign_in.token": "a secret: whoever has it is the player",
    "watch_lobby.games": "names of games",
    "watch_match.link": "what the asker was told last; another one is answered by how the match stands",
    "watch_match.live": "why a moderator looks",
    "GET /v1/matches/{match}/events.after": "what the asker was told last, as `Last-Event-ID`",
    "GET /v1/transcripts.player": "a player whose public matches everybody may list",
    "GET /v1/transcripts.day": "a day",
    "GET /open.link": "the path of a page",
    "create_webhook.url": "an address elsewhere",
    "change_webhook.event": "an id in the asker's own list of dead letters",
    "GET /oembed.format": "the name of a format",
    "GET /oembed.url": "answered as strangers see it: tests/web/previews/test_public_facts.py",
    "GET /previews/picture.png.v": "the version of a picture for everybody",
    "GET /v1/cards.facet": "words of a game",
    "GET /v1/cards.q": "words to search for",
    "GET /docs/search.q": "words to search for",
}
"""Fields of text that name no object in one operation."""

LISTS: Mapping[str, Message] = {
    "get_challenges": {},
    "get_following": {},
    "get_conversations": {},
    "list_bots": {},
    "find_traders": {"who": "has", "game": GAME, "card": FIRST},
    "get_account": {},
    "get_collection": {},
    "get_email": {},
    "get_export": {},
    "get_ladder": {"game": "tiny"},
    "get_movements": {"before": 2**53},
    "get_notices": {},
    "get_packs": {},
    "get_seats": {},
    "get_trades": {"before": 2**53},
    "get_wishes": {},
    "list_decks": {},
    "list_tables": {},
    "list_sessions": {},
    "list_tokens": {},
    "list_tournaments": {},
    "list_tournament_schedules": {},
    "list_clubs": {},
    "list_webhooks": {},
    "watch_lobby": {},
    "watch_notices": {},
    "GET /v1/games/{game}/ladder": {"{game}": "tiny"},
    "GET /v1/lobby/events": {},
    "GET /v1/me/collection": {},
    "GET /v1/me/decks": {},
    "GET /v1/me/export": {},
    "GET /v1/me/movements": {"?before": "9007199254740992"},
    "GET /v1/me/notices": {},
    "GET /v1/me/packs": {},
    "GET /v1/me/seats": {},
    "GET /v1/me/trades": {"?before": "9007199254740992"},
    "GET /v1/me/traders/{game}/{card}": {"{game}": GAME, "{card}": FIRST},
    "GET /v1/me/wishes": {},
    "GET /v1/moderation/figures": {},
    "GET /v1/moderation/patterns": {},
    "GET /v1/moderation/server": {},
    "GET /v1/moderation/announcements": {},
    "GET /v1/moderation/pause": {},
    "GET /v1/packs/odds": {},
    "GET /v1/tables": {},
    "GET /v1/transcripts": {},
    "GET /v1/tournaments": {},
    "GET /v1/clubs": {},
}
"""Questions that name no object, and list what there is, or what is one's own."""

NO_QUESTION = frozenset(
    {
        *("answer_device_request", "get_device_request", "end_other_sessions"),
        *("begin_second_factor", "confirm_second_factor", "prove_identity", "remove_second_factor"),
        *("be_found", "choose_mails", "set_email"),
        "change_account",
        "set_seen_by",
        "accept_challenge_link",
        "create_challenge_link",
        "create_tournament",
        "schedule_tournament",
        "create_club",
        "declare_bot",
        "get_challenge_link",
        "change_wishes",
        "claim_code",
        "claim_packs",
        "delete_account",
        "hello",
        "make_bot",
        "make_codes",
        "accept_terms",
        "make_recovery_codes",
        "ping",
        "read_deck",
        "read_notices",
        "recover_account",
        "register",
        "seek",
        "sign_in",
        "sign_out",
        "unseek",
        "unwatch_lobby",
    }
)
"""Commands that name no object of anybody else."""

NO_QUESTIONS_OVER_HTTP = frozenset(
    {
        "POST /discord/interactions",
        "POST /oauth/consent",
        "POST /oauth/device_authorization",
        "POST /oauth/revoke",
        "POST /oauth/token",
        "GET /v1/me/identities",
        "GET /sign-on/passkeys",
        "POST /sign-on/finish",
        "POST /sign-on/link",
        "POST /sign-on/email/confirm",
        "POST /sign-on/email/recovery",
        "POST /sign-on/email/unsubscribe",
        "GET /sign-on/email/unsubscribe",
        "POST /sign-on/passkeys/add",
        "POST /sign-on/passkeys/begin",
        "POST /sign-on/passkeys/options",
        "POST /sign-on/passkeys/remove",
        "POST /sign-on/passkeys/rename",
        "POST /sign-on/passkeys/use",
        "POST /sign-on/start",
        "POST /sign-on/unlink",
        "POST /v1/games/{game}/deck",
        "GET /v1/me/events",
        "GET /v1/overlay/events",
        "POST /v1/commands",
        "POST /v1/me/codes",
        "POST /v1/me/notices/read",
        "POST /v1/me/packs/claim",
        "POST /v1/me/wishes",
        "POST /v1/me/wishes/found",
        "POST /v1/moderation/codes",
        "POST /v1/moderation/announcements",
        "POST /v1/moderation/announcements/remove",
        "POST /v1/moderation/invites",
        "POST /v1/moderation/matches",
        "POST /v1/moderation/pause",
        "POST /v1/moderation/players/found",
        "POST /v1/moderation/sanctions/many",
        "POST /v1/replays",
    }
)

THE_SAME_FOR_ALL = frozenset(
    {
        "GET /",
        "GET /assets/{digest}/{path}",
        "GET /.well-known/security.txt",
        "GET /open",
        "GET /healthz",
        "GET /oembed",
        "GET /previews/picture.png",
        "GET /readyz",
        "GET /pictures/credits",
        "GET /pictures/{game}/{digest}/{card}",
        "GET /pictures/{game}/{digest}/{card}.png",
        "GET /.well-known/oauth-authorization-server",
        "GET /sign-on/providers",
        "GET /.well-known/quarterdeck",
        "GET /site/app.webmanifest",
        "GET /site/client.css",
        "GET /site/logo",
        "GET /site/page.css",
        "GET /site/pictures/{path}",
        "GET /site/{page}",
        "GET /v1/asyncapi.json",
        "GET /v1/cards",
        "GET /v1/games",
        "GET /v1/games/{game}",
        "GET /v1/games/{game}/cards",
        "GET /v1/games/{game}/lesson",
        "GET /v1/games/{game}/rules",
        "GET /v1/keys",
        "GET /v1/openapi.json",
        "GET /v1/schema",
        "GET /v1/schema/{root}.json",
        "GET /v1/socket",
    }
)
"""What is read of no player; and all below `/docs`."""
