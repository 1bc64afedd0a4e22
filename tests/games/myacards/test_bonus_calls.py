"""Tables where a bonus counts only once its player calls it (S4:139, MY-37)."""

from games.hosted import HOSTED
from games.myacards.given import GAME, A, B, Match, given
from msgspec.structs import replace
from quarterdeck_games.myacards.field import ZONE_OF, ZONES, Piece
from quarterdeck_games.myacards.rules import Myacards
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Bonus

WOLF, FOX, OTTER, BEAVER, LEOPARD, JAGUAR = (
    "canis-lupus",
    "vulpes-vulpes",
    "lontra-canadensis",
    "castor-fiber",
    "panthera-pardus",
    "panthera-onca",
)
DECLARED = my.Options(declare_bonus=True)
PAIR = {"0.3.0": WOLF, "0.3.1": WOLF, "1.3.0": BEAVER}


def calls(match: Match) -> list[Bonus]:
    return [one.bonus for one in match.choices() if isinstance(one, my.CallBonus)]


def call(match: Match, bonus: Bonus) -> Match:
    return match.act(my.CallBonus(bonus=bonus))


def test_bonuses_count_by_themselves_unless_the_table_says_otherwise() -> None:
    """MY-37."""
    match = given(PAIR, hand=[WOLF]).place(WOLF, "0.3.2")
    assert match.bonus("0.3.2") is Bonus.PACK
    assert calls(match) == []
    assert match.refusal(my.CallBonus(bonus=Bonus.PACK)) == "MY-37"


def test_a_bonus_that_is_not_called_is_not_applied() -> None:
    """S4:139."""
    match = given(PAIR, hand=[WOLF], options=DECLARED)
    assert calls(match) == []
    match.place(WOLF, "0.3.2")
    assert match.kinds() == [my.Placed]
    assert [match.more(f"0.3.{column}") for column in range(3)] == [(0, 0, 0)] * 3
    assert calls(match) == [Bonus.PACK]
    assert match.refusal(my.CallBonus(bonus=Bonus.SISTER_TAXA)) == "S4:139"
    call(match, Bonus.PACK)
    assert match.kinds() == [my.BonusGained]
    assert [match.more(f"0.3.{column}") for column in range(3)] == [(3, 3, 3)] * 3
    assert calls(match) == []
    assert match.refusal(my.CallBonus(bonus=Bonus.PACK)) == "S4:139"


def test_there_is_no_catching_up_once_the_turn_is_over() -> None:
    """S4:139: a card that joins later may be called with those that were forgotten."""
    match = given(PAIR, hand=[WOLF, WOLF], options=DECLARED).place(WOLF, "0.3.2").end_turn().end_turn()
    assert match.asked == A
    assert calls(match) == []
    match.place(WOLF, "0.3.3")
    assert calls(match) == [Bonus.PACK]
    assert call(match, Bonus.PACK).more("0.3.0") == (3, 3, 3)


def test_anything_that_comes_about_in_the_opponents_turn_may_be_called_in_a_window_or_in_the_next_turn() -> None:
    """S4:139, S4:106."""
    field = {"1.3.0": WOLF, "1.3.1": WOLF, "1.3.7": WOLF, "0.3.5": OTTER, "1.3.5": BEAVER}
    window = given(field, their_hand=["spring-dispersal", BEAVER], attacking=True, options=DECLARED)
    window.attack("0.3.5", "1.3.5").play("spring-dispersal").choose("1.3.7").choose("1.3.2")
    assert (window.asked, calls(window)) == (B, [Bonus.PACK])
    assert call(window, Bonus.PACK).bonus("1.3.2") is Bonus.PACK
    assert window.state.window == B
    forgotten = given(field, their_hand=[WOLF, "moult"], attacking=False, turn=4, options=DECLARED)
    forgotten.place(WOLF, "1.3.2").end_turn().begin_attacks().attack("0.3.5", "1.3.5")
    assert (forgotten.asked, calls(forgotten)) == (B, [])
    moved = given(field, hand=["displacement"], options=DECLARED).play("displacement")
    moved.choose("1.3.7").choose("1.3.2")
    assert calls(moved) == []
    moved.end_turn()
    assert (moved.asked, calls(moved)) == (B, [Bonus.PACK])
    assert calls(moved.end_turn().end_turn()) == []


