"""All state changes of a table. Pure: every function returns a new table or raises `CommandRefused`."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import assert_never

import msgspec
from msgspec import UNSET
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash as hash_of
from quarterdeck_protocol.lobby.ratings import Rating, Unrated
from quarterdeck_protocol.lobby.tables import Access, BoundRules, Perspectives, RefusedDeal, TableStage
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.ratings.match_results import foreseen, is_person
from quarterdeck_server.lobby.tables import invites
from quarterdeck_server.lobby.tables.hidden_ends import with_hidden_end
from quarterdeck_server.lobby.tables.invites import EntryCredentials
from quarterdeck_server.lobby.tables.model import EMPTY, PlaceRecord, TableRecord, unknown

KICKS_REMEMBERED = 64
MILLISECONDS_BETWEEN_ROLL_CALLS = 10 * 60 * 1000


def admit(table: TableRecord, player: Player | None, knowing: EntryCredentials) -> None:
    """Raise `CommandRefused` if these credentials do not admit the player to this table."""
    if player is not None and table.is_open_to(player.id):
        return
    if table.is_hidden_from(player):  # as if there were no such table, so that a block stays secret
        raise _hidden(table)
    if table.club:
        if table.club != knowing.club:
            raise _hidden(table)
    else:
        _check_key(table, knowing)
    if player is not None and table.has_shut_out(player):  # after the key: without it there is no such table
        raise _kicked()


def _check_key(table: TableRecord, knowing: EntryCredentials) -> None:
    match table.access:
        case Access.PUBLIC:
            pass
        case Access.UNLISTED:
            if not invites.is_code(table.code, knowing.code):
                raise _hidden(table) if knowing.code is None else invites.wrong_code()
        case Access.PASSWORD:
            if not invites.is_password(table.id, table.password, knowing.password):
                raise invites.wrong_password(is_missing=knowing.password is None)
        case Access.OTHER:
            raise _hidden(table)
        case _:
            assert_never(table.access)


def own_seat(table: TableRecord, player: PlayerId) -> Seat:
    """Return the seat of a player. Raises `CommandRefused` if the player has none here. If the player may not find this
    table, the refusal is as if it did not exist."""
    seat = table.seat_of(player)
    if not table.is_open_to(player) and (table.access is Access.UNLISTED or player in table.hidden_from):
        raise _hidden(table)
    if seat is None:
        raise CommandRefused(RefusalCode.NOT_AT_TABLE, Text("You do not sit at this table."), "$.table")
    return seat


def with_host(table: TableRecord) -> TableRecord:
    """Return the table with its host computed from its seats."""
    return _with(table, table.places)


def sit(
    table: TableRecord,
    player: Player,
    wanted: Seat | None,
    deck: Deck | None,
    blocked: Collection[PlayerId] = (),
    *,
    are_decks_open: bool = False,
) -> TableRecord:
    """Return the table after a player has taken a seat or moved to another one, with a new deck if the player brings
    one. The table is hidden from players that this player has blocked. If decks are open, a new deck ends the others'
    `ready`."""
    _only_while_gathering(table)
    if table.has_kicked(player):
        raise _kicked()
    own = table.seat_of(player.id)
    seat = _free_seat(table, wanted, already=own)
    since = table.changed
    if own is not None:
        since = table.places[own].since
        deck = table.places[own].deck if deck is None else deck
    places = [EMPTY if place.player and place.player.id == player.id else place for place in table.places]
    rating = None if own is None else table.places[own].rating
    places[seat] = PlaceRecord(player=player, deck=deck, rating=rating, since=since, blocked=tuple(sorted(blocked)))
    return _with(table, _agreed_to_decks(table, places, seat) if are_decks_open else places)


def blocking(table: TableRecord, player: PlayerId, blocked: Collection[PlayerId]) -> TableRecord:
    """Return the table with the current block list of one of its players."""
    places = [
        msgspec.structs.replace(place, blocked=tuple(sorted(blocked)))
        if place.player is not None and place.player.id == player
        else place
        for place in table.places
    ]
    return msgspec.structs.replace(table, places=tuple(places))


def stand(table: TableRecord, player: PlayerId, seat: Seat | None) -> TableRecord:
    """Return the table with the player's own seat freed, or the seat of the bot at `seat`."""
    own = own_seat(table, player)
    if table.stage is not TableStage.OVER:
        _only_while_gathering(table)
    leaving = own if seat is None else _existing(table, seat)
    sitting = table.places[leaving].player
    if leaving != own and (sitting is None or sitting.bot is None):
        raise CommandRefused(
            RefusalCode.NOT_YOUR_SEAT,
            Text("Seat {leaving} is not yours, and no bot sits there.", leaving=leaving),
            "$.seat",
        )
    if leaving != own:
        check_host(table, player)
    return _with(table, _replaced(table.places, leaving, EMPTY), by=player)


