"""A scenario for each sensei, with the boundary on both sides."""

from games.amfibido.given import A, B, Match, begun, given
from quarterdeck_protocol.games.amfibido import (
    Decline,
    Draft,
    DrawInstead,
    Drew,
    Options,
    Prompt,
    RedrawDraft,
    Rules,
    Stage,
)


def next_draft(sensei: str, after: int, **more: object) -> Match:
    """Return a match at the beginning of the round after this one, in which B has a lone fighter and starts."""
    return given(theirs={1: "caiman"}, sensei=sensei, in_round=after, **more).fight()  # type: ignore[arg-type]  # any


def test_toada() -> None:
    match = (
        given({1: "caiman", 2: "newt"}, sensei="toada", hand=["gecko"]).use("toada").choose("gecko").choose("caiman")
    )
    assert match.power() == 6
    assert not match.may_use("toada"), "once each round (S3:91)"
    assert not given({1: "caiman"}, sensei="toada").may_use("toada")
    first = given(sensei="toada", in_round=1).state
    assert first.sides[A].sensei == "toada"


def test_toada_draws_after_the_first_draft_only() -> None:
    for number, draws in ((1, 1), (2, 0)):
        match = next_draft("toada", number - 1) if number > 1 else _first_round("toada")
        drafted(match)
        assert len([event for event in match.happened if isinstance(event, Drew)]) == draws


def _first_round(sensei: str) -> Match:
    match = given(sensei=sensei, in_round=0).fight()
    assert match.state.round == 1
    return match


def drafted(match: Match) -> Match:
    """Let both draft the first card twice."""
    for _ in range(2):
        for seat in (A, B):
            match.act(match.choices(seat)[0], seat)
    return match


def test_coach_nickey() -> None:
    assert given({1: "caiman"}, sensei="coach-nickey").power() == 5
    assert given({1: "newt"}, sensei="coach-nickey").power() == 2
    match = given({1: "dwarf-crocodile"}, {1: "newt", 2: "gecko"}, sensei="coach-nickey").fight()
    assert "retired newt" in match.story
    assert match.cooldown(B) == []


def test_smoog() -> None:
    for round_, drawn in ((4, "river-crocodile"), (6, "king-of-the-crocs")):
        match = next_draft("smoog", round_, hand=["newt"])
        assert match.prompt is Prompt.MAY_DISCARD
        assert drawn in match.choose("newt").hand()
    assert next_draft("smoog", 4, hand=["newt"]).decline().hand() == ["newt"]
    assert next_draft("smoog", 5, hand=["newt"]).prompt is None
    assert next_draft("smoog", 4, spare=False).prompt is None


def test_mr_minami() -> None:
    match = given({1: ["caiman", "nipple-twist"]}, sensei="mr-minami").fight()
    assert match.choose("nipple-twist").hand() == ["nipple-twist"]
    left = given({1: ["caiman", "nipple-twist"]}, sensei="mr-minami").fight().decline()
    assert left.cooldown() == ["nipple-twist"]
    assert given({1: "tipsy-turtle"}, sensei="mr-minami").fight().prompt is None, "only a combo move"


def test_pei_mai() -> None:
    powers = [given({1: "caiman"}, sensei="pei-mai", points=(0, points)).power() for points in range(4)]
    assert powers == [4, 4, 5, 6]


def test_crocodile_dandoo() -> None:
    fighters = {1: "puff-adder", 2: "newt"}
    match = given(fighters, {1: "caiman"}, sensei="crocodile-dandoo", hand=["alligator"]).use("crocodile-dandoo")
    match.choose("alligator").choose("puff-adder")
    assert match.power() == 5
    assert match.fight().cooldown(B) == ["caiman"]
    other = given({1: "puff-adder"}, {1: "caiman"}, sensei="crocodile-dandoo", hand=["gecko"]).use("crocodile-dandoo")
    assert other.choose("gecko").fight().cooldown(B) == []
    assert not given(sensei="crocodile-dandoo", hand=["gecko"]).may_use("crocodile-dandoo"), (
        "it takes a fighter in play"
    )


def test_professor_ribbitdore() -> None:
    match = next_draft("professor-ribbitdore", 2)
    first = match.choices(A)
    assert all(isinstance(choice, Draft) for choice in first), "not instead of the first card"
    for seat in (A, B):
        match.act(match.choices(seat)[0], seat)
    assert [choice.level for choice in match.choices(A) if isinstance(choice, DrawInstead)] == [1, 2]
    discarded = len(match.state.discard)
    match.act(DrawInstead(level=2), A).act(match.choices(B)[0], B)
    assert len(match.state.discard) == discarded + 3
    assert len(match.hand()) == 2


