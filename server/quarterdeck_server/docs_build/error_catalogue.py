"""The reactions of a client to each refusal code: the source of the tables in ERRORS.md."""

from collections.abc import Mapping
from enum import StrEnum
from http import HTTPStatus

from quarterdeck_protocol.refusals import RefusalCode as Code
from quarterdeck_protocol.schema.docstrings import sentences_of

from quarterdeck_server.web.http.responses import STATUS


class Reaction(StrEnum):
    """Kinds of reaction of a client to a refusal. ERRORS.md has a table of codes for each kind."""

    AGAIN = "again"
    """Send the same again, after a pause."""

    LOOK = "look"
    """The sender's state is old; the newest message has the present one."""

    CHANGE = "change"
    """The player has to change the request."""

    SIGN = "sign"
    """The sender's identity or rights are not enough."""

    MEND = "mend"
    """The client is wrong."""


CATALOGUE: Mapping[Code, tuple[Reaction, str, str]] = {
    Code.UNAVAILABLE: (Reaction.AGAIN, "no store for an action", "Send it again under the same `ref`, after a second, then less often; say meanwhile that the server is busy."),
    Code.TOO_MANY: (Reaction.AGAIN, "too many commands", "Wait for `retry_in`, or a second where it is `null`, then send it again. Never answer a refusal at once: after fifty the line is closed with 1008."),
    Code.SLOW_DOWN: (Reaction.AGAIN, "wrong passwords without end", "Show the wait of `retry_in`; do not try before."),
    Code.ALREADY_REPORTED: (Reaction.AGAIN, "the same report again", "It has been filed already: thank the player. `retry_in` says when there can be another."),
    Code.PAUSED: (Reaction.AGAIN, "a table while no match begins", "Show `text`, and let the player try again in a few minutes; matches that are being played go on."),
    Code.INTERNAL: (Reaction.AGAIN, "a mistake of the server", "Once more, later; if it stays, show `text`. It is the server's mistake, and in its log."),
    Code.NOT_OVER_YET: (Reaction.AGAIN, "a transcript while the match is played", "Ask again after an `update` with `result`."),
    Code.NOT_SHOWN_YET: (Reaction.AGAIN, "watching a match before its delay has passed", "Show `text`, and ask again after `retry_in`; where it is `null`, when the match has ended."),
    Code.STALE: (Reaction.LOOK, "a choice that is no longer offered", "Nothing is wrong: show the newest `update`, and let the player choose again."),
    Code.NOT_YOUR_TURN: (Reaction.LOOK, "out of turn", "As at `stale`: time ran out, or the seat had acted already."),
    Code.MATCH_OVER: (Reaction.LOOK, "acting after the end", "Show the result; of a table, offer a rematch."),
    Code.NO_UNDO: (Reaction.CHANGE, "taking back an action of a rated match", "Show `text`. Offer to take back only while `update.undo` is there."),
    Code.UNDO_OVER: (Reaction.LOOK, "answering a request that is over", "Show the newest `update`; its `undo` has the present request."),
    Code.TOO_MANY_UNDOS: (Reaction.CHANGE, "asking to take back too often", "Remove the button from this match."),
    Code.NO_RECESS: (Reaction.CHANGE, "asking for a recess in a rated match", "Show `text`, and remove the button from this match."),
    Code.RECESS_OVER: (Reaction.LOOK, "answering a recess that nobody asked for", "Show the newest `update`; its `recess` has the present request."),
    Code.TOO_MANY_RECESSES: (Reaction.CHANGE, "asking for a recess too often", "Remove the button from this match."),
    Code.IN_RECESS: (Reaction.LOOK, "acting in a recess", "Wait: an `update` says when the match goes on."),
    Code.OFFER_OVER: (Reaction.LOOK, "accepting too late", "Keep waiting: `ticket_changed` says if the ticket is still open."),
    Code.UNKNOWN_OFFER: (Reaction.LOOK, "accepting an unknown offer", "Drop the offer; the newest `offer_changed` has the present one."),
    Code.UNKNOWN_MATCH: (Reaction.LOOK, "watching an unknown match", "Forget the match: it was kept for a time that is over, or never was."),
    Code.UNKNOWN_TABLE: (Reaction.LOOK, "an unknown table", "Remove the table from the screen; read the list again."),
    Code.SEAT_TAKEN: (Reaction.LOOK, "a seat that is taken", "Show the table as the newest `table_changed` has it; sit down without a `seat` for any that is free."),
    Code.TABLE_FULL: (Reaction.LOOK, "a full table", "Offer to watch, or another table."),
    Code.MATCH_RUNNING: (Reaction.LOOK, "a rematch while it is played", "Wait for the end of the match; to leave one, `resign`."),
    Code.NO_MATCH_YET: (Reaction.LOOK, "a rematch before any match", "Be `ready` instead."),
    Code.NOTHING_TO_REVEAL: (Reaction.LOOK, "revealing without a hash", "Reveal only the share whose hash was sent with `ready` or `accept`, while the table is `revealing`."),
    Code.TOO_LATE: (Reaction.LOOK, "revealing too late", "Show `table.refused`: the deal is lost. To play, `sit` and send `ready` again."),
    Code.NOT_AT_TABLE: (Reaction.LOOK, "being ready without a seat", "`sit` first: the player left the seat or was kicked from it."),
    Code.NOT_WATCHING: (Reaction.LOOK, "not watching", "Nothing to do. After a reconnect nothing is watched."),
    Code.NOT_LISTENING: (Reaction.LOOK, "an ear that was not there", "`join_chat` first; after a reconnect no place is heard."),
    Code.ALREADY_SEEKING: (Reaction.LOOK, "seeking something else", "Show the ticket that there is, or `unseek` and seek again."),
    Code.ILLEGAL: (Reaction.CHANGE, "against the rules", "Show `text`; `where` is the rule, to be opened on the server. A client that sends only choices never gets it."),
    Code.WRONG_ENTROPY: (Reaction.CHANGE, "revealing a share that does not fit the hash", "Send the very text whose SHA-256 was sent as `entropy_hash`; a share drawn again later does not count."),
    Code.INCOMPLETE: (Reaction.CHANGE, "an action that leaves something open", "Put one of the listed values into the field of `one_of`; both packages do it by themselves."),
    Code.BAD_DECK: (Reaction.CHANGE, "a deck that is none", "Show all of `faults`. `read_deck` tells them without a table. At `$.table` it is the deck of a seat that cannot be played now: its player says `ready` again, or chooses another one."),
    Code.BAD_OPTIONS: (Reaction.CHANGE, "an option that cannot be played", "Show all of `faults` beside the options; `where` names the first. The game's schema has every bound."),
    Code.BAD_PARTY: (Reaction.CHANGE, "friends in a game for two", "Show `text`; agree on another code or game."),
    Code.NAME_NOT_ALLOWED: (Reaction.CHANGE, "a name that cannot be shown", "Ask for another name, and show `text`."),
    Code.NAME_TAKEN: (Reaction.CHANGE, "a guest called like an account", "Ask for another name, or for the password of this one."),
    Code.PASSWORD_NOT_ALLOWED: (Reaction.CHANGE, "a password that is too short", "Ask for another one, and show `text`."),
    Code.TEXT_NOT_ALLOWED: (Reaction.CHANGE, "a line of nothing", "Leave the line in its field, and show `text`."),
    Code.WRONG_CODE: (Reaction.CHANGE, "a code of no table", "Ask for the code again."),
    Code.TOO_MANY_TABLES: (Reaction.CHANGE, "opening too many tables", "Show where one sits (`get_seats`), and let one of them be given up."),
    Code.TOO_MANY_KEPT: (Reaction.CHANGE, "keeping too many decks", "Show the decks (`list_decks`) or tokens, and let the player drop one."),
    Code.NOT_OWNED: (Reaction.CHANGE, "a deck of which a card is missing", "Show each of `faults` beside its card; offer another deck, or a table where everybody may play everything."),
    Code.NO_PACKS: (Reaction.CHANGE, "packs of a game that has none", "Offer the games that `GET /v1/packs/odds` lists."),
    Code.TOO_NEW: (Reaction.CHANGE, "packs for an account that is too young", "Show `text`, and offer it again after `retry_in`."),
    Code.SECOND_FACTOR_NEEDED: (Reaction.SIGN, "a sign-in without the second factor", "Ask for a code of the app or a recovery code, and send the same command with `code`."),
    Code.WRONG_SECOND_FACTOR: (Reaction.CHANGE, "a wrong second factor", "Ask for the next code, and show `remaining`: at 0 it takes longer each time."),
    Code.PROOF_NEEDED: (Reaction.SIGN, "something sensitive long after the sign-in", "Ask for the password, or for a code if the account has a second factor. Send `prove_identity`, then the same command."),
    Code.LAST_SIGN_IN: (Reaction.CHANGE, "the only link of an account without a password", "Let the player link another identity first."),
    Code.UNKNOWN_DEVICE_CODE: (
        Reaction.CHANGE,
        "a code that no program has shown",
        "Show `text`. The program makes a new code when it is asked again.",
    ),
    Code.UNKNOWN_CODE: (Reaction.CHANGE, "an unknown code", "Show `text` beside the field, and keep the typed text."),
    Code.CODE_SPENT: (Reaction.CHANGE, "a code that others have used up", "Show `text`, and empty the field: nothing will make this code worth something."),
    Code.CODE_EXPIRED: (Reaction.CHANGE, "a code whose time is over", "As at `code_spent`."),
    Code.CODE_REVOKED: (Reaction.CHANGE, "a code that was taken back", "As at `code_spent`."),
    Code.ALREADY_CLAIMED: (Reaction.LOOK, "the same code again", "Show the collection: the code's gifts are already there."),
    Code.UNKNOWN_BATCH: (Reaction.LOOK, "taking back an unknown batch", "Read `list_codes` again."),
    Code.UNKNOWN_CARD: (Reaction.MEND, "a code for an unknown card", "Offer cards, printings and sets of the game's catalogue, without those that all players own."),
    Code.UNKNOWN_PACK: (Reaction.LOOK, "opening a pack of another player", "Read `get_packs` again."),
    Code.COPIES_HELD: (Reaction.CHANGE, "a deck with a card on offer", "Show each of `faults` beside its card; the copies are free again when the offer is withdrawn, or the match has ended."),
    Code.BAD_TRADE: (Reaction.CHANGE, "a trade of nothing", "Show each of `faults`; let no card stand on both sides."),
    Code.NOT_TRADING: (Reaction.CHANGE, "an offer to a player who accepts none", "Show `text`, and guess at no reason."),
    Code.TOO_MANY_TRADES: (Reaction.CHANGE, "one open trade too many", "Show the open trades (`get_trades`), and let one of them be cancelled."),
    Code.OWN_REVISION: (Reaction.LOOK, "accepting the own revision", "Read `get_trade` anew: offer to accept only revisions of the other player."),
    Code.STALE_TRADE: (Reaction.LOOK, "accepting an older revision", "Show the newest revision (`get_trade`), and ask again."),
    Code.MESSAGES_OFF: (Reaction.CHANGE, "a private message where the host has turned them off", "Show no form for messages: the capability is missing."),
    Code.NOT_ACCEPTING: (Reaction.CHANGE, "a challenge to a player who accepts none", "Show `text`, and guess at no reason."),
    Code.UNKNOWN_CHALLENGE: (Reaction.LOOK, "accepting an unknown challenge", "Read `get_challenges` again."),
    Code.UNKNOWN_TOURNAMENT: (Reaction.LOOK, "reading an unknown tournament", "Read `list_tournaments` again."),
    Code.TOURNAMENT_CLOSED: (Reaction.LOOK, "entering a tournament that is over", "Read `get_tournament` again."),
    Code.NOT_THE_DIRECTOR: (
        Reaction.CHANGE,
        "beginning a round of somebody else's tournament",
        "Show this only to the `director` of the tournament.",
    ),
    Code.UNKNOWN_CLUB: (Reaction.LOOK, "reading an unknown club", "Read `list_clubs` again."),
    Code.UNKNOWN_WEBHOOK: (Reaction.LOOK, "reading an unknown webhook", "Read `list_webhooks` again."),
    Code.NOT_THE_ORGANISER: (
        Reaction.CHANGE,
        "inviting to somebody else's club",
        "Show this only to players whose `role` in the club allows it.",
    ),
    Code.CHALLENGE_OVER: (Reaction.LOOK, "accepting a cancelled challenge", "Read `get_challenges` again."),
    Code.WOULD_BE_UNRATED: (Reaction.CHANGE, "accepting for a rating that would not change", "Show `text`; offer to accept without `only_rated`, or to decline."),
    Code.UNKNOWN_TRADE: (Reaction.LOOK, "accepting an unknown trade", "Read `get_trades` again."),
    Code.TRADE_OVER: (Reaction.LOOK, "accepting a cancelled trade", "Show how it ended (`get_trade`)."),
    Code.TRADE_EXPIRED: (Reaction.LOOK, "accepting a trade whose time is over", "Show that its time is over; the same trade can be offered again."),
    Code.TRADE_FROZEN: (Reaction.LOOK, "accepting a frozen trade", "Show `text`; `trade_changed` tells when it goes on."),
    Code.WATCHING_TOO_MANY: (Reaction.CHANGE, "watching too many", "`unwatch_match` one that is over."),
    Code.TOO_MANY_SPECTATORS: (Reaction.CHANGE, "watching a match with too many spectators", "Offer another match, or this one's replay when it has ended."),
    Code.NOT_THE_HOST: (Reaction.CHANGE, "kicking as a guest", "Show this only to the `host` of the table."),
    Code.KICKED: (Reaction.CHANGE, "coming back after being kicked", "Say so; after the match one may sit down again."),
    Code.NO_SPECTATORS: (Reaction.CHANGE, "watching a closed match", "`watch_table` with its code or password first; of a match that has ended, ask with the token of somebody who sat there. Otherwise it is not for others."),
    Code.NOT_AGREED: (Reaction.CHANGE, "being ready without agreeing to the view of the own hand", "Show `text` to the player, and if they agree send `ready` with `perspectives`. Of a match: watch it through nobody's eyes, or its replay when it has ended."),
    Code.UNKNOWN_PLAYER: (Reaction.CHANGE, "a profile of nobody", "Say that there is nobody of this name or id, or not any more."),
    Code.NOT_YOURSELF: (Reaction.CHANGE, "a report of oneself", "Do not offer this beside one's own name."),
    Code.CONFLICT_OF_INTEREST: (Reaction.CHANGE, "banning one's own opponent", "Show `text`. Another moderator must decide, or the shared match, table or trade must end first."),
    Code.NOT_SANCTIONED: (Reaction.CHANGE, "revoking a sanction that is not in force", "Read the player's file again: it has ended, or another moderator revoked it."),
    Code.TERMS_NOT_ACCEPTED: (Reaction.CHANGE, "a seat while other terms of use are in force", "Show the page of the terms, ask, and send `accept_terms`. Then send it again."),
    Code.UNKNOWN_TERMS: (Reaction.CHANGE, "accepting an older version of the terms", "Take the version from `site_changed`, and ask again."),
    Code.UNKNOWN_ANNOUNCEMENT: (Reaction.CHANGE, "removing an announcement that has ended", "Read the list of announcements anew."),
    Code.UNKNOWN_REPORT: (Reaction.CHANGE, "resolving an unknown report", "Read the list of reports again."),
    Code.DOES_NOT_FOLLOW: (Reaction.CHANGE, "a falsified transcript to be seen again", "Say that this is not how a match can have gone, and show `text`: `where` is the entry."),
    Code.NOT_SIGNED_IN: (Reaction.SIGN, "a stranger who opens a table", "`sign_in` on this connection, then send it again. Each new connection begins without a player."),
    Code.UNKNOWN_TOKEN: (Reaction.SIGN, "an unknown token", "Drop the token and sign in without one: ask first, because a guest loses this account."),
    Code.WRONG_PASSWORD: (Reaction.SIGN, "a wrong password", "Ask again, and show `remaining`: at 0 it takes longer each time."),
    Code.NOT_REGISTERED: (Reaction.SIGN, "a guest's bot", "Offer to `register`."),
    Code.REGISTRATION_CLOSED: (Reaction.SIGN, "an account where nobody may register", "Show `text`, with the page `contact` of `welcome.site` if there is one."),
    Code.UNKNOWN_INVITE: (Reaction.CHANGE, "an invite that is not valid", "Ask for the code of an invite. The answer is the same for wrong, expired, used up and revoked codes."),
    Code.APPROVAL_PENDING: (Reaction.SIGN, "a seat before approval", "Say that the account waits, and look at `account.state` and the notices."),
    Code.ALREADY_REGISTERED: (Reaction.SIGN, "a second account", "Offer to sign out first."),
    Code.MISSING_SCOPE: (Reaction.SIGN, "a program that only reads", "Make a token with this scope; a session has all of them."),
    Code.MISSING_ROLE: (Reaction.SIGN, "a player who asks as a moderator", "Do not show this to players whose `account` has no such role."),
    Code.NOT_YOUR_SEAT: (Reaction.SIGN, "acting in a match without a seat", "The player only watches here: sign in as the player at the seat."),
    Code.MUTED: (Reaction.SIGN, "a chat message of a muted player", "Show `text`; phrases are still allowed."),
    Code.BANNED: (Reaction.SIGN, "a banned player", "Show `text`, and do not come back by yourself."),
    Code.NOT_JSON: (Reaction.MEND, "half a frame", "Mend the client; half an emoji is a common cause. The `ref` is there if it stands in front of the fault."),
    Code.MALFORMED: (Reaction.MEND, "a missing field", "`where` is the place: a field that is missing, unknown, or of another type. Check what you send against `from-client.json`."),
    Code.UNKNOWN_MESSAGE: (Reaction.MEND, "an unknown message", "A slip, or the server is older than the message: ask `welcome.capabilities` before you send it."),
    Code.TOO_LARGE: (Reaction.MEND, "a frame that is too large", "Keep frames under `limits.message_bytes`."),
    Code.UNSUPPORTED_VERSION: (Reaction.MEND, "another version of the protocol", "Say which versions the client speaks; there is another path for each."),
    Code.REF_REUSED: (Reaction.MEND, "another action under the same ref", "Use no `ref` for two things: put something random before the counter at each start."),
    Code.NO_SUCH_SEAT: (Reaction.MEND, "a seat that is none", "Seats are counted from 0; the table has as many as `places`."),
    Code.UNKNOWN_GAME: (Reaction.MEND, "an unknown game", "Offer only what `welcome.games` has."),
    Code.UNKNOWN_RULES: (Reaction.AGAIN, "rules of no version that is held", "Leave the match as it is and ask again later: it waits for a server that holds its rules. Of texts ask for the version of `rules` in `update`, or of `welcome.games`."),
    Code.UNKNOWN_BOT: (Reaction.MEND, "an unknown bot", "Offer only the game's `bots` in `welcome.games`."),
    Code.NO_CARDS: (Reaction.MEND, "the cards of a game without any", "Not every game has cards: show none."),
    Code.NO_RULES: (Reaction.MEND, "the rules of a game without a book", "Not every game has a book: show none."),
    Code.NO_LESSON: (Reaction.MEND, "the lesson of a game without one", "Offer a lesson only where `lesson` of the game is true."),
    Code.OTHER: (Reaction.MEND, "a code of a newer server", "Show `text`. The fields say more: `retry_in`, `where`, `faults`."),
}  # fmt: skip
"""For each code its kind, a request that is refused with it, and the reaction of a client."""


def table_of(reaction: Reaction) -> str:
    """Return the Markdown table of the refusal codes for which a client should react in this way."""
    sentences = sentences_of(Code)
    rows = [
        f"| `{code}` | {sentences[str(code)]} | {when} | {STATUS.get(code, HTTPStatus.BAD_REQUEST):d} | {what} |"
        for code, (kind, when, what) in CATALOGUE.items()
        if kind is reaction
    ]
    head = ["| code | what it says | for example | HTTP | what a client does |", "| --- | --- | --- | --- | --- |"]
    return "\n".join([*head, *rows])
