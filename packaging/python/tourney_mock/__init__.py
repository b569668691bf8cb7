"""The mock of the Sports Event Management Interface, for tests in Python.

    with Mock.start("soccer") as mock, mock.world() as world:
        world.faults.add({"operation": "Teams.List", "action": "status", "status": 503})
        ...  # the program under test uses the host at world.url
        assert len(world.requests("Teams.List")) == 1

tourney_mock.testcase has a TestCase for unittest. pytest finds the fixtures tourney_mock and tourney_world.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from .types import Fault, FaultRule, JournalRequest

_NO_ANSWER = (OSError, http.client.HTTPException)


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, which would take the token of the admin API elsewhere."""

    def redirect_request(self, *args: Any, **names: Any) -> None:
        return None


# The variables of the environment that name a proxy are not for a mock on this machine.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _Stay)


class Refused(Exception):
    """The admin API refused a request, which changed nothing. The messages say what it expected."""

    def __init__(self, request: str, status: int, messages: list[str]) -> None:
        super().__init__(f"{request}: {status}: {'; '.join(messages)}")
        self.status = status
        self.messages = messages


class World:
    """Rows, faults, a journal and a clock: those of a session, or the main ones of the mock.

    The program under test uses the host at url, and so acts in this world. A program that cannot use another URL for
    each test uses that of the mock, and sends these headers with each request.
    """

    def __init__(self, url: str, name: str = "", mock: World | None = None) -> None:
        self.url = url
        self.headers = {"X-Mock-Session": name} if name else {}
        self.faults = Faults(self)
        self._name = name
        self._mock = mock

    def admin(self, method: str, path: str, body: object = None, timeout: float = 30) -> Any:
        """Sends a request to the admin API, and returns its answer. Path is behind /_mock, timeout is in seconds.

        Raises Refused, or ConnectionError if no mock answers.
        """
        if not path.startswith("/"):
            raise ValueError(f"path: expected one that begins with /, such as /{path}")
        headers = {"Content-Type": "application/json"}
        if token := os.environ.get("MOCKSERVER_ADMIN_TOKEN"):
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/_mock{path}", data, headers, method=method)
        name = f"{method} /_mock{path}"
        try:
            with _opener.open(request, timeout=timeout) as answer:
                text, status = answer.read(), answer.status
        except urllib.error.HTTPError as refusal:
            with refusal:
                raise Refused(name, refusal.code, _messages(refusal.read())) from None
        except _NO_ANSWER as error:
            reason: object = getattr(error, "reason", error)
            raise ConnectionError(f"{name}: no mock answers at {self.url}: {self._ended() or reason}") from error
        try:
            return json.loads(text) if text else None
        except ValueError:
            raise Refused(name, status, _messages(text)) from None

    def _ended(self) -> str:
        """Says how the mock ended, if it did."""
        return self._mock._ended() if self._mock else ""

    def requests(self, operation: str = "", *, wait: float = 0, count: int = 1) -> list[JournalRequest]:
        """Returns the requests that came, oldest first: those for an operation such as "Teams.List", or all.

        It waits at most so many seconds until there are count of them. Too few are no error. It blocks: a coroutine
        awaits asyncio.to_thread(world.requests, ...).
        """
        if not isinstance(wait, (int, float)):
            raise TypeError(f"wait: expected a number of seconds, found {wait!r}")
        query: dict[str, object] = {"op": operation} if operation else {}
        if wait:
            query.update(wait=f"{wait:f}s", count=count)
        return list(self.admin("GET", f"/requests?{urlencode(query)}", timeout=wait + 30)["requests"])

    def last_requests(self, count: int = 10) -> str:
        """Returns a line for each of the last requests, oldest first, or why the mock does not tell them."""
        try:
            requests = self.admin("GET", f"/requests?limit={count}")["requests"]
        except (Refused, *_NO_ANSWER) as error:
            return f"the mock does not tell its requests: {error}"
        return "\n".join(map(_line, requests)) or "no request came"

    def reset(self, *, all: bool = False) -> None:
        """Restores the rows and the time of the start. With all, it removes the rules and forgets requests, too."""
        self.admin("POST", "/reset", {"all": all})

    def now(self) -> datetime:
        """Returns the time of the world's clock, to the microsecond. The clock stands still until it is moved."""
        text: str = self.admin("GET", "/clock")["now"]
        # Before Python 3.11, fromisoformat reads no Z, and no fraction but one of 3 or 6 digits.
        text = re.sub(r"\.\d+", lambda fraction: fraction[0][:7].ljust(7, "0"), text)
        return datetime.fromisoformat(text.replace("Z", "+00:00"))

    def set_clock(self, to: datetime) -> None:
        """Sets the clock to a time with a time zone."""
        self.admin("PUT", "/clock", {"set": to.isoformat()})

    def advance_clock(self, by: timedelta) -> None:
        """Moves the clock."""
        self.admin("PUT", "/clock", {"advance": f"{by.total_seconds():f}s"})

    def end(self) -> None:
        """Ends the session, with its rows, faults and journal. The with statement does so too."""
        if self._mock:
            try:
                self._mock.admin("DELETE", f"/sessions/{self._name}")
            except _NO_ANSWER:
                pass  # it ended with the mock, and Mock.stop says so

    def __enter__(self) -> World:
        return self

    def __exit__(self, kind: object, failure: BaseException | None, trace: object) -> None:
        """Prints the last requests to stderr after an exception."""
        if isinstance(failure, Exception):
            print(self.last_requests(), file=sys.stderr)
        self.end()