def kick(table: TableRecord, host: PlayerId, seat: Seat) -> TableRecord:
    """Let the host remove another player from a seat. Nothing changes if the seat is empty already."""
    check_host(table, host)
    if table.stage is not TableStage.OVER:
        _only_while_gathering(table)
    sitting = table.places[_existing(table, seat)].player
    if sitting is None:
        return table
    if sitting.id == host:
        raise CommandRefused(
            RefusalCode.NOT_YOURSELF, Text("This is your own seat; use `stand` to leave it."), "$.seat"
        )
    if sitting.bot is None:
        kicked = (*table.kicked, sitting.id)[-KICKS_REMEMBERED:]
        table = msgspec.structs.replace(table, kicked=kicked)
    return _with(table, _replaced(table.places, seat, EMPTY), by=host)


def transfer_host(table: TableRecord, host: PlayerId, player: PlayerId) -> TableRecord:
    """Return the table with another player as the host, by order of the present host."""
    check_host(table, host)
    if table.stage is TableStage.REVEALING:
        _only_while_gathering(table)
    if player not in table.people:
        raise CommandRefused(RefusalCode.NOT_AT_TABLE, Text("No person with this id sits at this table."), "$.player")
    return msgspec.structs.replace(table, host=player)


def ready(
    table: TableRecord,
    player: PlayerId,
    entropy_hash: str | None,
    deck: Deck | None,
    perspectives: Perspectives | None = None,
    *,
    are_decks_open: bool = False,
) -> TableRecord:
    """Return the table after a player has said `ready` and bound a share of entropy. A second call can change the deck.
    If hands are shown to spectators, the player must agree to that. If decks are open, a new deck ends the others'
    `ready`."""
    seat = own_seat(table, player)
    place = table.places[seat]
    if place.ready and deck is None and table.stage in (TableStage.GATHERING, TableStage.REVEALING):
        return table
    _only_while_gathering(table)
    if not place.ready and table.perspectives is not perspectives and table.perspectives is not Perspectives.AFTER:
        raise _not_agreed()
    # The first bound share of entropy counts, so that a player cannot choose among several.
    bound = place.entropy_hash if place.ready else entropy_hash
    said = msgspec.structs.replace(
        place,
        ready=True,
        ready_beside=_sitting(table.places),
        entropy_hash=bound,
        away=None,
        deck=place.deck if deck is None else deck,
    )
    places = _replaced(table.places, seat, said)
    return _with(table, _agreed_to_decks(table, places, seat) if are_decks_open else places)


def _not_agreed() -> CommandRefused:
    text = Text(
        "Spectators of this table see your hand, three minutes later. To agree, send `ready` with "
        '`"perspectives": "during"`.'
    )
    return CommandRefused(RefusalCode.NOT_AGREED, text, "$.perspectives")


def asked_to_reveal(
    table: TableRecord, until: Milliseconds, decks_commitment: str | None, rules: BoundRules
) -> TableRecord:
    """Return the table in its revealing stage: the players with bound entropy must reveal it. Everybody is ready, and
    nothing else changes any more."""
    asked = msgspec.structs.replace(table, reveal_until=until, decks_commitment=decks_commitment, bound_rules=rules)
    return _staged(asked, TableStage.REVEALING)


