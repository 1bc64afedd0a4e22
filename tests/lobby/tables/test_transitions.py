"""Whatever people do at a table: one host who sits there, nobody on two seats, and the longest sitter follows."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec import Raw
from msgspec.structs import replace
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_protocol.lobby.tables import Access, BoundRules, TableStage
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.tables import transitions
from quarterdeck_server.lobby.tables.invites import EntryCredentials
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
        self.agreed: dict[PlayerId, list[PlayerId | None]] = {}

    @initialize(opener=people, sits=st.booleans())
    def open(self, opener: Player, *, sits: bool) -> None:
        first = PlaceRecord(player=opener) if sits else EMPTY
        self.table = replace(self.table, host=opener.id, places=(first, *self.table.places[1:]))
        self.sitting = [opener.id] if sits else []
        self.host = opener.id

    def take(self, changed: TableRecord, by: PlayerId | None = None) -> None:
        """Take in a change by somebody, who agrees to what they change themselves."""
        self.table = replace(changed, changed=self.table.changed + 1)
        if by in self.agreed:
            self.agreed[by] = self.names

    def leaves(self, player: PlayerId) -> None:
        self.sitting.remove(player)
        self.subscribe()

    def subscribe(self) -> None:
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
            self.subscribe()

    @property
    def names(self) -> list[PlayerId | None]:
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
            self.take(transitions.kick(self.table, player.id, seat), by=player.id)
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
            self.take(transitions.add_bot(self.table, player.id, bot, wanted, None), by=player.id)
        except CommandRefused:
            return
        assert player.id == self.host

    @rule(player=people, binds=st.booleans())
    def be_ready(self, player: Player, *, binds: bool) -> None:
        seat = self.table.seat_of(player.id)
        was_ready = seat is not None and self.table.places[seat].ready
        try:
            self.take(transitions.ready(self.table, player.id, entropy_hash(player.name) if binds else None, None))
        except CommandRefused:
            assert player.id not in self.sitting or not self.gathers
        else:
            if not was_ready:
                self.agreed[player.id] = self.names

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
        self.subscribe()
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
            self.subscribe()

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
    def a_player_is_ready_only_beside_those_who_sat_there_then(self) -> None:
        for place in self.table.places:
            if self.table.stage is TableStage.GATHERING and place.player is not None and place.player.bot is None:
                beside = self.agreed.get(place.player.id, [])
                still = [was in (None, now) for was, now in zip(beside, self.names, strict=False)]
                assert not place.ready or (beside and all(still))

    @invariant()
    def it_is_as_it_is_stored(self) -> None:
        assert self.table.is_deserted == (not self.sitting)


TestTableMachine = TableMachine.TestCase
TestTableMachine.settings = settings(stateful_step_count=40)


ANN, BO, CY = PEOPLE[:3]


def gathering(*sitting: Player, seats: int = 2) -> TableRecord:
    """Return a table at which these players sit, none of them ready; the first is the host."""
    places = [PlaceRecord(player=player, since=number) for number, player in enumerate(sitting)]
    return replace(
        TableMachine().table, host=sitting[0].id, places=(*places, *[EMPTY] * (seats - len(sitting))), changed=9
    )


def ready_at(table: TableRecord) -> list[PlayerId]:
    return [place.player.id for place in table.places if place.player is not None and place.ready]


def bot(number: int = 1) -> Player:
    return Player(id=PlayerId(f"bot-{number}"), name="Bot", kind=PlayerKind.BOT, bot="random")


def test_a_player_who_is_ready_beside_one_opponent_is_not_ready_beside_another() -> None:
    table = transitions.ready(gathering(ANN, BO), BO.id, entropy_hash("share"), None)
    table = transitions.stand(table, ANN.id, None)
    assert (ready_at(table), table.places[1].entropy_hash) == ([], None)
    table = transitions.ready(transitions.sit(table, CY, None, None), CY.id, None, None)
    assert (ready_at(table), table.may_begin) == ([CY.id], False)


def test_a_kick_ends_the_readiness_of_everybody_but_the_host() -> None:
    table = gathering(ANN, BO, CY, seats=3)
    for player in (ANN, BO, CY):
        table = transitions.ready(table, player.id, entropy_hash(player.name), None)
    waiting = replace(table, places=(*table.places[:2], replace(table.places[2], ready=False)))
    assert ready_at(transitions.kick(waiting, ANN.id, Seat(2))) == [ANN.id]


def test_a_bot_that_the_host_adds_ends_the_readiness_of_others() -> None:
    table = gathering(ANN, BO, seats=4)
    table = transitions.ready(transitions.ready(table, ANN.id, None, None), BO.id, None, None)
    assert ready_at(transitions.add_bot(table, ANN.id, bot(), None, None)) == [ANN.id, bot().id]


def test_a_bot_that_the_host_takes_away_ends_the_readiness_of_others() -> None:
    table = transitions.add_bot(gathering(ANN, BO, seats=4), ANN.id, bot(), None, None)
    table = transitions.ready(transitions.ready(table, ANN.id, None, None), BO.id, None, None)
    assert ready_at(transitions.stand(table, ANN.id, Seat(2))) == [ANN.id]


def test_a_seat_that_is_freed_ends_the_readiness_of_those_who_sat_beside() -> None:
    table = transitions.ready(gathering(ANN, BO), BO.id, None, None)
    away = transitions.gone(table, ANN.id, Milliseconds(1))
    assert ready_at(away) == [BO.id]
    assert ready_at(transitions.freed(away, Milliseconds(1))) == []


def test_an_opponent_who_changes_the_seat_ends_readiness() -> None:
    table = transitions.ready(gathering(ANN, BO, seats=3), BO.id, None, None)
    assert ready_at(transitions.sit(table, ANN, Seat(2), None)) == []


def test_a_guest_who_registers_ends_the_readiness_of_others_if_the_match_counts_then() -> None:
    guest, named = replace(BO, kind=PlayerKind.GUEST), replace(BO, name="Robert", kind=PlayerKind.PERSON)
    for is_rated, ready in ((True, []), (False, [ANN.id])):
        table = replace(gathering(ANN, guest, seats=2), rated=is_rated)
        table = transitions.ready(table, ANN.id, entropy_hash("share"), None)
        assert ready_at(transitions.renamed(table, named)) == ready
        renamed = transitions.renamed(table, replace(guest, name="Bob"))
        assert ready_at(renamed) == [ANN.id]


def test_a_player_who_is_ready_beside_a_free_seat_is_ready_for_anybody_there() -> None:
    table = transitions.ready(gathering(ANN), ANN.id, None, None)
    table = transitions.sit(table, BO, None, None)
    table = transitions.sit(transitions.stand(table, BO.id, None), CY, None, None)
    assert ready_at(table) == [ANN.id]
    assert transitions.ready(table, CY.id, None, None).may_begin


@pytest.mark.parametrize(
    ("access", "code"), [(Access.PUBLIC, None), (Access.UNLISTED, "BCDFGH"), (Access.PASSWORD, None)]
)
def test_a_blocked_player_is_refused_as_if_there_were_no_such_table(access: Access, code: str | None) -> None:
    table = transitions.sit(replace(gathering(ANN, seats=4), access=access, code="BCDFGH"), BO, None, None, {CY.id})
    knowing = EntryCredentials(code=code)
    with pytest.raises(CommandRefused) as refused:
        transitions.admit(table, CY, knowing)
    assert refused.value.code is RefusalCode.UNKNOWN_TABLE
    assert table.hidden_from == {CY.id}
    transitions.admit(replace(transitions.stand(table, BO.id, None), access=Access.PUBLIC), CY, knowing)


def test_a_block_does_not_move_a_player_who_sits_there_already() -> None:
    table = transitions.blocking(gathering(ANN, BO), ANN.id, {BO.id})
    assert not table.is_hidden_from(BO)
    transitions.admit(table, BO, EntryCredentials())


def test_a_match_that_is_being_played_is_not_hidden_from_a_blocked_player() -> None:
    table = transitions.blocking(gathering(ANN, BO), ANN.id, {CY.id})
    assert table.hidden_from == {CY.id}
    assert replace(table, stage=TableStage.PLAYING).hidden_from == frozenset()
