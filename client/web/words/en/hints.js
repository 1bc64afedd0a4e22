/** What is said once, at the first time that it is of use. */
export const words = {
  "hints.name": "Hint",
  "hints.got": "Got it",
  "hint.lobby": "Join a table with a free seat, or open your own. A free place fills with a bot if nobody comes.",
  "hint.collection": "Cards come from packs: you earn them by playing. Each card shows how many copies you own.",
  "hint.decks": "Start with a ready deck and change a few cards. The line below says what is still wrong.",
  "hint.density-deck.draw":
    "Cards of your best colour multiply, other colours are taken away. Draw, or take a card that others have put away.",
  "hint.density-deck.discard": "Put away what is taken from your score: a colour of which you have only one card.",
  "hint.density-deck.fight":
    "A lost fight costs more lives each round. Surrendering costs fewer: it is for poor hands.",
  "hint.amfibido.draft": "Keep one card, the other player gets the rest. High numbers win dojos.",
  "hint.amfibido.play_fighter": "Two of three dojos win the round. You need not win the third.",
  "hint.amfibido.play_combo": "A combo move counts for this round only. Use it where it turns a dojo.",
  "hint.amfibido.pass": "When you pass, the round is over for you. Cards that you keep are there in the next round.",
  "hint.amiibart.play_fighter":
    "Attack stands left, Health right. Five dead Fighters lose the match, so do not play one only to lose it.",
  "hint.amiibart.attack": "Both Fighters strike at once. A skull shows who would die.",
  "hint.amiibart.use_attack": "A special attack costs Energy, but nobody strikes back.",
  "hint.amiibart.use_power": "A Power works once a turn and stays. Energy that you do not spend is lost.",
  "hint.myacards.place":
    "Animals and plants fight in their own column. Lit places are the ones that are open to this card.",
  "hint.myacards.play": "Events work at once and are gone. Hold the card to read it all.",
  "hint.myacards.attack": "Your ATK against their DFS: only the higher number removes a card. Fast cards attack first.",
  "hint.myacards.let_pass": "You may answer with a card. Letting it pass costs nothing.",
};
