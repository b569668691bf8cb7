// Starts the mock as a program, and talks to its admin API. The comments for callers are in index.d.ts.
"use strict";
const { spawn } = require("node:child_process");
const { once } = require("node:events");
const { createInterface } = require("node:readline");
const { setTimeout: sleep } = require("node:timers/promises");
const { findProgram } = require("./program.js");

class Refused extends Error {
  constructor(request, status, messages) {
    super(`${request}: ${status}: ${messages.join("; ")}`);
    Object.assign(this, { name: "Refused", status, messages });
  }
}

class World {
  constructor(url) {
    this.url = url;
    this.headers = {};
    this.faults = {
      add: (rule) => this.admin("POST", "/faults", rule),
      list: async () => (await this.admin("GET", "/faults")).faults,
      clear: async () => (await this.admin("DELETE", "/faults")).faults,
    };
  }

  async admin(method, path, body, limit = 30_000) {
    if (!path.startsWith("/")) {
      throw new TypeError(`admin: expected a path that begins with /, such as /${path}`);
    }
    if (typeof fetch === "undefined") {
      throw new Error("tourney-mock: there is no global fetch. jest-environment-jsdom hides that of node: run these " +
        "tests with @jest-environment node");
    }
    const headers = { "Content-Type": "application/json" };
    if (process.env.MOCKSERVER_ADMIN_TOKEN) {
      headers.Authorization = `Bearer ${process.env.MOCKSERVER_ADMIN_TOKEN}`;
    }
    const signal = limit && AbortSignal.timeout(limit);
    const [answer, text] = await fetch(`${this.url}/_mock${path}`, {
      method, headers, body: JSON.stringify(body), signal, redirect: "manual", // which would take the body elsewhere
    }).then(async (answer) => [answer, await answer.text()]).catch(async (error) => {
      const why = await this.ended?.() ?? (error.cause ?? error).message;
      throw new Error(`${method} /_mock${path}: no mock answers at ${this.url}: ${why}`, { cause: error });
    });
    const parsed = parse(text);
    if (!answer.ok || parsed === undefined && text !== "") {
      const messages = parsed?.Errors?.map((error) => error.Message);
      throw new Refused(`${method} /_mock${path}`, answer.status, messages ?? [`found no mock: ${text.slice(0, 200)}`]);
    }
    return parsed;
  }

  async requests(op, options) {
    const given = Object.entries({ op, ...options }).filter(([, value]) => value !== undefined);
    const limit = options?.wait === undefined ? undefined : null; // the mock ends a wait, which may be a long one
    return (await this.admin("GET", `/requests?${new URLSearchParams(given)}`, undefined, limit)).requests;
  }

  async printRequests(count = 10) {
    const { requests } = await this.admin("GET", `/requests?limit=${count}`);
    for (const { method, path, status, errors } of requests) {
      console.error([`${method} ${path}: ${status}`, ...(errors ?? [])].join("; "));
    }
  }

  async reset(options = {}) {
    await this.admin("POST", "/reset", options);
  }
}

class Session extends World {
  #mock;

  constructor(mock, { name, path }) {
    super(mock.url + path);
    this.headers = { "X-Mock-Session": name };
    this.#mock = mock;
  }

  ended() {
    return this.#mock.ended();
  }

  async end(test) {
    if (test?.error || test?.task?.result?.state === "fail") { // of node:test, of vitest
      await this.printRequests();
    }
    await this.#mock.admin("DELETE", `/sessions/${this.headers["X-Mock-Session"]}`);
  }
}

class Mock extends World {
  #child;
  #closed; // a promise

