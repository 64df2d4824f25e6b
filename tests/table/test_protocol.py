"""What page and server say to each other, on both databases."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.table.room import TAIL

from .players import BY_LINK, HOT_SEAT, Browser, Page, Running, before_battle, finished


def seated(ann: Browser, ben: Browser) -> tuple[Page, Page]:
    """Ann plays the Allies, Ben came by link and plays the Germans."""
    made = ann.create(BY_LINK)
    assert ben.take(made["links"]["german"])["side"] == "german"
    return ann.sit(made["id"]), ben.sit(made["id"])


def test_a_page_is_greeted_with_everything_it_needs(ann: Browser) -> None:
    made = ann.create({"allied": "me", "german": "bot:random"}, name="Tonight", options=["6.2"])
    page = ann.sit(made["id"])
    assert [m["t"] for m in page.seen] == ["hello", "events", "view"]
    hello = page.hello
    assert hello["version"] == grognard.__version__
    assert hello["table"]["name"] == "Tonight"
    assert [option["id"] for option in hello["table"]["options"]] == ["6.2"]
    assert hello["seats"] == ["allied"]
    assert [(s["id"], s["who"]) for s in hello["sides"]] == [
        ("allied", "human"),
        ("german", "bot:random"),
    ]
    board = grognard.new("anzio", seed=1).rules.board
    assert set(hello["board"]["hexes"]) == {board.label(h) for h in board.hexes}
    assert hello["names"]["1010"] == "X-Ray Beach"
    assert page.view["decision"]["mine"] is True
    assert "default" in [action["text"] for action in page.decision()["actions"]]
    assert len(page.view["commitment"]) == 64
    assert page.view["seed"] is None


def test_both_see_a_move(ann: Browser, ben: Browser) -> None:
    one, two = seated(ann, ben)
    for _ in range(9):
        one.send(t="order", rev=one.view["rev"], text=one.decision()["actions"][0]["text"])
        assert one.until("view")["rev"] == two.until("view")["rev"]
        one.until("done")
    assert two.log == one.log
    assert [p["hex"] for p in two.view["pieces"]] == [p["hex"] for p in one.view["pieces"]]


def test_a_page_is_told_what_differs_and_has_it_all(ann: Browser) -> None:
    made, rng = ann.create(HOT_SEAT), Random(4)
    page = ann.sit(made["id"])
    whole = len(page.raw[-1])
    for _ in range(6):
        page.play_on(rng, 12)
        late = ann.sit(made["id"])
        assert page.view == late.view
        late.close()
    told = [m for m in page.seen if m["t"] == "view"][1:]
    assert all("since" in message for message in told)
    sizes = sorted(len(text) for text in page.raw if text.startswith('{"t":"view"'))
    assert sizes[len(sizes) // 2] < whole / 4


def test_a_view_in_another_language_is_whole(ann: Browser) -> None:
    page = ann.sit(ann.create(HOT_SEAT)["id"])
    page.send(t="lang", lang="it")
    assert "since" not in page.until("view")
    page.do("default")
    assert page.seen[-2]["since"] == 0
    assert page.view == ann.sit(page.hello["table"]["id"], "it").view


def test_only_who_must_decide_sees_the_choices(ann: Browser, ben: Browser) -> None:
    one, two = seated(ann, ben)
    assert one.decision()["actions"]
    assert two.decision()["mine"] is False
    assert two.decision()["actions"] == []
    one.do("default")
    two.until("view")
    assert two.decision()["mine"] is True
    assert one.decision()["actions"] == []


def test_events_come_before_their_view_and_both_before_done(ann: Browser) -> None:
    page = ann.sit(ann.create(HOT_SEAT)["id"])
    page.until("seats")
    page.seen.clear()
    page.do("default", "default")
    kinds = [(m["t"], m["rev"]) for m in page.seen if "rev" in m]
    assert kinds == [(t, rev) for rev in (1, 2) for t in ("events", "view", "done")]


def test_an_order_out_of_turn_is_refused(ann: Browser, ben: Browser) -> None:
    one, two = seated(ann, ben)
    refused = two.order("default")
    assert (refused["t"], refused["kind"], refused["rule"]) == ("refused", "seat", "4.0")
    refused = one.order("default", side="german")
    assert (refused["t"], refused["kind"]) == ("refused", "illegal")
    assert one.view["rev"] == 0


def test_a_refusal_names_the_rule_and_changes_nothing(ann: Browser) -> None:
    page = ann.sit(ann.create(HOT_SEAT)["id"])
    refused = page.order("place AL-3US-A 0101")
    assert (refused["kind"], refused["rule"]) == ("illegal", "4.0a")
    assert "0101" in refused["text"]
    assert page.order("place AL-3US-A 1010")["rev"] == 1


def test_an_order_for_an_old_revision_is_stale(ann: Browser) -> None:
    page = ann.sit(ann.create(HOT_SEAT)["id"])
    page.do("default")
    refused = page.order("default", rev=0)
    assert refused["kind"] == "stale"
    assert refused["rev"] == 1
    assert refused["view"]["decision"]["side"] == "german"
    assert page.order("default", rev=7)["kind"] == "stale"


def test_an_order_that_comes_again_is_answered_not_done_again(ann: Browser) -> None:
    table = ann.create(HOT_SEAT)["id"]
    page = ann.sit(table)
    place = "place AL-3US-A 1010"
    first = page.order(place, id="once", rev=0)
    assert page.order(place, id="once", rev=0) == first
    again = ann.sit(table)
    assert again.order(place, id="once", rev=0) == {"t": "done", "id": "once", "rev": 1}
    assert again.view["length"] == 2


def test_a_careful_order_waits_while_a_die_would_fall_by_it(ann: Browser) -> None:
    page = ann.sit(ann.create(HOT_SEAT, "normandy44")["id"])
    before = page.view
    page.send(t="order", rev=before["rev"], text="beach Hoc", careful=True)
    die = page.until("held")["die"]
    assert (die["kind"], die["rule"], die["purpose"]) == ("roll", "20.3", "the assault")
    assert die["ledger"]["table"][0] == [1, "lost"]
    assert page.view == before
    page.send(t="order", rev=before["rev"], text="beach Omaha", careful=True)
    page.until("done")
    assert page.decision()["kind"] == "assault"
    page.send(t="undo", rev=page.view["rev"])
    page.until("done")
    page.send(t="order", rev=page.view["rev"], text="beach Hoc")
    page.until("done")
    assert "roll" in [row["kind"] for row in page.log if row["at"] > before["at"]]


def test_dice_entered_by_hand_hold_up_no_order(ann: Browser) -> None:
    record = grognard.new("normandy44", seed=1, dice="asked")
    while record.decision is not None and record.decision.kind != "beach":
        record.play("roll 4")
    page = ann.sit(ann.bring(record.record))
    page.send(t="order", rev=page.view["rev"], text="beach Hoc", careful=True)
    page.until("done")
    assert page.decision()["kind"] == "roll"


def test_a_restart_in_the_middle_loses_and_doubles_nothing(server: Running) -> None:
    ann, ben = Browser(server.port), Browser(server.port)
    one, two = seated(ann, ben)
    table = one.hello["table"]["id"]
    one.do("default")
    two.until("view")
    two.do("default")
    one.until("view")
    before = [one.view, one.log]
    server.restart()
    with pytest.raises(Exception, match="1012"):
        one.until("never")
    one, two = ann.sit(table), ben.sit(table)
    assert [one.view, one.log] == before
    owner = one if one.decision()["mine"] else two
    text = owner.decision()["actions"][0]["text"]
    assert owner.order(text, id="after")["t"] == "done"
    server.restart()
    owner = (ann if owner is one else ben).sit(table)
    assert owner.order(text, id="after", rev=2) == {"t": "done", "id": "after", "rev": 3}


def test_spectators_see_and_cannot_act(ann: Browser, ben: Browser) -> None:
    table = ann.create(HOT_SEAT)["id"]
    page, watcher = ann.sit(table), ben.sit(table)
    assert watcher.hello["seats"] == []
    assert watcher.order("default")["kind"] == "seat"
    assert watcher.undo()["kind"] == "undo"
    assert watcher.until("refused", id=watcher.send(t="chat", text="hi"))["kind"] == "seat"
    answer = watcher.until("refused", id=watcher.send(t="consent", yes=True))
    assert answer["kind"] == "seat"
    watcher.send(t="pace", ms=0)
    watcher.send(t="skip")
    page.do("default")
    watcher.until("view")
    assert watcher.view["pieces"] == page.view["pieces"]
    assert watcher.view["undo"] == {
        "free": False,
        "needs_consent": False,
        "marked": False,
        "order": False,
    }
    assert page.hello["pace"] == ann.sit(table).hello["pace"]


# -- questions


def test_what_a_unit_may_do_and_where_it_can_go(ann: Browser) -> None:
    page = ann.sit(ann.create(HOT_SEAT)["id"])
    orders = page.ask("of", unit="AL-3US-A")["orders"]
    assert {"text": "place AL-3US-A 1010", "role": ""} in orders
    page.do("default", "default")
    while page.decision()["kind"] != "move":
        page.do(page.decision()["actions"][-1]["text"])
    unit = page.decision()["actions"][0]["word"]
    reach = page.ask("reach", unit=unit)["reach"]
    assert reach
    assert all(way["path"] and way["cost"] for way in reach.values())
    far = next(hex for hex in page.hello["board"]["hexes"] if hex not in reach)
    why = page.ask("why", text=f"move {unit} {far}")
    assert (why["legal"], bool(why["rule"]), bool(why["text"])) == (False, True, True)
    near = next(iter(reach))
    assert page.ask("why", text=f"move {unit} {near}")["legal"] is True


def test_facts_overlays_and_what_is_not_there(ann: Browser) -> None:
    page = ann.sit(ann.bring(before_battle()))
    fact = page.ask("hex", hex="0908")
    assert fact["facts"][0]["rule"] == "10.1"
    piece = next(p for p in page.view["pieces"] if p["hex"] in page.hello["board"]["hexes"])
    assert piece["id"] in page.ask("hex", hex=piece["hex"])["pieces"]
    (zoc,) = page.ask("overlay", name="zoc german")["overlays"]
    assert (zoc["side"], bool(zoc["hexes"])) == ("german", True)
    assert len(page.ask("overlay")["overlays"]) == len(page.hello["overlays"])
    assert page.ask("overlay", name="gremlins")["overlays"] == []
    assert page.ask("hex", hex="9999")["kind"] == "unknown"
    assert page.ask("at", at=10**6)["kind"] == "unknown"
    assert page.ask("of")["kind"] == "unknown"
    assert page.ask("reach", unit="Nobody")["t"] == "refused"


def test_the_ledger_while_an_attack_is_built(ann: Browser) -> None:
    page = ann.sit(ann.bring(before_battle()))
    assert not page.view["ledger"]
    attack = page.decision()["actions"][0]["text"]
    page.do(attack)
    page.do(page.decision()["actions"][0]["text"])
    assert page.decision()["kind"] == "support"
    sheet = page.view["ledger"]
    assert sum(chance["percent"] for chance in sheet["chances"]) == pytest.approx(100, abs=0.1)
    assert [die for die, _ in sheet["table"]] == [1, 2, 3, 4, 5, 6]
    assert page.view["decision"]["pending"].startswith(attack)
    assert page.ask("odds", text=page.view["decision"]["pending"])["ledger"] == sheet
    game = grognard.load(page_position(ann, page))
    assert sheet["column"] == game.odds(game.pending).column


def page_position(browser: Browser, page: Page, at: int | None = None) -> str:
    id, query = page.hello["table"]["id"], "" if at is None else f"?at={at}"
    return browser.http.get(f"/api/tables/{id}/position{query}").text


def test_an_earlier_moment_is_shown_before_its_die(ann: Browser) -> None:
    page = ann.sit(ann.create(HOT_SEAT)["id"])
    page.do("default", "default")
    page.play_on(Random(1), 6)
    roll = next(row for row in page.log if row["kind"] == "roll")
    assert roll["facts"]["faces"] == 6
    before = page.ask("at", at=roll["at"] - 1)["view"]
    assert before["at"] == roll["at"] - 1
    assert before["decision"]["side"] == "dice"
    assert before["decision"]["actions"] == []
    after = page.ask("at", at=roll["at"])["view"]
    assert after["at"] == roll["at"]
    newest = page.ask("at", at=page.view["length"])["view"]
    assert newest["pieces"] == page.view["pieces"]


def test_every_step_of_the_trail_has_a_row_in_the_log(ann: Browser) -> None:
    page = ann.sit(ann.bring(finished()))
    log = page.whole_log()
    assert {row["at"] for row in log} - {0} == set(range(1, page.view["length"] + 1))
    assert [row["at"] for row in log] == sorted(row["at"] for row in log)
    assert log == ann.sit(page.hello["table"]["id"]).whole_log()


def test_who_joins_a_long_game_gets_its_last_lines_and_the_moments_before_them(
    ann: Browser,
) -> None:
    page = ann.sit(ann.bring(finished()))
    told = [m for m in page.seen if m["t"] == "events"]
    first = told[0]["from"]
    assert 0 < first == page.view["length"] - TAIL
    assert {row["at"] for m in told for row in m["events"]} == set(
        range(first, page.view["length"] + 1)
    )
    early = told[0]["early"]
    log = page.whole_log()
    for kind in ("turn", "attack"):
        known = dict.fromkeys(row["at"] for row in log if row["kind"] == kind and row["at"] < first)
        assert list(dict.fromkeys(early[kind])) == list(known)
        assert known


# -- taking back


def test_undo_is_free_until_a_die_and_takes_back_whole_orders(ann: Browser) -> None:
    page = ann.sit(ann.create(HOT_SEAT)["id"])
    page.do("place AL-3US-A 1010", "place AL-3US-B 1010")
    assert page.view["undo"] == {
        "free": True,
        "needs_consent": False,
        "marked": False,
        "order": False,
    }
    log = page.log[:1]
    assert page.undo()["rev"] == 3
    assert page.view["length"] == 2
    assert page.undo()["t"] == "done"
    assert (page.view["length"], page.log) == (0, [])
    page.do("place AL-3US-A 1010")
    assert page.log[:1] == log
    assert "takeback" not in ann.http.get(f"/api/tables/{page.hello['table']['id']}/record").text


def fight(page: Page) -> None:
    """Attack, up to and over the die."""
    page.do(page.decision()["actions"][0]["text"])
    page.do(page.decision()["actions"][0]["text"])
    page.do("go")


def test_alone_at_the_table_dice_are_taken_back_and_marked(ann: Browser) -> None:
    page = ann.sit(ann.bring(before_battle()))
    fight(page)
    dice = [row["facts"]["face"] for row in page.log if row["kind"] == "roll"]
    assert dice
    assert page.view["undo"]["marked"] is True
    assert page.undo()["t"] == "done"
    assert page.log[-1]["kind"] == "takeback"
    record = ann.http.get(f"/api/tables/{page.hello['table']['id']}/record").text
    assert "takeback" in record
    page.do("go")
    assert page.view["length"] > 0


def at_dice(ann: Browser, ben: Browser) -> tuple[Page, Page]:
    """Two players; the first die has just fallen after the set-up."""
    one, two = seated(ann, ben)
    one.do("default")
    two.until("view")
    two.do("default")
    one.until("view")
    assert any(row["kind"] == "roll" for row in one.log)
    return one, two


def test_over_a_die_the_other_seat_must_agree(ann: Browser, ben: Browser) -> None:
    one, two = at_dice(ann, ben)
    assert two.view["undo"] == {
        "free": False,
        "needs_consent": True,
        "marked": True,
        "order": False,
    }
    ref = two.send(t="undo", rev=two.view["rev"])
    offer = one.until("offer")
    assert (offer["what"], offer["by"], offer["mine"]) == ("undo", "german", True)
    assert two.until("offer")["mine"] is False
    answer = two.until("refused", id=two.send(t="consent", yes=True))
    assert answer["kind"] == "seat"
    one.until("done", id=one.send(t="consent", yes=False))
    assert two.until("offer")["what"] is None
    assert two.until("refused", id=ref)["kind"] == "no"
    assert two.view["rev"] == 2

    ref = two.send(t="undo", rev=2)
    while one.until("offer")["what"] is None:
        pass
    one.until("done", id=one.send(t="consent", yes=True))
    assert two.until("done", id=ref)["rev"] == 3
    assert two.decision()["mine"] is True
    assert two.decision()["kind"] == "set up"
    assert two.log[-1]["kind"] == "takeback"


def test_an_offer_ends_when_the_table_moves_on(ann: Browser, ben: Browser) -> None:
    one, two = at_dice(ann, ben)
    two.send(t="undo", rev=2)
    one.until("offer")
    page = one if one.decision()["mine"] else two
    page.do(page.decision()["actions"][0]["text"])
    answer = one.until("refused", id=one.send(t="consent", yes=True))
    assert answer["kind"] == "seat"


def test_an_offer_survives_a_restart(server: Running, ann: Browser, ben: Browser) -> None:
    one, two = at_dice(ann, ben)
    id = one.hello["table"]["id"]
    ref = two.send(t="undo", rev=2)
    one.until("offer")
    server.restart()
    again = ann.sit(id)
    offer = again.until("offer")
    assert (offer["by"], offer["mine"]) == ("german", True)
    asker = ben.sit(id)
    assert asker.until("offer")["mine"] is False
    again.until("done", id=again.send(t="consent", yes=True))
    assert asker.until("done", id=ref)["rev"] == 3
    assert asker.log[-1]["kind"] == "takeback"
    server.restart()
    later = ann.sit(id)
    later.send(t="ping")
    later.until("pong")
    assert not [message for message in later.seen if message["t"] == "offer"]


# -- faults in words


@pytest.mark.parametrize(
    ("lang", "cut", "foreign", "unproven"),
    [
        ("en", "the record is cut short", "line 3: ", "nothing proves them"),
        ("pl", "zapis jest ucięty", "wiersz 3: ", "nic ich nie dowodzi"),
        ("it", "la registrazione è troncata", "riga 3: ", "niente li prova"),
    ],
)
def test_faults_are_told_in_the_language_of_the_page(
    ann: Browser, lang: str, cut: str, foreign: str, unproven: str
) -> None:
    def fault(text: str) -> str:
        answer = ann.http.post(f"/api/tables/import?lang={lang}", json={"record": text})
        assert answer.status_code == 422
        return str(answer.json()["error"]["text"])

    assert fault(finished()[:-30]).startswith(cut)
    said = fault("grognard position 1\ngame anzio\nnonsense\n")
    assert said.startswith(foreign)
    assert said[:-1].endswith("nonsense")
    by_hand = ann.bring(grognard.new("anzio", dice="asked").record)
    answer = ann.http.post(f"/api/tables/{by_hand}/verify?lang={lang}", json={}).json()
    assert answer["ok"] is False
    assert answer["faults"][0].endswith(unproven)


# -- bots


def test_a_bot_plays_its_turn_step_by_step(ann: Browser) -> None:
    page = ann.sit(ann.create({"allied": "me", "german": "bot:random"})["id"])
    page.send(t="pace", ms=0)
    page.do("default")
    page.until("idle")
    assert [m["side"] for m in page.seen if m["t"] == "thinking"] == ["german"]
    assert page.view["thinking"] is None
    assert page.decision()["side"] == "allied"
    sides = {row["side"] for row in page.log if row["kind"] == "place"}
    assert sides == {"allied", "german"}
    revs = [m["rev"] for m in page.seen if m["t"] == "view"]
    assert revs == list(range(revs[0], revs[-1] + 1))
    assert len(revs) >= 3


def held(ann: Browser) -> Page:
    """A bot that has done the first of many things and pauses for ten seconds."""
    while True:
        page = ann.sit(ann.create({"allied": "me", "german": "bot:random"})["id"])
        page.send(t="pace", ms=10_000)
        page.do("default")
        page.until("view")
        if page.decision()["side"] == "german":  # chance did not take the whole set-up at once
            return page


def test_the_pace_holds_a_bot_and_skip_lets_it_go(ann: Browser) -> None:
    page = held(ann)
    with pytest.raises(TimeoutError):
        page.until("view", timeout=1)
    page.send(t="skip")
    page.until("idle")
    assert page.decision()["side"] == "allied"


def test_a_bot_agrees_to_a_take_back(ann: Browser) -> None:
    page = ann.sit(ann.create({"allied": "me", "german": "bot:random"})["id"])
    page.send(t="pace", ms=0)
    page.do("default")
    page.until("idle")
    assert page.view["undo"] == {
        "free": True,
        "needs_consent": False,
        "marked": True,
        "order": False,
    }
    assert page.undo()["t"] == "done"
    assert page.decision()["side"] == "allied"
    assert page.decision()["kind"] == "set up"
    assert page.log[-1]["kind"] == "takeback"
    assert page.log[-1]["text"] == "taken back against the computer; new dice are thrown"
    assert page.ask("report")["report"]["taken_back"] >= 1


def test_a_bot_goes_on_after_a_restart(server: Running) -> None:
    ann = Browser(server.port)
    table = held(ann).hello["table"]["id"]
    server.restart()
    page = ann.sit(table)
    page.send(t="pace", ms=0)
    page.send(t="skip")
    page.until("idle")
    assert page.decision()["side"] == "allied"


def test_bots_play_each_other_while_somebody_watches(ann: Browser) -> None:
    made = ann.create({"allied": "bot:random", "german": "bot:random"})
    page = ann.sit(made["id"])
    for _ in range(3):
        page.until("view")
    assert page.view["decision"]["mine"] is False


def test_a_bot_takes_only_a_seat_that_it_can_play(ann: Browser) -> None:
    for options, seats in (
        ([], {"allied": "me", "german": "bot:orders"}),
        (["solitaire"], {"allied": "bot:orders", "german": "me"}),
    ):
        wish = {"game": "anzio", "options": options, "seats": seats}
        answer = ann.http.post("/api/tables", json=wish)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "seats")
        assert "printed orders" in answer.json()["error"]["text"]


def test_the_reasons_of_a_bot_are_one_click_away(ann: Browser) -> None:
    made = ann.create({"allied": "me", "german": "bot:orders"}, options=["solitaire"])
    page = ann.sit(made["id"])
    page.send(t="pace", ms=0)
    page.do("default")
    page.until("idle")
    reasons = [row["why"] for row in page.log if row["side"] == "german" and "why" in row]
    assert any(reason["rule"].startswith("4.0") for why in reasons for reason in why)
    assert not any("why" in row for row in page.log if row["kind"] == "turn")
    assert ann.sit(made["id"]).log == page.log


# -- chat, languages, lists


def test_chat_reaches_everybody_once(ann: Browser, ben: Browser) -> None:
    one, two = seated(ann, ben)
    for _ in range(2):
        one.until("done", id=one.send(t="chat", id="line", text="  good\nluck "))
    line = two.until("chat")
    assert (line["who"], line["text"]) == ("Allied", "good luck")
    again = ben.sit(one.hello["table"]["id"])
    again.until("chat")
    with pytest.raises(TimeoutError):
        again.until("chat", timeout=0.3)


def test_the_language_can_be_switched(ann: Browser) -> None:
    page = ann.sit(ann.create(HOT_SEAT)["id"])
    page.do("default")
    english = page.decision()["prompt"], page.log[0]["text"]
    for lang in page.hello["langs"]:
        page.send(t="lang", lang=lang)
        assert page.until("hello")["lang"] == lang
        page.until("view")
        said = page.decision()["prompt"], page.log[0]["text"]
        assert (said == english) == (lang == "en")
    page.send(t="lang", lang="../../x")
    assert page.until("hello")["lang"] == "en"


def test_the_lobby_lists_games_and_my_tables(ann: Browser, ben: Browser) -> None:
    (game,) = [g for g in ann.http.get("/api/games").json() if g["name"] == "anzio"]
    assert [side["id"] for side in game["sides"]] == ["allied", "german"]
    assert all(option["rule_text"] for option in game["options"])
    assert "random" in [bot["name"] for bot in game["bots"]["german"]]
    first = ann.create(HOT_SEAT, name="first")["id"]
    second = ann.create(BY_LINK, name="second")
    ann.sit(first).do("default")
    mine = ann.http.get("/api/tables").json()
    assert [table["name"] for table in mine] == ["first", "second"]
    assert (mine[0]["mine"], mine[0]["decision"]) == (["allied", "german"], "german")
    assert mine[1]["mine"] == ["allied"]
    assert ben.http.get("/api/tables").json() == []
    ben.take(second["links"]["german"])
    assert [table["id"] for table in ben.http.get("/api/tables").json()] == [second["id"]]


# -- texts, pictures, branches


def test_the_seed_is_revealed_when_the_game_is_over(ann: Browser) -> None:
    table = ann.bring(finished())
    page = ann.sit(table)
    assert page.view["outcome"]["rule"]
    assert page.decision() is None
    assert page.view["seed"] == "11"
    record = ann.http.get(f"/api/tables/{table}/record").text
    assert grognard.verify(record) == []
    assert ann.http.post(f"/api/tables/{table}/verify", json={}).json() == {
        "ok": True,
        "faults": [],
        "remarks": [],
    }


def test_a_running_game_does_not_show_its_seed(ann: Browser) -> None:
    table = ann.create(HOT_SEAT)["id"]
    page = ann.sit(table)
    page.do("default", "default")
    record = ann.http.get(f"/api/tables/{table}/record").text
    assert f"commitment {page.view['commitment']}" in record
    assert "\nseed" not in record
    assert ann.http.post(f"/api/tables/{table}/verify", json={}).json()["ok"] is False


def test_a_branch_begins_where_the_other_game_was(ann: Browser) -> None:
    page = ann.sit(ann.create({"allied": "me", "german": "bot:random"})["id"])
    page.do("default")
    table = page.hello["table"]["id"]
    at = 1
    answer = ann.http.post(f"/api/tables/{table}/branch", json={"at": at})
    assert answer.status_code == 201
    other = ann.sit(answer.json()["id"])
    assert other.hello["seats"] == ["allied", "german"]
    assert other.view["pieces"] == page.ask("at", at=at)["view"]["pieces"]
    assert other.view["commitment"] != page.view["commitment"]
    other.do(other.decision()["actions"][0]["text"])
    record = ann.http.get(f"/api/tables/{answer.json()['id']}/record").text
    assert "opening" in record
    assert ann.http.post(f"/api/tables/{table}/branch", json={"at": 10**6}).status_code == 422


def test_a_branch_asks_who_sits_where(ann: Browser) -> None:
    table = ann.create({"allied": "me", "german": "bot:random"})["id"]
    ann.sit(table).do("default")
    where = f"/api/tables/{table}/branch"
    seats = {"allied": "bot:random", "german": "me"}
    made = ann.http.post(where, json={"at": 1, "seats": seats})
    assert made.status_code == 201
    page = ann.sit(made.json()["id"])
    assert page.hello["seats"] == ["german"]
    who = {side["id"]: side["who"] for side in page.hello["sides"]}
    assert who == {"allied": "bot:random", "german": "human"}
    record = ann.http.get(f"/api/tables/{made.json()['id']}/record").text
    assert "players allied=random german=human" in record
    for bad in ({"allied": "me"}, {"allied": "me", "german": "bot:nobody"}):
        assert ann.http.post(where, json={"at": 1, "seats": bad}).status_code == 422


def test_a_record_whose_dice_are_hidden_is_played_on_by_hand(ann: Browser) -> None:
    table = ann.create(HOT_SEAT)["id"]
    page = ann.sit(table)
    page.do("default")
    record = ann.http.get(f"/api/tables/{table}/record").text
    other = ann.sit(ann.bring(record))
    other.do("default")
    assert (other.decision()["side"], other.decision()["mine"]) == ("dice", True)
    other.do("roll 4")
    assert other.log[-1]["kind"] != "choice"
    assert [row["facts"]["face"] for row in other.log if row["kind"] == "roll"] == [4]
    assert other.undo()["t"] == "done"
    assert other.decision()["side"] == "dice"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # what is drawn knows no database
def test_pictures_and_rules(ann: Browser) -> None:
    table = ann.create(HOT_SEAT)["id"]
    ann.sit(table).do("default")
    get = ann.http.get
    plan = get(f"/api/tables/{table}/map.svg")
    assert plan.headers["content-type"] == "image/svg+xml"
    assert '<g class="numbers">' in plan.text
    assert ">Anzio</text>" in plan.text
    tag = {"If-None-Match": plan.headers["etag"]}
    assert get(f"/api/tables/{table}/map.svg", headers=tag).status_code == 304
    assert get(f"/api/tables/{table}/map.svg?theme=dark").text != plan.text
    then = get(f"/api/tables/{table}/picture.svg?at=0").text
    assert then != get(f"/api/tables/{table}/picture.svg").text
    assert get(f"/api/tables/{table}/picture.png").content.startswith(b"\x89PNG")
    rule = get(f"/api/tables/{table}/rules/12.7").json()
    assert [row["id"] for row in rule["rows"]][:2] == ["12.7a", "12.7b"]
    assert get(f"/api/tables/{table}/rules/99.9").status_code == 404


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # what is drawn knows no database
def test_a_picture_for_other_pages(ann: Browser, ben: Browser) -> None:
    """The same for all, told apart by its position, and allowed on other sites."""
    table = ann.create(HOT_SEAT)["id"]
    seat = ann.sit(table)
    address = f"/api/tables/{table}/embed.svg"
    shown = ben.http.get(address)
    assert shown.headers["content-type"] == "image/svg+xml"
    assert shown.headers["cache-control"] == "public, max-age=60"
    assert shown.headers["cross-origin-resource-policy"] == "cross-origin"
    assert ann.http.get(address).text == shown.text
    tag = {"If-None-Match": shown.headers["etag"]}
    assert ben.http.get(address, headers=tag).status_code == 304
    seat.do("default")
    assert ben.http.get(address, headers=tag).status_code == 200
    assert ben.http.get(f"{address}?at=0", headers=tag).status_code == 304
    png = ben.http.get(address.replace("svg", "png")).content
    assert png.startswith(b"\x89PNG")
    plain = ben.http.get(f"/api/tables/{table}/picture.svg")
    assert plain.headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # what is drawn knows no database
def test_the_report_of_a_game(ann: Browser) -> None:
    page = ann.sit(ann.bring(finished()))
    report = page.until("answer", id=page.send(t="ask", what="report"))["report"]
    assert report["over"] is True
    assert report["outcome"] == page.view["outcome"]
    gone = {side: sum(t["eliminated"] for t in turns) for side, turns in report["losses"].items()}
    box = [p["side"] for p in page.view["pieces"] if p["hex"] == "eliminated"]
    assert gone == {side: box.count(side) for side in ("allied", "german")}
    for share in (turn["share"] for turn in report["front"][1:]):
        assert sum(share.values()) == pytest.approx(1, abs=0.01)
    for luck in report["luck"].values():
        assert luck["low"] <= luck["high"]
        assert 0 <= luck["luckier"] <= 1
    assert len(report["text"]) == 4


def test_health(ann: Browser, database: str) -> None:
    kind = "postgresql" if database.startswith("postgresql") else "sqlite"
    assert ann.http.get("/healthz").json() == {
        "ok": True,
        "version": grognard.__version__,
        "database": kind,
    }


def test_who_is_online_is_told(ann: Browser, ben: Browser) -> None:
    def online(page: Page) -> list[bool]:
        return [side["online"] for side in page.until("seats")["sides"]]

    one, two = seated(ann, ben)
    assert online(one) == [True, False]
    assert online(one) == [True, True]
    two.close()
    assert online(one) == [True, False]


def test_a_game_is_resigned(ann: Browser, ben: Browser) -> None:
    """The other side has won, everybody sees it, and nothing is played or taken back after it."""
    made = ann.create(BY_LINK)
    mine = ann.sit(made["id"])
    mine.do("default")
    watcher = ben.sit(made["id"])
    assert watcher.resign()["kind"] == "seat"
    assert mine.resign()["t"] == "done"
    watcher.until("view")
    for page in (mine, watcher):
        assert page.view["outcome"]["winner"] == "german"
        assert page.view["outcome"]["text"] == "the Allied player resigns"
        assert page.view["decision"] is None
        assert page.log[-1]["text"] == "the Allied player resigns"
    assert mine.resign()["kind"] == "illegal"
    assert mine.undo()["kind"] == "undo"
    record = ann.http.get(f"/api/tables/{made['id']}/record").text
    assert "\nresigned allied\n" in record
    assert grognard.verify(record) == []


def test_advice_is_for_who_plays_against_nobody_else(ann: Browser, ben: Browser) -> None:
    """In a game with a friend it would be help from outside: only when that is over."""
    alone = ann.sit(ann.create(HOT_SEAT)["id"])
    alone.do("default", "default")
    levels = [level["name"] for level in alone.hello["levels"]]
    assert levels[0] == "recruit"
    advice = alone.ask("advice", name="recruit")
    assert alone.ask("why", text=advice["order"])["legal"]
    assert sum(advice["advantage"].values()) == pytest.approx(1, abs=0.01)
    assert alone.ask("advice", name="recruit", at=1)["order"].startswith("default")
    assert alone.ask("advice", name="recruit", at=2)["order"], "after the die for the weather"
    assert alone.ask("advice", name="random")["kind"] == "unknown"

    shared = ann.sit(ann.create(BY_LINK)["id"])
    shared.do("default")
    assert shared.ask("advice", name="recruit")["kind"] == "seat"
    shared.resign()
    assert "order" in shared.ask("advice", name="recruit", at=1)


def test_a_table_where_others_play_is_not_thrown_away(ann: Browser, ben: Browser) -> None:
    shared = ann.create(BY_LINK)["id"]
    shelf = f"/api/tables/{shared}/shelf"
    assert ann.http.post(shelf, json={"discard": True}).status_code == 403
    assert ben.http.post(shelf, json={"name": "mine now"}).status_code == 403
    assert ann.http.post(shelf, json={"name": "Winter"}).json()["name"] == "Winter"
    alone = f"/api/tables/{ann.create(HOT_SEAT)['id']}/shelf"
    assert ann.http.post(alone, json={"discard": True}).json()["expires"]
    assert [table["name"] for table in ann.http.get("/api/tables").json() if table["expires"]] == [
        ""
    ]
    assert ann.http.post(alone, json={"discard": False}).json()["expires"] is None
    assert not [table for table in ann.http.get("/api/tables").json() if table["expires"]]
