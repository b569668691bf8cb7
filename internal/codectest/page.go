package codectest

import "strconv"

type (
	// Page is a page of the players list, with tags for encoding/xml too.
	Page struct {
		Players struct {
			Results  []player `item:"Player" xml:"Results>Player"`
			Page     int
			PageSize int
			Total    int
		}
	}
	player struct {
		ID        int64  `json:"Id" xml:"Id"`
		ParentID  *int64 `json:"ParentId,omitzero" xml:"ParentId"`
		FirstName string
		LastName  string
		Profile   *profile   `json:",omitzero"`
		Teams     []playsFor `json:",omitzero" item:"Team" xml:"Teams>Team"`
	}
	profile struct {
		Birthdate      day
		BirthYear      int
		Height         string
		Weight         int
		School         string
		GraduationYear int
		Grade          string
		Position       string
		TravelTeam     string
		ACTScore       *int
		SATScore       *int
		GPA            *Decimal
	}
	playsFor struct {
		ID             int64  `json:"Id" xml:"Id"`
		ExternalTeamID string `json:"ExternalTeamId,omitzero" xml:"ExternalTeamId"`
		Number         *int
		Name           string
		DivisionID     int64 `json:"DivisionId" xml:"DivisionId"`
		DivisionName   string
		ParentID       *int64     `json:"ParentId" xml:"ParentId"`
		Games          []playedIn `item:"Game" xml:"Games>Game"`
	}
	playedIn struct {
		ID    int64 `json:"Id" xml:"Id"`
		Date  day
		Time  string
		Venue string
		Court string
	}
)

// day is a date as three numbers with slashes. Its methods do as little work as possible, so that a benchmark
// measures the codec.
type day [3]int

func (d day) MarshalText() ([]byte, error) { return d.AppendText(nil) }

func (d day) AppendText(b []byte) ([]byte, error) {
	b = append(strconv.AppendInt(b, int64(d[0]), 10), '/')
	b = append(strconv.AppendInt(b, int64(d[1]), 10), '/')
	return strconv.AppendInt(b, int64(d[2]), 10), nil
}

func (d *day) UnmarshalText(text []byte) error {
	*d = day{}
	i := 0
	for _, c := range text {
		if c == '/' {
			i++
		} else {
			d[i%3] = d[i%3]*10 + int(c-'0')
		}
	}
	return nil
}

// PlayersPage returns a full page of the players list.
func PlayersPage() Page {
	var p Page
	for i := range 50 {
		n := strconv.Itoa(i)
		team := playsFor{
			ID: int64(41000 + i), ExternalTeamID: "EXT-T-4100" + n, Number: new(i), Name: "Prairie Comets 12U " + n,
			DivisionID: 5101, DivisionName: "12U Gold", ParentID: new(int64(40990 + i)),
		}
		for g := range 5 {
			team.Games = append(team.Games, playedIn{
				ID: int64(81000 + 10*i + g), Date: day{1, 5, 2026}, Time: "9:30 AM",
				Venue: "Maplebrook Fieldhouse", Court: "Court 4",
			})
		}
		p.Players.Results = append(p.Players.Results, player{
			ID: int64(710000 + i), ParentID: new(int64(710900 + i)), FirstName: "Pippa" + n, LastName: "Wobbleton",
			Profile: &profile{
				Birthdate: day{4, 9, 2014}, BirthYear: 2014, Height: `4'11"`, Weight: 92, School: "Acorn Elementary",
				GraduationYear: 2032, Grade: "6th", Position: "Point Guard", TravelTeam: "Prairie Comets",
				ACTScore: new(31), SATScore: new(1420), GPA: &Decimal{"3.85"},
			},
			Teams: []playsFor{team},
		})
	}
	p.Players.Page, p.Players.PageSize, p.Players.Total = 1, 50, 50
	return p
}
