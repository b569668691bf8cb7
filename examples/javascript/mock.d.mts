// The types of mock.mjs, for TypeScript: copy it with mock.mjs.

/** The admin API refused a request, which changed nothing. The messages say what it expected. */
export class Refused extends Error {
  status: number;
  messages: string[];
}

/** A request in the journal. docs/admin.md has the other members. */
export interface JournalRequest {
  operation?: string;
  method: string;
  path: string;
  status: number;
  fault?: string;
  errors?: string[];
  [member: string]: unknown;
}

/** Rows, faults, a journal and a clock: those of a session, or the main ones of the mock. */
export class World {
  constructor(url: string, name?: string);
  url: string;
  name?: string;
  /** The program under test sends these headers with each request, so that it acts in this session. */
  headers: Record<string, string>;
  /** Sends a request to the admin API, and returns its answer. The path is behind /_mock. */
  admin<T = any>(method: string, path: string, body?: unknown): Promise<T>;
  /** Returns the requests for an operation, oldest first. With wait, such as "5s", it waits for count of them. */
  requests(operation: string, options?: { wait?: string; count?: number }): Promise<JournalRequest[]>;
  /** Prints the last requests to stderr, oldest first. */
  printRequests(count?: number): Promise<void>;
  /** Ends the session. With the context of a test that failed, it prints the last requests before. */
  end(test?: object): Promise<void>;
}

/** A mock in a process of its own. */
export class Mock extends World {
  /** Starts the program with more flags, or finds the mock at MOCKSERVER_URL. The variant is null with --profile. */
  static start(variant: string | null, ...flags: string[]): Promise<Mock>;
  /** Opens a session. Its end method ends it. */
  session(): Promise<World>;
  /** Ends the program, if start started one. */
  stop(): Promise<void>;
}
