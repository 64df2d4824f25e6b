"""9.5 Advance after combat; 10.81b breaches on the way; 12.2 (optional) Fuller's advance."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Ask, Procedure
from ...engine.words import Action, IllegalAction, Say
from ...hexes import members
from . import minefields, retreat, stacking
from .counters import AXIS, SIDES
from .declaring import Attack, about
from .results import Fate
from .situation import Situation
from .strength import ENGINEER

Path = tuple[int, ...]


class Pursuit:
    """9.5 The advance after one combat: who may go, how far, along which ways."""

    def __init__(self, g: Situation, attack: Attack, fate: Fate) -> None:
        self.g, self.target, self.fate = g, attack.target, fate
        self.attackers = frozenset(fate.attackers)
        self.side = g.active
        self.length = max(fate.length, 1)
        self.gone: set[int] = set()
        """Units that have advanced or tried."""
        self.tried: set[int] = set()
        """10.81b Hexes from which a breach was tried."""
        self.fuller = "12.2" in g.game.options

    def reach(self, u: int) -> int:
        """9.51, 9.56 The hexes that a unit may advance, enemy zones aside."""
        unit = self.g.game.units[u]
        return min(self.length, self.g.game.charts.advance[unit.klass])

    def cost(self, path: Path) -> int:
        """9.55 The hexes of an advance, one more for each hex left that lies in an enemy zone."""
        zone = self.g.zones[1 - self.side]
        return len(path) - 1 + sum(zone >> h & 1 for h in path[:-1])

    def left(self, u: int, path: Path) -> int:
        """9.51, 9.55 How many hexes it may still go where no further enemy zone is left."""
        return max(self.reach(u) - self.cost((*path, path[-1])) + 1, 1)

    def refuse_unit(self, u: int) -> IllegalAction | None:
        """9.5, 9.52 Why a unit may not advance."""
        g, unit = self.g, self.g.game.units[u]
        if unit.side != self.side or g.hex[u] < 0:
            return IllegalAction("9.5", "{unit} does not advance", unit=unit.id)
        if self.fate.driven >> u & 1:
            return IllegalAction("9.5", "{unit} had to retreat", unit=unit.id)
        if u in self.gone:
            return IllegalAction("9.5", "{unit} has advanced already", unit=unit.id)
        if not g.game.ground.around[self.target] >> g.hex[u] & 1:
            return IllegalAction(
                "9.52",
                "{unit} is not next to {hex}",
                unit=unit.id,
                hex=g.game.board.label(self.target),
            )
        return None

    def refuse_step(self, u: int, path: Path, b: int) -> IllegalAction | None:
        """9.53-9.57, 12.2 Why an advance may not go on to a hex; path[0] is where it began."""
        g, label = self.g, self.g.game.board.label(b)
        barred = retreat.enterable(g, u, path[-1], b, "9.57")
        if barred is not None:
            return barred
        if len(path) == 1:
            if b != self.target:
                return self.refuse_fuller(u, path[0], b)
        elif path[1] != self.target:
            return IllegalAction("12.2", "an advance past the hex attacked is one hex long")
        elif self.cost((*path, b)) > self.reach(u):
            return IllegalAction(
                "9.55" if self.cost((*path, b)) > len(path) else "9.51",
                "{unit} may not advance that far",
                unit=g.game.units[u].id,
            )
        elif not g.game.units[u].mech and self.fate.paths and not self.follows((*path[1:], b)):
            return IllegalAction(
                "9.54", "on foot an advance follows the retreat, not to {hex}", hex=label
            )
        return None

    def follows(self, path: Path) -> bool:
        """9.54 Whether a way from the hex attacked is that of a retreating unit."""
        return any(trail[: len(path)] == path for trail in self.fate.paths)

    def refuse_fuller(self, u: int, start: int, b: int) -> IllegalAction | None:
        """12.2 (optional) Past the hex attacked: an attacker, not from zone to zone."""
        g, label = self.g, self.g.game.board.label(b)
        if not self.fuller:
            return IllegalAction(
                "9.54",
                "the first hex of an advance is {hex}",
                hex=g.game.board.label(self.target),
            )
        if u not in self.attackers:
            return IllegalAction(
                "12.2",
                "{unit} did not attack: it advances into the hex attacked only",
                unit=g.game.units[u].id,
            )
        if not g.game.ground.around[self.target] >> b & 1:
            return IllegalAction("12.2", "{hex} is not next to the hex attacked", hex=label)
        zone = g.zones[1 - self.side]
        if zone >> start & 1 and zone >> b & 1:
            return IllegalAction(
                "12.2", "{hex} lies in an enemy zone, and so does the start", hex=label
            )
        return None

    def next(self, u: int, path: Path) -> list[int]:
        """The hexes to which an advance may go on so that it can end within the limit of stacking."""
        near = self.g.game.ground.neighbours[path[-1]]
        return [
            b
            for b in near
            if b >= 0
            and b not in path
            and self.refuse_step(u, path, b) is None
            and self._can_end(u, (*path, b))
        ]

    def _can_end(self, u: int, path: Path) -> bool:
        """5.3, 9.53 Whether an advance can end here, or farther on."""
        if stacking.may_join(self.g, u, path[-1]):
            return True
        return bool(self.next(u, path))

    def may_halt(self, u: int, path: Path) -> bool:
        """9.53 Whether an advance may end where it is."""
        return len(path) > 1 and stacking.may_join(self.g, u, path[-1])

    def refuse_next(self, u: int, path: Path, b: int) -> IllegalAction:
        """9.53-9.57 Why an advance does not go on to a hex that is not among the next."""
        label, name = self.g.game.board.label(b), self.g.game.units[u].id
        if b == path[-1]:
            return IllegalAction("9.54", "{unit} is in {hex} already", unit=name, hex=label)
        if b in path:
            return IllegalAction("9.54", "an advance does not return to {hex}", hex=label)
        refusal = self.refuse_step(u, path, b)
        return refusal or IllegalAction("9.53", "there is no room in {hex}", hex=label)

    def able(self) -> list[int]:
        """9.52 The units that may advance now."""
        g = self.g
        near = g.game.ground.around[self.target] & g.occupied[self.side]
        return [
            u
            for h in members(near)
            for u in g.at[h]
            if self.refuse_unit(u) is None and self.next(u, (h,))
        ]

    def sappers(self) -> list[int]:
        """10.81b The attackers that may try to breach the minefield before the hex left empty."""
        return [u for u in sorted(self.attackers) if self.refuse_breach(u) is None]

    def refuse_breach(self, u: int) -> IllegalAction | None:
        """10.81b Why a unit does not try to breach the minefield before the hex left empty."""
        g, name, label = self.g, self.g.game.units[u].id, self.g.game.board.label
        refusal = self.refuse_unit(u)
        if refusal is not None:
            return refusal
        if self.side != AXIS:
            return IllegalAction("10.83", "minefields do not hinder the Allies")
        if not g.mined(g.hex[u], self.target):
            return IllegalAction(
                "10.84", "no unbreached minefield lies before {hex}", hex=label(self.target)
            )
        if u not in self.attackers:
            return IllegalAction(
                "10.81b", "{unit} did not attack: only attackers breach", unit=name
            )
        if g.hex[u] in self.tried:
            return IllegalAction(
                "10.81b", "a breach was tried from {hex} already", hex=label(g.hex[u])
            )
        return None


def pursue(g: Situation, attack: Attack, fate: Fate) -> Procedure:
    """9.5 Unit after unit may advance, as long as the player likes."""
    pursuit = Pursuit(g, attack, fate)
    orders = g.game.orders
    while g.outcome is None:
        able, sappers = pursuit.able(), pursuit.sappers()
        if not able and not sappers:
            return
        choice = yield Ask(
            SIDES[g.active],
            "advance",
            "9.5",
            Say(
                "the way to {hex} is open: who advances?",
                hex=g.game.board.label(attack.target),
            ),
            [
                *(orders.unit["send"][u] for u in able),
                *(orders.unit["breach"][u] for u in sappers),
                orders.plain["done"],
            ],
            refuse=lambda verb, word: _refuse_unit(pursuit, verb, word),
            about=about(g, able, [attack.target]),
            expand=lambda words: _send(g, words),
            rest=lambda action, words: _rest(pursuit, action, words),
        )
        if choice.verb == "done":
            return
        if choice.verb == "breach":
            yield from _breach(pursuit, choice.value)
        else:
            yield from _advance(pursuit, choice.value)


def _send(g: Situation, words: Sequence[str]) -> list[list[str]] | None:
    """``advance UNIT to 0506``: the unit is sent there."""
    if words[0] != "advance" or len(words) < 2 or g.game.units.find(words[1]) is None:
        return None
    return [["send", *words[1:]]]


def _rest(pursuit: Pursuit, action: Action, words: Sequence[str]) -> Sequence[str]:
    """``send UNIT advance 0506-0507``: hex by hex; a hex is not asked for where it is the only one."""
    g, left = pursuit.g, list(words)
    if action.verb != "send" or not left:
        return words
    if left[0] == "to":
        left[0] = "advance"
    elif g.game.is_hex(left[0]) or g.game.is_path(left[0]):
        left.insert(0, "advance")
    path: Path = (g.hex[action.value],)
    asked: list[str] = []
    while left[:1] == ["advance"] and len(left) > 1:
        for label in left[1].split("-"):
            if not g.game.is_hex(label):
                return words
            open_, h = pursuit.next(action.value, path), g.game.board.index(label)
            if h not in open_:
                raise pursuit.refuse_next(action.value, path, h)
            if len(open_) > 1 or pursuit.may_halt(action.value, path):
                asked += ["advance", label]
            path = (*path, h)
        del left[:2]
    if left[:1] == ["stop"] and len(path) > 1 and not pursuit.next(action.value, path):
        del left[0]
    return [*asked, *left]


def _refuse_unit(pursuit: Pursuit, verb: str, word: str) -> IllegalAction | None:
    g = pursuit.g
    unit = g.game.units.find(word)
    if unit is None:
        return IllegalAction("9.5", "say who advances: send") if g.game.is_hex(word) else None
    if verb == "breach":
        return pursuit.refuse_breach(unit.index)
    refusal = pursuit.refuse_unit(unit.index)
    if refusal is not None:
        return refusal
    h, label = g.hex[unit.index], g.game.board.label(pursuit.target)
    barred = pursuit.refuse_step(unit.index, (h,), pursuit.target)
    if barred is not None:
        return barred
    return IllegalAction("9.53", "there is no room for {unit} in {hex}", unit=unit.id, hex=label)


def _advance(pursuit: Pursuit, u: int) -> Procedure:
    """9.54 One unit advances hex by hex."""
    g = pursuit.g
    path: Path = (g.hex[u],)
    pursuit.gone.add(u)
    orders = g.game.orders
    while open_ := pursuit.next(u, path):
        actions = [orders.hex["advance"][h] for h in sorted(open_)]
        if pursuit.may_halt(u, path):
            actions.append(orders.plain["stop"])
        choice = actions[0]
        if len(actions) > 1:
            now = path
            choice = yield Ask(
                SIDES[g.active],
                "advance to",
                "9.54",
                Say(
                    "where should {unit} advance? Hexes left: {n}",
                    unit=g.game.units[u].id,
                    n=pursuit.left(u, path),
                ),
                actions,
                continues=True,
                otherwise=orders.plain["stop"] if pursuit.may_halt(u, path) else None,
                about=about(g, [u], path),
                refuse=lambda verb, word, now=now: (  # type: ignore[misc]
                    _refuse_stop(g, now)
                    if verb == "stop" and len(now) > 1
                    else _refuse_step(pursuit, u, now, word)
                ),
                expand=lambda words, now=now: _entered(g, now, words),  # type: ignore[misc]
            )
        if choice.verb == "stop":
            break
        g.put(u, choice.value)
        g.tell(
            "advance",
            "9.5",
            "{unit} advances from {start} to {hex}",
            unit=g.game.units[u].id,
            start=g.game.board.label(path[-1]),
            hex=choice.word,
        )
        path = (*path, choice.value)


def _entered(g: Situation, path: Path, words: Sequence[str]) -> list[list[str]] | None:
    """``advance 0506`` of a unit that had nowhere else to go and is there."""
    if list(words[:2]) == ["advance", g.game.board.label(path[-1])] and words[2:]:
        return [list(words[2:])]
    return None


def _refuse_stop(g: Situation, path: Path) -> IllegalAction:
    """9.53 Why an advance does not end where it is."""
    return IllegalAction("9.53", "there is no room in {hex}", hex=g.game.board.label(path[-1]))


def _refuse_step(pursuit: Pursuit, u: int, path: Path, word: str) -> IllegalAction | None:
    g = pursuit.g
    if not g.game.is_hex(word):
        return None
    return pursuit.refuse_next(u, path, g.game.board.index(word))


def _breach(pursuit: Pursuit, u: int) -> Procedure:
    """10.81b One attempt from each hex, with the effects of 10.84."""
    g = pursuit.g
    h = g.hex[u]
    pursuit.tried.add(h)
    engineers = any(g.game.units[v].type == ENGINEER and v in pursuit.attackers for v in g.stack(h))
    yield from minefields.attempt(g, u, pursuit.target, engineers)
