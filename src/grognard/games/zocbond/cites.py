"""The numbers under which a game's own rulebook decides what the series shares."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Cites:
    """One number for each matter; a game gives them all."""

    stacking: str
    move: str
    """Units move one by one, hex by hex, for points."""
    held: str
    """No unit enters a hex of the enemy's."""
    zoc: str
    """A unit stops in an enemy zone of control."""
    bond: str
    """No unit enters or crosses an enemy bond."""
    tactical: str
    attack: str
    """Attacks are made as one likes."""
    adjacent: str
    """By units next to an enemy, against hexes next to a unit."""
    once: str
    """A hex is attacked once in a phase."""
    undivided: str
    """A unit attacks with all its strength in one attack."""
    defenders: str
    """All in a hex defend it together."""
    combat: str
    """The order in which a combat is fought."""
    ratio: str
    join: str
    force: str
    """The Main Assault Force."""
    attach: str
    limit: str
    """The most strength that counts."""
    limits: str
    """The ends of the table."""
    halving: str
    losses: str
    attacker_loss: str
    defender_loss: str
    stand: str
    """Who may stand in a Determined Defense."""
    determined: str
    """How it is rolled."""
    stand_result: str
    """What the results of its table mean."""
    stand_end: str
    stand_support: str
    lead: str
    retreat: str
    falls_back: str
    """The defenders retreat after combat."""
    retreat_ends: str
    retreat_held: str
    retreat_bond: str
    retreat_away: str
    """A retreat leads away."""
    retreat_zoc: str
    no_retreat: str
    retreated: str
    """Units that have retreated are attacked again."""
    fallen: str
    """They retreat again."""
    disrupted: str
    advance: str
    """Those who took part may advance."""
    advance_far: str
    """How far."""
    advance_closed: str
    """What the enemy closes to an advance: by zones, by bonds."""
    advance_zoc: str
    advance_bond: str
    advance_ground: str
    supply: str
    supply_line: str
    supply_far: str
    """How far a line of supply goes off the roads."""
    supply_enemy: str
    """What breaks it: enemy units, zones of control, bonds, places that the enemy controls."""
    supply_zoc: str
    supply_bond: str
    supply_control: str
    isolation: str
    attrition: str