  // Says how the program ended, if it did. Its connections end a moment before this process hears of that.
  async ended() {
    const end = () => this.#child?.exitCode ?? this.#child?.signalCode; // null while it runs
    if (end() === null) {
      await Promise.race([this.#closed, sleep(500)]);
    }
    return end() == null ? undefined : `it ended with ${ending(this.#child.exitCode, this.#child.signalCode)}`;
  }

  async world() {
    return new Session(this, await this.admin("POST", "/sessions", {}));
  }

  async stop() {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) {
      this.#child.ref();
      const ended = once(this.#child, "exit");
      this.#child.stdin.end();
      await ended;
    }
  }

  // Returns the mock that somebody else has started, or will have started soon.
  static async find(url, variant) {
    if (!/^https?:\/\//.test(url)) {
      throw new Error(`MOCKSERVER_URL: expected a URL such as http://127.0.0.1:8080, found ${url}`);
    }
    const mock = new Mock(url.replace(/\/+$/, ""));
    const info = await mock.#info();
    if (variant && ![info.variant, info.profile].includes(variant)) {
      throw new Error(`MOCKSERVER_URL: expected a mock of ${variant}, found one of ${info.profile}`);
    }
    return mock;
  }

  async #info() {
    for (const end = Date.now() + 20_000; ; await sleep(100)) {
      try {
        return await this.admin("GET", "/info", undefined, Math.max(100, end - Date.now()));
      } catch (error) {
        if (!error.cause || Date.now() > end) { // it answered, or could not be asked
          const why = error instanceof Refused ? `no mock answers at ${this.url}: ${error.message}` : error.message;
          throw new Error(`MOCKSERVER_URL: ${why}`, { cause: error });
        }
      }
    }
  }

  // Starts a program. When this process ends, also when it is killed, the system closes the pipe that the program
  // reads, and so the program ends too.
  static async run(program, args) {
    const env = { MOCKSERVER_START_DATE: "fixed", ...process.env }; // the dates of the rows are then always the same
    const child = spawn(program, args, { env, windowsHide: true });
    let mock, said = "";
    child.stderr.setEncoding("utf8").on("data", (text) => mock ? process.stderr.write(text) : said += text);
    const failed = once(child, "close").then(
      ([code, signal]) => {
        const why = said.trim() || "it printed nothing, and is perhaps no mockserver";
        throw new Error(`${program} ended with ${ending(code, signal)}: ${why}`);
      },
      (cause) => {
        throw new Error(`${program} cannot be started: ${cause.message}`, { cause });
      },
    );
    const closed = failed.catch(() => {}); // it ends at the end, too
    // The line comes as soon as the mock answers.
    const late = setTimeout(() => child.kill("SIGKILL"), 30_000);
    const [line] = await Promise.race([once(createInterface(child.stdout), "line"), failed])
      .finally(() => clearTimeout(late));
    const url = parse(line)?.servers?.[0].url;
    if (!url) {
      child.kill();
      throw new Error(`${program}: expected what mockserver --print-json prints, found ${line.slice(0, 200)}`);
    }
    mock = new Mock(url);
    [mock.#child, mock.#closed] = [child, closed];
    process.stderr.write(said);
    for (const handle of [child, ...child.stdio]) {
      handle.unref(); // a mock that nobody stops keeps no process alive
    }
    return mock;
  }
}

function ending(code, signal) {
  return signal ?? `the exit code ${code}`;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function startMock({ variant, profile, flags = [], ...others } = {}) {
  if (Object.keys(others).length > 0 || !Array.isArray(flags)) {
    throw new TypeError("startMock: expected { variant, profile, flags }, with the flags in an array");
  }
  if (process.env.MOCKSERVER_URL) {
    return Mock.find(process.env.MOCKSERVER_URL, variant);
  }
  const named = [...(variant ? ["--variant", variant] : []), ...(profile ? ["--profile", profile] : [])];
  return Mock.run(findProgram(), ["--listen=127.0.0.1:0", "--print-json", "--until-eof", ...named, ...flags]);
}

if (Symbol.asyncDispose) { // from node 18.18 on
  Session.prototype[Symbol.asyncDispose] = Session.prototype.end;
  Mock.prototype[Symbol.asyncDispose] = Mock.prototype.stop;
}

module.exports = { startMock, World, Session, Mock, Refused };
