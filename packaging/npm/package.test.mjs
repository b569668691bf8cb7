// Tests of the package as it is installed. .ci/run npm copies them into a project.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import * as imported from "tourney-mock";

const { startMock, World } = imported;
const require = createRequire(import.meta.url);
const launcher = require.resolve("tourney-mock/launch.js");

// Starts node.
function node(args, env = {}) {
  return spawn(process.execPath, args, { env: { ...process.env, ...env } });
}

// Runs node to its end.
async function run(args, env) {
  const child = node(args, env);
  const [out, err, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { out, err, code, signal };
}

// Returns what a script says that fails to start a mock.
async function failure(options, env) {
  const { err, code } = await run(["-e", `require("tourney-mock").startMock(${JSON.stringify(options)})`], env);
  assert.equal(code, 1);
  return err;
}

// Returns the first line that a process prints.
async function lineOf(child) {
  return (await once(createInterface(child.stdout), "line"))[0];
}

// Returns a function that waits until the mock at a URL is gone.
async function gone(url) {
  const news = await fetch(`${url}/_mock/events`);
  const end = news.text().catch(() => {});
  return async () => {
    await end;
    await assert.rejects(fetch(url));
  };
}

test("the launcher passes arguments, exit codes and signals", async () => {
  assert.match((await run([launcher, "version"])).out, /^mockserver /);
  const wrong = await run([launcher, "--varient", "soccer"]);
  assert.deepEqual([wrong.code, /--variant/.test(wrong.err)], [2, true]);

  const other = { MOCKSERVER: process.execPath };
  const odd = ["", "a b", `"'$HOME%PATH%*`, "ü\n"];
  const echo = await run([launcher, "-p", "JSON.stringify(process.argv.slice(1))", ...odd], other);
  assert.deepEqual(JSON.parse(echo.out), odd);
  assert.equal((await run([launcher, "-e", "process.exit(7)"], other)).code, 7);
  assert.equal((await run([launcher, "-e", "process.kill(process.pid, 'SIGKILL')"], other)).signal, "SIGKILL");

  for (const [signal, ...end] of [["SIGTERM", 0, null], ["SIGINT", 0, null], ["SIGKILL", null, "SIGKILL"]]) {
    const child = node([launcher, "--listen=127.0.0.1:0", "--print-json"]);
    const isGone = await gone(JSON.parse(await lineOf(child)).servers[0].url);
    child.kill(signal);
    assert.deepEqual(await once(child, "exit"), end, "as the program ends");
    await isGone();
  }
  const terminal = node(["-e", "require('node:tty').isatty = () => true; require(process.argv[1])", launcher,
    "--listen=127.0.0.1:0", "--print-json"]);
  await lineOf(terminal);
  terminal.kill("SIGINT");
  assert.deepEqual(await once(terminal, "exit"), [0, null], "a terminal sends the signal to the mock too, others do not");
  const until = node([launcher, "serve", "--listen=127.0.0.1:0", "--print-json", "--until-eof"]);
  await lineOf(until);
  until.stdin.end();
  assert.deepEqual(await once(until, "exit"), [0, null]);
});

test("an editor speaks with mockserver-mcp through the launcher", async () => {
  const mcp = node([launcher, "mcp"]);
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  mcp.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  assert.equal(JSON.parse(await lineOf(mcp)).result.serverInfo.name, "mockserver");
  mcp.stdin.end();
  assert.deepEqual(await once(mcp, "exit"), [0, null]);
});

test("a package without its program says what to do", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tourney-mock-"));
  after(() => rmSync(folder, { recursive: true }));
  cpSync(dirname(launcher), folder, { recursive: true });
  const missing = await run([join(folder, "launch.js"), "version"]);
  assert.equal(missing.code, 1);
  const name = `@tourney-mock/${process.platform}-${process.arch}`;
  for (const part of [name, "not installed", "--omit=optional", "package-lock.json", "npm install", "MOCKSERVER"]) {
    assert.ok(missing.err.includes(part), missing.err);
  }
  const unknown = 'Object.defineProperty(process, "arch", { value: "sparc" }); require("tourney-mock").startMock()';
  assert.match((await run(["-e", unknown])).err, /no package with the program for \w+-sparc.* go install .*MOCKSERVER/);
  assert.equal((await run([join(folder, "launch.js"), "version"], { MOCKSERVER: "no-such-file" })).code, 1);
});

