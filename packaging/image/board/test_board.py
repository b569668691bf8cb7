"""The test of the service: it changes the rows of the mock, makes the mock fail, and looks at the service."""

import json
import os
import unittest
import urllib.error
import urllib.request


def send(url, method="GET", body=None):
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read().decode()


def mock(method, path, body=None):
    """Sends a request to the admin API of the mock."""
    return send(os.environ["MOCKSERVER_URL"] + "/_mock" + path, method, body)


class BoardTest(unittest.TestCase):
    def setUp(self):
        mock("POST", "/reset", {"all": True})

    def test_shows_the_games_of_the_host(self):
        game = json.loads(mock("GET", "/rows/games?limit=1"))["rows"][0]
        mock("PATCH", f"/rows/teams/{game['HomeTeam']['TeamId']}", {"Name": "Kites"})
        self.assertIn(f"{game['AwayTeam']['Name']} at Kites", send(os.environ["BOARD"]).splitlines())

    def test_says_that_the_host_fails(self):
        mock("POST", "/faults", {"operation": "Games.List", "action": "status", "status": 503})
        with self.assertRaises(urllib.error.HTTPError) as failed:
            send(os.environ["BOARD"])
        self.assertEqual(502, failed.exception.code)
        self.assertEqual(1, len(json.loads(mock("GET", "/requests?op=Games.List"))["requests"]))


if __name__ == "__main__":
    unittest.main()
