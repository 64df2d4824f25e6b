"""What Salerno '43 and Normandy '44 share; where the two books differ, a game says its own.

On bit boards alone: ground, zones (of control, and bonds), lines (of supply), retreats (the ways open to
one), march (movement by kinds), odds, sketch (what a page draws).  Data: charts (of combat), counters,
tables, cites (rule numbers), assault (an attack, what decides its column).

On the field of battle, which a game's situation derives from: field, and battle, which adds what the combat
chapters ask; moving, reach, move_orders; attacks (who attacks what), attack_orders (in words, and why not),
combat (declared, supported, resolved), sheets (what is at stake), results, losses, defence (who stands),
withdrawal (retreats), pursuit (advances); stacking, supply, isolation; ways, outcomes; series (the shell of
a ruleset), notation, show, said (which order in which phase), words.

A difference between the books is a method of ``Field`` or ``Battle``, its default there.  A game derives its ``Situation``
(what lies on the table; its chapters know only this) and from that one class more, in ``book``, whose methods
are those differences and call the chapters.  So a chapter may call the shared rules, which call the game back.
"""
