"""What Salerno '43 and Normandy '44 share; where the two books differ, a game says its own.

On bit boards alone: ground, zones (of control, and bonds), lines (of supply), retreats (the ways open to
one), march (movement by kinds), odds, sketch (what a page draws).  On the field of battle, which a game's
situation derives from: counters, field, stacking, assault (Main Assault Force, strengths, shifts), losses,
defence, withdrawal, pursuit, isolation.  Rule numbers: cites.
"""
