"""Example bot that plays Density Deck by the outlook of each choice: the preview in numbers that the server sends."""

import asyncio, sys
from collections.abc import Sequence

from quarterdeck_client import Client, Turn
from quarterdeck_protocol.games import density_deck as dd


def chosen(turn: Turn) -> dd.Action:
    view: dd.View = turn.view
    choices: Sequence[dd.Action] = turn.choices
    if view.prospects:  # a fourth card is held: which three are best?
        totals = {each.discard: each.score.total for each in view.prospects}
        discards = [choice for choice in choices if isinstance(choice, dd.Discard)]
        return max(discards, key=lambda choice: totals[choice.card])
    score = view.score.total if view.score else 0
    for choice, outlook in zip(choices, turn.outlooks, strict=True):
        match choice:
            case dd.Fight() if score >= 25:
                return choice
            case dd.Take() if outlook and outlook.score and outlook.score >= score + 5:
                return choice
    return choices[0]  # to draw, while cards are left


async def main(url: str) -> None:
    async with Client(url, name="Ada") as me:
        match = await me.play("density-deck", bots=1)
        async for turn in match.turns():
            await turn.act(chosen(turn))
        print(match.result)


if len(sys.argv) != 2:
    sys.exit("usage: python outlook_bot.py URL")
asyncio.run(main(sys.argv[1]))
