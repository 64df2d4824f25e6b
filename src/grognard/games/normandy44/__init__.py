"""Normandy '44: the invasion of 6 June 1944 and the three weeks after it.  Modules follow the chapters of the rulebook.

2.3 counters, 9 and 11 ground (what the map means), charts.  What the series shares is in zocbond.
"""
