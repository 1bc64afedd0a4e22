"""The terminal client. It shows what it is told and sends what is chosen; it holds no rules.

`app` leads from one screen to the next: `lobby`, `gathering`, `playing`, with questions and readings (`popups`) on top.
`playing` has the parts that every game needs, and one `Board` for the table itself: a game's own, or `plain`.
"""
