package ask

// singulars are the names of the kinds of rows, as the admin API has them, with what one row is called.
var singulars = map[string]string{
	"events": "event", "venues": "venue", "divisions": "division", "pools": "pool", "teamPools": "team pool",
	"teams": "team", "people": "person", "players": "player", "games": "game", "statistics": "statistic",
	"payments": "payment", "registrations": "registration", "accounts": "account",
}

// OneOf returns what one row of a kind is called, such as team for teams. A name that it does not know stays.
func OneOf(kind string) string {
	if one, ok := singulars[kind]; ok {
		return one
	}
	return kind
}
