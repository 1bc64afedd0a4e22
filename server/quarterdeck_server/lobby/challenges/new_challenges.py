"""New challenges, made from the command of a challenger. Pure."""

from collections.abc import Mapping

import msgspec
from msgspec import Raw
from quarterdeck_games import AnyGame
from quarterdeck_protocol.lobby.social.challenges import ChallengeId, CreateChallenge, CreateChallengeLink
from quarterdeck_protocol.names import Milliseconds, PlayerId

from quarterdeck_server.lobby.challenges.challenge_acceptance import game_of
from quarterdeck_server.lobby.challenges.challenge_records import ChallengeRecord
from quarterdeck_server.lobby.chance import Chance, id_by
from quarterdeck_server.lobby.tables import setups

_encoder = msgspec.json.Encoder()


def new_challenge(
    players: tuple[PlayerId, PlayerId],
    message: CreateChallenge | CreateChallengeLink,
    games: Mapping[str, AnyGame],
    now: Milliseconds,
    chance: Chance,
) -> ChallengeRecord:
    """Return the challenge of the first player to the second. The accounts are not read yet, so `people` are the
    players. Raises `CommandRefused` if the game, the options or the deck cannot be played."""
    game = game_of(message.game, games)
    options = setups.options_for(game, 2, message.options)
    encoded = _encoder.encode(options)
    fields = (players[1], message.game, encoded, message.time_limit, message.rated, message.seat)
    return ChallengeRecord(
        id=ChallengeId(id_by(players[0], message.ref, chance)),
        players=players,
        people=players,
        game=message.game,
        options=Raw(encoded),
        time_limit=Milliseconds(message.time_limit),
        rated=message.rated,
        seat=message.seat,
        deck=setups.deck_for(game, 2, options, message.deck),
        order=setups.mark_of(f"{fields} {message.deck}"),
        made_at=now,
    )