def test_coach_hulk() -> None:
    swept = given({1: "tipsy-turtle", 2: "caiman", 3: "newt"}, sensei="coach-hulk", in_round=3).fight()
    assert swept.level(2).story[0] == "drew alligator"
    assert swept.fighter() == "tipsy-turtle", "its ability is neutralized"
    assert given({1: "caiman", 2: "newt"}, sensei="coach-hulk").fight().prompt is None


def test_shifuu_kuu() -> None:
    assert given({1: "coral-snake"}, sensei="shifuu-kuu").power() == 1 + 2
    match = next_draft("shifuu-kuu", 2)
    before = match.state.sides[A].offer
    match.act(RedrawDraft(), A)
    assert len(match.state.sides[A].offer) == 3
    assert match.state.sides[A].offer != before
    match.act(RedrawDraft(), A)
    assert RedrawDraft() not in match.choices(A), "twice a match"
    assert RedrawDraft() not in match.choices(B)


def test_master_shatter() -> None:
    for after, asks in ((2, True), (5, True), (3, False)):
        match = given(equipment={1: "boxing-gloves"}, sensei="master-shatter", in_round=after).fight()
        assert (match.prompt is Prompt.CHOOSE_A_PIECE) is asks
        if asks:
            assert match.choose("boxing-gloves").equipment() == ["iron-wrench"]
    assert given(equipment={1: "bokken"}, sensei="master-shatter", in_round=2).fight().decline().equipment() == [
        "bokken"
    ]


def test_sir_scurry() -> None:
    match = given({1: "gecko", 2: "newt"}, sensei="sir-scurry", hand=["spawn"])
    assert (match.power(1), match.power(2)) == (4, 2)
    assert match.use("sir-scurry").choose("spawn").move("newt", 3).fighter(3) == "newt"
    assert not given({1: "gecko"}, sensei="sir-scurry", spare=False).may_use("sir-scurry")


def test_silent_lee() -> None:
    """S3:348"""
    assert given({1: "caiman"}, equipment={1: "boxing-gloves"}, sensei="silent-lee").power() == 6
    assert given({1: "caiman"}, equipment={1: "wrist-wraps"}, sensei="silent-lee").power() == 4
    assert given({1: "newt"}, equipment={1: "boxing-gloves"}, sensei="silent-lee").power() == 2 + 2 * 2


def test_master_toshi() -> None:
    match = given(sensei="master-toshi", hand=["newt", "gecko"]).use("master-toshi").choose("newt").choose("gecko")
    assert match.level(2).hand() == ["alligator"]
    assert not given(sensei="master-toshi", hand=["newt"], spare=False).may_use("master-toshi")
    manual = given(
        sensei="master-toshi", hand=["newt", "gecko", "spawn", "focus"], options=Options(rules=Rules.MANUAL), in_round=1
    )
    manual.use("master-toshi").choose("newt").choose("gecko")
    assert manual.may_use("master-toshi"), "any number of times by the manual (AF-2)"


def test_mentor_morphos() -> None:
    decks = {2: ["bokken", "basilisk", "bullfrog"]}
    match = given({1: "caiman"}, sensei="mentor-morphos", hand=["rebirth"], decks=decks).play("rebirth")
    assert match.story == ["attached rebirth", "revealed bokken basilisk bullfrog"]
    match.choose("bullfrog")
    assert match.fighter() == "bullfrog"
    assert set(match.state.decks[1][-2:]) == {"bokken", "basilisk"}


def test_guru_gooji() -> None:
    fighters = {1: "coral-snake", 2: "spawn"}
    match = given(fighters, {1: "newt"}, sensei="guru-gooji").fight()
    assert (match.prompt, match.state.stage) == (Prompt.CHOOSE_A_FIGHTER, Stage.ACTIONS)
    match.choose("spawn")
    assert match.won == [A, A, None], "the spawn is a snake too: 1 + 2"
    declined = given(fighters, {1: "newt"}, sensei="guru-gooji").fight().act(Decline())
    assert declined.won == [B, A, None]


def test_a_sensei_teaches_the_fighters_of_its_own_player() -> None:
    """S3:89"""
    assert given({1: "gecko"}, {1: "gecko"}).fight().won == [None, None, None]
    assert given({1: "gecko"}, {1: "gecko"}, sensei="sir-scurry").fight().won == [A, None, None]


def test_sensei_are_dealt_face_down_and_shown_together() -> None:
    """S3:24, AF-7"""
    match = begun()
    match.act(match.choices(match.state.starter)[0], match.state.starter)
    other = B if match.state.starter == A else A
    match.act(match.choices(other)[0], other)
    assert match.state.stage is Stage.SENSEI
    assert all(len(side.offer) == 3 for side in match.state.sides)
    match.act(match.choices(A)[2], A)
    assert match.story == ["sensei_chosen"], "nothing is shown yet"
    chosen = match.state.sides[A].pick
    match.act(match.choices(B)[0], B)
    assert match.state.sides[A].sensei == chosen
    assert len(match.state.senseis) == 15 - 2
