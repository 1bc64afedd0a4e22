"""Short names of Fighters for the card files, in the terms of the printed text."""

from quarterdeck_games.amiibart.effects import Side, Which, Who

THIS = Who(Which.THIS, Side.ANY)
SUBJECT = Who(Which.SUBJECT, Side.ANY)
TARGET = Who(Which.TARGET)
FOE = Who(Which.CHOSEN)
FRIEND = Who(Which.CHOSEN, Side.FRIENDLY)
ANYONE = Who(Which.CHOSEN, Side.ANY)
FOES = Who(Which.ALL)
FRIENDS = Who(Which.ALL, Side.FRIENDLY)
EVERYBODY = Who(Which.ALL, Side.ANY)
NEIGHBOURS = Who(Which.NEIGHBOURS, Side.FRIENDLY)
LEFT = Who(Which.LEFT, Side.FRIENDLY)
RIGHT = Who(Which.RIGHT, Side.FRIENDLY)
ACROSS = Who(Which.ACROSS)
BESIDE_TARGET = Who(Which.BESIDE_TARGET)
LEFTMOST = Who(Which.LEFTMOST)
RIGHTMOST = Who(Which.RIGHTMOST)
WEAKEST = Who(Which.WEAKEST)
STRONGEST = Who(Which.STRONGEST)
