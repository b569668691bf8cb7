// Lists the teams of an event that have not paid, posts a score, and pays the fee of a team. The types come from the
// OpenAPI document, so a wrong name or a wrong type does not compile.
//
//   node dist/main.js http://127.0.0.1:8080 1001
import createClient from "openapi-fetch";
import type { components, paths } from "./soccer.js";

type Schemas = components["schemas"];

const [host, event] = process.argv.slice(2);
if (host === undefined || event === undefined) {
  throw new Error("usage: node dist/main.js URL EVENT");
}
const eventid = Number(event);
const client = createClient<paths>({ baseUrl: `${host}/api/v1` });

// What openapi-fetch returns for a request.
interface Result<T> {
  data?: T;
  error?: Schemas["Refusal"];
  response: Response;
}

// Returns the answer, or throws what the host says is wrong. An answer with Errors is a refusal whatever its status.
function answer<T extends object>({ data, error, response }: Result<T>): T {
  if (data === undefined || "Errors" in data) {
    throw new Error(`${response.url}: ${response.status} ${JSON.stringify(error ?? data)}`);
  }
  return data;
}

// One path answers both a row and a list. The member says which one it is.
async function unpaidTeams(): Promise<Schemas["Team"][]> {
  const found = answer(await client.GET("/teams", { params: { query: { eventid, paid: false } } }));
  return "Teams" in found ? (found.Teams.Results ?? []) : [];
}

async function team(id: number): Promise<Schemas["Team"]> {
  const found = answer(await client.GET("/teams", { params: { query: { id } } }));
  if (!("Team" in found)) {
    throw new Error(`the host answered a list for team ${id}`);
  }
  return found.Team;
}

// Returns the games of the event that have both teams.
async function games(): Promise<Schemas["Game"][]> {
  const found = answer(await client.GET("/games", { params: { query: { eventid } } }));
  const all = "Games" in found ? (found.Games.Results ?? []) : [];
  return all.filter((game) => game.AwayTeam?.TeamId && game.HomeTeam?.TeamId);
}

// Posts a score. Every other member of the game stays as it is.
async function postScore(id: number, away: number, home: number): Promise<void> {
  answer(await client.PUT("/games", { body: { Id: id, AwayScore: away, HomeScore: home } }));
}

// Pays a fee with a card. The number is one that card brands give out for tests.
async function pay(teamId: number): Promise<string> {
  const body: Schemas["PaymentsPayRequest"] = {
    TeamId: teamId,
    Payment: {
      Amount: 150,
      Title: "Entry fee",
      Description: "The fee of the tournament",
      CreditCardType: "Visa",
      CreditCardNumber: "4111111111111111",
      CreditCardExpireYear: 30,
      CreditCardExpireMonth: 12,
      CreditCardCvv2: "123",
      Address: {
        StreetAddress: "1 Quill Street",
        ExtendedAddress: "Nest 2",
        City: "Inkwell",
        StateRegion: "IA",
        PostalCode: "50301",
      },
    },
  };
  return answer(await client.POST("/payments", { body })).TransactionId;
}

// Throws when the host did not do what it said.
function expect(holds: boolean, what: string): void {
  if (!holds) {
    throw new Error(`not so: ${what}`);
  }
}

const unpaid = await unpaidTeams();
console.log(`${unpaid.length} teams have not paid: ${unpaid.map((each) => each.Name).join(", ")}`);

const [game] = await games();
expect(game !== undefined, "a game has both teams");
if (game !== undefined) {
  await postScore(game.Id, 2, 5);
  const after = (await games()).find((each) => each.Id === game.Id);
  expect(after?.AwayTeam?.Score === 2 && after?.HomeTeam?.Score === 5, "the score is 2 to 5");
  console.log(`${game.AwayTeam?.Name} 2, ${game.HomeTeam?.Name} 5`);
}

const [debtor] = unpaid;
expect(debtor !== undefined, "a team has not paid");
if (debtor !== undefined) {
  const transaction = await pay(debtor.Id);
  expect((await team(debtor.Id)).Paid === true, "the team has paid");
  console.log(`${debtor.Name} paid: ${transaction}`);
}
