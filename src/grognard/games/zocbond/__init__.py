"""What Salerno '43 and Normandy '44 share: ground, zones of control and their bonds, odds, lines of supply, retreats.

Plain functions on bit boards; nothing here knows a counter or a scenario.
"""
