"""For pytest: a world for each test, which prints its last requests when the test fails."""

import pytest
from mock import Mock


@pytest.fixture(scope="session")
def mock():
    mock = Mock.start("soccer")
    yield mock
    mock.stop()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    report = (yield).get_result()
    item.failed = getattr(item, "failed", False) or report.failed


@pytest.fixture
def world(mock, request):
    with mock.session() as world:
        yield world
        if request.node.failed:
            world.print_requests()
