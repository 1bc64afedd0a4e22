"""A table and everything that may be done at it. Pure: every function gives a new table or raises `Refusing`."""

from collections.abc import Callable, Sequence

import msgspec
from msgspec import Raw
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.gathering import Access, Place, Table
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Ref, Seat, TableId
from quarterdeck_protocol.ratings import Rating
from quarterdeck_protocol.refusals import Refusal
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby import invitations
from quarterdeck_server.lobby.invitations import Knowing
from quarterdeck_server.refusing import Refusing

REFS_REMEMBERED = 32
LIFTED_REMEMBERED = 64
ORDERED = ("game", "options", "time_limit", "brought", "rated", "access", "password", "spectators")
"""What a table is opened with, beside its seats."""


class KeptPlace(msgspec.Struct, frozen=True, kw_only=True):
    """One seat of a table."""

    player: Player | None = None
    ready: bool = False
    entropy: str = ""
    away: Milliseconds | None = None
    """Since when the player's connection is gone; `None` while they are here."""

    deck: Deck | None = None
    """What the player has brought; `None` if nothing, which is settled as the match begins."""

    rating: Rating | None = None
    """How well the player plays this game, as it was known when the table was changed last."""

    since: int = 0
    """Which change of the table came before the one with which the player sat down: who sits longer has a lower one."""


class Done(msgspec.Struct, frozen=True, array_like=True):
    """A command that was carried out at a table."""

    player: PlayerId
    ref: Ref
    what: str


