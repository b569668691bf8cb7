// The types say what the mock says: it accepts and refuses rules as tsc does, and its answers have the members.
// .ci/run npm runs this where typescript is.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { Refused, startMock } from "tourney-mock";

const mock = await startMock({ variant: "soccer" });
after(() => mock.stop());

// Values of members that the mock accepts where it accepts the member.
const values = {
  operation: "Games.Update", path: "/api/v1/games", where: [{ name: "Id", value: "7" }], n: 1, p: 0.5,
  until: "2026-06-12T09:00:00Z", status: 307, errors: [{ code: 2, message: "odd", field: "Id" }], body: "odd",
  contentType: "text/plain", retryAfter: "1s", retryAfterDate: "1s", for: "1s", bytes: 10, to: "/elsewhere",
  commitAfter: "1s",
};

// What no type allows, in the words of the mock. It refuses other rules for what a member contains.
const wrong = /takes none|required|no such member|expected one of|meaning in|found both|1 or more/;

// Returns what the mock says is wrong with a rule, if a type can know that.
async function refusal(rule) {
  try {
    await mock.faults.add(rule);
    return "";
  } catch (error) {
    assert.ok(error instanceof Refused, error);
    return wrong.test(error.message) ? error.message : "";
  }
}

// Returns the words that the mock accepts for a member.
async function words(rule) {
  return /expected one of ([\w, ]+?)(, found|$)/.exec(await refusal(rule))[1].split(", ");
}

// Returns a rule for each action, member, phase and trigger, alone and in pairs that may not fit.
async function candidates() {
  const members = await words({ action: "drop", odd: 1 });
  const [actions, phases, triggers] = await Promise.all(
    ["action", "phase", "trigger"].map((name) => words({ action: "drop", [name]: "odd" })));
  assert.deepEqual(members.filter((name) => !(name in values)), ["trigger", "phase", "action"]);
  const rules = [{}, { action: "odd" }, { action: "drop", odd: 1 }, { action: "drop", phase: "odd" }];
  for (const action of actions) {
    const whole = { action };
    for (let said; (said = /(\w+): is required/.exec(await refusal(whole)));) {
      whole[said[1]] = values[said[1]];
    }
    rules.push(whole);
    for (const name of Object.keys(values)) {
      const { [name]: _, ...without } = whole;
      rules.push(name in whole ? without : { ...whole, [name]: values[name] });
    }
    for (const phase of phases) {
      rules.push({ ...whole, phase }, { ...whole, phase, commitAfter: "1s" });
    }
  }
  for (const trigger of triggers) {
    rules.push({ action: "drop", trigger });
    for (const name of ["n", "p", "until"]) {
      rules.push({ action: "drop", trigger, [name]: values[name] });
    }
  }
  for (const [one, other] of [["operation", "path"], ["retryAfter", "retryAfterDate"], ["body", "errors"]]) {
    rules.push({ action: "status", status: 503, [one]: values[one], [other]: values[other] });
  }
  return { rules, actions, members };
}

// Sends requests whose entries in the journal have all members, and returns these entries.
async function entries() {
  const world = await mock.world();
  await world.faults.add({ operation: "Teams.List", action: "status", status: 503 });
  const send = (path, method, type, body) =>
    fetch(`${mock.url}/api/v1${path}`, { method, body, headers: { "Content-Type": type, ...world.headers } });
  const [{ Id: event }] = (await mock.admin("GET", "/rows/events")).rows;
  const [{ Id: game }] = (await mock.admin("GET", "/rows/games?limit=1")).rows;
  for (const request of [
    ["/teams?eventid=1", "GET", "application/json"], [`/games?eventid=${event}&odd=1`, "GET", "application/json"],
    ["/gamez", "GET", "application/json"], ["/games", "PUT", "application/xml", new Uint8Array([0xff])],
    ["/games", "PUT", "application/json", JSON.stringify({ Id: game, HomeScore: 3, AwayScore: 1 })],
  ]) {
    await (await send(...request)).text();
  }
  return { requests: await world.requests(), faults: await world.faults.list() };
}

test("rules and answers have the types", async () => {
  const { rules, actions, members } = await candidates();
  const { requests, faults } = await entries();
  const all = (name, of, names) => // so many, and no others
    `export const ${name}: Record<${of}, true> = ${JSON.stringify(Object.fromEntries(names.map((n) => [n, true])))};`;
  const lines = [
    'import type { Fault, FaultRule, JournalRequest } from "tourney-mock";',
    "type Members<T> = T extends unknown ? keyof T : never;",
    all("actions", 'FaultRule["action"]', actions),
    all("ofRules", "Members<FaultRule>", members),
    all("ofRequests", "keyof JournalRequest", requests.flatMap(Object.keys)),
    all("ofFaults", "keyof Fault", faults.flatMap(Object.keys)),
    `export const requests: JournalRequest[] = ${JSON.stringify(requests)};`,
    `export const faults: Fault[] = ${JSON.stringify(faults)};`,
  ];
  for (const [i, rule] of rules.entries()) {
    const said = await refusal(rule);
    lines.push(said && `// @ts-expect-error ${said}`, `export const rule${i}: FaultRule = ${JSON.stringify(rule)};`);
  }
  writeFileSync("types.ts", lines.join("\n"));
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  // The types need no others: neither those of node, nor those of a browser.
  const options = "--noEmit --strict --module nodenext --target es2022 --lib es2022 --typeRoots none";
  await promisify(execFile)(process.execPath, [tsc, ...options.split(" "), "types.ts"])
    .catch(({ stdout }) => assert.fail(stdout));
});