def reveal(table: TableRecord, player: PlayerId, entropy: str) -> TableRecord:
    """Return the table after a player has revealed the bound share of entropy. Idempotent: a second call changes
    nothing. A share is accepted until the deal is refused, because the time on the clock is only the server's claim."""
    seat = table.seat_of(player)
    bound = None if seat is None or table.stage is TableStage.GATHERING else table.places[seat].entropy_hash
    if bound is None:
        raise _nothing_to_reveal(table, player, entropy)
    if hash_of(entropy) != bound:
        text = Text(
            "This share of entropy does not match your hash: its SHA-256 is {given}, not {bound}.",
            given=hash_of(entropy),
            bound=bound,
        )
        raise CommandRefused(RefusalCode.WRONG_ENTROPY, text, "$.entropy")
    own = own_seat(table, player)
    if table.places[own].revealed:
        return table
    revealed = msgspec.structs.replace(table.places[own], entropy=entropy, revealed=True)
    return _with(table, _replaced(table.places, own, revealed))


def _nothing_to_reveal(table: TableRecord, player: PlayerId, entropy: str) -> CommandRefused:
    """Return the refusal of a share of entropy. A player that has sat down again after a refused deal may send the
    share for the next deal too soon."""
    if player in table.hidden_from - table.people:  # a deal that was refused before a block says nothing of it now
        raise _hidden(table)
    deal, is_back = table.refused, table.seat_of(player) is not None
    missed = (
        () if deal is None else [deal.entropy_hashes[seat] for seat in deal.missing if deal.players[seat].id == player]
    )
    if missed and (hash_of(entropy) in missed or not is_back):
        text = Text("Time is up: this deal was cancelled, because you did not reveal your share of entropy.")
        return CommandRefused(RefusalCode.TOO_LATE, text, "$.table")
    own_seat(table, player)
    text = Text("There is nothing to reveal: you sent no `entropy_hash`, or not all players are ready yet.")
    return CommandRefused(RefusalCode.NOTHING_TO_REVEAL, text, "$.table")


def refused_deal(table: TableRecord, now: Milliseconds) -> RefusedDeal | None:
    """Return the deal that is refused because the table's match has not begun in time; `None` if no deal is refused."""
    if table.stage is not TableStage.REVEALING or now <= (table.reveal_until or now):
        return None
    return failed_deal(table, now)


def failed_deal(table: TableRecord, now: Milliseconds) -> RefusedDeal:
    """Return the deal of a table as failed. If all players have revealed, nobody is missing in it: the server could not
    make the deal."""
    return RefusedDeal(
        match=table.match,
        game=table.game,
        rated=table.rated,
        commitment=table.commitment,
        players=tuple(place.player for place in table.places if place.player is not None),
        entropy_hashes=tuple(place.entropy_hash for place in table.places),
        missing=tuple(Seat(seat) for seat, place in enumerate(table.places) if place.owes_entropy),
        at=now,
    )


def refused(table: TableRecord, deal: RefusedDeal, match: MatchId, seed: str, commitment: str) -> TableRecord:
    """Return the table set up for another match after a refused deal. Players who did not reveal their entropy lose
    their seats, and all others must say `ready` again."""
    places = [
        EMPTY if place.player is None or seat in deal.missing else _again(place, place.player)
        for seat, place in enumerate(table.places)
    ]
    fresh = msgspec.structs.replace(
        table,
        match=match,
        seed=seed,
        commitment=commitment,
        refused=deal,
        reveal_until=None,
        decks_commitment=None,
        bound_rules=UNSET,
    )
    return _with(_staged(fresh, TableStage.GATHERING), places)


def gone(table: TableRecord, player: PlayerId, now: Milliseconds) -> TableRecord:
    """Return the table after a player's connection is gone: the player is not ready any more, and the seat will be free
    after a while."""
    seat = table.seat_of(player)
    if seat is None or table.stage is not TableStage.GATHERING or table.may_begin:
        return table
    place = table.places[seat]
    left = msgspec.structs.replace(_not_ready(place), away=now)
    return _with(table, _replaced(table.places, seat, left))