EMPTY = KeptPlace()


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the lobby keeps it. It holds the seed, so it never leaves as it is: `shown` says what may."""

    id: TableId
    game: GameName
    options: Raw
    time_limit: Milliseconds
    places: tuple[KeptPlace, ...]
    match: MatchId
    seed: str
    commitment: str
    stage: str = "gathering"
    opened_at: Milliseconds
    opening: str = ""
    """The commitment it was opened with, which no table has that is opened under the same id when this one is gone."""

    changed: int = 1
    host: PlayerId | None = None
    """Who opened it or was handed it, if they sit here or nobody does; else who has sat here longest."""

    access: Access = "public"
    code: str = ""
    """The invite code, for an unlisted table."""

    password: str = ""
    """What is kept of the password, for a table that has one."""

    spectators: bool = True
    lifted: tuple[PlayerId, ...] = ()
    """Who was lifted from a seat since the last match was set up."""

    played: int = 0
    """How many matches have been played here."""

    rated: bool = False
    brought: str = ""
    """The mark of the deck that it was opened with."""

    done: tuple[Done, ...] = ()
    """The newest commands that were carried out here, so that one that is sent again is done once."""

    @property
    def may_begin(self) -> bool:
        """Whether every seat is taken and ready."""
        return self.stage == "gathering" and all(place.player and place.ready for place in self.places)

    @property
    def is_deserted(self) -> bool:
        """Whether no person sits here."""
        return all(place.player is None or place.player.bot is not None for place in self.places)

    def seat_of(self, player: PlayerId) -> Seat | None:
        for number, place in enumerate(self.places):
            if place.player is not None and place.player.id == player:
                return Seat(number)
        return None

    def is_as_opened_by(self, other: "Kept") -> bool:
        """Whether the command that has opened this table is the one that would open the other."""
        return all(getattr(self, field) == getattr(other, field) for field in ORDERED) and (
            len(self.places) == len(other.places)
        )

    def remembers(self, player: PlayerId, ref: Ref | None, what: str) -> bool:
        """Whether this command was carried out here before. Raises `Refusing` if its `ref` names another one."""
        for done in self.done:
            if (done.player, done.ref) == (player, ref):
                if done.what != what:
                    raise reused(ref)
                return True
        return False

    def remembering(self, player: PlayerId, ref: Ref | None, what: str) -> "Kept":
        if ref is None:
            return self
        return msgspec.structs.replace(self, done=(*self.done, Done(player, ref, what))[-REFS_REMEMBERED:])


def reused(ref: Ref | None) -> Refusing:
    return Refusing(Refusal.REF_REUSED, f"`{ref}` already names another command of yours.", "$.ref")


def shown(table: Kept, *, are_decks_open: bool = False, to: PlayerId | None = None) -> Table:
    """Give the table as everybody may see it, or as this player may."""
    sits_here = to is not None and table.seat_of(to) is not None
    return Table(
        id=table.id,
        game=table.game,
        options=table.options,
        time_limit=table.time_limit,
        places=tuple(_shown(place, is_open=are_decks_open) for place in table.places),
        commitment=table.commitment,
        match=table.match,
        stage=table.stage,
        opened_at=table.opened_at,
        changed=table.changed,
        rated=table.rated,
        host=table.host,
        access=table.access,
        spectators=table.spectators,
        code=table.code if sits_here and table.code else None,
    )


def _shown(place: KeptPlace, *, is_open: bool) -> Place:
    deck = place.deck if is_open else None
    return Place(
        player=place.player, ready=place.ready, has_deck=place.deck is not None, deck=deck, rating=place.rating
    )


def admit(table: Kept, player: PlayerId | None, knowing: Knowing) -> None:
    """Raise `Refusing` if somebody may not come to this table knowing no more than this. Who sits here may."""
    if player is not None and table.seat_of(player) is not None:
        return
    if table.access == "unlisted" and not invitations.is_code(table.code, knowing.code):
        # without a code it is as if there were no such table, so that its id tells nothing
        raise unknown(table.id) if knowing.code is None else invitations.wrong_code()
    if table.access == "password" and not invitations.is_password(table.id, table.password, knowing.password):
        raise invitations.wrong_password(is_missing=knowing.password is None)


def with_host(table: Kept) -> Kept:
    """Give the table with the host that follows from who sits there."""
    return _with(table, table.places)


def sit(table: Kept, player: Player, wanted: Seat | None, deck: Deck | None) -> Kept:
    """Let a player take a seat, or change to another one, with another deck if they bring one."""
    _only_while_gathering(table)
    if player.id in table.lifted:
        text = "The host has lifted you from this table; you may sit down again when the next match is set up."
        raise Refusing(Refusal.LIFTED, text, "$.table")
    own = table.seat_of(player.id)
    seat = _free_seat(table, wanted, already=own)
    since = table.changed
    if own is not None:
        since = table.places[own].since
        deck = table.places[own].deck if deck is None else deck
    places = [EMPTY if place.player and place.player.id == player.id else place for place in table.places]
    rating = None if own is None else table.places[own].rating
    places[seat] = KeptPlace(player=player, deck=deck, rating=rating, since=since)
    return _with(table, places)


def stand(table: Kept, player: PlayerId, seat: Seat | None) -> Kept:
    """Let a player give the seat up, or take a bot away from `seat`."""
    own = _own_seat(table, player)
    if table.stage != "over":
        _only_while_gathering(table)
    leaving = own if seat is None else _existing(table, seat)
    sitting = table.places[leaving].player
    if leaving != own and (sitting is None or sitting.bot is None):
        raise Refusing(Refusal.NOT_YOUR_SEAT, f"No bot sits at seat {leaving}, and it is not yours.", "$.seat")
    if leaving != own:
        _only_the_host(table, player)
    return _with(table, _replaced(table.places, leaving, EMPTY))


def lift(table: Kept, host: PlayerId, seat: Seat) -> Kept:
    """Let the host take somebody away from a seat; nothing changes if nobody sits there any more."""
    _only_the_host(table, host)
    if table.stage != "over":
        _only_while_gathering(table)
    sitting = table.places[_existing(table, seat)].player
    if sitting is None:
        return table
    if sitting.id == host:
        raise Refusing(Refusal.NOT_YOURSELF, "This is your own seat; to give it up, `stand`.", "$.seat")
    if sitting.bot is None:
        lifted = (*table.lifted, sitting.id)[-LIFTED_REMEMBERED:]
        table = msgspec.structs.replace(table, lifted=lifted)
    return _with(table, _replaced(table.places, seat, EMPTY))


def hand_over(table: Kept, host: PlayerId, player: PlayerId) -> Kept:
    """Let the host make another person who sits here the host."""
    _only_the_host(table, host)
    if not any(each.id == player for each in _people(table.places)):
        raise Refusing(Refusal.NOT_AT_TABLE, "No person with this id sits at this table.", "$.player")
    return msgspec.structs.replace(table, host=player)


def ready(table: Kept, player: PlayerId, entropy: str | None, deck: Deck | None) -> Kept:
    """Let a player say that they are ready, with some randomness of their own; once more, to change the deck."""
    seat = _own_seat(table, player)
    place = table.places[seat]
    if place.ready and deck is None and table.stage == "gathering":
        return table
    _only_while_gathering(table)
    # the entropy that was given first stays: it may have been shown to nobody, and may not be chosen
    given = place.entropy if place.ready else entropy or ""
    said = msgspec.structs.replace(
        place, ready=True, entropy=given, away=None, deck=place.deck if deck is None else deck
    )
    return _with(table, _replaced(table.places, seat, said))


def gone(table: Kept, player: PlayerId, now: Milliseconds) -> Kept:
    """Note that a player's connection is gone: not ready any more, and the seat will be free after a while."""
    seat = table.seat_of(player)
    if seat is None or table.stage != "gathering" or table.may_begin:
        return table
    place = table.places[seat]
    left = msgspec.structs.replace(place, ready=False, entropy="", away=now)
    return _with(table, _replaced(table.places, seat, left))


