"""What others have done since one could act: for every game, in the language of the player."""

import msgspec
import pytest
from quarterdeck_client import Client
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.terminal.widgets.popups import Moment
from quarterdeck_client.terminal.widgets.turn_summary import HEADLINE, TurnSummary
from quarterdeck_protocol.messages import RawUpdate
from screens import Shown, terminal
from servers import live_server

DECKS = {"density-deck": None, "amfibido": None, "amiibart": "bulwark", "myacards": "giants-abroad"}
BLANK = (
    b'{"type":"update","match":"m","game":"tiny","version":1,"since":0,"epoch":0,"at":0,"now":0,"seat":0,"players":[],'
    b'"waiting":[],"link":"","result":null,"events":[],"view":{},"choices":[]}'
)
HANDING_OVER = {"density-deck": "yewkg", "amfibido": "yewkg", "amiibart": "yewkg", "myacards": "y1wkge"}
"""What ends as much as can be ended, so that others go on, and is asked once more first; who has no entity loses."""


def told(*moments: tuple[list[str], str]) -> tuple[int, str]:
    """Return what is told after updates with these lines, of which some ask for this."""
    summary = TurnSummary()
    blank = msgspec.json.decode(BLANK, type=RawUpdate)
    for number, (lines, asked) in enumerate(moments):
        update = msgspec.structs.replace(blank, choices=(msgspec.Raw(asked.encode()),) if asked else ())
        summary.take(update, lines, goes_on=number > 0)
    return summary.count, summary.in_words.plain


DEALT, MINE = (["dealt"], "draw"), (["mine"], "")


def test_anything_that_others_did_is_told_without_their_own_move() -> None:
    count, words = told(DEALT, MINE, (["theirs"], ""), (["theirs too"], "draw"))
    assert (count, words) == (2, f"{HEADLINE}\n\ntheirs\ntheirs too")


def test_nothing_is_told_while_one_waits_or_of_what_one_has_seen_or_has_not() -> None:
    assert told(DEALT, MINE, (["one", "two"], ""))[0] == 0
    assert told(DEALT, (["mine", "theirs", "more"], "discard"))[0] == 0
    assert told((["one", "two", "three"], "draw"))[0] == 0
    assert told((["one"], ""), (["two", "three"], "draw"))[0] == 0
    assert told(DEALT, MINE, (["theirs"], "draw"))[0] == 0, "the story shows that one"


def test_anything_that_others_do_while_one_is_still_asked_the_same_is_told_as_well() -> None:
    assert told(DEALT, MINE, (["one", "two"], "keep"), (["they have decided"], "keep"))[0] == 3
    assert told(DEALT, MINE, (["one", "two"], "keep"), (["kept"], "draw"))[0] == 0


async def hand_over(shown: Shown, keys_wanted: str) -> None:
    """Let others go on, turn by turn, until they have done something worth telling."""
    while True:
        await shown.own_turn()
        assert shown.playing.seated.result is None
        if shown.playing._summary.count:
            return
        keys = shown.playing._choices.keys
        wanted = next((key for key in keys_wanted if key in keys), keys[0])
        await shown.choose(keys.index(wanted) + 1)


async def summary_of(game: str, language: str) -> list[str]:
    """Return what is told in a match, once it is on the screen."""
    async with (
        live_server(luck=1) as server,
        Client(server.url, name="Ada", language=language) as ada,
        terminal(ada, Plan(game=game, bots=1, bot="greedy", deck=DECKS[game])) as shown,
    ):
        await hand_over(shown, HANDING_OVER[game])
        count = shown.playing._summary.count
        await shown.shows(f"o since you acted ({count})")
        await shown.press("o")
        await shown.shows(HEADLINE)
        lines = shown.playing._summary._lines[:]
        assert isinstance(shown.app.screen, Moment)
        assert lines[0].split()[0] in shown.text
        story = " ".join(" ".join(shown.story).split())
        assert all(" ".join(line.split()) in story for line in lines)
        await shown.press("space")
        await shown.until(lambda: shown.app.screen is shown.playing)
        return lines


@pytest.mark.parametrize("game", DECKS)
async def test_every_game_tells_what_others_did_in_the_players_language(game: str) -> None:
    english, german = await summary_of(game, "en"), await summary_of(game, "de")
    assert english
    assert german
    assert not set(english) & set(german)
