// Starts the mock as a program, and talks to its admin API. It needs node alone, from version 18 on: copy it.
//
//   const mock = await Mock.start("soccer"); // the program, on a free port; flags follow the variant: "--strict"
//   const world = await mock.session();      // rows, faults and a journal of its own
//   await world.admin("POST", "/faults", { operation: "Teams.List", action: "status", status: 503 });
//   await world.end();
//   await mock.stop();
//
// MOCKSERVER_URL names a mock that runs already, such as a service of a CI job. MOCKSERVER names the program, which is
// mockserver otherwise. MOCKSERVER_ADMIN_TOKEN is the token of the admin API, if it has one.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

// The admin API refused a request, which changed nothing. The messages say what it expected.
export class Refused extends Error {
  constructor(request, status, messages) {
    super(`${request}: ${status}: ${messages.join("; ")}`);
    this.status = status;
    this.messages = messages;
  }
}

// Rows, faults, a journal and a clock: those of a session, or the main ones of the mock.
export class World {
  constructor(url, name) {
    this.url = url;
    this.name = name;
    // The program under test sends these headers with each request, so that it acts in this session.
    this.headers = name === undefined ? {} : { "X-Mock-Session": name };
  }

  // Sends a request to the admin API, and returns its answer. The path is behind /_mock.
  async admin(method, path, body) {
    const headers = { ...this.headers };
    if (process.env.MOCKSERVER_ADMIN_TOKEN) {
      headers.Authorization = `Bearer ${process.env.MOCKSERVER_ADMIN_TOKEN}`;
    }
    if (body !== undefined) {
      headers["Content-Type"] = "application/json";
      body = JSON.stringify(body);
    }
    const signal = AbortSignal.timeout(30_000);
    const answer = await fetch(`${this.url}/_mock${path}`, { method, headers, body, signal });
    const text = await answer.text();
    if (!answer.ok) {
      throw new Refused(`${method} /_mock${path}`, answer.status, messagesOf(text));
    }
    return text === "" ? undefined : JSON.parse(text);
  }

  // Returns the requests for an operation, oldest first. With wait, such as "5s", it waits for count of them.
  async requests(op, { wait, count = 1 } = {}) {
    const query = new URLSearchParams(wait === undefined ? { op } : { op, wait, count });
    return (await this.admin("GET", `/requests?${query}`)).requests;
  }

  // Prints the last requests to stderr, oldest first: what happened before a test failed.
  async printRequests(count = 10) {
    const { requests } = await this.admin("GET", "/requests");
    for (const { method, path, status, errors } of requests.slice(-count)) {
      console.error([`${method} ${path}: ${status}`, ...(errors ?? [])].join("; "));
    }
  }

  // Ends the session. For the context of a test that failed, which newer versions of node tell, it prints the last
  // requests before.
  async end(test) {
    if (test?.error) {
      await this.printRequests();
    }
    await new World(this.url).admin("DELETE", `/sessions/${this.name}`);
  }
}

// What answers may be no mock, and then has no messages.
function messagesOf(text) {
  try {
    return JSON.parse(text).Errors.map((error) => error.Message);
  } catch {
    return [text.slice(0, 200)];
  }
}

// A mock in a process of its own.
export class Mock extends World {
  // Starts the program with more flags, or finds the mock at MOCKSERVER_URL, which has flags of its own. The variant is
  // null with the flag --profile, whose file names it.
  static async start(variant, ...flags) {
    const mock = new Mock();
    if (process.env.MOCKSERVER_URL) {
      mock.url = process.env.MOCKSERVER_URL.replace(/\/+$/, "");
      await mock.#ready();
      return mock;
    }
    const program = process.env.MOCKSERVER ?? "mockserver";
    const args = ["--listen", "127.0.0.1:0", "--print-json", ...flags, ...(variant ? ["--variant", variant] : [])];
    const env = { MOCKSERVER_START_DATE: "fixed", ...process.env }; // the dates of the rows are then always the same
    mock.child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"], env });
    const failed = once(mock.child, "exit").then(
      ([code]) => {
        throw new Error(`${program} ended with the exit code ${code}, and says above why`);
      },
      (error) => {
        throw new Error(`${program} cannot be started: install it, or name it in MOCKSERVER`, { cause: error });
      },
    );
    failed.catch(() => {}); // it ends at the end, too
    // The line comes as soon as the mock answers.
    const [line] = await Promise.race([once(createInterface(mock.child.stdout), "line"), failed]);
    mock.url = JSON.parse(line).servers[0].url;
    return mock;
  }

  // Waits for a mock that somebody else has started.
  async #ready() {
    for (const end = Date.now() + 20_000; ; await sleep(100)) {
      try {
        await this.admin("GET", "/ready");
        return;
      } catch (error) {
        if (error instanceof Refused || Date.now() > end) {
          throw new Error(`no mock answers at ${this.url}`, { cause: error });
        }
      }
    }
  }

  // Opens a session. Its end method ends it.
  async session() {
    return new World(this.url, (await this.admin("POST", "/sessions", {})).name);
  }

  // Ends the program, if start started one.
  async stop() {
    const running = this.child?.exitCode === null && this.child.signalCode === null;
    if (running) {
      const ended = once(this.child, "exit");
      this.child.kill();
      await ended;
    }
  }
}
