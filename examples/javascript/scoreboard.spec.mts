// Tests of the same program with vitest, in TypeScript:
//
//   npx vitest run spec
import { type FaultRule, type Session, startMock } from "tourney-mock";
import { afterAll, expect, test as withoutMock } from "vitest";
import { OutcomeUnknown, Scoreboard } from "./scoreboard.mjs";

const mock = await startMock({ variant: "soccer" });
afterAll(() => mock.stop());

// Each test gets a session, and a scoreboard that acts in it.
const test = withoutMock.extend<{ world: Session; board: Scoreboard }>({
  world: async ({ task }, use) => {
    const world = await mock.world();
    await use(world);
    await world.end({ task }); // prints the requests of a test that failed
  },
  board: async ({ world }, use) => use(new Scoreboard(world.url)),
});

const lost: FaultRule[] = [
  { operation: "Payments.Pay", phase: "afterCommit", action: "drop" },
  { operation: "Payments.Pay", phase: "afterCommit", action: "reset" },
  { operation: "Payments.Pay", action: "truncate", bytes: 10 },
];

test.concurrent.for(lost)("pays once, although the answer is lost: $action", async (rule, { world, board }) => {
  const team = (await world.admin("GET", "/info")).specials.UnpaidTeam;
  await world.faults.add(rule);
  await expect(board.pay(team, 150)).rejects.toThrow(OutcomeUnknown);
  expect(await world.requests("Payments.Pay")).toMatchObject([{ method: "POST", fault: "f1" }]);
  expect((await world.admin("GET", `/rows/teams/${team}`)).Paid).toBe(true);
});

test.concurrent("posts a score while the test waits for it", async ({ world, board }) => {
  const [{ Id: event }] = (await world.admin("GET", "/rows/events")).rows;
  const [{ Id: game }] = await board.games(event);
  const waiting = world.requests("Games.Update", { wait: "5s" });
  await board.postScore(game, 5, 6);
  expect((await waiting).map((request) => request.status)).toEqual([200]);
});
