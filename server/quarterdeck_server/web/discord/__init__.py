"""The app for Discord: commands, buttons and selects over its interactions endpoint. It is one more client of this
server: it gives the commands of the protocol for the linked player, and shows others what a stranger may see."""
