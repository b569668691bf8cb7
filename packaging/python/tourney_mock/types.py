"""What the admin API reads and answers, as dictionaries. Durations are texts such as "1m30s"."""

from __future__ import annotations

from typing import Literal, TypedDict

Trigger = Literal["always", "nth", "first", "every", "after", "probability", "until"]
Phase = Literal["before", "afterCommit", "writing"]
Action = Literal[
    "status", "reset", "drop", "empty", "hang", "delay", "truncate", "garble", "contentType", "gateway", "throttle",
    "redirect", "besideErrors", "noResult", "expireKeys", "unreachable",
]  # fmt: skip
Where = TypedDict("Where", {"name": str, "value": str})
FaultError = TypedDict("FaultError", {"code": int, "message": str, "field": str}, total=False)

# No class can have the member "for".
_RuleMembers = TypedDict("_RuleMembers", {
    "operation": str, "path": str, "where": "list[Where]", "trigger": Trigger, "n": int, "p": float, "until": str,
    "phase": Phase, "status": int, "errors": "list[FaultError]", "body": str, "contentType": str, "retryAfter": str,
    "retryAfterDate": str, "for": str, "bytes": int, "to": str, "commitAfter": str,
}, total=False)  # fmt: skip


class FaultRule(_RuleMembers):
    """What goes wrong, and for which requests: without operation and path for all. docs/faults.md has each member."""

    action: Action


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