def back(table: Kept, player: PlayerId | None) -> Kept:
    """Note that a player is here again, if they sit here."""
    seat = None if player is None else table.seat_of(player)
    if seat is None or table.places[seat].away is None:
        return table
    return _with(table, _replaced(table.places, seat, msgspec.structs.replace(table.places[seat], away=None)))


def left(table: Kept, player: PlayerId) -> Kept:
    """Free the seat of a player who will not come back, if no match is being played."""
    seat = table.seat_of(player)
    if seat is None or table.stage == "playing" or table.may_begin:
        return table
    return _with(table, _replaced(table.places, seat, EMPTY))


def renamed(table: Kept, player: Player) -> Kept:
    """Show a player under the name that they have now."""
    seat = table.seat_of(player.id)
    if seat is None:
        return table
    return _with(table, _replaced(table.places, seat, msgspec.structs.replace(table.places[seat], player=player)))


def freed(table: Kept, since: Milliseconds) -> Kept:
    """Free the seats of those who have been gone since then or for longer."""
    if table.stage != "gathering":
        return table
    places = [EMPTY if place.away is not None and place.away <= since else place for place in table.places]
    return _with(table, places)


def add_bot(table: Kept, asking: PlayerId, bot: Player, wanted: Seat | None, deck: Deck | None) -> Kept:
    """Let a bot take a seat, as the host wishes. It is ready at once."""
    _only_the_host(table, asking)
    _only_while_gathering(table)
    seat = _free_seat(table, wanted, already=None)
    return _with(
        table, _replaced(table.places, seat, KeptPlace(player=bot, ready=True, deck=deck, since=table.changed))
    )


def begun(table: Kept, decks: Sequence[Deck]) -> Kept:
    """Note that the match has begun, and with which decks: those are whose they are from now on."""
    places = list(table.places)
    for seat, deck in enumerate(decks):
        places[seat] = msgspec.structs.replace(places[seat], deck=deck)
    return _staged(_with(table, places), "playing")


def over(table: Kept) -> Kept:
    return _staged(table, "over")


