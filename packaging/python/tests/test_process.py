"""Programs that fail, mocks that run already, and reports of failed tests."""

import http.server
import importlib.util
import io
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import unittest
from contextlib import redirect_stderr
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import tourney_mock
from tourney_mock import Mock, Refused
from tourney_mock.testcase import MockTestCase


def python(code: str, *arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    """Runs code in a Python of its own."""
    command = [sys.executable, "-W", "error", *arguments, "-c", textwrap.dedent(code)]
    return subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, timeout=60)


class ProgramTest(unittest.TestCase):
    def program(self, script: str) -> str:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        file = Path(folder.name, "program")
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)
        return str(file)

    def test_a_program_that_ends_early_says_why(self) -> None:
        ended = python('from tourney_mock import Mock; Mock.start("soccer", "--no-such-flag")')
        self.assertIn("--no-such-flag", ended.stderr.splitlines()[0])
        self.assertIn("ended with the exit code 2 before it answered", ended.stderr)

    def test_a_program_that_is_no_mock(self) -> None:
        for script, expected in {
            "echo hello; exec sleep 60": "expected the line of mockserver --print-json, found b'hello",
            'echo "{}"; exec sleep 60': "expected the line of",
            "exec sleep 60": "ended with the exit code -9",  # it says nothing
            "exit 0": "exit code 0 before it answered: it says why, or is no mock",
        }.items():
            # The Timer that gives it 30 seconds is shorter here.
            short = mock.patch("threading.Timer", lambda _, act, of=threading.Timer: of(0.5, act))
            with self.subTest(script), short, mock.patch.dict(os.environ, MOCKSERVER=self.program(script)):
                with self.assertRaisesRegex(RuntimeError, expected):
                    Mock.start("soccer")

    def test_there_is_no_program(self) -> None:
        with mock.patch.dict(os.environ, MOCKSERVER="/no/such/program"):
            with self.assertRaisesRegex(RuntimeError, "there is no program /no/such/program"):
                Mock.start("soccer")
        with mock.patch.dict(os.environ, MOCKSERVER=self.program("").replace("program", "")):
            with self.assertRaisesRegex(RuntimeError, "there is no program /"):  # a folder
                Mock.start("soccer")
        with mock.patch.dict(os.environ), mock.patch("shutil.which", return_value=None):
            os.environ.pop("MOCKSERVER", None)
            with mock.patch("pathlib.Path.exists", return_value=False):
                with self.assertRaisesRegex(RuntimeError, "there is no program mockserver"):
                    Mock.start("soccer")

    def test_a_mock_that_is_killed(self) -> None:
        running = Mock.start("soccer")
        world = running.world()
        assert running._process
        running._process.kill()
        running._process.wait()
        self.assertIn("the mock does not tell its requests", world.last_requests())
        world.end()
        with self.assertRaisesRegex(RuntimeError, "the mock has ended before, with the exit code -9"):
            running.stop()
        running.stop()
        for of in (running, world):
            with self.assertRaisesRegex(ConnectionError, f"no mock answers at {of.url}: it ended with the exit code -9"):
                of.reset()

    def test_a_call_that_finds_a_mock_ending(self) -> None:
        ending = self.program(f"""exec {sys.executable} - <<'END'
import os, socket, time
listener = socket.create_server(("127.0.0.1", 0))
print('{{"servers":[{{"url":"http://127.0.0.1:%d"}}]}}' % listener.getsockname()[1], flush=True)
listener.accept()[0].close()
time.sleep(0.1)
os._exit(7)
END""")
        with mock.patch.dict(os.environ, MOCKSERVER=ending):
            running = Mock.start("soccer")
        with self.assertRaisesRegex(ConnectionError, "it ended with the exit code 7"):
            running.reset()
        with self.assertRaisesRegex(RuntimeError, "the mock has ended before, with the exit code 7"):
            running.stop()

    def test_a_mock_under_a_clock_that_stands_still(self) -> None:
        with mock.patch("time.monotonic", return_value=0.0), mock.patch("subprocess._time", return_value=0.0):
            short = mock.patch("threading.Timer", lambda _, act, of=threading.Timer: of(0.5, act))
            with short, mock.patch.dict(os.environ, MOCKSERVER_URL="http://127.0.0.1:1"):
                with self.assertRaisesRegex(RuntimeError, "no mock answers at http://127.0.0.1:1: .*refused"):
                    Mock.start("soccer")
            stubborn = subprocess.Popen(["sh", "-c", "trap '' TERM; echo; while :; do sleep 1; done"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            assert stubborn.stdout
            stubborn.stdout.readline()
            with short:
                Mock("http://127.0.0.1:1", stubborn).stop()
        self.assertEqual(-9, stubborn.returncode)

    def test_wrong_arguments(self) -> None:
        waits: Any = {"5s": "'5s'", None: "None", timedelta(seconds=5): "datetime.timedelta"}
        for wait, found in waits.items():
            with self.assertRaisesRegex(TypeError, f"wait: expected a number of seconds, found {found}"):
                Mock("http://127.0.0.1:1").requests(wait=wait)
        with self.assertRaisesRegex(ValueError, "path: expected one that begins with /, such as /rows/games"):
            Mock("http://127.0.0.1:1").admin("GET", "rows/games")

    def test_the_mock_ends_with_python(self) -> None:
        for last in ("", "raise KeyboardInterrupt", "os.kill(os.getpid(), signal.SIGTERM)", "os._exit(3)"):
            with self.subTest(last):
                # It waits for the end of stderr, which the mock has, too.
                python(f"""
                    import os, signal
                    from tourney_mock import Mock
                    mock = Mock.start("soccer")
                    {last}
                """)

    @unittest.skipUnless(hasattr(os, "fork"), "there are no forks")
    def test_a_fork_leaves_the_mock_alone(self) -> None:
        said = python("""
            import os, sys
            from tourney_mock import Mock
            with Mock.start("soccer") as mock:
                if (child := os.fork()) == 0:
                    sys.exit(mock.stop())
                assert os.waitpid(child, 0)[1] == 0
                print(mock.admin("GET", "/info")["variant"])
        """, http_proxy="http://127.0.0.1:1")  # it is not for a mock on this machine
        self.assertEqual("soccer\n", said.stdout, said.stderr)

    @unittest.skipUnless(os.name == "posix", "signals of POSIX")
    def test_the_module_becomes_the_program(self) -> None:
        version = subprocess.run([sys.executable, "-m", "tourney_mock", "version"], capture_output=True, text=True)
        self.assertRegex(version.stdout, "^mockserver ")
        missing = {**os.environ, "MOCKSERVER": "/no/such/program"}
        ended = subprocess.run([sys.executable, "-m", "tourney_mock"], capture_output=True, text=True, env=missing)
        self.assertEqual(1, ended.returncode)
        self.assertIn("tourney-mock: there is no program /no/such/program", ended.stderr)
        command = [sys.executable, "-m", "tourney_mock", "--listen", "127.0.0.1:0", "--print-json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout
            process.stdout.readline()
            process.send_signal(signal.SIGTERM)
            self.assertEqual(0, process.wait(10))


class Other(http.server.BaseHTTPRequestHandler):
    """Is no mock: a page, and a redirect to it."""

    asked: "list[str]" = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(302 if "ready" in self.path else 200)
        self.send_header("Location", "/elsewhere")
        self.end_headers()
        self.wfile.write(b"<html>")

    do_POST = do_GET

    def log_message(self, *_: Any) -> None:
        pass


class RunningTest(MockTestCase):
    flags = ["--admin-token", "open-sesame"]

    @classmethod
    def setUpClass(cls) -> None:
        token = mock.patch.dict(os.environ, MOCKSERVER_ADMIN_TOKEN="open-sesame")
        token.start()
        cls.addClassCleanup(token.stop)
        super().setUpClass()

    def found(self, url: str, variant: "str | None" = "soccer") -> Mock:
        with mock.patch.dict(os.environ, MOCKSERVER_URL=url):
            return Mock.start(variant)

    def test_a_mock_is_found_by_its_url_and_left_running(self) -> None:
        for variant in ("soccer", None):
            with self.found(self.mock.url + "/", variant) as found, found.world() as world:
                self.assertEqual([], world.requests())
        self.assertEqual("soccer", self.mock.admin("GET", "/info")["variant"])

    def test_another_mock_than_the_test_needs(self) -> None:
        with self.assertRaisesRegex(RuntimeError, "expected a mock of the variant rugby, found one of soccer"):
            self.found(self.mock.url, "rugby")

    def test_no_url(self) -> None:
        with self.assertRaisesRegex(RuntimeError, "MOCKSERVER_URL: expected a URL such as"):
            self.found("localhost:8080")

    def test_no_token(self) -> None:
        with mock.patch.dict(os.environ, MOCKSERVER_ADMIN_TOKEN="wrong"):
            with self.assertRaises(Refused) as refused:
                self.mock.admin("GET", "/info")
            self.assertEqual(401, refused.exception.status)
            self.assertIn("401", self.world.last_requests())
            self.assertNotIn("open-sesame", str(refused.exception))

    def test_what_answers_is_no_mock(self) -> None:
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Other) as server:
            threading.Thread(target=server.serve_forever).start()
            self.addCleanup(server.shutdown)
            url = f"http://127.0.0.1:{server.server_port}"
            with self.assertRaisesRegex(Refused, "GET /_mock/ready: 302: expected the answer of a mock, found <html>"):
                self.found(url)
            with self.assertRaisesRegex(Refused, "GET /_mock/info: 200: expected the answer of a mock, found <html>"):
                Mock(url).admin("GET", "/info")
            server.shutdown()
        self.assertNotIn("/elsewhere", Other.asked)


FAILING = """
    import unittest, urllib.request, pytest
    from tourney_mock.testcase import MockTestCase

    def look(world):
        urllib.request.urlopen(world.url + "/api/v1/teams?eventid=1001").close()

    class Tests(MockTestCase):
        def test_fails(self):
            look(self.world)
            self.fail("on purpose")

        def test_succeeds(self):
            look(self.world)

    def test_fails(tourney_world):
        look(tourney_world)
        assert not "on purpose"

    @pytest.fixture
    def broken(tourney_world):
        look(tourney_world)
        raise ValueError

    def test_has_a_broken_fixture(broken):
        pass

    def test_succeeds(tourney_world):
        look(tourney_world)

    def test_kills(tourney_mock, tourney_world, request):
        if request.config.getini("tourney_variant") == "rugby":
            tourney_mock._process.kill()
            tourney_mock._process.wait()
            look(tourney_world)
"""


class ReportTest(unittest.TestCase):
    line = "GET /api/v1/teams: 200"

    def test_unittest_prints_the_requests_of_a_failed_test(self) -> None:
        class Tests(MockTestCase):
            def look(self) -> None:
                tourney_mock._opener.open(f"{self.world.url}/api/v1/teams?eventid=1001").close()

            def fails(self) -> None:
                self.look()
                self.fail()

            def fails_in_a_part(self) -> None:
                self.look()
                with self.subTest():
                    self.fail()

            def succeeds(self) -> None:
                self.look()

            def needs_no_mock(self) -> None:
                self.fail()

        for test, expected in {
            "fails": self.line, "fails_in_a_part": self.line, "succeeds": "", "needs_no_mock": "no request came",
        }.items():  # fmt: skip
            with self.subTest(test), redirect_stderr(io.StringIO()) as said:
                unittest.TestSuite([Tests(test)]).run(unittest.TestResult())
            self.assertEqual(expected, said.getvalue().strip())

    def test_an_exception_in_a_world_prints_its_requests(self) -> None:
        with Mock.start("soccer") as running, redirect_stderr(io.StringIO()) as said:
            with self.assertRaises(ValueError), running.world():
                raise ValueError
            with self.assertRaises(Refused):
                running.admin("DELETE", "/sessions/s1")
        self.assertEqual("no request came\n", said.getvalue())

    def pytest(self, *flags: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "test_failing.py").write_text(textwrap.dedent(FAILING))
            # A package that is installed needs no -p.
            command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *flags, folder]
            return subprocess.run(command, capture_output=True, text=True, timeout=60).stdout

    @unittest.skipUnless(importlib.util.find_spec("pytest"), "there is no pytest")
    def test_pytest_reports_the_requests_of_failed_tests(self) -> None:
        for flags in [(), ("-n", "2")] if importlib.util.find_spec("xdist") else [()]:
            said = self.pytest(*flags)
            self.assertIn("2 failed, 3 passed, 1 error", said)
            self.assertEqual(3, said.count("- requests of the mock -"), said)
            self.assertEqual(3, said.count(self.line), said)

    @unittest.skipUnless(importlib.util.find_spec("pytest"), "there is no pytest")
    def test_pytest_says_that_the_mock_was_killed(self) -> None:
        said = self.pytest("-o", "tourney_variant=rugby", "-o", "tourney_flags=--strict --seed 3", "-k", "test_kills")
        self.assertIn("the mock does not tell its requests", said)
        self.assertIn("the mock has ended before, with the exit code -9", said)


if __name__ == "__main__":
    unittest.main()