def missed(table: TableRecord, players: Collection[PlayerId], now: Milliseconds) -> TableRecord:
    """Return the table with these players recorded as possibly gone. They stay ready. Their seats are freed after a
    while, unless they are found to be `back`."""
    if table.stage is not TableStage.GATHERING or table.may_begin:
        return table
    return _away(table, players, now)


def back(table: TableRecord, players: Collection[PlayerId]) -> TableRecord:
    """Return the table with these players recorded as present, if they have seats there."""
    return _away(table, players, None)


def renamed(table: TableRecord, player: Player) -> TableRecord:
    """Return the table with a player's current name. If a guest has registered, so that the match counts for more than
    was shown, the others' `ready` ends. Nothing changes while the match begins, because it is dealt to the players as
    they were when ready."""
    seat = table.seat_of(player.id)
    if seat is None or table.may_begin or table.stage is TableStage.REVEALING:
        return table
    place = msgspec.structs.replace(table.places[seat], player=player)
    places = _replaced(table.places, seat, place)
    if _unrated(table, places) is not _unrated(table, table.places):
        places = _without_ready(places, but=seat)
    return msgspec.structs.replace(table, places=tuple(places))


def _unrated(table: TableRecord, places: Sequence[PlaceRecord]) -> Unrated | None:
    return foreseen([place.player for place in places], is_rated=table.rated)


def as_by_now(table: TableRecord, sat: Collection[PlayerId], playing_on: Mapping[PlayerId, Player]) -> TableRecord:
    """Return the table with the current names of these players, and with the seats freed of those that do not play
    on."""
    for player in sat:
        still = playing_on.get(player)
        table = left(table, player) if still is None else renamed(table, still)
    return table


def is_any_missed(table: TableRecord, players: Collection[PlayerId]) -> bool:
    """True if one of these players is recorded as away from the table."""
    return back(table, players) != table


def roll_called(table: TableRecord, here: Collection[PlayerId], now: Milliseconds) -> TableRecord:
    """Return the table after a roll call: if the last one was long ago, all players that are not `here` are recorded as
    missed. This changes even a table without players, so that it is found and closed."""
    asked = max(table.called_at, table.opened_at)
    absent = table.people - frozenset(here)
    if table.stage is not TableStage.GATHERING or table.may_begin or now < asked + MILLISECONDS_BETWEEN_ROLL_CALLS:
        return table
    if not absent and not table.is_deserted:
        return table
    return msgspec.structs.replace(missed(table, absent, now), called_at=now)


def _away(table: TableRecord, players: Collection[PlayerId], since: Milliseconds | None) -> TableRecord:
    """Return the table with these players recorded as away since a time. Players who are away already keep their
    earlier time."""
    places = [
        msgspec.structs.replace(place, away=since)
        if place.player is not None and place.player.id in players and (place.away is None or since is None)
        else place
        for place in table.places
    ]
    return msgspec.structs.replace(table, places=tuple(places))


def left(table: TableRecord, player: PlayerId) -> TableRecord:
    """Return the table with the seat freed of a player who will not come back, unless a match is running."""
    seat = table.seat_of(player)
    if seat is None or table.stage in (TableStage.REVEALING, TableStage.PLAYING) or table.may_begin:
        return table
    return _with(table, _replaced(table.places, seat, EMPTY))


def freed(table: TableRecord, since: Milliseconds) -> TableRecord:
    """Return the table with the seats freed of players who have been away since this time or longer."""
    if table.stage is not TableStage.GATHERING:
        return table
    places = [EMPTY if place.away is not None and place.away <= since else place for place in table.places]
    return _with(table, places)


def add_bot(table: TableRecord, asking: PlayerId, bot: Player, wanted: Seat | None, deck: Deck | None) -> TableRecord:
    """Let the host add a bot, which is ready at once."""
    check_host(table, asking)
    _only_while_gathering(table)
    seat = _free_seat(table, wanted, already=None)
    sitting = PlaceRecord(player=bot, ready=True, deck=deck, since=table.changed)
    return _with(table, _replaced(table.places, seat, sitting), by=asking)