class Faults:
    """The rules of a world that make requests fail."""

    def __init__(self, world: World) -> None:
        self._world = world

    def add(self, rule: FaultRule) -> Fault:
        """Adds a rule. Raises Refused, which names each wrong member of the rule."""
        fault: Fault = self._world.admin("POST", "/faults", rule)
        return fault

    def list(self) -> Sequence[Fault]:
        """Returns the rules, with how often each fired."""
        faults: Sequence[Fault] = self._world.admin("GET", "/faults")["faults"]
        return faults

    def clear(self) -> None:
        """Removes all rules. A request that a rule delays gets its answer at once."""
        self._world.admin("DELETE", "/faults")


class Mock(World):
    """A mock in a process of its own, or one that runs already."""

    def __init__(self, url: str, process: subprocess.Popen[bytes] | None = None) -> None:
        super().__init__(url)
        self._process = process
        self._last: subprocess.Popen[bytes] | None = None  # once it was stopped

    @classmethod
    def start(cls, variant: str | None, *flags: str) -> Mock:
        """Starts the program on a free port, or finds the mock at MOCKSERVER_URL, which has flags of its own.

        The flags are those of mockserver, such as "--strict". The variant is None with --profile, whose file names it.
        Without --start-date the first day is 12 June 2026. Raises RuntimeError if no mock answers within 30 seconds.
        """
        if url := os.environ.get("MOCKSERVER_URL"):
            if not url.startswith(("http://", "https://")):
                raise RuntimeError(f"MOCKSERVER_URL: expected a URL such as http://127.0.0.1:8080, found {url}")
            return cls(url.rstrip("/"))._found(variant)
        command = [find_program(), "--listen", "127.0.0.1:0", "--print-json", "--until-eof", *flags]
        if variant:
            command += ["--variant", variant]
        environment = {"MOCKSERVER_START_DATE": "fixed", **os.environ}
        try:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        except OSError as error:
            raise RuntimeError(f"{command[0]} cannot be started: {error}") from None
        late = threading.Timer(30, process.kill)
        late.start()
        try:
            return cls(_first_url(command[0], process), process)
        except BaseException:  # also of Ctrl-C
            with process:
                process.kill()
            raise
        finally:
            late.cancel()

    def _found(self, variant: str | None) -> Mock:
        late = threading.Event()
        timer = threading.Timer(30, late.set)  # freezegun stops time.monotonic, but not this
        timer.start()
        try:
            while True:
                try:
                    self.admin("GET", "/ready", timeout=5)
                    break
                except _NO_ANSWER as error:
                    if late.wait(0.1):
                        raise RuntimeError(str(error)) from error
        finally:
            timer.cancel()
        found = self.admin("GET", "/info")["variant"]
        if variant not in (None, found):
            raise RuntimeError(f"MOCKSERVER_URL: expected a mock of the variant {variant}, found one of {found}")
        return self

    def world(self) -> World:
        """Opens a session: a world for one test, with the rows of the start. It ends with its with statement."""
        session = self.admin("POST", "/sessions", {})
        return World(self.url + session["path"], session["name"], self)

    def stop(self) -> None:
        """Ends the program, if start started one. The with statement does so too. In a fork it ends nothing.

        Without it the program ends with Python, also when Python is killed. Raises RuntimeError if the program has
        failed before.
        """
        process = self._process
        if process is None:
            return
        self._process, self._last = None, process
        with process:  # at its end it closes the input of the program, and waits
            if failed := process.poll():
                raise RuntimeError(f"the mock has ended before, with the exit code {failed}")
            process.terminate()
            late = threading.Timer(10, process.kill)
            late.start()
            process.wait()
            late.cancel()

    def _ended(self) -> str:
        process = self._process or self._last
        if process is None:
            return ""
        for _ in range(50):  # its connections end a moment before it
            if (code := process.poll()) is not None:
                return f"it ended with the exit code {code}"
            threading.Event().wait(0.01)
        return ""

    def __enter__(self) -> Mock:
        return self

    def __exit__(self, kind: object, failure: BaseException | None, trace: object) -> None:
        self.stop()


def find_program() -> str:
    """Returns the program that MOCKSERVER names, else that of this package, else mockserver of the PATH."""
    named = os.environ.get("MOCKSERVER")
    own = Path(__file__).parent / "bin" / ("mockserver.exe" if os.name == "nt" else "mockserver")
    program = shutil.which(named) if named else str(own) if own.exists() else shutil.which("mockserver")
    if not program:
        raise RuntimeError(f"there is no program {named or 'mockserver'}: install it, or name it in MOCKSERVER")
    return program


def _first_url(program: str, process: subprocess.Popen[bytes]) -> str:
    """Returns the URL that the program prints as soon as it answers."""
    assert process.stdout
    with process.stdout:
        line = process.stdout.readline()
    if not line:
        raise RuntimeError(f"{program} ended with the exit code {process.wait()} before it answered: it says why, or is no mock")
    try:
        url: str = json.loads(line)["servers"][0]["url"]
    except (ValueError, LookupError, TypeError):
        raise RuntimeError(f"{program}: expected the line of mockserver --print-json, found {line[:200]!r}") from None
    return url


def _messages(text: bytes) -> list[str]:
    try:
        return [error["Message"] for error in json.loads(text)["Errors"]]
    except (ValueError, LookupError, TypeError):
        return ["expected the answer of a mock, found " + text[:200].decode(errors="replace")]


def _line(request: JournalRequest) -> str:
    parts = [f"{request['method']} {request['path']}: {request['status']}", *request.get("errors", [])]
    parts += [f"fault {request['fault']}"] if "fault" in request else []
    return "; ".join(parts + [f"ignored {name}" for name in request.get("ignored", [])])
