"""For unittest: a world for each test, which prints its last requests when the test fails."""

from __future__ import annotations

import sys
import unittest
from collections.abc import Sequence
from typing import ClassVar

from . import Mock, World


class MockTestCase(unittest.TestCase):
    """Starts a mock for the tests of the class. Each test has a world of its own.

    For tests that are coroutines: class Tests(MockTestCase, unittest.IsolatedAsyncioTestCase).
    """

    variant: ClassVar[str | None] = "soccer"
    flags: ClassVar[Sequence[str]] = ()
    mock: ClassVar[Mock]
    world: World
    last_requests = ""  # of the world, once the test has ended

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.mock = Mock.start(cls.variant, *cls.flags)
        cls.addClassCleanup(cls.mock.stop)

    def setUp(self) -> None:
        super().setUp()
        self.world = self.mock.world()
        self.addCleanup(self._end)

    def _end(self) -> None:
        self.last_requests = self.world.last_requests()
        self.world.end()

    def run(self, result: unittest.TestResult | None = None) -> unittest.TestResult | None:
        result = result or self.defaultTestResult()
        before = _failures(result)
        super().run(result)
        if _failures(result) > before:
            print(self.last_requests, file=sys.stderr)
        return result


def _failures(result: unittest.TestResult) -> int:
    """Counts failed tests. The result that pytest gives has no lists, and the plugin shows the requests there."""
    return len(getattr(result, "errors", ())) + len(getattr(result, "failures", ()))
