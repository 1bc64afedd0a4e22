"""The base class of the games' actions and events, which have a type tag in JSON."""

import msgspec


class Tagged(msgspec.Struct, frozen=True):
    """An action or event of a game."""

    @property
    def type(self) -> str:
        """The type tag of this action or event in JSON, such as `draw`."""
        return str(self.__struct_config__.tag)
