"""Whatever people do at a table: one host who sits there, nobody on two seats, and the longest sitter follows."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec import Raw
from msgspec.structs import replace
from quarterdeck_protocol.bound_entropy import entropy_hash
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat, TableId
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_protocol.tables import BoundRules, TableStage
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.tables import transitions
from quarterdeck_server.lobby.tables.model import EMPTY, PlaceRecord, TableRecord

SEATS = 4
PEOPLE = [Player(id=PlayerId(f"p{number}"), name=f"P{number}") for number in range(6)]

people = st.sampled_from(PEOPLE)
seats = st.sampled_from([Seat(number) for number in range(SEATS)])
wishes = st.none() | seats


class TableMachine(RuleBasedStateMachine):
    """A table, and beside it a list of who sits there, the longest first."""

    def __init__(self) -> None:
        super().__init__()
        self.table = TableRecord(
            id=TableId("t"),
            game=GameName("tiny"),
            options=Raw(b"{}"),
            time_limit=Milliseconds(1_000),
            places=(EMPTY,) * SEATS,
            match=MatchId("m0"),
            seed="",
            commitment="",
            opened_at=Milliseconds(0),
        )
        self.sitting: list[PlayerId] = []
        self.host: PlayerId | None = None
        self.kicked: set[PlayerId] = set()
        self.bots = 0
        self.now = 0

    @initialize(opener=people, sits=st.booleans())
    def open(self, opener: Player, *, sits: bool) -> None:
        first = PlaceRecord(player=opener) if sits else EMPTY
        self.table = replace(self.table, host=opener.id, places=(first, *self.table.places[1:]))
        self.sitting = [opener.id] if sits else []
        self.host = opener.id

    def take(self, changed: TableRecord) -> None:
        self.table = replace(changed, changed=self.table.changed + 1)

    def leaves(self, player: PlayerId) -> None:
        self.sitting.remove(player)
        self.follow()

    def follow(self) -> None:
        """Let the longest sitter be the host, if the host does not sit here and somebody does."""
        if self.host not in self.sitting and self.sitting:
            self.host = self.sitting[0]

    @property
    def gathers(self) -> bool:
        return self.table.stage is TableStage.GATHERING and not self.table.may_begin

    @rule(player=people, wanted=wishes)
    def sit(self, player: Player, wanted: Seat | None) -> None:
        try:
            self.take(transitions.sit(self.table, player, wanted, None))
        except CommandRefused:
            free = self.table.places[wanted].player is None if wanted is not None else None in self.names
            assert not self.gathers or player.id in self.kicked or not free
        else:
            assert player.id not in self.kicked
            if player.id not in self.sitting:
                self.sitting.append(player.id)
            self.follow()

    @property
    def names(self) -> list[str | None]:
        return [None if place.player is None else place.player.id for place in self.table.places]

    @rule(player=people)
    def stand(self, player: Player) -> None:
        try:
            self.take(transitions.stand(self.table, player.id, None))
        except CommandRefused:
            assert player.id not in self.sitting or (not self.gathers and self.table.stage is not TableStage.OVER)
        else:
            self.leaves(player.id)

    @rule(player=people, seat=seats)
    def kick(self, player: Player, seat: Seat) -> None:
        sitting = self.table.places[seat].player
        try:
            self.take(transitions.kick(self.table, player.id, seat))
        except CommandRefused:
            is_host = player.id == self.host and player.id in self.sitting
            is_over = self.table.stage is TableStage.OVER
            assert not is_host or not (self.gathers or is_over) or (sitting and sitting.id == player.id)
        else:
            assert player.id == self.host
            if sitting is not None and sitting.bot is None:
                self.kicked.add(sitting.id)
                self.leaves(sitting.id)

    @rule(player=people, to=people)
    def transfer_host(self, player: Player, to: Player) -> None:
        try:
            self.take(transitions.transfer_host(self.table, player.id, to.id))
        except CommandRefused:
            assert player.id not in self.sitting or player.id != self.host or to.id not in self.sitting
        else:
            self.host = to.id

    @rule(player=people, wanted=wishes)
    def add_bot(self, player: Player, wanted: Seat | None) -> None:
        self.bots += 1
        bot = Player(id=PlayerId(f"bot-{self.bots}"), name="Bot", kind=PlayerKind.BOT, bot="random")
        try:
            self.take(transitions.add_bot(self.table, player.id, bot, wanted, None))
        except CommandRefused:
            return
        assert player.id == self.host

    @rule(player=people, binds=st.booleans())
    def be_ready(self, player: Player, *, binds: bool) -> None:
        try:
            self.take(transitions.ready(self.table, player.id, entropy_hash(player.name) if binds else None, None))
        except CommandRefused:
            assert player.id not in self.sitting or not self.gathers

    @precondition(lambda self: self.table.is_full_and_ready and self.table.binds_entropy)
    @rule()
    def ask_to_reveal(self) -> None:
        self.take(transitions.asked_to_reveal(self.table, Milliseconds(self.now + 2), None, BoundRules(version=1)))

    @rule(player=people, entropy=st.sampled_from([player.name for player in PEOPLE]))
    def reveal(self, player: Player, entropy: str) -> None:
        seat = self.table.seat_of(player.id)
        owed = seat is not None and self.table.places[seat].owes_entropy
        try:
            self.take(transitions.reveal(self.table, player.id, entropy))
        except CommandRefused:
            assert not owed or entropy != player.name or self.table.stage is TableStage.GATHERING
        else:
            assert entropy == player.name
            assert player.id in self.sitting

    @rule(later=st.integers(1, 3))
    def refuse(self, later: int) -> None:
        self.now += later
        deal = transitions.refused_deal(self.table, Milliseconds(self.now))
        if deal is None:
            assert not self.is_overdue
            return
        assert self.is_overdue
        missing = [deal.players[seat].id for seat in deal.missing]
        assert bool(missing) != self.table.may_begin
        self.take(transitions.refused(self.table, deal, MatchId("m"), "", ""))
        self.sitting = [player for player in self.sitting if player not in missing]
        self.follow()
        assert not any(place.ready for place in self.table.places if place.player and place.player.bot is None)

    @property
    def is_overdue(self) -> bool:
        until = self.table.reveal_until
        return self.table.stage is TableStage.REVEALING and until is not None and self.now > until

    @rule(player=people)
    def lose_the_line(self, player: Player) -> None:
        self.take(transitions.gone(self.table, player.id, Milliseconds(self.now)))

    @rule(player=people)
    def come_back(self, player: Player) -> None:
        self.take(transitions.back(self.table, {player.id}))

    @rule(later=st.integers(1, 3))
    def free_seats(self, later: int) -> None:
        self.now += later
        since = Milliseconds(self.now - 2)
        leaving = [
            place.player.id
            for place in self.table.places
            if place.player is not None and place.away is not None and place.away <= since
        ]
        self.take(transitions.freed(self.table, since))
        if self.table.stage is TableStage.GATHERING:
            self.sitting = [player for player in self.sitting if player not in leaving]
            self.follow()

    @precondition(lambda self: self.table.may_begin)
    @rule()
    def begin(self) -> None:
        self.take(transitions.begun(self.table, []))

    @precondition(lambda self: self.table.stage is TableStage.PLAYING)
    @rule()
    def end(self) -> None:
        self.take(transitions.over(self.table, Milliseconds(self.now)))

    @precondition(lambda self: self.table.stage is TableStage.OVER)
    @rule(player=people)
    def rematch(self, player: Player) -> None:
        try:
            self.take(transitions.rematch(self.table, player.id, MatchId("m"), "", ""))
        except CommandRefused:
            assert player.id not in self.sitting
        else:
            self.kicked.clear()

    @invariant()
    def the_host_sits_here_unless_nobody_does(self) -> None:
        assert not self.sitting or self.table.host in self.sitting

    @invariant()
    def the_host_is_who_has_sat_longest_if_the_one_before_left(self) -> None:
        assert self.table.host == self.host

    @invariant()
    def nobody_sits_on_two_seats(self) -> None:
        there = [name for name in self.names if name is not None]
        assert len(there) == len(set(there))
        assert sorted(name for name in there if name.startswith("p")) == sorted(self.sitting)

    @invariant()
    def it_is_as_it_is_stored(self) -> None:
        assert self.table.is_deserted == (not self.sitting)


TestTableMachine = TableMachine.TestCase
TestTableMachine.settings = settings(stateful_step_count=40)
