"""Starts the mock as a program, and talks to its admin API. It needs the standard library alone: copy it.

    mock = Mock.start("soccer")    # the program, on a free port; flags follow the variant: "--strict"
    with mock.session() as world:  # rows, faults and a journal of its own
        world.admin("POST", "/faults", {"operation": "Teams.List", "action": "status", "status": 503})
    mock.stop()

MOCKSERVER_URL names a mock that runs already, such as a service of a CI job. MOCKSERVER names the program, which is
mockserver otherwise. MOCKSERVER_ADMIN_TOKEN is the token of the admin API, if it has one.
"""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

# The variables of the environment that name a proxy are not for a mock on this machine.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Refused(Exception):
    """The admin API refused a request, which changed nothing. The messages say what it expected."""

    def __init__(self, request, status, messages):
        super().__init__(f"{request}: {status}: {'; '.join(messages)}")
        self.status = status
        self.messages = messages


class World:
    """Rows, faults, a journal and a clock: those of a session, or the main ones of the mock."""

    def __init__(self, url, name=None):
        self.url = url
        self.name = name
        # The program under test sends these headers with each request, so that it acts in this session.
        self.headers = {"X-Mock-Session": name} if name else {}

    def admin(self, method, path, body=None, timeout=30):
        """Sends a request to the admin API, and returns its answer. Path is behind /_mock."""
        headers = dict(self.headers)
        if token := os.environ.get("MOCKSERVER_ADMIN_TOKEN"):
            headers["Authorization"] = f"Bearer {token}"
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/_mock{path}", data, headers, method=method)
        try:
            with _opener.open(request, timeout=timeout) as answer:
                text = answer.read()
        except urllib.error.HTTPError as refusal:
            with refusal:
                text = refusal.read()
            try:
                messages = [error["Message"] for error in json.loads(text)["Errors"]]
            except (ValueError, KeyError, TypeError):  # what answers there is no mock
                messages = [text[:200].decode(errors="replace")]
            raise Refused(f"{method} /_mock{path}", refusal.code, messages) from None
        return json.loads(text) if text else None

    def requests(self, operation, wait=None, count=1):
        """Returns the requests for an operation, oldest first. With wait, such as "5s", it waits for count of them."""
        query = {"op": operation}
        if wait:
            query.update(wait=wait, count=count)
        return self.admin("GET", "/requests?" + urllib.parse.urlencode(query))["requests"]

    def print_requests(self, count=10):
        """Prints the last requests to stderr, oldest first: what happened before a test failed."""
        for request in self.admin("GET", "/requests")["requests"][-count:]:
            line = f"{request['method']} {request['path']}: {request['status']}"
            print("; ".join([line, *(request.get("errors") or [])]), file=sys.stderr)

    def print_requests_of(self, test, result):
        """Prints the last requests if a test of unittest failed: call it in the method run of the test, after super."""
        wrong = getattr(result, "errors", []) + getattr(result, "failures", [])
        if any(test in (failed, getattr(failed, "test_case", None)) for failed, _ in wrong):
            self.print_requests()

    def __enter__(self):
        return self

    def __exit__(self, failure=None, *_):
        if failure:
            self.print_requests()
        if self.name:
            World(self.url).admin("DELETE", f"/sessions/{self.name}")


class Mock(World):
    """A mock in a process of its own."""

    def __init__(self, url, process=None):
        super().__init__(url)
        self.process = process

    @classmethod
    def start(cls, variant, *flags):
        """Starts the program with more flags, or finds the mock at MOCKSERVER_URL, which has flags of its own.

        The variant is None with the flag --profile, whose file names it.
        """
        if url := os.environ.get("MOCKSERVER_URL"):
            return cls(url.rstrip("/"))._ready()
        program = os.environ.get("MOCKSERVER", "mockserver")
        command = [program, "--listen", "127.0.0.1:0", "--print-json", *flags]
        if variant:
            command += ["--variant", variant]
        environment = {"MOCKSERVER_START_DATE": "fixed", **os.environ}  # the dates of the rows are then always the same
        try:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
        except FileNotFoundError:
            raise RuntimeError(f"there is no program {program}: install it, or name it in MOCKSERVER") from None
        line = process.stdout.readline()  # it comes as soon as the mock answers
        if not line:
            raise RuntimeError(f"{program} ended with the exit code {process.wait()}, and says above why")
        return cls(json.loads(line)["servers"][0]["url"], process)

    def _ready(self):
        """Waits for a mock that somebody else has started."""
        end = time.monotonic() + 20
        while True:
            try:
                self.admin("GET", "/ready")
                return self
            except OSError as error:
                if time.monotonic() > end:
                    raise RuntimeError(f"no mock answers at {self.url}: {error}") from error
                time.sleep(0.1)

    def session(self):
        """Opens a session, which ends with its with statement. An exception in it prints the last requests."""
        return World(self.url, self.admin("POST", "/sessions", {})["name"])

    def stop(self):
        """Ends the program, if start started one."""
        if self.process:
            self.process.terminate()
            self.process.wait(timeout=10)
            self.process.stdout.close()
