"""The types say what a mock says."""

import re
import typing
import unittest
import urllib.request
from typing import Any
from unittest import mock

from tourney_mock import Refused, types
from tourney_mock.testcase import MockTestCase

opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def fits(value: Any, hint: Any) -> bool:
    """Tells whether a value of JSON is of a type of types.py."""
    of = typing.get_args(hint)
    if typing.is_typeddict(hint) if hasattr(typing, "is_typeddict") else hasattr(hint, "__required_keys__"):
        members = typing.get_type_hints(hint)
        return hint.__required_keys__ <= value.keys() <= members.keys() and all(
            fits(value[name], members[name]) for name in value
        )
    origin = typing.get_origin(hint) or hint
    if origin is typing.Union:
        return any(fits(value, one) for one in of)
    if origin is typing.Literal:
        return value in of
    if origin is list:
        return isinstance(value, list) and all(fits(item, of[0]) for item in value)
    if origin is dict:
        return isinstance(value, dict) and all(fits(item, of[1]) for item in value.values())
    return type(value) is origin or origin is float and type(value) is int


def members() -> "dict[str, list[Any]]":
    """Returns the members of all rules of faults, each with its types."""
    all: "dict[str, list[Any]]" = {}
    for rule in typing.get_args(types.FaultRule):
        for name, hint in typing.get_type_hints(rule).items():
            all.setdefault(name, []).append(hint)
    return all


class TypesTest(MockTestCase):
    def expected(self, rule: Any) -> dict[str, set[str]]:
        """Returns the words that the mock expects in each member of a rule, by its refusal."""
        with self.assertRaises(Refused) as refused:
            self.world.faults.add(rule)
        found = re.findall(r'"?(\w+)"?: (?:no such member: )?expected one of ([^;"]*?)(?:, found[^;]*)?(?:;|$)',
                           refused.exception.messages[0])
        return {name: set(words.split(", ")) for name, words in found}

    def test_a_rule_has_the_members_and_words_of_the_mock(self) -> None:
        self.assertEqual(members().keys(), self.expected({"x": 1, "action": "drop"})["x"])
        words = self.expected({"trigger": "x", "phase": "x", "action": "x"})
        self.assertEqual({name: {w for hint in members()[name] for w in typing.get_args(hint)} for name in words}, words)
        self.assertEqual({"trigger", "phase", "action"}, words.keys())

    def test_a_rule_that_was_added_is_a_fault(self) -> None:
        rule: types.FaultRule = {
            "operation": "Games.Update", "where": [{"name": "Id", "value": "7"}], "trigger": "probability", "p": 0.5,
            "action": "status", "status": 400, "errors": [{"code": 2, "message": "odd", "field": "Id"}],
        }  # fmt: skip
        fault = self.world.faults.add(rule)
        self.assertTrue(fits(fault, types.Fault), fault)
        self.assertEqual(rule, fault["rule"])
        self.assertEqual([fault], self.world.faults.list())
        self.world.faults.clear()
        self.assertEqual([], self.world.faults.list())

    def test_a_rule_without_a_member_is_refused(self) -> None:
        rules: list[types.FaultRule] = [  # a comment that ignores nothing is an error of mypy
            {"action": "delay"},  # type: ignore
            {"action": "status"},  # type: ignore
            {"action": "redirect", "status": 307},  # type: ignore
            {"action": "throttle"},  # type: ignore
            {"action": "besideErrors"},  # type: ignore
            {"action": "status", "errors": [{"message": "odd"}]},  # type: ignore
            {"action": "status", "errors": [{"code": 2}]},  # type: ignore
            {"trigger": "always"},  # type: ignore
        ]
        for rule in rules:
            with self.subTest(rule), self.assertRaises(Refused):
                self.world.faults.add(rule)

    def test_every_time_of_a_clock_can_be_read(self) -> None:
        for text, microsecond in {"00Z": 0, "00.1Z": 100_000, "00.123456789Z": 123_456, "00.5+02:00": 500_000}.items():
            with mock.patch.object(self.world, "admin", return_value={"now": f"2026-06-12T09:00:{text}"}):
                self.assertEqual(microsecond, self.world.now().microsecond)
                self.assertIsNotNone(self.world.now().tzinfo)

    def test_the_journal_has_the_members_of_a_request(self) -> None:
        self.world.faults.add({"operation": "Teams.List", "action": "status", "status": 400})
        game = self.world.admin("GET", "/rows/games?limit=1")["rows"][0]["Id"]
        for method, path, body in [
            ("GET", "teams?eventid=1001", None),
            ("PUT", "games", b'{"Id":%d,"HomeScore":3,"Odd":1}' % game),
            ("POST", "teams", b"\xff" * 300_000),
            ("GET", "team", None),
            ("GET", "standings?eventid=1001", None),
        ]:
            request = urllib.request.Request(f"{self.world.url}/api/v1/{path}", body, method=method)
            request.add_header("Content-Type", "application/json")
            try:
                opener.open(request, timeout=10).close()
            except urllib.error.HTTPError as refusal:
                refusal.close()
        seen: set[str] = set()
        requests = self.world.requests()
        for sent in requests:
            self.assertTrue(fits(sent, types.JournalRequest), sent)
            seen |= sent.keys()
        self.assertEqual(5, len(requests))
        self.assertEqual(set(), typing.get_type_hints(types.JournalRequest).keys() - seen)


if __name__ == "__main__":
    unittest.main()
