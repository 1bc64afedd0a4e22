"""Generic types of matches and turns with the types of their game, for type checkers. At run time they are
`FollowedMatch` and `Turn`.

`Client.play("density-deck")` is of the type `TypedMatch[density_deck.Action, density_deck.Event, density_deck.View]`.
"""

from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, Generic

from quarterdeck_protocol.messages import Action, Event, Update, View

from quarterdeck_client.followed_match import FollowedMatch, Turn

if TYPE_CHECKING:

    class TypedTurn(Turn, Generic[Action, Event, View]):
        """A decision of the player: the server asks the seat for an action of this game."""

        @property
        def choices(self) -> Sequence[Action]: ...

        @property
        def view(self) -> View: ...

        @property
        def update(self) -> Update[Action, Event, View]: ...

    class TypedMatch(FollowedMatch, Generic[Action, Event, View]):
        """A followed match of a game."""

        @property
        def latest(self) -> Update[Action, Event, View]: ...

        def updates(self) -> AsyncIterator[Update[Action, Event, View]]: ...

        def turns(self) -> AsyncIterator[TypedTurn[Action, Event, View]]: ...

else:  # programs that annotate with them import them from here and quote the annotation
    TypedMatch, TypedTurn = FollowedMatch, Turn
