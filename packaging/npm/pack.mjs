// Packs the programs that goreleaser built into packages of npm:
//
//   node packaging/npm/pack.mjs dist 1.2.3 out
//
// The paths in dist/artifacts.json are relative to the current folder. dist/THIRD_PARTY has the licences of others. The
// folder out gets a tarball for each system and processor, and that of tourney-mock, which requires the others at
// exactly this version: publish it last.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

const here = import.meta.dirname;
const programs = ["mockserver", "mockserver-mcp"];

// Returns the programs of each system and processor, by the names that node has for these.
function systemsOf(artifacts) {
  const systems = {};
  for (const program of programs) {
    for (const { type, path, goos, goarch } of artifacts) {
      if (type === "Binary" && basename(path, ".exe") === program) {
        const [os, cpu] = [goos === "windows" ? "win32" : goos, goarch === "amd64" ? "x64" : goarch];
        const system = systems[`${os}-${cpu}`] ??= { os: [os], cpu: [cpu], bin: {}, files: {}, preferUnplugged: true };
        system.bin[program] = basename(path);
        system.files[basename(path)] = path;
      }
    }
  }
  const all = Object.entries(systems).sort();
  const [lacking] = all.find(([, { bin }]) => Object.keys(bin).length < programs.length) ?? [];
  if (lacking || all.length === 0) {
    throw new Error(`artifacts.json: ${lacking ?? "any system"}: expected the programs ${programs.join(" and ")}`);
  }
  return all;
}

// Writes a package into a folder: its package.json, and files by their names in the package.
function write(folder, manifest, files) {
  fs.mkdirSync(folder, { recursive: true });
  const all = { ...files, "README.md": join(here, "README.md"), LICENSE: join(here, "../../LICENSE") };
  for (const [name, path] of Object.entries(all)) {
    fs.copyFileSync(path, join(folder, name));
    fs.chmodSync(join(folder, name), 0o644); // npm makes what bin names executable, unless it is in a folder
  }
  fs.writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, files: Object.keys(files) }, null, 2));
  return folder;
}

const [dist, tag = "", out = ""] = process.argv.slice(2);
const [, version] = /^v?(\d+\.\d+\.\d+(?:-[\w.-]+)?)$/.exec(tag) ?? [];
if (!version || !out) {
  console.error("usage: node pack.mjs DIST VERSION OUT, with a version such as 1.2.3");
  process.exit(2);
}
const root = fs.mkdtempSync(join(tmpdir(), "tourney-mock-"));
try {
  const main = JSON.parse(fs.readFileSync(join(here, "package.json"), "utf8"));
  const { homepage, repository, license, publishConfig } = main;
  const optionalDependencies = {};
  const licences = fs.existsSync(join(dist, "THIRD_PARTY")) && { THIRD_PARTY: join(dist, "THIRD_PARTY") };
  const folders = systemsOf(JSON.parse(fs.readFileSync(join(dist, "artifacts.json"), "utf8"))).map(([system, own]) => {
    const { files, ...named } = own, name = `@tourney-mock/${system}`;
    const description = `The programs of tourney-mock for ${system}`;
    optionalDependencies[name] = version;
    const manifest = { name, version, description, homepage, repository, license, publishConfig, ...named };
    return write(join(root, system), manifest, { ...files, ...licences });
  });
  const files = Object.fromEntries(main.files.map((name) => [name, join(here, name)]));
  folders.push(write(join(root, "main"), { ...main, version, optionalDependencies }, files));
  fs.mkdirSync(out, { recursive: true });
  execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", resolve(out), ...folders], {
    stdio: "inherit", shell: process.platform === "win32", // where npm is a script
  });
} catch ({ message }) {
  console.error(message);
  process.exitCode = 1;
} finally {
  fs.rmSync(root, { recursive: true });
}
