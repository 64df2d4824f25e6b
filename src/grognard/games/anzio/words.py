"""The words of Anzio that are looked up by their value; ``tests/rulebook/anzio/test_words.py`` compares them."""

from __future__ import annotations

from ...say import N_

SIDES = (
    N_("Allied"),
    N_("German"),
)
OVERLAYS = (
    N_("zoc"),
    N_("reach"),
)
NATIONALITIES = (
    N_("British"),
    N_("US"),
    N_("German"),
)
PHASES = (
    N_("set-up"),
    N_("beachhead"),
    N_("landing"),
    N_("weather"),
    N_("initiative"),
    N_("reinforcements"),
    N_("orders"),
    N_("movement"),
    N_("bombardment"),
    N_("combat"),
    N_("end"),
)
BOXES = (
    N_("set-up"),
    N_("turn"),
)
VERBS = (
    N_("place"),
    N_("at"),
    N_("default"),
    N_("move"),
    N_("to"),
    N_("stay"),
    N_("done"),
    N_("bombard"),
    N_("pass"),
    N_("target"),
    N_("hit"),
    N_("attack"),
    N_("from"),
    N_("support"),
    N_("go"),
    N_("lose"),
    N_("retreat"),
    N_("advance"),
    N_("remain"),
    N_("roll"),
)
TACTICS = (
    N_("General offensive"),
    N_("Limited offensive"),
    N_("Hold the line"),
    N_("Guard the objectives"),
    N_("Withdraw"),
)
COLUMNS = (
    N_("-3 or less"),
    N_("-2 to -1"),
    N_("0"),
    N_("+1 to +2"),
    N_("+3 to +5"),
    N_("+6 or more"),
    N_("8 or fewer"),
    N_("9 to 13"),
    N_("14 to 18"),
    N_("19 or more"),
)
UNITS = (
    N_("4th Parachute Division, A"),
    N_("4th Parachute Division, B"),
    N_("65th Infantry Division, A"),
    N_("65th Infantry Division, B"),
    N_("3rd Panzer Grenadier Division, A"),
    N_("3rd Panzer Grenadier Division, B"),
    N_("71st Infantry Division, A"),
    N_("71st Infantry Division, B"),
    N_("26th Panzer Division, A"),
    N_("26th Panzer Division, B"),
    N_("Hermann Goering Panzer Division, A"),
    N_("Hermann Goering Panzer Division, B"),
    N_("114th Light Division, A"),
    N_("114th Light Division, B"),
    N_("362nd Infantry Division, A"),
    N_("362nd Infantry Division, B"),
    N_("715th Motorised Infantry Division, A"),
    N_("715th Motorised Infantry Division, B"),
    N_("16th SS Panzer Grenadier Division, A"),
    N_("16th SS Panzer Grenadier Division, B"),
    N_("29th Panzer Grenadier Division, A"),
    N_("29th Panzer Grenadier Division, B"),
    N_("1st Infantry Division, A"),
    N_("1st Infantry Division, B"),
    N_("46th Royal Tank Regiment"),
    N_("509th Parachute Battalion"),
    N_("504th Parachute Regiment"),
    N_("3rd Infantry Division, A"),
    N_("3rd Infantry Division, B"),
    N_("45th Infantry Division, A"),
    N_("45th Infantry Division, B"),
    N_("1st Armored Division"),
    N_("56th Infantry Division, A"),
    N_("56th Infantry Division, B"),
    N_("34th Infantry Division, A"),
    N_("34th Infantry Division, B"),
    N_("36th Infantry Division, A"),
    N_("36th Infantry Division, B"),
)
