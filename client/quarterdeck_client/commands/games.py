"""`quarterdeck games`."""

import click
import msgspec
from quarterdeck_protocol.messages import GameOffer

from quarterdeck_client.client import Client
from quarterdeck_client.commands.asking import json_option, run, url_option


@click.command()
@url_option
@json_option
def games(url: str, as_json: bool) -> None:
    """List the games that a server offers."""
    offers = run(_offers(url), (lambda error: _tell_programs((), error)) if as_json else None)
    if as_json:
        _tell_programs(offers, None)
        return
    rows = [("GAME", "TITLE", "SEATS", "BOTS OF THE HOUSE")]
    rows += [(offer.name, offer.title, _seats(offer), ", ".join(offer.bots) or "–") for offer in offers]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _tell_programs(offers: tuple[GameOffer, ...], error: str | None) -> None:
    click.echo(msgspec.json.encode({"games": offers, "error": error}))


async def _offers(url: str) -> tuple[GameOffer, ...]:
    async with Client(url, client="quarterdeck games") as client:
        return client.welcome.games


def _seats(offer: GameOffer) -> str:
    few, most = offer.least_seats, offer.most_seats
    return str(few) if few == most else f"{few} to {most}"
