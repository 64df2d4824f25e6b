"""The HTTP interface as it describes itself, and every operation called with what fits and what does not."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error

from grognard.table.openapi import OPERATIONS

from .players import HOT_SEAT, Browser, Running

EXAMPLES = settings(
    max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("openapi") / "tables.db")


@pytest.fixture(scope="module")
def api(server: Running) -> Any:
    """The description as the server gives it, with the id of a real table among the ids tried."""
    found = httpx.get(f"http://127.0.0.1:{server.port}/api/openapi.json").json()
    real = Browser(server.port).create(HOT_SEAT)["id"]
    for path in found["paths"].values():
        for operation in path.values():
            for parameter in operation["parameters"]:
                if parameter["name"] == "id":
                    parameter["schema"] = {"anyOf": [{"const": real}, {"type": "string"}]}
                if parameter["name"] == "name":
                    parameter["schema"] = {"anyOf": [{"const": "anzio"}, {"type": "string"}]}
    schema = schemathesis.openapi.from_dict(found)
    schema.config.update(base_url=f"http://127.0.0.1:{server.port}")
    return schema


def test_no_request_makes_the_server_fail(api: Any) -> None:
    called = set()
    for operation in (found.ok() for found in api.get_all_operations()):

        @EXAMPLES
        @given(case=operation.as_strategy())
        def call(case: Any) -> None:
            called.add((case.method.lower(), case.path))
            case.validate_response(case.call(), checks=[not_a_server_error])

        call()
    assert called == {(method, path) for method, path, *_ in OPERATIONS}


def test_every_route_of_the_interface_is_described(server: Running) -> None:
    found = httpx.get(f"http://127.0.0.1:{server.port}/api/openapi.json").json()
    said = {(method, path) for path, methods in found["paths"].items() for method in methods}
    assert said == {(method, path) for method, path, *_ in OPERATIONS}
    bodies = {
        path: methods["post"].get("requestBody")
        for path, methods in found["paths"].items()
        if "post" in methods
    }
    assert bodies["/api/tables"]["content"]["application/json"]["schema"]["$ref"].endswith(
        "NewTable"
    )
