/// <reference lib="esnext.disposable" />

/**
 * Starts the program on a free port of 127.0.0.1. It rejects when the program does not start, with what the program
 * said. The program ends when this process ends, also when this process is killed.
 *
 * With MOCKSERVER_URL in the environment, startMock waits for the mock there, and ignores the options.
 */
export function startMock(options?: StartOptions): Promise<Mock>;

export interface StartOptions {
  /** The sport, such as "soccer". The default is "multi-sport". */
  variant?: string;
  /** A file that says how the host behaves, and names the variant: docs/hosts.md. */
  profile?: string;
  /** More flags, such as ["--strict"]: docs/mockserver.md. The first day is 6/12/2026 unless a flag says otherwise. */
  flags?: readonly string[];
}

/** Rows, faults, a journal and a clock: the main ones of a mock, or those of a session. */
export class World {
  /** The world of a mock that runs. */
  constructor(url: string);
  /** The host for the program under test. */
  readonly url: string;
  /** A program that sends all requests to the URL of the mock acts in this world with these headers. */
  readonly headers: Record<string, string>;
  readonly faults: Faults;
  /** Sends a request to the admin API, and returns its answer. The path is behind /_mock: docs/mockserver.md. */
  admin<T = any>(method: string, path: string, body?: unknown): Promise<T>;
  /**
   * Returns the requests for an operation such as "Teams.List", or all, oldest first. With wait, such as "5s", it waits
   * so long for count of them (1), and returns those that came.
   */
  requests(operation?: string, options?: { wait?: string; count?: number }): Promise<JournalRequest[]>;
  /** Prints the last requests (10) to stderr, oldest first. */
  printRequests(count?: number): Promise<void>;
  /** Restores the rows and the time of the start. With all it removes the faults and forgets the requests too. */
  reset(options?: { all?: boolean }): Promise<void>;
}

/** The world of one test. */
export class Session extends World implements AsyncDisposable {
  private constructor();
  /** Ends the session. For the context of a test that failed, of node:test or vitest, it first prints the requests. */
  end(test?: object): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A mock in a process of its own. */
export class Mock extends World implements AsyncDisposable {
  private constructor();
  /** Opens a session, with the rows of the start. */
  world(): Promise<Session>;
  /** Ends the program, if startMock started one. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The admin API refused a request, which changed nothing. The messages say what it expected. */
export class Refused extends Error {
  private constructor();
  readonly status: number;
  readonly messages: string[];
}

export interface Faults {
  /** Adds a rule. It rejects with Refused when the rule is wrong. */
  add(rule: FaultRule): Promise<Fault>;
  list(): Promise<Fault[]>;
  /** Removes all rules, and returns them. */
  clear(): Promise<Fault[]>;
}

/** A rule that was added. */
export interface Fault {
  id: string;
  /** How often it fired. */ hits: number;
  /** The rule on one line, as it is written in Go. */ text: string;
  /** Absent if the rule contains a secret. */ rule?: FaultRule;
}

/** Which requests fail, how many of them, how and when: docs/faults.md. Without operation and path it is each one. */
export type FaultRule = FaultTrigger & FaultAction & { where?: { name: string; value: string }[] } & (
  | { operation?: string; path?: undefined }
  | { operation?: undefined; path: string }
);

/** The time of until is one of the mock's clock, such as "2026-06-12T09:00:00Z". */
export type FaultTrigger =
  | { trigger?: "always"; n?: undefined; p?: undefined; until?: undefined }
  | { trigger: "nth" | "first" | "every" | "after"; n: number }
  | { trigger: "probability"; p: number }
  | { trigger: "until"; until: string };

export type FaultAction =
  | { action: "delay"; for: Duration; phase?: "before" | "afterCommit" | "writing" }
  | { action: "unreachable"; for: Duration; phase?: "before" | "afterCommit" }
  | { action: "expireKeys"; phase?: "before" | "afterCommit" }
  | { action: "besideErrors"; errors: FaultError[]; phase?: "afterCommit" }
  | (({ action: "garble" } | { action: "contentType"; contentType?: string } | { action: "truncate"; bytes?: number }
    | { action: "throttle"; bytes: number }) & { phase?: "afterCommit" | "writing" })
  | ({ action: "reset" | "drop" | "empty" | "hang" } & (Before | { phase: "afterCommit" | "writing" }))
  | (({ action: "noResult" } | { action: "redirect"; status: 301 | 302 | 303 | 307 | 308; to: string }
    | ((Answer | { action: "gateway"; status: number }) & RetryAfter)) & (Before | { phase: "afterCommit" }));

type Answer = { action: "status" } & (
  | { status: number; body?: string; contentType?: string; errors?: undefined }
  | { status?: number; body?: undefined; contentType?: undefined; errors: FaultError[] }
);
/** With commitAfter the mock carries out the request so long after the failure. */
type Before = { phase?: "before"; commitAfter?: Duration };
type RetryAfter =
  | { retryAfter?: Duration; retryAfterDate?: undefined }
  | { retryAfterDate: Duration; retryAfter?: undefined };

/** As in Go: "1m30s". */
export type Duration = string;

export type FaultError = { code: number; message: string; field?: string };

/** A request in the journal. It contains no secret. */
export interface JournalRequest {
  number: number; variant: string;
  /** Absent in the main world. */ session?: string;
  /** Of the mock's clock, when the answer was ready. */ time: string;
  /** In real time. */ arrived: string;
  /** Absent if the request is no operation. */ operation?: string;
  /** The most similar route, if the request is no operation. */ nearest?: string;
  method: string; path: string; query?: string;
  header?: Record<string, string[]>;
  /** The first 16 KiB. */ body?: string;
  /** The bytes of the body as it arrived. */ bodySize?: number;
  format: "JSON" | "XML";
  /** Of the answer; 0 when a fault kept the mock from answering. */ status: number;
  /** The number of the write that the request made. */ write?: number;
  /** The messages of the answer. */ errors?: string[];
  duration: Duration;
  /** The ids of the rules that fired, such as "f1, f3". */ fault?: string;
  /** The ids of the assumptions that the answer relied on: docs/assumptions.md. */ assumed?: string[];
  /** The names that the mock ignored. */ ignored?: string[];
}