def begun(table: TableRecord, decks: Sequence[Deck]) -> TableRecord:
    """Return the table after its match has begun, with the decks that are played. From now on these are the players'
    decks."""
    places = list(table.places)
    for seat, deck in enumerate(decks):
        places[seat] = msgspec.structs.replace(places[seat], deck=deck)
    fresh = msgspec.structs.replace(_with(table, places), reveal_until=None, refused=None)
    return _staged(fresh, TableStage.PLAYING)


def over(table: TableRecord, now: Milliseconds) -> TableRecord:
    return with_hidden_end(table, _staged(table, TableStage.OVER), now)


def rematch(table: TableRecord, player: PlayerId, match: MatchId, seed: str, commitment: str) -> TableRecord:
    """Return the table set up for another match. All players keep their decks and move one seat on. If the table has
    just been set up again, nothing changes."""
    own_seat(table, player)
    if table.is_of_tournament:
        text = Text("This match belongs to a tournament: its players meet again when a round pairs them.")
        raise CommandRefused(RefusalCode.TOURNAMENT_CLOSED, text, "$.table")
    match table.stage:
        case TableStage.GATHERING if table.played:
            return table
        case TableStage.GATHERING:
            raise CommandRefused(
                RefusalCode.NO_MATCH_YET, Text("No match has been played at this table yet."), "$.table"
            )
        case TableStage.REVEALING | TableStage.PLAYING:
            raise CommandRefused(
                RefusalCode.MATCH_RUNNING, Text("The match at this table has not ended yet."), "$.table"
            )
        case TableStage.OVER | TableStage.OTHER:
            return _set_up_again(table, match, seed, commitment)
        case _:
            assert_never(table.stage)


def _set_up_again(table: TableRecord, match: MatchId, seed: str, commitment: str) -> TableRecord:
    last = table.places[-1:] + table.places[:-1]
    places = [EMPTY if place.player is None else _again(place, place.player) for place in last]
    fresh = msgspec.structs.replace(
        table, match=match, seed=seed, commitment=commitment, decks_commitment=None, bound_rules=UNSET, kicked=()
    )
    again = msgspec.structs.replace(fresh, stage=TableStage.GATHERING, played=table.played + 1)
    return _with(again, places)


def _again(place: PlaceRecord, player: Player) -> PlaceRecord:
    is_bot = player.bot is not None
    return PlaceRecord(
        player=player, ready=is_bot, deck=place.deck, rating=place.rating, since=place.since, blocked=place.blocked
    )


def with_ratings(table: TableRecord, known: Callable[[Player, GameName], Rating | None]) -> TableRecord:
    """Return the table with the known ratings. Unknown ones keep their earlier value."""
    places = [
        place
        if place.player is None
        else msgspec.structs.replace(place, rating=known(place.player, table.game) or place.rating)
        for place in table.places
    ]
    return msgspec.structs.replace(table, places=tuple(places))


def _with(table: TableRecord, places: Sequence[PlaceRecord], by: PlayerId | None = None) -> TableRecord:
    """Return the table with these seats, as `by` wishes. The host stays the host if still seated, or if there is no
    successor. Otherwise the person seated longest is the new host. A program cannot be host, because its token may not
    allow a host's commands. Players who were ready for a different table are not ready any more."""
    places = _still_ready(table, places, by)
    seated = msgspec.structs.replace(table, places=tuple(places))
    following = [
        (place.since, number, place.player.id)
        for number, place in enumerate(places)
        if place.player is not None and is_person(place.player)
    ]
    if table.host in seated.people or not following:
        return seated
    return msgspec.structs.replace(seated, host=min(following)[2])


def _still_ready(table: TableRecord, places: Sequence[PlaceRecord], by: PlayerId | None) -> list[PlaceRecord]:
    """Return the places of a gathering table, without the `ready` of players whose group has changed: a player has
    left, or somebody other than `by` has added a bot. Players agree to their own changes."""
    if table.stage is not TableStage.GATHERING:
        return [*places]
    now = _sitting(places)
    known = {place.player.id for place in table.places if place.player is not None}
    has_new_bot = any(
        place.player is not None and place.player.bot is not None and place.player.id not in known for place in places
    )

    def agreed(place: PlaceRecord) -> PlaceRecord:
        if not place.ready_beside or place.player is None:
            return place
        if place.player.id == by:
            return msgspec.structs.replace(place, ready_beside=now)
        has_left = any(was not in (None, here) for was, here in zip(place.ready_beside, now, strict=True))
        return _not_ready(place) if has_left or has_new_bot else place

    return list(map(agreed, places))


