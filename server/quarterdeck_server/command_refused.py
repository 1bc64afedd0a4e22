"""The exception for refused commands. The rules raise it, and only the connection catches it."""

from collections.abc import Mapping, Sequence

from quarterdeck_games import AnyGame
from quarterdeck_protocol.messages import Refused
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, Ref
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

LONGEST_NAME = 64
"""Most characters of an unknown name that are repeated."""


class CommandRefused(Exception):  # noqa: N818 - what happens, not a fault
    """Refusal of a command; nothing has changed. `str(error)` is the sentence for the sender. `faults` has each fault
    as a separate sentence. If commands came too fast, `retry_in` is the wait in milliseconds, and `remaining` the
    number of commands that may still come at once."""

    def __init__(
        self,
        code: RefusalCode,
        text: str,
        where: str | None = None,
        faults: Sequence[str] = (),
        *,
        retry_in: Milliseconds | None = None,
        remaining: int | None = None,
    ) -> None:
        super().__init__(text)
        self.text = text
        self.code = code
        self.where = where
        self.faults = tuple(faults)
        self.retry_in = retry_in
        self.remaining = remaining

    def refused(self, ref: Ref | None, match: MatchId | None = None) -> Refused:
        """Return the message that refuses the command with this `ref`; `match` is the match that it is about, if
        any."""
        return Refused(
            code=self.code,
            text=self.text,
            where=self.where,
            match=match,
            retry_in=self.retry_in,
            remaining=self.remaining,
            faults=self.faults,
            ref=ref,
        )


def against_the_rules(text: str, game: GameName, rule: str) -> CommandRefused:
    """Return the refusal of an action that a game's rules forbid. `where` links to the rule in the rule book on this
    server."""
    return CommandRefused(RefusalCode.ILLEGAL, text, f"/v1/games/{game}/rules#{rule}")


def unknown_game(name: str, games: Mapping[str, AnyGame], where: str = "$.game") -> CommandRefused:
    """Return the refusal of a game that this server does not offer. The sentence lists the offered games."""
    offered = ", ".join(f"`{each}`" for each, game in games.items() if game.listed)
    text = Text("This server does not offer `{name}`. It offers {games}.", name=name[:LONGEST_NAME], games=offered)
    return CommandRefused(RefusalCode.UNKNOWN_GAME, text, where)
