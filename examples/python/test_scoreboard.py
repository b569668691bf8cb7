"""Tests of a program in Python with the mock. The tests of test_with_pytest.py are for pytest.

    pip install tourney-mock
    python3 -m unittest
"""

import threading
import unittest
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from scoreboard import HostError, OutcomeUnknown, Scoreboard
from tourney_mock import Refused
from tourney_mock.testcase import MockTestCase


class ScoreboardTest(MockTestCase):
    variant = "soccer"

    def setUp(self):
        super().setUp()
        self.board = Scoreboard(self.world.url)
        self.event = self.world.admin("GET", "/rows/events")["rows"][0]["Id"]

    def score(self, game):
        row = self.world.admin("GET", f"/rows/games/{game}")
        return row["AwayTeam"]["Score"], row["HomeTeam"]["Score"]

    def test_a_score_is_posted_again_after_a_503(self):
        game = self.board.games(self.event)[0]["Id"]
        before = self.score(game)
        write = self.world.admin("GET", "/info")["writes"]

        rule = {"operation": "Games.Update", "trigger": "first", "n": 1, "action": "status", "status": 503}
        fault = self.world.faults.add(rule)
        self.board.post_score(game, 21, 34)
        self.assertEqual((21, 34), self.score(game))

        # The journal has both requests, and says which rule fired.
        refused, taken = self.world.requests("Games.Update")
        self.assertEqual([503, 200], [refused["status"], taken["status"]])
        self.assertEqual([fault["id"]], refused["fault"].split())
        self.assertEqual([1], [rule["hits"] for rule in self.world.faults.list()])

        # The rows of before that write, and then those of the start. Neither touches the rules and the journal.
        self.world.admin("POST", f"/rewind/{write}")
        self.assertEqual(before, self.score(game))
        self.board.post_score(game, 1, 2)
        self.world.reset()
        self.assertEqual(before, self.score(game))
        self.assertEqual(3, len(self.world.requests("Games.Update")))
        self.world.reset(all=True)  # removes the rules, too, and forgets the requests
        self.assertEqual([], self.world.requests("Games.Update"))

    def test_a_payment_is_made_although_its_answer_is_lost(self):
        team = self.world.admin("GET", "/info")["specials"]["UnpaidTeam"]
        rule = {"operation": "Payments.Pay", "trigger": "nth", "n": 1, "phase": "afterCommit", "action": "drop"}
        self.world.faults.add(rule)

        with self.assertRaises(OutcomeUnknown):
            self.board.pay(team, 150)

        self.assertEqual(1, len(self.world.requests("Payments.Pay")), "a payment is never sent twice")
        payment, = self.world.admin("GET", "/rows/payments")["rows"]
        self.assertEqual(team, payment["TeamId"])
        self.assertTrue(self.world.admin("GET", f"/rows/teams/{team}")["Paid"])

    def test_what_the_host_refuses_is_an_error_with_its_codes(self):
        with self.assertRaises(HostError) as refused:
            self.board.post_score(1, 2, 3)
        self.assertEqual((404, [1]), (refused.exception.status, refused.exception.codes))

    def test_a_score_that_is_posted_later_arrives(self):
        game = self.board.games(self.event)[0]["Id"]
        later = threading.Timer(0.05, self.board.post_score, (game, 5, 6))
        later.start()
        self.addCleanup(later.join)
        posted, = self.world.requests("Games.Update", wait=5)  # no test sleeps
        self.assertEqual(200, posted["status"])
        self.assertEqual((5, 6), self.score(game))

    def test_sessions_do_not_see_each_other(self):
        other = self.mock.world()
        self.addCleanup(other.end)
        game = self.board.games(self.event)[0]["Id"]
        boards = [self.board, Scoreboard(self.mock.url, other.headers)]
        with ThreadPoolExecutor() as pool:
            list(pool.map(lambda i: boards[i].post_score(game, i, 90 + i), range(2)))
        self.assertEqual((0, 90), self.score(game))
        self.assertEqual(91, other.admin("GET", f"/rows/games/{game}")["HomeTeam"]["Score"])
        for world in (self.world, other):
            self.assertEqual(1, len(world.requests("Games.Update")))

    def test_a_misspelled_rule_is_refused_and_says_what_is_nearest(self):
        with self.assertRaises(Refused) as refused:
            self.world.faults.add({"operation": "Payments.Pya", "action": "drop"})
        self.assertEqual(400, refused.exception.status)
        self.assertIn("the nearest is Payments.Pay", refused.exception.messages[0])
        self.assertEqual([], self.world.faults.list())

    def test_the_clock_moves_when_the_test_moves_it(self):
        before = self.world.now()
        self.world.advance_clock(timedelta(minutes=90))
        self.assertEqual(timedelta(minutes=90), self.world.now() - before)
        self.world.set_clock(before)
        self.assertEqual(before, self.world.now())


if __name__ == "__main__":
    unittest.main()
