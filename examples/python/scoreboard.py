"""A program to test: it posts scores and pays fees over HTTP. It stands for yours, and knows nothing of the mock."""

import http.client
import json
import urllib.error
import urllib.parse
import urllib.request

_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class HostError(Exception):
    """The host refused a request."""

    def __init__(self, status, errors):
        super().__init__(f"{status}: {'; '.join(error['Message'] for error in errors)}")
        self.status = status
        self.codes = [error["Code"] for error in errors]


class OutcomeUnknown(Exception):
    """No answer came, so that nobody knows whether the host did what the request asked for."""


class Scoreboard:
    """A client of a host. The headers go with every request."""

    def __init__(self, host, headers=()):
        self.host = host
        self.headers = dict(headers)

    def games(self, event):
        """Returns the first page of the games of an event."""
        return self._send("GET", "/games?" + urllib.parse.urlencode({"eventid": event}))["Games"]["Results"]

    def post_score(self, game, away, home):
        """Posts a score, up to three times: a score that is posted twice is the same score."""
        for attempt in (1, 2, 3):
            try:
                self._send("PUT", "/games", {"Id": game, "AwayScore": away, "HomeScore": home})
                return
            except HostError as error:
                if error.status != 503 or attempt == 3:
                    raise

    def pay(self, team, amount):
        """Pays a fee and returns the id of the transaction. It sends one request: a second one might pay twice."""
        payment = {
            "Amount": amount,
            "Title": "Entry fee",
            "Description": "The fee of the tournament",
            "CreditCardType": "Visa",
            "CreditCardNumber": "4111111111111111",  # a number for tests
            "CreditCardExpireYear": 30,
            "CreditCardExpireMonth": 12,
            "CreditCardCvv2": "123",
            "Address": {
                "StreetAddress": "1 Quill Street",
                "ExtendedAddress": "Nest 2",
                "City": "Inkwell",
                "StateRegion": "IA",
                "PostalCode": "50301",
            },
        }
        return self._send("POST", "/payments", {"TeamId": team, "Payment": payment})["TransactionId"]

    def _send(self, method, path, body=None):
        headers = {"Accept": "application/json", **self.headers}
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(f"{self.host}/api/v1{path}", data, headers, method=method)
        try:
            with _opener.open(request, timeout=10) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            with refusal:
                raise HostError(refusal.code, self._errors(refusal.read())) from None
        except (OSError, http.client.HTTPException) as lost:
            raise OutcomeUnknown(f"{method} {path}: {lost}") from lost

    @staticmethod
    def _errors(text):
        """Returns the errors of a refusal. A proxy in between may answer without any."""
        try:
            return json.loads(text).get("Errors", [])
        except ValueError:
            return []
