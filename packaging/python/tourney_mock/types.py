"""What the admin API reads and answers, as dictionaries. Durations are texts such as "1m30s"."""

from __future__ import annotations

from typing import Literal, TypedDict, Union

Trigger = Literal["always", "nth", "first", "every", "after", "probability", "until"]
Phase = Literal["before", "afterCommit", "writing"]
Where = TypedDict("Where", {"name": str, "value": str})
_MaybeField = TypedDict("_MaybeField", {"field": str}, total=False)


class FaultError(_MaybeField):
    code: int
    message: str


class _Rule(TypedDict, total=False):
    operation: str
    path: str
    where: list[Where]
    trigger: Trigger
    n: int
    p: float
    until: str
    phase: Phase
    commitAfter: str
    retryAfter: str
    retryAfterDate: str


# No class can have the member "for".
_For = TypedDict("_For", {"for": str})
_Body = TypedDict("_Body", {"body": str, "contentType": str}, total=False)
_MaybeBytes = TypedDict("_MaybeBytes", {"bytes": int}, total=False)
_MaybeStatus = TypedDict("_MaybeStatus", {"status": int}, total=False)


class WaitRule(_Rule, _For):
    action: Literal["delay", "unreachable"]


class StatusRule(_Rule, _Body):
    action: Literal["status", "gateway"]
    status: int


class ErrorsRule(_Rule, _MaybeStatus):
    action: Literal["status", "besideErrors"]
    errors: list[FaultError]


class RedirectRule(_Rule):
    action: Literal["redirect"]
    status: int
    to: str


class ThrottleRule(_Rule):
    action: Literal["throttle"]
    bytes: int


class BreakRule(_Rule, _Body, _MaybeBytes):
    action: Literal[
        "reset", "drop", "empty", "hang", "truncate", "garble", "contentType", "noResult", "expireKeys"
    ]  # fmt: skip


# What goes wrong, and for which requests: without operation and path for all. docs/faults.md has each member.
FaultRule = Union[WaitRule, StatusRule, ErrorsRule, RedirectRule, ThrottleRule, BreakRule]


class _FaultMembers(TypedDict, total=False):
    rule: FaultRule


class Fault(_FaultMembers):
    """A rule that the mock has. The member rule is absent if it contains a secret."""

    id: str
    hits: int
    text: str


_RequestMembers = TypedDict("_RequestMembers", {
    "session": str, "arrived": str, "operation": str, "nearest": str, "query": str, "header": "dict[str, list[str]]",
    "body": str, "bodySize": int, "write": int, "errors": "list[str]", "fault": str, "assumed": "list[str]",
    "ignored": "list[str]",
}, total=False)  # fmt: skip


class JournalRequest(_RequestMembers):
    """A request that came to the mock. Status is 0 if it got no answer. Fault has the ids of the rules that fired."""

    number: int
    variant: str
    time: str
    method: str
    path: str
    format: Literal["JSON", "XML"]
    status: int
    duration: str
