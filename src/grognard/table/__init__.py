"""The table: a web server, its store, and the page on which a game is played.

Nothing here knows a particular game: only the front door, what every ruleset offers, and data.
"""
