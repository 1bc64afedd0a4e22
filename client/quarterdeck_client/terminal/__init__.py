"""The terminal client. It shows the server's updates and sends the player's choices. It contains no rules of games.

`app` switches between the `screens`: `lobby`, `table`, `match`. Dialogs and pages to read (`widgets/popups.py`) open on
top of them. The match screen has the widgets that every game needs, and one `Board` for the game itself: the game's own
board in `games/`, or `general_board`.
"""
