"""Continuous effects of cards in Amfibido: they apply while a card is in play.

They are computed on request (`queries`, `power`) and never stored, so nothing has to be undone.
"""

from enum import StrEnum

from quarterdeck_protocol.games.amfibido import Species

from quarterdeck_games.amfibido.effects import Word


class PerCombo(Word, frozen=True, gc=False, tag="per_combo"):
    """Continuous card effect: the fighter gains power for each combo move with power on it (AF fact 12)."""

    amount: int


class PerComboPlayed(Word, frozen=True, gc=False, tag="per_combo_played"):
    """Continuous card effect: power for each combo move you have played this round, on any fighter (AF-42)."""

    amount: int


class PerOtherSnake(Word, frozen=True, gc=False, tag="per_other_snake"):
    """Continuous card effect: power for each other snake in your dojos."""

    amount: int


class WithSnakes(Word, frozen=True, gc=False, tag="with_snakes"):
    """Continuous card effect: power while you have so many snakes in your dojos."""

    least: int
    amount: int


class CountsAsTwo(Word, frozen=True, gc=False, tag="counts_as_two"):
    """Continuous card effect: the fighter counts as two snakes."""


class PerDiscardedFighter(Word, frozen=True, gc=False, tag="per_discarded_fighter"):
    """Continuous card effect: power for each fighter that you have discarded from your hand this round."""

    amount: int


class WithFewFighters(Word, frozen=True, gc=False, tag="with_few_fighters"):
    """Continuous card effect: power while you have fewer fighters than that in your dojos (AF-36)."""

    fewer_than: int
    amount: int


class WhenEntered(Word, frozen=True, gc=False, tag="when_entered"):
    """Continuous card effect: power if one of your fighters has entered this dojo this round."""

    amount: int


class OnSpecies(Word, frozen=True, gc=False, tag="on_species"):
    """Continuous card effect: gives `amount` power if the fighter in this dojo belongs to `species`."""

    species: Species
    amount: int


class Times(Word, frozen=True, gc=False, tag="times"):
    """Continuous card effect: the fighter gets the base power of its equipment several times."""

    times: int


class FromNextDoor(Word, frozen=True, gc=False, tag="from_next_door"):
    """Continuous card effect: the fighter also gets the base power of the equipment in adjacent dojos; with `species`,
    all your fighters of that species do."""

    species: Species | None = None


class Base(StrEnum):
    """Ways in which a `*` or another rule sets a base power."""

    LOWEST_OPPOSING = "lowest_opposing"
    LOWEST_OTHER = "lowest_other"
    OPPOSITE = "opposite"
    HIGHEST_OWN = "highest_own"
    CARD_LEVEL = "card_level"


class BaseIs(Word, frozen=True, gc=False, tag="base_is"):
    """Continuous card effect: a base power that is computed."""

    base: Base


class TimesBase(Word, frozen=True, gc=False, tag="times_base"):
    """Continuous card effect: the fighter's base power counts several times."""

    times: int


class TimesCombos(Word, frozen=True, gc=False, tag="times_combos"):
    """Continuous card effect: the printed power of combo moves counts several times (AF-29)."""

    times: int


class Knockout(Word, frozen=True, gc=False, tag="knockout"):
    """Continuous card effect: the fighter knocks out each fighter that it defeats (S3:282)."""

    species: Species | None = None
    """Only if it is of this species."""

    everywhere: bool = False
    """True if the effect applies to all fighters of the player, not only to this one."""


class Neutralizes(Word, frozen=True, gc=False, tag="neutralizes"):
    """Continuous card effect: the opposing equipment here is neutralized, and with `fighter` the opposing fighter
    (S3:290)."""

    fighter: bool


class NeutralizesOwn(Word, frozen=True, gc=False, tag="neutralizes_own"):
    """Continuous card effect: all your cards of a species are neutralized, but not in this line of their text
    (AF-33)."""

    species: Species


class BoomerangsCombos(Word, frozen=True, gc=False, tag="boomerangs_combos"):
    """Continuous card effect: combo moves played on the fighter gain boomerang; checked as they are played (AF fact
    18)."""

    species: tuple[Species, ...] = ()
    """Only on a fighter of one of those, if it names some."""


class SharesCombos(Word, frozen=True, gc=False, tag="shares_combos"):
    """Continuous card effect: a combo move on this fighter counts as played on your other fighters of those species
    too; without species, on those that share one with the fighter (AF-41…43)."""

    species: tuple[Species, ...] = ()


class AlsoIs(Word, frozen=True, gc=False, tag="also_is"):
    """Continuous card effect: the fighter also belongs to those species."""

    species: tuple[Species, ...]


class TwoPieces(Word, frozen=True, gc=False, tag="two_pieces"):
    """Continuous card effect: the fighter's dojo may hold a second piece of equipment."""


class FightsNextDoor(Word, frozen=True, gc=False, tag="fights_next_door"):
    """Continuous card effect: if exactly one of your dojos is empty, the fighter fights there too (AF-35)."""


class LosesDouble(Word, frozen=True, gc=False, tag="loses_double"):
    """Continuous card effect: a round that you lose with this fighter counts double (AF-23)."""


class InsteadOfCooldown(Word, frozen=True, gc=False, tag="instead_of_cooldown"):
    """Continuous card effect: the fighter in this dojo goes to your hand when it is knocked out."""


class SpeciesBonus(Word, frozen=True, gc=False, tag="species_bonus"):
    """Continuous card effect: your fighters of a species have more power."""

    species: Species
    amount: int


class BehindBonus(Word, frozen=True, gc=False, tag="behind_bonus"):
    """Continuous card effect: all your fighters have more power when the opponent has won two rounds, and more at
    three."""

    at_two: int
    at_three: int


class BaseBonus(Word, frozen=True, gc=False, tag="base_bonus"):
    """Continuous card effect: your equipment with a base power has a higher one."""

    amount: int


class RetiresKnockedOut(Word, frozen=True, gc=False, tag="retires_knocked_out"):
    """Continuous card effect: opposing fighters that are knocked out are retired instead."""


class IsASnake(Word, frozen=True, gc=False, tag="is_a_snake"):
    """Continuous card effect: your sensei counts as a snake in a dojo."""


class PicksTransforms(Word, frozen=True, gc=False, tag="picks_transforms"):
    """Continuous card effect: when you transform, two cards are revealed and you choose."""


class RedrawsDraft(Word, frozen=True, gc=False, tag="redraws_draft"):
    """Continuous card effect: the first three draft cards may be dealt again, so many times a match."""

    times: int


class DrawsInstead(Word, frozen=True, gc=False, tag="draws_instead"):
    """Continuous card effect: both cards passed in the draft may be discarded for one from an active deck."""


Constant = (
    PerCombo
    | PerComboPlayed
    | PerOtherSnake
    | WithSnakes
    | CountsAsTwo
    | PerDiscardedFighter
    | WithFewFighters
    | WhenEntered
    | OnSpecies
    | Times
    | FromNextDoor
    | BaseIs
    | TimesBase
    | TimesCombos
    | Knockout
    | Neutralizes
    | NeutralizesOwn
    | BoomerangsCombos
    | SharesCombos
    | AlsoIs
    | TwoPieces
    | FightsNextDoor
    | LosesDouble
    | InsteadOfCooldown
    | SpeciesBonus
    | BehindBonus
    | BaseBonus
    | RetiresKnockedOut
    | IsASnake
    | PicksTransforms
    | RedrawsDraft
    | DrawsInstead
)
