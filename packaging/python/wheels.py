"""Writes the wheels of a release: one for each system, with the programs, and one without for all others.

    python3 packaging/python/wheels.py DIST VERSION OUT

DIST/artifacts.json is a list of goreleaser: of its entries of the type Binary it takes name, path, goos and goarch. A
path counts from the current folder. DIST/THIRD_PARTY has the licences of others. The same input gives the same bytes.
"""

import base64
import hashlib
import json
import re
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
# The programs need no libc. Go 1.26 needs macOS 12.
TAGS = {
    ("linux", "amd64"): "manylinux2014_x86_64.musllinux_1_1_x86_64",
    ("linux", "arm64"): "manylinux2014_aarch64.musllinux_1_1_aarch64",
    ("darwin", "amd64"): "macosx_12_0_x86_64",
    ("darwin", "arm64"): "macosx_12_0_arm64",
    ("windows", "amd64"): "win_amd64",
    ("windows", "arm64"): "win_arm64",
}
PROGRAMS = {"mockserver", "mockserver-mcp"}


def python_version(version: str) -> str:
    """Returns a version such as v1.2.3-rc.1 as Python spells it: 1.2.3rc1."""
    found = re.fullmatch(r"v?(\d+\.\d+\.\d+)(?:-(rc)\.?(\d+))?", version)
    if not found:
        sys.exit(f"VERSION: expected one such as 1.2.3 or 1.2.3-rc.1, found {version}")
    return "".join(part for part in found.groups() if part)


def metadata(project: dict[str, Any], version: str, licenses: list[str]) -> str:
    lines = ["Metadata-Version: 2.4", f"Name: {project['name']}", f"Version: {version}"]
    lines += [f"Summary: {project['description']}", f"Requires-Python: {project['requires-python']}"]
    lines += [f"Keywords: {','.join(project['keywords'])}", *(f"Classifier: {one}" for one in project["classifiers"])]
    lines += ["License-Expression: MIT", *(f"License-File: {name}" for name in licenses)]
    lines += [f"Project-URL: {name}, {url}" for name, url in project["urls"].items()]
    lines += ["Description-Content-Type: text/markdown", "", (HERE / project["readme"]).read_text("utf-8")]
    return "\n".join(lines)


def entry_points(project: dict[str, Any]) -> str:
    groups = {"console_scripts": project["scripts"], **project["entry-points"]}
    return "".join(f"[{group}]\n" + "".join(f"{n} = {of}\n" for n, of in all.items()) for group, all in groups.items())


def write(out: Path, version: str, tag: str, programs: dict[str, bytes], licenses: list[Path]) -> None:
    project = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
    name = f"{project['name'].replace('-', '_')}-{version}"
    info = f"{name}.dist-info"
    sources = sorted(file for file in (HERE / "tourney_mock").iterdir() if file.suffix in (".py", ".typed"))
    files = {f"tourney_mock/{file.name}": file.read_bytes() for file in sources}
    files |= {f"tourney_mock/bin/{program}": content for program, content in sorted(programs.items())}
    tags = "".join(f"Tag: py3-none-{one}\n" for one in tag.split("."))
    texts = {
        "METADATA": metadata(project, version, [file.name for file in licenses]),
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: tourney\nRoot-Is-Purelib: {str(not programs).lower()}\n{tags}",
        "entry_points.txt": entry_points(project),
        **{f"licenses/{file.name}": file.read_text("utf-8") for file in licenses},
    }
    files |= {f"{info}/{file}": text.encode() for file, text in texts.items()}
    record = ""
    for file, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{file},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    out.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out / f"{name}-py3-none-{tag}.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        for file, content in files.items():
            entry = zipfile.ZipInfo(file)  # of 1980, so that no date differs
            entry.create_system = 3  # of the permissions below, also when Windows writes it
            entry.external_attr = (0o100755 if "/bin/" in file else 0o100644) << 16
            wheel.writestr(entry, content, zipfile.ZIP_DEFLATED)
    print(out / f"{name}-py3-none-{tag}.whl")


def main() -> None:
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    dist, version, out = sys.argv[1:]
    programs: dict[str, dict[str, bytes]] = {"any": {}}
    for found in json.loads(Path(dist, "artifacts.json").read_text("utf-8")):
        if found["type"] == "Binary" and found["name"].removesuffix(".exe") in PROGRAMS:
            system = found["goos"], found["goarch"]
            if system not in TAGS:
                sys.exit(f"{dist}/artifacts.json: no tag of Python is known here for {'/'.join(system)}")
            programs.setdefault(TAGS[system], {})[found["name"]] = Path(found["path"]).read_bytes()
    if len(programs) == 1:
        sys.exit(f"{dist}/artifacts.json: expected entries of the type Binary with the name mockserver, found none")
    licenses = [file for file in (HERE / "../../LICENSE", Path(dist, "THIRD_PARTY")) if file.exists()]
    for tag, of in programs.items():
        write(Path(out), python_version(version), tag, of, licenses if of else licenses[:1])


main()