test("startMock says why the program does not start", async () => {
  assert.match(await failure("soccer"), /expected { variant, profile, flags }/);
  assert.match(await failure({ flags: "--strict" }), /with the flags in an array/);
  assert.match(await failure({ variant: "socer" }), /ended with the exit code 2: mockserver: .*soccer/);
  assert.match(await failure({}, { MOCKSERVER: "no-such-file" }), /no-such-file cannot be started: .*ENOENT/);
  assert.match(await failure({}, { MOCKSERVER: "true" }), /true ended with the exit code 0: .* is perhaps no mockserver/);
  assert.match(await failure({}, { MOCKSERVER: "echo" }), /echo: expected what .* --print-json prints, found -/);
});

test("a call that finds a mock ending says so", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tourney-mock-"));
  after(() => rmSync(folder, { recursive: true }));
  process.env.MOCKSERVER = join(folder, "mock.cjs");
  for (const answer of ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"]) {
    writeFileSync(process.env.MOCKSERVER, `#!${process.execPath}
      const server = require("node:net").createServer((connection) => {
        connection.end(${JSON.stringify(answer)});
        setTimeout(process.exit, 100, 7);
      }).listen(0, "127.0.0.1", () => {
        console.log(JSON.stringify({ servers: [{ url: "http://127.0.0.1:" + server.address().port }] }));
      });`, { mode: 0o755 });
    const mock = await startMock();
    const why = `no mock answers at ${mock.url}: it ended with the exit code 7`;
    await assert.rejects(mock.reset(), { message: `POST /_mock/reset: ${why}` });
  }
  delete process.env.MOCKSERVER;
});

test("the mock ends with the process that started it", async () => {
  const start = (more) =>
    node(["-e", `require("tourney-mock").startMock().then(({ url }) => { ${more}; console.log(url) })`]);
  const killed = start("setInterval(() => {}, 1000)");
  let isGone = await gone(await lineOf(killed));
  killed.kill("SIGKILL");
  await isGone();

  const ending = start('const on = setInterval(() => {}, 1000); process.once("SIGTERM", () => clearInterval(on))');
  isGone = await gone(await lineOf(ending));
  ending.kill();
  assert.deepEqual(await once(ending, "exit"), [0, null], "nothing keeps a process that forgets to stop its mock");
  await isGone();
});

test("a mock that runs, sessions that dispose of themselves, and a mock that ends", async () => {
  assert.deepEqual({ ...require("tourney-mock") }, { ...imported.default }, "as in CommonJS");
  const mock = await startMock({ flags: ["--log", "none"] });
  process.env.MOCKSERVER_URL = `${mock.url}/`;
  const same = await startMock({ flags: ["--strict"] });
  await assert.rejects(startMock({ variant: "rugby" }), /expected a mock of rugby, found one of multi-sport/);
  const elsewhere = createServer((_, answer) => answer.writeHead(307, { Location: `${mock.url}/_mock/info` }).end());
  await once(elsewhere.listen(0, "127.0.0.1"), "listening");
  process.env.MOCKSERVER_URL = `http://127.0.0.1:${elsewhere.address().port}`;
  await assert.rejects(startMock(), /no mock answers .*: 307/, "a redirect would take passwords elsewhere");
  elsewhere.close();
  process.env.MOCKSERVER_URL = "localhost:8080";
  await assert.rejects(startMock(), /MOCKSERVER_URL: expected a URL .*, found localhost:8080/);
  delete process.env.MOCKSERVER_URL;
  assert.equal(same.url, mock.url);
  await assert.rejects(mock.admin("GET", "rows/games"), /begins with \/, such as \/rows\/games/);
  const { fetch } = globalThis;
  const { timeout } = AbortSignal;
  delete globalThis.fetch;
  delete AbortSignal.timeout; // jsdom 20 has none
  process.env.MOCKSERVER_URL = mock.url;
  for (const call of [() => mock.reset(), startMock]) {
    await assert.rejects(call, /no global fetch.*@jest-environment node/);
  }
  delete process.env.MOCKSERVER_URL;
  [globalThis.fetch, AbortSignal.timeout] = [fetch, timeout];
  const session = await same.world();
  assert.deepEqual((await mock.admin("GET", "/sessions")).sessions, Object.values(session.headers));
  await (Symbol.asyncDispose ? session[Symbol.asyncDispose]() : session.end());
  assert.deepEqual((await mock.admin("GET", "/sessions")).sessions, []);
  await same.stop();
  await mock.admin("GET", "/ready"); // who did not start it does not stop it
  await Promise.all([mock.stop(), mock.stop()]);
  await mock.stop();
  await assert.rejects(fetch(mock.url));
  await assert.rejects(new World(mock.url).reset(), /POST \/_mock\/reset: no mock answers at http:.*: connect/);
  const late = await startMock();
  const world = await late.world();
  await late.stop();
  for (const call of [() => late.reset(), () => world.end(), () => world.requests()]) {
    await assert.rejects(call, { message: /no mock answers at http:.*: it ended with the exit code 0/ });
  }
});
