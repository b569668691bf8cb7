// A program to test: it posts scores and pays fees over HTTP. It stands for yours, and knows nothing of the mock.

// The host refused a request.
export class HostError extends Error {
  constructor(status, errors) {
    super(`${status}: ${errors.map((error) => error.Message).join("; ")}`);
    this.status = status;
    this.codes = errors.map((error) => error.Code);
  }
}

// No answer came, so that nobody knows whether the host did what the request asked for.
export class OutcomeUnknown extends Error {}

// A client of a host.
export class Scoreboard {
  constructor(host) {
    this.host = host;
  }

  // Returns the first page of the games of an event.
  async games(event) {
    return (await this.#send("GET", `/games?eventid=${event}`)).Games.Results;
  }

  // Posts a score, up to three times: a score that is posted twice is the same score.
  async postScore(game, away, home) {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#send("PUT", "/games", { Id: game, AwayScore: away, HomeScore: home });
        return;
      } catch (error) {
        if (error.status !== 503 || attempt === 3) {
          throw error;
        }
      }
    }
  }

  // Pays a fee and returns the id of the transaction. It sends one request: a second one might pay twice.
  async pay(team, amount) {
    const payment = {
      Amount: amount,
      Title: "Entry fee",
      Description: "The fee of the tournament",
      CreditCardType: "Visa",
      CreditCardNumber: "4111111111111111", // a number for tests
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
    };
    return (await this.#send("POST", "/payments", { TeamId: team, Payment: payment })).TransactionId;
  }

  async #send(method, path, body) {
    const headers = { Accept: "application/json" };
    if (body !== undefined) {
      headers["Content-Type"] = "application/json";
      body = JSON.stringify(body);
    }
    let answer, text;
    try {
      const signal = AbortSignal.timeout(10_000);
      answer = await fetch(`${this.host}/api/v1${path}`, { method, headers, body, signal });
      text = await answer.text();
    } catch (error) {
      throw new OutcomeUnknown(`${method} ${path}: ${error.message}`, { cause: error });
    }
    if (!answer.ok) {
      throw new HostError(answer.status, errorsOf(text));
    }
    return JSON.parse(text);
  }
}

// Returns the errors of a refusal. A proxy in between may answer without any.
function errorsOf(text) {
  try {
    return JSON.parse(text).Errors ?? [];
  } catch {
    return [];
  }
}
