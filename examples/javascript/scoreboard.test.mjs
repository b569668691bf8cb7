// Tests of a program in JavaScript with the mock:
//
//   node --test
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { Refused, startMock } from "tourney-mock";
import { HostError, OutcomeUnknown, Scoreboard } from "./scoreboard.mjs";

const mock = await startMock({ variant: "soccer" });
after(() => mock.stop());

// Returns a session for a test, with a scoreboard that acts in it: no test sees what another one does, so they can run
// at the same time.
async function newWorld(t) {
  const world = await mock.world();
  t.after(() => world.end(t));
  const board = new Scoreboard(world.url);
  const [event] = (await world.admin("GET", "/rows/events")).rows;
  const [game] = await board.games(event.Id);
  return { world, board, game: game.Id };
}

async function scoreOf(world, game) {
  const row = await world.admin("GET", `/rows/games/${game}`);
  return [row.AwayTeam.Score, row.HomeTeam.Score];
}

describe("a scoreboard", { concurrency: true }, () => {
  test("posts a score again after a 503", async (t) => {
    const { world, board, game } = await newWorld(t);
    const before = await scoreOf(world, game);
    const { writes } = await world.admin("GET", "/info");

    const fault = await world.faults.add({
      operation: "Games.Update", trigger: "first", n: 1, action: "status", status: 503,
    });
    await board.postScore(game, 21, 34);
    assert.deepEqual(await scoreOf(world, game), [21, 34]);

    // The journal has both requests, and says which rule fired.
    const sent = await world.requests("Games.Update");
    assert.deepEqual(sent.map((request) => request.status), [503, 200]);
    assert.equal(sent[0].fault, fault.id);
    assert.deepEqual((await world.faults.list()).map(({ id, hits }) => [id, hits]), [[fault.id, 1]]);

    // The rows of before that write, and then those of the start. Neither touches the rules and the journal.
    await world.admin("POST", `/rewind/${writes}`);
    assert.deepEqual(await scoreOf(world, game), before);
    await board.postScore(game, 1, 2);
    await world.reset();
    assert.deepEqual(await scoreOf(world, game), before);
    assert.equal((await world.requests("Games.Update")).length, 3);
    await world.reset({ all: true }); // removes the rules, too, and forgets the requests
    assert.deepEqual([await world.faults.list(), await world.requests()], [[], []]);
  });

  test("pays once, although the answer is lost", async (t) => {
    const { world, board } = await newWorld(t);
    const team = (await world.admin("GET", "/info")).specials.UnpaidTeam;
    await world.faults.add({ operation: "Payments.Pay", trigger: "nth", n: 1, phase: "afterCommit", action: "drop" });

    await assert.rejects(board.pay(team, 150), OutcomeUnknown);

    assert.equal((await world.requests("Payments.Pay")).length, 1);
    const { rows } = await world.admin("GET", "/rows/payments");
    assert.deepEqual(rows.map((payment) => payment.TeamId), [team]);
    assert.equal((await world.admin("GET", `/rows/teams/${team}`)).Paid, true);
  });

  test("says what the host refuses, with its codes", async (t) => {
    const { board } = await newWorld(t);
    await assert.rejects(board.postScore(1, 2, 3), (error) => {
      assert.ok(error instanceof HostError, String(error));
      assert.deepEqual([error.status, error.codes], [404, [1]]);
      return true;
    });
  });

  test("posts a score while the test waits for it", async (t) => {
    const { world, board, game } = await newWorld(t);
    const waiting = world.requests("Games.Update", { wait: "5s" }); // no test sleeps
    await board.postScore(game, 5, 6);
    assert.deepEqual((await waiting).map((request) => request.status), [200]);
    assert.deepEqual(await scoreOf(world, game), [5, 6]);
  });

  test("acts in its session alone", async (t) => {
    const [one, two] = await Promise.all([newWorld(t), newWorld(t)]);
    await Promise.all([one.board.postScore(one.game, 0, 90), two.board.postScore(two.game, 1, 91)]);
    assert.deepEqual(await scoreOf(one.world, one.game), [0, 90]);
    assert.deepEqual(await scoreOf(two.world, two.game), [1, 91]);
    assert.equal((await one.world.requests("Games.Update")).length, 1);
  });

  test("cannot get a misspelled rule, and the mock says what is nearest", async (t) => {
    const { world } = await newWorld(t);
    await assert.rejects(world.faults.add({ operation: "Payments.Pya", action: "drop" }), (error) => {
      assert.ok(error instanceof Refused, String(error));
      assert.equal(error.status, 400);
      assert.match(error.messages[0], /the nearest is Payments\.Pay/);
      return true;
    });
    assert.deepEqual(await world.faults.clear(), []);
  });
});
