"""Scenes of card pictures: colours, a light in the sky, grounds and weather.

Each scene has a name, which the picture files of the games use: that of an Element, a terrain, or a kind of card.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Scene(NamedTuple):
    """The surroundings of a motif in a card's picture."""

    sky: tuple[str, str]
    """Colours at the top and at the horizon."""

    land: tuple[str, str, str]
    """Colours of the grounds: far, middle, near."""

    light: str
    """Colour of the light in the sky."""

    ink: tuple[str, str]
    """Colours of a motif without colours of its own: in the light, and in the shade."""

    lamp: str
    """What the light is: `sun`, `moon`, `rays`, `ring`, `glow`, `bolt`, `none`."""

    grounds: tuple[str, ...]
    """Shapes of the grounds, from far to near. `grounds.py` has them by name."""

    weather: str = ""
    """What is in the air: `stars`, `embers`, `rain`, `snow`, `bubbles`, `motes`, or nothing."""


_WARM, _COOL, _PALE = ("#fff6df", "#d9b878"), ("#eef8ff", "#8fb3cf"), ("#ffffff", "#c9d3dc")

SCENES: Mapping[str, Scene] = MappingProxyType(
    {
        # Elements of Amiibart TCG.
        "dark": Scene(
            ("#1b1030", "#5a2f6e"),
            ("#43245c", "#2b1741", "#170c26"),
            "#e6d3ff",
            ("#f1e6ff", "#a98bd0"),
            "moon",
            ("peaks", "graves", "hills"),
            "stars",
        ),
        "light": Scene(
            ("#f2c15a", "#fff1c4"),
            ("#e8c887", "#cf9d4e", "#8f5f25"),
            "#fffdf2",
            ("#fffef8", "#f0d9a0"),
            "rays",
            ("columns", "hills", "steps"),
            "motes",
        ),
        "fire": Scene(
            ("#3a0d12", "#d8481f"),
            ("#a02a1b", "#661717", "#2f0b10"),
            "#ffd257",
            ("#ffe9b0", "#ff9a3c"),
            "glow",
            ("peaks", "flames", "hills"),
            "embers",
        ),
        "elw": Scene(
            ("#8fd0c8", "#e6f5d3"),
            ("#7cb98f", "#3f8a63", "#1f5344"),
            "#fffbe0",
            ("#f4ffe6", "#a8d67c"),
            "sun",
            ("hills", "firs", "waves"),
            "motes",
        ),
        "magic": Scene(
            ("#131a4d", "#5b49b8"),
            ("#4a3aa0", "#2f2576", "#191447"),
            "#9fe3ff",
            ("#eafcff", "#8fc8ff"),
            "ring",
            ("clouds", "spires", "clouds"),
            "stars",
        ),
        "weapon": Scene(
            ("#454c57", "#b9a78e"),
            ("#8a7c6c", "#5b5048", "#2e2927"),
            "#ffe9c0",
            ("#f7f9fb", "#a9b6c4"),
            "sun",
            ("banners", "stakes", "hills"),
            "embers",
        ),
        "tech": Scene(
            ("#062a38", "#0f7f8c"),
            ("#0c5b6b", "#08404f", "#052733"),
            "#7ff5e4",
            ("#e6fffb", "#74d9cf"),
            "ring",
            ("skyline", "grid"),
            "motes",
        ),
        "tank": Scene(
            ("#5d7084", "#cdd6d8"),
            ("#8b98a3", "#5d6a76", "#333d48"),
            "#fffaf0",
            ("#f3f6f8", "#b3c2cf"),
            "sun",
            ("peaks", "wall", "hills"),
        ),
        "assassin": Scene(
            ("#0d1420", "#3c4a5e"),
            ("#2a3648", "#1a2433", "#0c131d"),
            "#ff7d6b",
            ("#ffe3dd", "#c9675c"),
            "moon",
            ("skyline", "roofs"),
            "",
        ),
        "specialty": Scene(
            ("#d9c49a", "#f5ead0"),
            ("#d3b98a", "#b08f5c", "#6f5230"),
            "#fffdf5",
            ("#fffaf0", "#d8b98a"),
            "rays",
            ("hills", "hills", "steps"),
            "motes",
        ),
        "brute": Scene(
            ("#6b3a22", "#e0a262"),
            ("#a9683d", "#753f26", "#3f2016"),
            "#ffe3b0",
            ("#ffefd8", "#e0a878"),
            "sun",
            ("mesas", "peaks", "rocks"),
            "",
        ),
        "electric": Scene(
            ("#16203f", "#3f62a8"),
            ("#33508c", "#213666", "#121d3a"),
            "#fff27a",
            ("#fffde0", "#ffe04d"),
            "bolt",
            ("clouds", "peaks", "hills"),
            "rain",
        ),
        "animal": Scene(
            ("#f3c98b", "#fbeecb"),
            ("#c9b35e", "#8c9440", "#4d5e2a"),
            "#fff8dd",
            ("#fffbe8", "#e6c67c"),
            "sun",
            ("mesas", "grass", "grass"),
            "",
        ),
        "fighter": Scene(
            ("#5a1630", "#c83f55"),
            ("#8e2742", "#5f1a33", "#351022"),
            "#ffe6c9",
            ("#fff3e8", "#ffb59a"),
            "rays",
            ("crowd", "ropes"),
            "motes",
        ),
        "warrior": Scene(
            ("#28426b", "#b9cbe0"),
            ("#6f8bb0", "#43608a", "#233754"),
            "#fff4d6",
            ("#f7fbff", "#b5cbe6"),
            "sun",
            ("banners", "stakes", "hills"),
            "",
        ),
        # Terrains of MYACARDS.
        "forest": Scene(
            ("#9fd2a0", "#e6f2c6"),
            ("#79b078", "#3f8a55", "#1f5a3c"),
            "#fffce0",
            ("#f7ffe8", "#bfe09a"),
            "sun",
            ("trees", "firs", "hills"),
            "motes",
        ),
        "grassland": Scene(
            ("#f2b65a", "#fdeebb"),
            ("#d3b455", "#a99a3a", "#6c7428"),
            "#fff9da",
            ("#fffbe0", "#e8cf7a"),
            "sun",
            ("mesas", "acacias", "grass"),
            "",
        ),
        "desert": Scene(
            ("#f0a35e", "#fde6b8"),
            ("#e8bd79", "#d39a4f", "#a86c32"),
            "#fffbe6",
            ("#fff6df", "#e8b878"),
            "sun",
            ("mesas", "dunes", "dunes"),
            "",
        ),
        "mountain": Scene(
            ("#7fa9cf", "#e9eff3"),
            ("#a7b3bf", "#76838f", "#47525d"),
            "#ffffff",
            ("#ffffff", "#c3d0dc"),
            "sun",
            ("alps", "peaks", "rocks"),
            "",
        ),
        "tundra": Scene(
            ("#6f9fc4", "#e8f3f7"),
            ("#c3d9e6", "#93b6cc", "#5f879f"),
            "#ffffff",
            ("#ffffff", "#c8deec"),
            "moon",
            ("alps", "hills", "hills"),
            "snow",
        ),
        "river": Scene(
            ("#8fc7e6", "#e9f6ee"),
            ("#7fb58a", "#4f9fc4", "#2a6ea3"),
            "#ffffff",
            ("#f2fbff", "#a8d4ee"),
            "sun",
            ("firs", "hills", "waves"),
            "",
        ),
        "coast": Scene(
            ("#7fc9d8", "#fdf3d8"),
            ("#58b3bd", "#2f8fa3", "#e0c78c"),
            "#fffdf0",
            ("#f4fffd", "#a4dcd8"),
            "sun",
            ("waves", "waves", "dunes"),
            "",
        ),
        "reef": Scene(
            ("#36b6cf", "#1b6f9c"),
            ("#2b86a8", "#d0587c", "#7a2f5f"),
            "#d9fbff",
            ("#ffeef4", "#ffb0c4"),
            "rays",
            ("hills", "coral", "coral"),
            "bubbles",
        ),
        "deep-sea": Scene(
            ("#1c6a9c", "#0a1f4d"),
            ("#123f78", "#0d2c5c", "#071838"),
            "#bfeeff",
            ("#e2f7ff", "#7fb8e0"),
            "rays",
            ("hills", "rocks"),
            "bubbles",
        ),
        "cave": Scene(
            ("#2a2438", "#6a5a72"),
            ("#4d4256", "#352d3f", "#1c1724"),
            "#ffe7b8",
            ("#f6ecff", "#b7a3c4"),
            "glow",
            ("drips", "rocks"),
            "motes",
        ),
        "sky": Scene(
            ("#4f9be0", "#d9efff"),
            ("#cfe6f7", "#f4fbff", "#ffffff"),
            "#ffffff",
            ("#ffffff", "#cfe2f2"),
            "sun",
            ("clouds", "clouds", "clouds"),
            "",
        ),
        "settlement": Scene(
            ("#e8a184", "#fdeadb"),
            ("#c98d73", "#9b5a42", "#5f3427"),
            "#fff6e0",
            ("#fff3ea", "#e0ad94"),
            "sun",
            ("skyline", "roofs"),
            "",
        ),
        # Kinds of MYACARDS.
        "support": Scene(
            ("#b9a7d8", "#f1ebfa"),
            ("#a392c4", "#7d6aa3", "#54437a"),
            "#ffffff",
            ("#ffffff", "#d3c6e8"),
            "rays",
            ("hills", "grass"),
            "motes",
        ),
        "event": Scene(
            ("#3d1a4d", "#b56ac4"),
            ("#8d4f9e", "#653575", "#3b1c48"),
            "#ffe6ff",
            ("#fff0ff", "#e0a8ee"),
            "ring",
            ("peaks", "hills"),
            "motes",
        ),
        "effect": Scene(
            ("#0f3d52", "#4fb0c9"),
            ("#3a93ad", "#276f88", "#143f52"),
            "#e0fbff",
            ("#effdff", "#9fdcec"),
            "rays",
            ("hills", "waves"),
            "motes",
        ),
        # Guilds of Amfibido.
        "frog": Scene(
            ("#a8d8a0", "#eef7d0"),
            ("#8cc07c", "#5a9a50", "#2f6434"),
            "#fffde0",
            ("#f6ffe6", "#a8d86c"),
            "ring",
            ("screens", "reeds", "mats"),
            "",
        ),
        "toad": Scene(
            ("#c4ad86", "#f3e8cb"),
            ("#b3966a", "#846a45", "#4a3a26"),
            "#fffaea",
            ("#fff6e0", "#dcb878"),
            "ring",
            ("screens", "reeds", "mats"),
            "",
        ),
        "salamander": Scene(
            ("#f0a06a", "#fdeacb"),
            ("#dd8250", "#ae5431", "#642b1c"),
            "#fffbe6",
            ("#fff2e0", "#ffb47a"),
            "ring",
            ("screens", "lanterns", "mats"),
            "",
        ),
        "crocodile": Scene(
            ("#8fb79a", "#e6f0d8"),
            ("#6f9a7c", "#44735a", "#22463a"),
            "#fffde8",
            ("#f2fbe6", "#a4c98a"),
            "ring",
            ("screens", "reeds", "mats"),
            "",
        ),
        "turtle": Scene(
            ("#86c4c4", "#e8f6ee"),
            ("#66a8a6", "#3c7f80", "#1f4d50"),
            "#ffffff",
            ("#f0fffb", "#94d4c4"),
            "ring",
            ("screens", "lanterns", "mats"),
            "",
        ),
        "snake": Scene(
            ("#c98a9c", "#f8e6e6"),
            ("#b06c82", "#83445e", "#4b2338"),
            "#fff6f0",
            ("#fff0f2", "#efa4b4"),
            "ring",
            ("screens", "lanterns", "mats"),
            "",
        ),
        "lizard": Scene(
            ("#a9a4dc", "#eeeafb"),
            ("#8e88c4", "#605a9c", "#353062"),
            "#ffffff",
            ("#f6f4ff", "#bcb4f4"),
            "ring",
            ("screens", "lanterns", "mats"),
            "",
        ),
        "spawn": Scene(
            ("#7cc8e0", "#e0f7f4"),
            ("#5aaac8", "#357fa3", "#1d4f70"),
            "#ffffff",
            ("#f0fdff", "#9fe0f0"),
            "ring",
            ("screens", "waves", "mats"),
            "bubbles",
        ),
        "equipment": Scene(
            ("#8d7660", "#e9d9bd"),
            ("#77604b", "#553f30", "#32241c"),
            "#fff4dc",
            ("#fbfcfd", "#b4bfca"),
            "glow",
            ("screens", "racks", "mats"),
            "",
        ),
        "combo": Scene(
            ("#a3262f", "#f5b36b"),
            ("#8f2630", "#641a26", "#380f19"),
            "#fff0c4",
            ("#fffaf0", "#ffc98a"),
            "rays",
            ("screens", "mats"),
            "",
        ),
        "action": Scene(
            ("#33486b", "#c4d6e6"),
            ("#50688c", "#364a6a", "#1d2a42"),
            "#ffffff",
            ("#f6fbff", "#a8c8ea"),
            "rays",
            ("screens", "mats"),
            "",
        ),
        "sensei": Scene(
            ("#2b2030", "#c98a5a"),
            ("#6d4340", "#452a30", "#221520"),
            "#ffe3ae",
            ("#fff3dc", "#e8b878"),
            "sun",
            ("alps", "lanterns", "mats"),
            "motes",
        ),
    }
)

PLAIN = SCENES["specialty"]
"""The scene of a card whose game names none."""
