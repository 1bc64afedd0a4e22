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
    """The source of light: `sun`, `moon`, `rays`, `ring`, `glow`, `bolt`, `none`."""

    grounds: tuple[str, ...]
    """Shapes of the grounds, from far to near. `grounds.py` has them by name."""

    weather: str = ""
    """The particles in the air: `stars`, `embers`, `rain`, `snow`, `bubbles`, `motes`, or nothing."""


TABLE = """
# name      sky              land                     light    ink              lamp  grounds                weather
# Colours of Density Deck.
yellow      #ffc93c #fff3c4  #e8b83a #c48f1f #7d560c  #fffbe0  #fffdf0 #ffd95a  sun   hills,hills,grass      motes
turquoise   #0d7f7e #8fe0d8  #35aaa6 #1a7f80 #0b4c52  #eafffb  #f0fffd #8ff0e4  ring  waves,waves,waves      -
red         #5c0d18 #d8353f  #a3202f #731322 #3d0810  #ffd07a  #fff0d8 #ff9a7a  glow  flames,flames,hills    embers
blue        #153a8a #7fb4f0  #3b6fc4 #1f4a9c #0e2858  #e8f4ff  #f2f9ff #9ccbff  moon  hills,waves,waves      rain
purple      #3a1466 #a86fd8  #733ba8 #502180 #290d48  #f3e0ff  #fbf2ff #d0a0f5  rays  peaks,spires,rocks     stars
silver      #2c3a4a #a8b8c8  #76889a #4c5c6e #26313d  #ffffff  #ffffff #c3ced9  glow  alps,hills             stars
gold        #6b4a0a #f2cf6a  #c99a34 #8f6617 #4d3407  #fff6cf  #fffbe6 #ffd870  rays  columns,steps          motes
aquamarine  #3fae9a #d8fbf0  #74d4be #3f9f8c #1d5f55  #ffffff  #ffffff #b4f4e0  sun   waves,dunes,waves      bubbles
white       #9fc0d8 #f4fafd  #d3e3ee #aac4d6 #6f8fa6  #ffffff  #ffffff #dcebf5  sun   alps,firs,hills        snow
black       #05070a #39424e  #232a33 #151a20 #080a0d  #ffd98a  #f2f4f6 #9aa5b1  ring  clouds,peaks,hills     stars
common      #8fb2bd #f3ead2  #86a9b0 #54808c #2b4f5c  #fffdf2  #fff9ec #e0c690  sun   clouds,waves,waves     -
# Elements of Amiibart TCG.
dark        #1b1030 #5a2f6e  #43245c #2b1741 #170c26  #e6d3ff  #f1e6ff #a98bd0  moon  peaks,graves,hills     stars
light       #f2c15a #fff1c4  #e8c887 #cf9d4e #8f5f25  #fffdf2  #fffef8 #f0d9a0  rays  columns,hills,steps    motes
fire        #3a0d12 #d8481f  #a02a1b #661717 #2f0b10  #ffd257  #ffe9b0 #ff9a3c  glow  peaks,flames,hills     embers
elw         #8fd0c8 #e6f5d3  #7cb98f #3f8a63 #1f5344  #fffbe0  #f4ffe6 #a8d67c  sun   hills,firs,waves       motes
magic       #131a4d #5b49b8  #4a3aa0 #2f2576 #191447  #9fe3ff  #eafcff #8fc8ff  ring  clouds,spires,clouds   stars
weapon      #454c57 #b9a78e  #8a7c6c #5b5048 #2e2927  #ffe9c0  #f7f9fb #a9b6c4  sun   banners,stakes,hills   embers
tech        #062a38 #0f7f8c  #0c5b6b #08404f #052733  #7ff5e4  #e6fffb #74d9cf  ring  skyline,grid           motes
tank        #5d7084 #cdd6d8  #8b98a3 #5d6a76 #333d48  #fffaf0  #f3f6f8 #b3c2cf  sun   peaks,wall,hills       -
assassin    #0d1420 #3c4a5e  #2a3648 #1a2433 #0c131d  #ff7d6b  #ffe3dd #c9675c  moon  skyline,roofs          -
specialty   #d9c49a #f5ead0  #d3b98a #b08f5c #6f5230  #fffdf5  #fffaf0 #d8b98a  rays  hills,hills,steps      motes
brute       #6b3a22 #e0a262  #a9683d #753f26 #3f2016  #ffe3b0  #ffefd8 #e0a878  sun   mesas,peaks,rocks      -
electric    #16203f #3f62a8  #33508c #213666 #121d3a  #fff27a  #fffde0 #ffe04d  bolt  clouds,peaks,hills     rain
animal      #f3c98b #fbeecb  #c9b35e #8c9440 #4d5e2a  #fff8dd  #fffbe8 #e6c67c  sun   mesas,grass,grass      -
fighter     #5a1630 #c83f55  #8e2742 #5f1a33 #351022  #ffe6c9  #fff3e8 #ffb59a  rays  crowd,ropes            motes
warrior     #28426b #b9cbe0  #6f8bb0 #43608a #233754  #fff4d6  #f7fbff #b5cbe6  sun   banners,stakes,hills   -
# Terrains of MYACARDS.
forest      #9fd2a0 #e6f2c6  #79b078 #3f8a55 #1f5a3c  #fffce0  #f7ffe8 #bfe09a  sun   trees,firs,hills       motes
grassland   #f2b65a #fdeebb  #d3b455 #a99a3a #6c7428  #fff9da  #fffbe0 #e8cf7a  sun   mesas,acacias,grass    -
desert      #f0a35e #fde6b8  #e8bd79 #d39a4f #a86c32  #fffbe6  #fff6df #e8b878  sun   mesas,dunes,dunes      -
mountain    #7fa9cf #e9eff3  #a7b3bf #76838f #47525d  #ffffff  #ffffff #c3d0dc  sun   alps,peaks,rocks       -
tundra      #6f9fc4 #e8f3f7  #c3d9e6 #93b6cc #5f879f  #ffffff  #ffffff #c8deec  moon  alps,hills,hills       snow
river       #8fc7e6 #e9f6ee  #7fb58a #4f9fc4 #2a6ea3  #ffffff  #f2fbff #a8d4ee  sun   firs,hills,waves       -
coast       #7fc9d8 #fdf3d8  #58b3bd #2f8fa3 #e0c78c  #fffdf0  #f4fffd #a4dcd8  sun   waves,waves,dunes      -
reef        #36b6cf #1b6f9c  #2b86a8 #d0587c #7a2f5f  #d9fbff  #ffeef4 #ffb0c4  rays  hills,coral,coral      bubbles
deep-sea    #1c6a9c #0a1f4d  #123f78 #0d2c5c #071838  #bfeeff  #e2f7ff #7fb8e0  rays  hills,rocks            bubbles
cave        #2a2438 #6a5a72  #4d4256 #352d3f #1c1724  #ffe7b8  #f6ecff #b7a3c4  glow  drips,rocks            motes
sky         #4f9be0 #d9efff  #cfe6f7 #f4fbff #ffffff  #ffffff  #ffffff #cfe2f2  sun   clouds,clouds,clouds   -
settlement  #e8a184 #fdeadb  #c98d73 #9b5a42 #5f3427  #fff6e0  #fff3ea #e0ad94  sun   skyline,roofs          -
# Kinds of MYACARDS.
support     #b9a7d8 #f1ebfa  #a392c4 #7d6aa3 #54437a  #ffffff  #ffffff #d3c6e8  rays  hills,grass            motes
event       #3d1a4d #b56ac4  #8d4f9e #653575 #3b1c48  #ffe6ff  #fff0ff #e0a8ee  ring  peaks,hills            motes
effect      #0f3d52 #4fb0c9  #3a93ad #276f88 #143f52  #e0fbff  #effdff #9fdcec  rays  hills,waves            motes
# Guilds of Amfibido.
frog        #a8d8a0 #eef7d0  #8cc07c #5a9a50 #2f6434  #fffde0  #f6ffe6 #a8d86c  ring  screens,reeds,mats     -
toad        #c4ad86 #f3e8cb  #b3966a #846a45 #4a3a26  #fffaea  #fff6e0 #dcb878  ring  screens,reeds,mats     -
salamander  #f0a06a #fdeacb  #dd8250 #ae5431 #642b1c  #fffbe6  #fff2e0 #ffb47a  ring  screens,lanterns,mats  -
crocodile   #8fb79a #e6f0d8  #6f9a7c #44735a #22463a  #fffde8  #f2fbe6 #a4c98a  ring  screens,reeds,mats     -
turtle      #86c4c4 #e8f6ee  #66a8a6 #3c7f80 #1f4d50  #ffffff  #f0fffb #94d4c4  ring  screens,lanterns,mats  -
snake       #c98a9c #f8e6e6  #b06c82 #83445e #4b2338  #fff6f0  #fff0f2 #efa4b4  ring  screens,lanterns,mats  -
lizard      #a9a4dc #eeeafb  #8e88c4 #605a9c #353062  #ffffff  #f6f4ff #bcb4f4  ring  screens,lanterns,mats  -
spawn       #7cc8e0 #e0f7f4  #5aaac8 #357fa3 #1d4f70  #ffffff  #f0fdff #9fe0f0  ring  screens,waves,mats     bubbles
equipment   #8d7660 #e9d9bd  #77604b #553f30 #32241c  #fff4dc  #fbfcfd #b4bfca  glow  screens,racks,mats     -
combo       #a3262f #f5b36b  #8f2630 #641a26 #380f19  #fff0c4  #fffaf0 #ffc98a  rays  screens,mats           -
action      #33486b #c4d6e6  #50688c #364a6a #1d2a42  #ffffff  #f6fbff #a8c8ea  rays  screens,mats           -
sensei      #2b2030 #c98a5a  #6d4340 #452a30 #221520  #ffe3ae  #fff3dc #e8b878  sun   alps,lanterns,mats     motes
"""
"""Each line has a scene: its name, and its fields in order; `-` stands for no weather."""


def _scene(line: str) -> tuple[str, Scene]:
    name, top, horizon, far, middle, near, light, lit, shaded, lamp, grounds, weather = line.split()
    weather = weather.replace("-", "")
    shapes = tuple(grounds.split(","))
    return name, Scene((top, horizon), (far, middle, near), light, (lit, shaded), lamp, shapes, weather)


SCENES: Mapping[str, Scene] = MappingProxyType(
    dict(_scene(line) for line in TABLE.strip().splitlines() if not line.startswith("#"))
)

PLAIN = SCENES["specialty"]
"""The scene of a card whose game names none."""
