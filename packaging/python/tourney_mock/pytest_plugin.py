"""For pytest: a world for each test, whose last requests are in the report of a failed test."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

import pytest

from . import Mock, World

_world = pytest.StashKey[World]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Has no flag of its own: pytest -o tourney_variant=rugby sets one of these."""
    parser.addini("tourney_variant", "the variant of the fixture tourney_mock; empty with --profile", default="soccer")
    parser.addini("tourney_flags", "more flags of mockserver for the fixture tourney_mock", type="args", default=[])


@pytest.fixture(scope="session")
def tourney_mock(pytestconfig: pytest.Config) -> Iterator[Mock]:
    """A mock for all tests. It has the flags of the settings tourney_variant and tourney_flags."""
    with Mock.start(pytestconfig.getini("tourney_variant") or None, *pytestconfig.getini("tourney_flags")) as mock:
        yield mock


@pytest.fixture
def tourney_world(tourney_mock: Mock, request: pytest.FixtureRequest) -> Iterator[World]:
    """A world of the mock for this test alone."""
    with tourney_mock.world() as world:
        request.node.stash[_world] = world
        yield world


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, None]:
    report = (yield).get_result()
    if not report.failed or report.when == "teardown":
        return
    if world := item.stash.get(_world, None):
        requests = world.last_requests()
    else:
        requests = getattr(getattr(item, "instance", None), "last_requests", "")  # of a MockTestCase, which has ended
    if requests:
        report.sections.append(("requests of the mock", requests))
