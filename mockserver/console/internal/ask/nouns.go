package ask

// singulars has the singular for each name of a kind of rows in the admin API.
var singulars = map[string]string{
	"events": "event", "venues": "venue", "divisions": "division", "pools": "pool", "teamPools": "team pool",
	"teams": "team", "people": "person", "players": "player", "games": "game", "statistics": "statistic",
	"payments": "payment", "registrations": "registration", "accounts": "account",
}

// OneOf returns the singular of a kind of rows, such as team for teams. It returns an unknown name unchanged.
func OneOf(kind string) string {
	if one, ok := singulars[kind]; ok {
		return one
	}
	return kind
}
