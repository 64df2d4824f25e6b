"""7.0 Weather."""

from __future__ import annotations

import pytest
from tests.rulebook.anzio.tabletop import play, scene

APART = "0404 AL-RGR; 0401 GE-65-A"


@pytest.mark.rule("anzio:7.0")
@pytest.mark.parametrize(
    ("die", "weather"),
    [(1, "clear"), (2, "clear"), (3, "cloudy"), (4, "cloudy"), (5, "rainy"), (6, "rainy")],
)
def test_a_die_before_the_turn_decides_the_weather_of_the_turn(die: int, weather: str) -> None:
    g = scene(APART, "weather", weather="clear" if weather != "clear" else "rainy")
    assert g.decision is not None
    assert (g.decision.kind, g.decision.rule) == ("roll", "7.0")
    events = g.play(f"roll {die}")
    assert g.state.weather == weather
    assert f"the weather is {weather} [7.0]" in [str(event) for event in events]


@pytest.mark.rule("anzio:7.0")
def test_the_weather_is_rolled_again_each_turn() -> None:
    g = scene(APART, "weather", turn=4)
    play(g, "roll 5", "roll 1", "done", "done")  # rain: nobody sees a target
    assert (g.turn, g.phase) == (5, "weather")
    assert g.state.weather == "rainy"  # until the new roll
    g.play("roll 1")
    assert g.state.weather == "clear"
