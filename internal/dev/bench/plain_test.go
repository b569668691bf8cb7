package bench

// The plain types have no methods: they are strings, numbers and pointers to them, as most types of users are.
type (
	// plainBody has the values of playersBody.
	plainBody struct{ Players plainPage }

	plainPage struct {
		Results  []plainPlayer `xml:"Results>Player" item:"Player"`
		Page     int
		PageSize int
		Total    int
	}
	plainPlayer struct {
		ID        int64  `xml:"Id" json:"Id"`
		ParentID  int64  `xml:"ParentId,omitempty" json:"ParentId,omitempty"`
		FirstName string `xml:",omitempty" json:",omitempty"`
		LastName  string `xml:",omitempty" json:",omitempty"`
		Profile   *plainProfile
		Teams     []plainTeam `xml:"Teams>Team" item:"Team"`
	}
	plainProfile struct {
		Birthdate      string
		BirthYear      int    `xml:",omitempty" json:",omitempty"`
		Height         string `xml:",omitempty" json:",omitempty"`
		Weight         int    `xml:",omitempty" json:",omitempty"`
		School         string `xml:",omitempty" json:",omitempty"`
		GraduationYear int    `xml:",omitempty" json:",omitempty"`
		Grade          string `xml:",omitempty" json:",omitempty"`
		Position       string `xml:",omitempty" json:",omitempty"`
		TravelTeam     string
		ACTScore       *int
		SATScore       *int
		GPA            float64
	}
	plainTeam struct {
		ID             int64  `xml:"Id" json:"Id"`
		ExternalTeamID string `xml:"ExternalTeamId,omitempty" json:"ExternalTeamId,omitempty"`
		Number         *int
		Name           string
		DivisionID     int64       `xml:"DivisionId,omitempty" json:"DivisionId,omitempty"`
		DivisionName   string      `xml:",omitempty" json:",omitempty"`
		ParentID       int64       `xml:"ParentId,omitempty" json:"ParentId,omitempty"`
		Games          []plainGame `xml:"Games>Game" item:"Game"`
	}
	plainGame struct {
		ID    int64 `xml:"Id" json:"Id"`
		Date  string
		Time  string
		Venue string `xml:",omitempty" json:",omitempty"`
		Court string `xml:",omitempty" json:",omitempty"`
	}
)
