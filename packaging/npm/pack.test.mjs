// Tests of the tarballs for all systems, with programs that nobody runs.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const at = mkdtempSync(join(tmpdir(), "pack-test-"));
after(() => rmSync(at, { recursive: true }));

// Packs artifacts, whose programs it makes, into a folder.
function pack(out, version, artifacts) {
  for (const { path } of artifacts) {
    mkdirSync(join(at, path, ".."), { recursive: true });
    writeFileSync(join(at, path), path, { mode: 0o600 }); // as on a system that knows no executable files
  }
  writeFileSync(join(at, "dist/THIRD_PARTY"), "the licences of others");
  writeFileSync(join(at, "dist/artifacts.json"), JSON.stringify(artifacts));
  const args = [join(import.meta.dirname, "pack.mjs"), "dist", version, out];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: at });
  return { status, said: String(stderr) };
}

function tar(...args) {
  return String(execFileSync("tar", args));
}

const artifacts = [{ type: "Archive", name: "mockserver.tar.gz", path: "dist/mockserver.tar.gz" }];
for (const [goos, goarch, end] of [["windows", "arm64", ".exe"], ["linux", "amd64", ""], ["darwin", "arm64", ""]]) {
  for (const name of ["tourney", "mockserver-mcp", "mockserver"]) {
    artifacts.push({ type: "Binary", name, path: `dist/${name}_${goos}_${goarch}/${name}${end}`, goos, goarch });
  }
}
const systems = ["darwin-arm64", "linux-x64", "win32-arm64"];

test("packs a package for each system, and one that requires them", () => {
  assert.deepEqual(pack("out", "v1.2.3-rc.1", artifacts), { status: 0, said: "" });
  const files = readdirSync(join(at, "out")).sort();
  assert.deepEqual(files, ["1.2.3-rc.1", ...systems.map((s) => `${s}-1.2.3-rc.1`)].map((s) => `tourney-mock-${s}.tgz`));
  for (const file of files) {
    const listed = tar("-tvzf", join(at, "out", file)).trim().split("\n").map((line) => line.split(/\s+/));
    const modes = Object.fromEntries(listed.map((columns) => [columns.at(-1).replace("package/", ""), columns[0]]));
    const manifest = JSON.parse(tar("-xOzf", join(at, "out", file), "package/package.json"));
    const [, system] = /^@tourney-mock\/(.*)/.exec(manifest.name) ?? [];
    const end = system?.startsWith("win32") ? ".exe" : "";
    assert.equal(manifest.version, "1.2.3-rc.1");
    assert.equal(manifest.scripts, undefined, "no package runs anything when it is installed");
    assert.deepEqual(Object.keys(modes).sort(), ["LICENSE", "README.md", "package.json", ...manifest.files].sort());
    for (const [name, mode] of Object.entries(modes)) {
      assert.equal(mode, Object.values(manifest.bin).includes(name) ? "-rwxr-xr-x" : "-rw-r--r--", name);
    }
    if (system) {
      assert.deepEqual([`${manifest.os}-${manifest.cpu}`], [system]);
      assert.deepEqual(manifest.files, [`mockserver${end}`, `mockserver-mcp${end}`, "THIRD_PARTY"]);
      assert.match(tar("-xOzf", join(at, "out", file), `package/mockserver${end}`), /^dist\/mockserver_.*\/mockserver/);
    } else {
      const pinned = systems.map((system) => [`@tourney-mock/${system}`, "1.2.3-rc.1"]);
      assert.deepEqual(manifest.optionalDependencies, Object.fromEntries(pinned));
      assert.equal(manifest.dependencies, undefined);
    }
  }

  assert.equal(pack("again", "1.2.3-rc.1", artifacts.toReversed()).status, 0);
  for (const file of files) {
    assert.ok(readFileSync(join(at, "out", file)).equals(readFileSync(join(at, "again", file))), `${file} differs`);
  }
});

test("says what is wrong", () => {
  assert.deepEqual(pack("none", "1.2", artifacts), {
    status: 2, said: "usage: node pack.mjs DIST VERSION OUT, with a version such as 1.2.3\n",
  });
  const incomplete = artifacts.filter(({ path }) => !/amd64.*-mcp$/.test(path));
  for (const [system, some] of [["linux-x64", incomplete], ["any system", []]]) {
    const said = `artifacts.json: ${system}: expected the programs mockserver and mockserver-mcp\n`;
    assert.deepEqual(pack("none", "1.2.3", some), { status: 1, said });
  }
});
