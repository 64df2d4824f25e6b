"""The figures of a running server."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from prometheus_client.parser import text_string_to_metric_families

from .players import HOT_SEAT, Browser, Running, wait_for


def figures(browser: Browser) -> dict[str, float]:
    answer = browser.http.get("/metrics")
    assert answer.status_code == 200
    found = {}
    for family in text_string_to_metric_families(answer.text):
        for sample in family.samples:
            labels = "".join(f" {value}" for key, value in sample.labels.items() if key != "le")
            found[sample.name + labels] = sample.value
    return found


def test_the_figures_follow_what_happens(ann: Browser) -> None:
    before = figures(ann)
    page = ann.sit(ann.create(HOT_SEAT)["id"])
    page.do("default")
    assert page.order("nonsense")["t"] == "refused"
    page.ws.send("[")
    page.until("error")
    assert ann.http.post("/api/tables", json={"game": "anzio", "seats": {}}).status_code == 422
    assert ann.http.get("/metrics", headers={"Host": "evil.example"}).status_code == 421
    after = figures(ann)

    def grown(name: str) -> float:
        return after[name] - before.get(name, 0.0)

    assert grown("grognard_live_tables") == 1
    assert grown("grognard_connections") == 1
    assert grown("grognard_message_seconds_count giveorder") == 2
    for kind in ("illegal", "malformed", "seats", "host"):
        assert grown(f"grognard_refusals_total {kind}") == 1
    assert grown("grognard_request_seconds_count 201") == 1
    assert after["grognard_bots_waiting"] == 0
    assert after["grognard_memory_bytes"] > 0


def test_turns_that_no_process_takes_are_counted(postgres: Callable[[], str]) -> None:
    running = Running(postgres(), bots=False)
    try:
        ann = Browser(running.port)
        assert figures(ann)["grognard_jobs_waiting"] == 0
        ann.sit(ann.create({"allied": "bot:random", "german": "me"})["id"])
        wait_for(lambda: figures(ann)["grognard_jobs_waiting"] == 1)
    finally:
        running.stop()


def test_the_figures_are_for_this_machine_unless_they_are_opened(
    ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grognard.table.metrics._here", lambda _: False)
    assert ann.http.get("/metrics").status_code == 404
    monkeypatch.setenv("GROGNARD_METRICS", "on")
    assert ann.http.get("/metrics").status_code == 200


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded"])
def test_a_proxy_on_this_machine_does_not_open_the_figures(ann: Browser, header: str) -> None:
    """Even where FORWARDED_ALLOW_IPS was forgotten."""
    assert ann.http.get("/metrics").status_code == 200
    assert ann.http.get("/metrics", headers={header: "192.0.2.7"}).status_code == 404
