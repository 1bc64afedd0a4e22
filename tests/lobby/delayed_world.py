"""A world in which matches are told later to those who have not played in them."""

import copy
from typing import Any

import msgspec
from lobby.ratings_world import NOON, TINY, World
from matches.processes import Hand
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player
from quarterdeck_server.lobby.ratings.documents import STANDINGS, standing_name
from quarterdeck_server.lobby.ratings.match_results import StandingRecord
from quarterdeck_server.lobby.ratings.rating_model import Skill
from quarterdeck_server.lobby.ratings.standings import Standings
from quarterdeck_server.storage.memory import Memory, MemoryStore

DELAY = 30_000


class Delayed:
    """A world in which matches are told later, with a clock that is moved by hand."""

    def __init__(self) -> None:
        self.hand = Hand()
        self.hand.time = Milliseconds(NOON)
        self.memory = Memory(self.hand)
        store = MemoryStore(self.memory)
        self.world = World(store)
        self.standings = Standings(GAMES, store.documents, self.world.players, store.log.versions, self.hand)

    def another(self) -> "Delayed":
        """Make a world that goes on from how this one stands."""
        other = Delayed()
        other.hand.time = self.hand.time
        vars(other.memory.documents).update(copy.deepcopy(vars(self.memory.documents)))
        return other

    async def play(self, name: str, players: list[Player], places: list[int], delay: int = DELAY) -> None:
        """Settle a match that ends now."""
        at = self.hand.time
        await self.world.play(name, players, places, at=at, others_from=Milliseconds(at + delay))

    async def ladder(self) -> list[PlayerId]:
        return [place.player.id for place in (await self.standings.ladder(TINY, 1)).places]

    async def sweep(self) -> None:
        async def nobody(_: Any) -> None:
            return None

        await self.world.settling.sweep(nobody)

    async def told(self, of: Player, asking: Player | None, other: Player) -> bytes:
        """Return all that somebody may ask of how a player stands."""
        who = None if asking is None else asking.id
        account = await self.standings.find(of.id, None)
        return msgspec.json.encode(
            [
                await self.standings.profile(account, who),
                await self.standings.history(account, None, who),
                await self.standings.head_to_head(account, other.id, None, who),
                await self.standings.ladder(TINY, 1),
                [
                    (player, rating)
                    for (player, _), rating in (await self.standings.public_ratings([of.id], [TINY])).items()
                ],
            ]
        )


async def settled_player(delayed: Delayed, name: str) -> Player:
    """Make somebody who stands in the ladder."""
    identity = await delayed.world.person(name)
    standing = StandingRecord(skill=Skill(30, 1), rated=80, played=90, won=40)
    await delayed.world.documents.commit([STANDINGS.put(standing_name(identity.id, TINY), None, standing)])
    return identity