def test_one_may_call_what_one_likes_of_what_there_is_and_the_rest_is_locked() -> None:
    """MY-35: not the highest must be called, but a card has one of the three at a time."""
    field = {"0.3.0": LEOPARD, "0.3.1": JAGUAR, "1.3.0": BEAVER}
    match = given(field, hand=[FOX], options=DECLARED).place(FOX, "0.3.2")
    assert calls(match) == [Bonus.PHYLOGENETIC]
    tiger = given({**field, "0.3.5": BEAVER}, hand=["panthera-tigris"], options=DECLARED)
    tiger.place("panthera-tigris", "0.3.2").sacrifice("0.3.5")
    assert calls(tiger) == [Bonus.SISTER_TAXA, Bonus.PHYLOGENETIC]
    assert calls(call(tiger, Bonus.PHYLOGENETIC)) == []
    assert [tiger.more(f"0.3.{column}") for column in range(3)] == [(1, 1, 1)] * 3


def test_a_sister_is_called_beside_a_pack_whoever_of_them_came_last() -> None:
    """MY-65, S4:139: the pack has its bonus, and counts."""
    field = {**PAIR, "0.4.5": WOLF, "0.3.3": "canis-latrans"}
    late = given(PAIR, hand=[WOLF, "canis-latrans"], options=DECLARED).place(WOLF, "0.3.2")
    call(late, Bonus.PACK).end_turn().end_turn().place("canis-latrans", "0.3.3")
    assert calls(late) == [Bonus.SISTER_TAXA]
    call(late, Bonus.SISTER_TAXA)
    assert [late.more(f"0.3.{column}") for column in (2, 3)] == [(3, 3, 3), (2, 2, 2)]
    early = given(field, hand=[WOLF], options=DECLARED)
    early.place(WOLF, "0.3.2")
    assert calls(call(early, Bonus.PACK)) == [Bonus.SISTER_TAXA]


def test_a_called_bonus_ends_as_any_other() -> None:
    """S4:61, MY-34."""
    match = given(PAIR, hand=[WOLF, "retreat"], options=DECLARED).place(WOLF, "0.3.2")
    call(match, Bonus.PACK).play("retreat").choose("0.3.1")
    assert [match.more(zone) for zone in ("0.3.0", "0.3.2")] == [(0, 0, 0)] * 2


def test_the_tyrants_bonus_is_called_too_and_lost_with_the_first_gap() -> None:
    """S4:58, S4:139, MY-36."""
    field = {f"0.{row}.{column}": BEAVER if (row + column) % 2 else WOLF for row in (3, 4) for column in range(8)}
    field |= {f"0.2.{column}": "remora-remora" for column in range(8)} | {"1.3.7": BEAVER}
    del field["0.3.4"]
    match = given(field, hand=[BEAVER, BEAVER, "retreat"], options=DECLARED)
    assert calls(match) == []
    match.place(BEAVER, "0.3.4")
    assert (calls(match), match.more("0.3.0")) == ([Bonus.TYRANT], (0, 0, 0))
    call(match, Bonus.TYRANT)
    assert (match.more("0.3.0"), GAME.view(match.state, None).seats[A].crowned) == ((1, 1, 1), True)
    assert calls(match) == []
    match.play("retreat").choose("0.3.4")
    assert [one.bonus for one in match.happened if isinstance(one, my.BonusLost)] == [Bonus.TYRANT]
    assert match.more("0.3.0") == (0, 0, 0)
    match.place(BEAVER, "0.3.4")
    assert match.more("0.3.0") == (0, 0, 0)
    assert calls(match) == [Bonus.TYRANT]
    assert calls(match.end_turn().end_turn()) == []


def test_bonuses_of_cards_that_a_host_has_added_are_called_and_lost_like_any_others() -> None:
    """MY-37: whatever the cards, each of the four."""
    hosted = HOSTED["myacards"]
    assert isinstance(hosted, Myacards)
    moose, heather = my.CardId("alces-alces"), my.CardId("calluna-vulgaris")
    zones = [zone for zone in ZONES if zone.startswith("0.") and not zone.startswith("0.1.")]
    board: list[Piece | None] = [None] * 64
    for number, zone in enumerate(zones):
        card = heather if zone.startswith("0.2.") else moose
        board[ZONE_OF[zone]] = Piece(id=my.PieceId(f"q{number}"), card=card, seat=A, arrived=5)
    laid = given({"1.3.0": BEAVER}, hand=["retreat"], options=DECLARED)
    board[ZONE_OF[my.ZoneId("1.3.0")]] = laid.piece("1.3.0")
    match = Match(replace(laid.state, catalogue=hosted.catalogue, board=tuple(board)))
    assert calls(match) == [Bonus.PACK, Bonus.TYRANT]
    call(match, Bonus.TYRANT)
    assert [len(one.pieces) for one in match.happened if isinstance(one, my.BonusGained)] == [16]
    call(match, Bonus.PACK)
    assert [one.bonus for one in match.happened if isinstance(one, my.BonusGained)] == [Bonus.PACK] * 2
    match.play("retreat").choose("0.3.0")
    assert [one.bonus for one in match.happened if isinstance(one, my.BonusLost)] == [Bonus.TYRANT]
