/** An example for each section of the rules. */
export const words = {
  "rules.example.density-deck.0":
    "Red 5, red 3 and a common 7 in the hand, a red 10 in the centre: 5 × 3 × 10 + 7 = 157.",
  "rules.example.density-deck.1": "One card without colour, and three colours. White has 6, 6 and 6: at most 216.",
  "rules.example.density-deck.2": "A first hand. Blue is the best colour, purple is taken away: 5 + 4 − 3 = 6.",
  "rules.example.density-deck.3": "Round 2 turns up a centre card: red cards in any hand now count ten times as much.",
  "rules.example.density-deck.4": "Four cards after drawing. Put the blue 3 away: 5 × 3 + 7 = 22 stays.",
  "rules.example.density-deck.5": "6 − 5 − 3 = −2. In round 3 a surrender costs 2 lives, a lost fight 3.",
  "rules.example.density-deck.6":
    "You call a fight with 6 × 6 − 6 = 30. All who are still in the deal show their hands.",
  "rules.example.density-deck.7": "A silver 4 lies in the centre, a black 6 on another pile: 6 × 6 + 9 − 4 × 4 = 29.",
  "rules.example.density-deck.8": "16 against 12 in round 2: the lower score loses 2 lives, the higher one none.",
  "rules.example.density-deck.9": "Taken from a pile: everybody knows this card. What you draw, only you see.",
  "rules.example.density-deck.10": "You had drawn this card when your time was over: it is discarded for you.",
  "rules.example.amfibido.0": "A fighter, equipment and a combo move in one dojo: 4 + 1 + 3 = 8.",
  "rules.example.amfibido.1": "4 against 3: this dojo is won. Two dojos win the round, four rounds the match.",
  "rules.example.amfibido.2": "Levels I to IV, each from a deck of its own.",
  "rules.example.amfibido.3": "No fighter among the first three cards: show them and draw three others.",
  "rules.example.amfibido.4": "A fighter, equipment, a combo move and an action card.",
  "rules.example.amfibido.5": "Keep one, pass two on. Then keep one of the two that come to you.",
  "rules.example.amfibido.6":
    "Two actions: the frog goes into a dojo. When it is your turn again, the kick goes onto the frog.",
  "rules.example.amfibido.7": "4 against 3 wins, 3 against 3 is a draw, and a fighter without opponent wins.",
  "rules.example.amfibido.8": "2 + 1 + 3, and this frog has 3 more from each combo move: 9.",
  "rules.example.amfibido.9":
    "The Caiman has won and stays. The Gecko returns to the hand. The combo move with boomerang rests for a round.",
  "rules.example.amfibido.10":
    "Knockout: whom it defeats must rest. Transform: a Spawn that wins becomes a fighter of level II.",
  "rules.example.amfibido.11":
    "The turtle wins fight and round. You choose what comes first: it retires, or it returns to your hand.",
  "rules.example.amfibido.12": "Your time is over: you have passed, and this card stays in your hand.",
  "rules.example.amiibart.0": "Two Fighters and a Spell, 1 Energy each. You have 10 Energy in each turn.",
  "rules.example.amiibart.1": "A Common, a Rare and an Ultra Rare.",
  "rules.example.amiibart.2": "Weapon cards, with a Primary and a Secondary Power of that Element.",
  "rules.example.amiibart.3": "Turn One: three Fighters into slots of your choice, free.",
  "rules.example.amiibart.4":
    "1 + 2 + 2 Energy for a Fighter, a Spell and a Power. What is left of ten is lost with the turn.",
  "rules.example.amiibart.5": "A Power, a Spell, a Hazard and a Stage.",
  "rules.example.amiibart.6":
    "Both strike at once: the cat has taken 300 and dies, the other one keeps 400 of 700 Health.",
  "rules.example.amiibart.7": "A Fighter that brings a token. The death of a token gives no Death Token.",
  "rules.example.amiibart.8": "Swift and Lifesteal, Block, Instakill: each of these words is a rule.",
  "rules.example.amiibart.9": "The fifth of your Fighters has died: you have lost.",
  "rules.example.amiibart.10": "Your time is over while this Power asks for a Fighter: the left-most one is taken.",
  "rules.example.myacards.0":
    "ATK 5, and 1 more from the Naturalist: 6 is higher than the deer’s DFS 5, so the deer is removed.",
  "rules.example.myacards.1": "Active card, support card, dominion, event and effect.",
  "rules.example.myacards.2": "At most four of the same animal, and two of the same effect.",
  "rules.example.myacards.3": "The wolverine belongs in rows 3 and 4, the honey bee in row 2, the dominion in row 1.",
  "rules.example.myacards.4":
    "No entity among the first five: show them, shuffle them back and draw five others, once.",
  "rules.example.myacards.5":
    "First place the wolf, then attack. The effect may be played before and between your attacks.",
  "rules.example.myacards.6":
    "The coyote needs a grey wolf of yours in play. The lion needs one of your active cards as a sacrifice.",
  "rules.example.myacards.7": "SPD 6 goes before SPD 2. Once the wolverine has attacked, the cheetah may not any more.",
  "rules.example.myacards.8":
    "Two different cards with the same classification side by side: sister taxa, +2 on all three numbers.",
  "rules.example.myacards.9": "Nothing but this support card is left, and any attack removes it: the match is over.",
  "rules.example.myacards.10": "The removed wolf lies in Oblivion. The effect takes two entities back into the hand.",
  "rules.example.myacards.11": "You are attacked and have a few seconds: this effect saves one of your active cards.",
  "rules.turn.density-deck":
    "In your turn you draw a card, or take one from somebody’s pile, and put one away. Or you call a fight.",
  "rules.turn.amfibido":
    "Each round: keep a card of the draft, then play cards into three dojos in turn. Whoever wins more dojos wins the round.",
  "rules.turn.amiibart":
    "In your turn you have 10 Energy to play cards. Then each Fighter may attack, and your opponent goes on.",
  "rules.turn.myacards":
    "In your turn you draw a card, place entities, and attack in the same column. Higher ATK than DFS removes a card.",
};
