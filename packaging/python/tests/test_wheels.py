"""The wheels of a release."""

import base64
import csv
import hashlib
import importlib.metadata
import importlib.util
import io
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

HERE = Path(__file__).parent.parent
SYSTEMS = [(system, processor) for system in ("linux", "darwin", "windows") for processor in ("amd64", "arm64")]


@unittest.skipIf(sys.version_info < (3, 11), "wheels.py needs Python 3.11")
class WheelsTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.at = Path(folder.name)

    def wheels(self, version: str, out: str, artifacts: object = None) -> "subprocess.CompletedProcess[str]":
        (self.at / "artifacts.json").write_text(json.dumps(artifacts or self.artifacts()))
        command = [sys.executable, str(HERE / "wheels.py"), str(self.at), version, str(self.at / out)]
        return subprocess.run(command, capture_output=True, text=True, timeout=60)

    def artifacts(self) -> "list[dict[str, str]]":
        all = [{"type": "Archive", "name": "mockserver", "path": "/no/such/file"}]
        for system, processor in SYSTEMS:
            for program in ("mockserver", "mockserver-mcp", "tourney"):
                name = program + (".exe" if system == "windows" else "")
                file = self.at / f"{system}-{processor}-{name}"
                file.write_text(file.name)
                all.append({"type": "Binary", "name": name, "path": str(file), "goos": system, "goarch": processor})
        return all

    def test_each_system_has_a_wheel(self) -> None:
        (self.at / "THIRD_PARTY").touch()
        self.assertEqual("", self.wheels("v1.2.3-rc.1", "out").stderr)
        name = "tourney_mock-1.2.3rc1-py3-none-"
        programs = {}
        for file in (self.at / "out").iterdir():
            self.assertTrue(file.name.startswith(name))
            with zipfile.ZipFile(file) as wheel:
                others = any("/THIRD_PARTY" in entry for entry in wheel.namelist())
                self.assertEqual("-any.whl" not in file.name, others)
                programs[file.name[len(name) : -4]] = {
                    entry.split("/")[-1]: wheel.read(entry).decode() for entry in wheel.namelist() if "/bin/" in entry
                }
        expected: "dict[str, dict[str, str]]" = {"any": {}}
        for tag, system, end in [
            ("manylinux2014_x86_64.musllinux_1_1_x86_64", "linux-amd64", ""),
            ("manylinux2014_aarch64.musllinux_1_1_aarch64", "linux-arm64", ""),
            ("macosx_12_0_x86_64", "darwin-amd64", ""),
            ("macosx_12_0_arm64", "darwin-arm64", ""),
            ("win_amd64", "windows-amd64", ".exe"),
            ("win_arm64", "windows-arm64", ".exe"),
        ]:
            names = [program + end for program in ("mockserver", "mockserver-mcp")]
            expected[tag] = {name: f"{system}-{name}" for name in names}
        self.assertEqual(expected, programs)

    def test_a_wheel_is_what_its_record_says_and_always_the_same(self) -> None:
        for out in ("one", "two"):
            self.wheels("1.2.3", out)
        for file in (self.at / "one").iterdir():
            self.assertEqual(file.read_bytes(), (self.at / "two" / file.name).read_bytes())
            with zipfile.ZipFile(file) as wheel:
                info = "tourney_mock-1.2.3.dist-info/"
                record = list(csv.reader(io.StringIO(wheel.read(info + "RECORD").decode())))
                self.assertEqual(wheel.namelist(), [name for name, _, _ in record])
                for name, digest, size in record[:-1]:
                    content = wheel.read(name)
                    found = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
                    self.assertEqual((digest, size), (f"sha256={found}", str(len(content))), name)
                for entry in wheel.infolist():
                    mode = 0o755 if "/bin/" in entry.filename else 0o644
                    self.assertEqual(mode, entry.external_attr >> 16 & 0o777, entry.filename)
                self.assertIn("tourney_mock/py.typed", wheel.namelist())
                self.assertIn(b"\nVersion: 1.2.3\n", wheel.read(info + "METADATA"))
                self.assertIn(b"\n\n# tourney-mock\n", wheel.read(info + "METADATA"))
                self.assertIn(b"Tag: py3-none-" + file.stem.split("-")[-1].split(".")[0].encode(),
                              wheel.read(info + "WHEEL"))  # fmt: skip

    @unittest.skipUnless(all(map(importlib.util.find_spec, ("pip", "setuptools", "wheel"))), "there is no setuptools")
    def test_setuptools_makes_the_same_of_the_project(self) -> None:
        shutil.copytree(HERE, self.at / "source", ignore=shutil.ignore_patterns("tests", ".*"))
        command = [sys.executable, "-m", "pip", "wheel", "--no-index", "--no-deps", "--no-build-isolation"]
        subprocess.run([*command, "-w", str(self.at / "pip"), str(self.at / "source")], capture_output=True, check=True)
        self.wheels("1.2.3", "out")
        theirs, *_ = (self.at / "pip").iterdir()
        names, entries, texts = [], [], []
        for file in (theirs, self.at / "out" / "tourney_mock-1.2.3-py3-none-any.whl"):
            with zipfile.ZipFile(file) as wheel:
                names.append({name for name in wheel.namelist() if ".dist-info/" not in name})
                wheel.extractall(self.at / file.stem)
            found = importlib.metadata.Distribution.at(next((self.at / file.stem).glob("*.dist-info")))
            entries.append({(entry.group, entry.name, entry.value) for entry in found.entry_points})
            members = ("name", "summary", "requires_python", "project_url", "description_content_type", "description")
            texts.append([found.metadata.json.get(name) for name in members])
        self.assertEqual(*names)
        self.assertEqual(*entries)
        self.assertEqual(*texts)

    def test_what_it_cannot_use(self) -> None:
        for version, artifacts, expected in [
            ("1.2", None, "VERSION: expected one such as 1.2.3 or 1.2.3-rc.1, found 1.2"),
            ("1.2.3-next", None, "VERSION: expected"),
            ("1.2.3", [{"type": "Archive"}], "expected entries of the type Binary"),
            ("1.2.3", [{"type": "Binary", "name": "mockserver", "goos": "plan9", "goarch": "386"}], "for plan9/386"),
        ]:
            ended = self.wheels(version, "out", artifacts)
            self.assertEqual(1, ended.returncode)
            self.assertIn(expected, ended.stderr)


if __name__ == "__main__":
    unittest.main()
