"""The common part of the games' actions and events: a tag, by which JSON tells them apart."""

import msgspec


class Tagged(msgspec.Struct, frozen=True):
    """An action or event of a game."""

    @property
    def type(self) -> str:
        """Which it is, in the word that stands under `type` in JSON: `draw`."""
        return str(self.__struct_config__.tag)