def rematch(table: Kept, player: PlayerId, match: MatchId, seed: str, commitment: str) -> Kept:
    """Set the table up for another match, everybody one seat further on and with their deck. If somebody has just done
    so, that counts."""
    _own_seat(table, player)
    if table.stage == "gathering" and table.played:
        return table
    if table.stage == "gathering":
        raise Refusing(Refusal.NO_MATCH_YET, "No match has been played at this table yet.", "$.table")
    if table.stage == "playing":
        raise Refusing(Refusal.MATCH_RUNNING, "The match at this table is still being played.", "$.table")
    last = table.places[-1:] + table.places[:-1]
    places = [EMPTY if place.player is None else _again(place, place.player) for place in last]
    fresh = msgspec.structs.replace(
        table, match=match, seed=seed, commitment=commitment, stage="gathering", played=table.played + 1, lifted=()
    )
    return _with(fresh, places)


def _again(place: KeptPlace, player: Player) -> KeptPlace:
    is_bot = player.bot is not None
    return KeptPlace(player=player, ready=is_bot, deck=place.deck, rating=place.rating, since=place.since)


def with_ratings(table: Kept, known: Callable[[Player, GameName], Rating | None]) -> Kept:
    """Give the table with the ratings that are known; where none is, what was known before stays."""
    places = [
        place
        if place.player is None
        else msgspec.structs.replace(place, rating=known(place.player, table.game) or place.rating)
        for place in table.places
    ]
    return msgspec.structs.replace(table, places=tuple(places))


def _with(table: Kept, places: Sequence[KeptPlace]) -> Kept:
    """Let them sit so. The host is who was, if they still sit here or nobody does; else who has sat here longest."""
    people = sorted((place.since, number) for number, place in enumerate(places) if _person(place) is not None)
    ids = [player.id for player in _people(places)]
    longest = places[people[0][1]].player if people else None
    host = table.host if longest is None or table.host in ids else longest.id
    return msgspec.structs.replace(table, places=tuple(places), host=host)


def _person(place: KeptPlace) -> Player | None:
    return None if place.player is None or place.player.bot is not None else place.player


def _people(places: Sequence[KeptPlace]) -> list[Player]:
    return [player for player in map(_person, places) if player is not None]


def _staged(table: Kept, stage: str) -> Kept:
    return msgspec.structs.replace(table, stage=stage)


def _replaced(places: Sequence[KeptPlace], seat: Seat, place: KeptPlace) -> list[KeptPlace]:
    return [place if number == seat else each for number, each in enumerate(places)]


def _only_while_gathering(table: Kept) -> None:
    if table.stage == "playing" or table.may_begin:  # who sits here then is who plays, whoever begins the match
        raise Refusing(Refusal.MATCH_RUNNING, "The match at this table is being played.", "$.table")
    if table.stage == "over":
        raise Refusing(Refusal.MATCH_OVER, "The match at this table has ended; ask for a rematch first.", "$.table")


def unknown(table: TableId) -> Refusing:
    return Refusing(Refusal.UNKNOWN_TABLE, f"There is no table `{table}`, or not any more.", "$.table")


def _own_seat(table: Kept, player: PlayerId) -> Seat:
    seat = table.seat_of(player)
    if seat is None:
        raise Refusing(Refusal.NOT_AT_TABLE, "You do not sit at this table.", "$.table")
    return seat


def _only_the_host(table: Kept, player: PlayerId) -> None:
    _own_seat(table, player)
    if player != table.host:
        raise Refusing(Refusal.NOT_THE_HOST, "Only the host of this table may do this.", "$.table")


def _existing(table: Kept, seat: Seat) -> Seat:
    if not 0 <= seat < len(table.places):
        raise Refusing(Refusal.NO_SUCH_SEAT, f"Seats go from 0 to {len(table.places) - 1}; {seat} is none.", "$.seat")
    return seat


def _free_seat(table: Kept, wanted: Seat | None, already: Seat | None) -> Seat:
    if wanted is not None:
        sitting = table.places[_existing(table, wanted)].player
        if sitting is not None and wanted != already:
            raise Refusing(Refusal.SEAT_TAKEN, f"{sitting.name} sits at seat {wanted}.", "$.seat")
        return wanted
    if already is not None:
        return already
    for number, place in enumerate(table.places):
        if place.player is None:
            return Seat(number)
    raise Refusing(Refusal.TABLE_FULL, "Every seat of this table is taken.", "$.table")
