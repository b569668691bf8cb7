package pages

import "github.com/tourney-go/tourney"

// The mirrors have the members of the pages, with tags of encoding/xml. The package encoding/xml cannot read the
// types of the library, because it does not support maps.
type (
	// PlayersMirror mirrors PlayersBody.
	PlayersMirror struct {
		Players struct {
			Results  []playerMirror `xml:"Results>Player"`
			Page     int
			PageSize int
			Total    int
		}
	}
	playerMirror struct {
		ID        int64              `xml:"Id"`
		ParentID  int64              `xml:"ParentId,omitempty"`
		FirstName string             `xml:",omitempty"`
		LastName  string             `xml:",omitempty"`
		Profile   *profileMirror     `xml:",omitempty"`
		Teams     []playerTeamMirror `xml:"Teams>Team"`
	}
	profileMirror struct {
		Birthdate      tourney.Date
		BirthYear      int    `xml:",omitempty"`
		Height         string `xml:",omitempty"`
		Weight         int    `xml:",omitempty"`
		School         string `xml:",omitempty"`
		GraduationYear int    `xml:",omitempty"`
		Grade          string `xml:",omitempty"`
		Position       string `xml:",omitempty"`
		TravelTeam     string
		ACTScore       *int
		SATScore       *int
		GPA            *tourney.Decimal
	}
	playerTeamMirror struct {
		ID             int64  `xml:"Id"`
		ExternalTeamID string `xml:"ExternalTeamId,omitempty"`
		Number         *int
		Name           string
		DivisionID     int64              `xml:"DivisionId,omitempty"`
		DivisionName   string             `xml:",omitempty"`
		ParentID       int64              `xml:"ParentId,omitempty"`
		Games          []playerGameMirror `xml:"Games>Game"`
	}
	playerGameMirror struct {
		ID    int64 `xml:"Id"`
		Date  tourney.Date
		Time  *tourney.TimeOfDay
		Venue string `xml:",omitempty"`
		Court string `xml:",omitempty"`
	}
)

type (
	// TeamsMirror mirrors TeamsBody.
	TeamsMirror struct {
		Teams struct {
			Results  []teamMirror `xml:"Results>Team"`
			Page     int
			PageSize int
			Total    int
		}
	}
	teamMirror struct {
		ID       int64 `xml:"Id"`
		ParentID int64 `xml:"ParentId,omitempty"`
		Name     string
		Gender   *tourney.Gender
		Paid     *bool
		Status   *tourney.TeamStatus
		Division *divisionMirror
		Address  *addressMirror
		Players  []teamPlayerMirror `xml:"Players>Player"`
		Coaches  []coachMirror      `xml:"Coaches>Coach"`
	}
	divisionMirror struct {
		ID   int64 `xml:"Id"`
		Name string
	}
	addressMirror struct {
		StreetAddress string `xml:",omitempty"`
		City          string `xml:",omitempty"`
		StateRegion   string `xml:",omitempty"`
		PostalCode    string `xml:",omitempty"`
		Latitude      *float64
		Longitude     *float64
	}
	teamPlayerMirror struct {
		ID               int64 `xml:"Id"`
		PlayerID         int64 `xml:"PlayerId,omitempty"`
		ParentID         int64 `xml:"ParentId,omitempty"`
		Number           *int
		FirstName        string `xml:",omitempty"`
		LastName         string `xml:",omitempty"`
		ExternalPlayerID string `xml:"ExternalPlayerId,omitempty"`
		Address          *addressMirror
		Birthdate        tourney.Date
		HomePhone        string `xml:",omitempty"`
		MobilePhone      string `xml:",omitempty"`
		Email            string `xml:",omitempty"`
		BirthYear        int    `xml:",omitempty"`
		Height           string `xml:",omitempty"`
		Weight           int    `xml:",omitempty"`
		School           string `xml:",omitempty"`
		GraduationYear   int    `xml:",omitempty"`
		Grade            string `xml:",omitempty"`
		Position         string `xml:",omitempty"`
		TravelTeam       string `xml:",omitempty"`
		ACTScore         *int
		SATScore         *int
		GPA              *tourney.Decimal
		Status           tourney.TextOrNumber `xml:",omitempty"`
	}
	coachMirror struct {
		ID          int64 `xml:"Id"`
		CoachID     int64 `xml:"CoachId,omitempty"`
		Type        *tourney.CoachType
		FirstName   string `xml:",omitempty"`
		LastName    string `xml:",omitempty"`
		HomePhone   string `xml:",omitempty"`
		MobilePhone string `xml:",omitempty"`
		Email       string `xml:",omitempty"`
	}
)