def _agreed_to_decks(table: TableRecord, places: Sequence[PlaceRecord], seat: Seat) -> list[PlaceRecord]:
    """Return the places without the `ready` of players who were shown another deck of this seat than the present one.
    The first deck that a player brings ends no `ready`, because nobody was shown one before."""
    player, deck = places[seat].player, places[seat].deck
    own = None if player is None else table.seat_of(player.id)
    before = None if own is None else table.places[own].deck
    if before is None or before == deck:
        return [*places]
    return _without_ready(places, but=seat)


def _without_ready(places: Sequence[PlaceRecord], *, but: Seat) -> list[PlaceRecord]:
    """Return the seats with the `ready` of all players removed, except for the player at one seat."""
    return [_not_ready(place) if number != but and place.ready_beside else place for number, place in enumerate(places)]


def _sitting(places: Sequence[PlaceRecord]) -> tuple[PlayerId | None, ...]:
    return tuple(None if place.player is None else place.player.id for place in places)


def _not_ready(place: PlaceRecord) -> PlaceRecord:
    return msgspec.structs.replace(place, ready=False, ready_beside=(), entropy_hash=None)


def _staged(table: TableRecord, stage: TableStage) -> TableRecord:
    return msgspec.structs.replace(table, stage=stage)


def _replaced(places: Sequence[PlaceRecord], seat: Seat, place: PlaceRecord) -> list[PlaceRecord]:
    return [place if number == seat else each for number, each in enumerate(places)]


def _only_while_gathering(table: TableRecord) -> None:
    match table.stage:
        case TableStage.GATHERING if not table.may_begin:
            return
        case (
            TableStage.GATHERING | TableStage.REVEALING | TableStage.PLAYING
        ):  # the players seated now play, whichever process begins the match
            raise CommandRefused(RefusalCode.MATCH_RUNNING, Text("A match is being played at this table."), "$.table")
        case TableStage.OVER | TableStage.OTHER:
            text = Text("The match at this table has ended; ask for a rematch first.")
            raise CommandRefused(RefusalCode.MATCH_OVER, text, "$.table")
        case _:
            assert_never(table.stage)


def _kicked() -> CommandRefused:
    text = Text("The host has kicked you from this table; you can sit down again when the next match is set up.")
    return CommandRefused(RefusalCode.KICKED, text, "$.table")


def _hidden(table: TableRecord) -> CommandRefused:
    """Return the refusal for a player that may not find a table: the same as if it did not exist."""
    return unknown(table.id)


def check_host(table: TableRecord, player: PlayerId) -> None:
    """Raise `CommandRefused` unless this player is the host and has a seat at the table."""
    own_seat(table, player)
    if player != table.host:
        raise CommandRefused(RefusalCode.NOT_THE_HOST, Text("Only the host of this table may do this."), "$.table")


def _existing(table: TableRecord, seat: Seat) -> Seat:
    if not 0 <= seat < len(table.places):
        raise CommandRefused(
            RefusalCode.NO_SUCH_SEAT,
            Text("There is no seat {seat}; seats go from 0 to {number}.", number=len(table.places) - 1, seat=seat),
            "$.seat",
        )
    return seat


def _free_seat(table: TableRecord, wanted: Seat | None, already: Seat | None) -> Seat:
    if wanted is not None:
        sitting = table.places[_existing(table, wanted)].player
        if sitting is not None and wanted != already:
            raise CommandRefused(
                RefusalCode.SEAT_TAKEN,
                Text("{name} sits at seat {wanted}.", name=sitting.name, wanted=wanted),
                "$.seat",
            )
        return wanted
    if already is not None:
        return already
    for number, place in enumerate(table.places):
        if place.player is None:
            return Seat(number)
    raise CommandRefused(RefusalCode.TABLE_FULL, Text("All seats of this table are taken."), "$.table")
