"""What Salerno '43 and Normandy '44 share; where the two books differ, a game says its own.

On bit boards alone: ground, zones (of control, and bonds), lines (of supply), retreats (the ways open to
one), march (movement by kinds), odds, sketch (what a page draws).  On the field of battle, which a game's
situation derives from: counters, field, stacking, assault (Main Assault Force, strengths, shifts), losses,
defence, withdrawal, pursuit, isolation.  Rule numbers: cites.

A difference between the books is a method of ``Field``, its default there.  A game derives its ``Situation``
(what lies on the table; its chapters know only this) and from that one class more, in ``book``, whose methods
are those differences and call the chapters.  So a chapter may call the shared rules, which call the game back.
"""
