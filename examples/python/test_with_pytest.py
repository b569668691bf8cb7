"""Tests with pytest. Its plugin comes with the package, and gives each test a world.

    pip install tourney-mock pytest
    pytest
"""

from scoreboard import Scoreboard
from tourney_mock import World


def first_game(world: World) -> int:
    game: int = world.admin("GET", "/rows/games?limit=1")["rows"][0]["Id"]
    return game


def test_a_score_is_posted_again_after_a_503(tourney_world: World) -> None:
    tourney_world.faults.add({"operation": "Games.Update", "trigger": "nth", "n": 1, "action": "status", "status": 503})

    Scoreboard(tourney_world.url).post_score(first_game(tourney_world), 21, 34)

    assert [request["status"] for request in tourney_world.requests("Games.Update")] == [503, 200]


def test_no_test_sees_the_requests_of_another(tourney_world: World) -> None:
    assert tourney_world.requests() == []
