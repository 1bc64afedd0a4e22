"""The command `quarterdeck games`: lists the games of a server."""

import click
from quarterdeck_protocol.messages import GameOffer

from quarterdeck_client.client import Client
from quarterdeck_client.commands.output import echo, echo_json, echo_table
from quarterdeck_client.commands.server_options import PATIENCE, json_option, run, url_option


@click.command()
@url_option
@json_option
def games(url: str, as_json: bool) -> None:
    """List the games that a server offers."""
    offers = run(_offers(url), (lambda error: _print_json((), error)) if as_json else None)
    if as_json:
        _print_json(offers, None)
        return
    rows = [("GAME", "TITLE", "SEATS", "BOTS OF THE HOUSE")]
    rows += [(offer.name, offer.title, _seats(offer), ", ".join(offer.bots) or "–") for offer in offers]
    echo_table(rows)
    told = {each.name: each for offer in offers for each in offer.bot_titles}
    usual = {offer.default_bot for offer in offers}
    bots = [("BOT", "TITLE", "WHAT IT IS LIKE")]
    bots += [
        (each.name, each.title, f"{each.description}{' The usual one.' if each.name in usual else ''}")
        for each in told.values()
    ]
    if told:
        echo("")
        echo_table(bots)


def _print_json(offers: tuple[GameOffer, ...], error: str | None) -> None:
    echo_json({"games": offers, "error": error})


async def _offers(url: str) -> tuple[GameOffer, ...]:
    async with Client(url, patience=PATIENCE, client="quarterdeck games") as client:
        return client.welcome.games


def _seats(offer: GameOffer) -> str:
    few, most = offer.least_seats, offer.most_seats
    return str(few) if few == most else f"{few} to {most}"
