// The library of Standard Webhooks accepts what the mock sends, and nothing that was changed.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { startMock } from "tourney-mock";

test("a request of the mock", async () => {
  const key = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  let arrived;
  const came = new Promise((resolve) => arrived = resolve);
  const receiver = createServer(async (request, answer) => {
    arrived([request.headers, await text(request)]);
    answer.end();
  });
  await new Promise((listens) => receiver.listen(0, "127.0.0.1", listens));
  const flags = ["--webhook", `http://127.0.0.1:${receiver.address().port}`, "--webhook-secret", key];
  const mock = await startMock({ variant: "soccer", flags });
  await mock.admin("PATCH", "/rows/games/7001", { HomeTeam: { Score: 9 } });
  const [headers, body] = await came;
  assert.match(new Webhook(key).verify(body, headers).type, /^game\./);
  assert.throws(() => new Webhook(key).verify(body.replace("9", "8"), headers));
  await mock.stop();
  receiver.close();
});
