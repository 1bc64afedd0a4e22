"""The terminal client. It shows the server's updates and sends the player's choices; it holds no rules.

`app` leads from one of the `screens` to the next: `lobby`, `table`, `match`, with questions and readings
(`widgets/popups.py`) on top. A match has the parts that every game needs, and one `Board` for the game itself: its own
in `games/`, or `general_board`.
"""
