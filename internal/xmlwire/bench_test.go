package xmlwire_test

import (
	"bytes"
	"encoding/xml"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

type (
	page struct {
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
		GPA            *decimal
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

// day is three numbers with slashes, read and written with as little work as a date's methods can do.
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

// playersPage is a full page of the players list, in the order of the struct.
func playersPage() page {
	var p page
	for i := range 50 {
		n := strconv.Itoa(i)
		team := playsFor{
			ID: int64(41000 + i), ExternalTeamID: "EXT-T-4100" + n, Number: new(i), Name: "Prairie Comets 12U " + n,
			DivisionID: 5101, DivisionName: "12U Gold", ParentID: new(int64(40990 + i)),
		}
		for g := range 5 {
			team.Games = append(team.Games, playedIn{
				ID: int64(81000 + 10*i + g), Date: day{1, 5, 2026}, Time: "9:30 AM", Venue: "Maplebrook Fieldhouse", Court: "Court 4",
			})
		}
		p.Players.Results = append(p.Players.Results, player{
			ID: int64(710000 + i), ParentID: new(int64(710900 + i)), FirstName: "Pippa" + n, LastName: "Wobbleton",
			Profile: &profile{
				Birthdate: day{4, 9, 2014}, BirthYear: 2014, Height: `4'11"`, Weight: 92, School: "Acorn Elementary",
				GraduationYear: 2032, Grade: "6th", Position: "Point Guard", TravelTeam: "Prairie Comets",
				ACTScore: new(31), SATScore: new(1420), GPA: &decimal{"3.85"},
			},
			Teams: []playsFor{team},
		})
	}
	p.Players.Page, p.Players.PageSize, p.Players.Total = 1, 50, 50
	return p
}

// bodies returns the page as XML in the order of the types, in alphabetical order, and the latter indented.
func bodies(tb testing.TB) (typeOrder, alphabetical, indented []byte) {
	tb.Helper()
	var b bytes.Buffer
	require.NoError(tb, xml.NewEncoder(&b).EncodeElement(playersPage(), xml.StartElement{Name: xml.Name{Local: "Response"}}))
	alphabetical, err := xmlwire.Marshal("Response", playersPage())
	require.NoError(tb, err)
	return b.Bytes(), alphabetical, indent(tb, alphabetical)
}

// indent puts every element of a body without mixed content on its own line.
func indent(tb testing.TB, body []byte) []byte {
	tb.Helper()
	var b bytes.Buffer
	e := xml.NewEncoder(&b)
	e.Indent("", "  ")
	d := xml.NewDecoder(bytes.NewReader(body))
	for {
		token, err := d.RawToken()
		if err != nil {
			break
		}
		if start, ok := token.(xml.StartElement); ok {
			start.Attr = nil
			token = start
		}
		require.NoError(tb, e.EncodeToken(token))
	}
	require.NoError(tb, e.Flush())
	return b.Bytes()
}

// The rivals of the benchmarks do the same work.
func TestBenchmarkBodies(t *testing.T) {
	typeOrder, alphabetical, indented := bodies(t)
	for _, body := range [][]byte{typeOrder, alphabetical, indented} {
		var ours, theirs page
		require.NoError(t, xmlwire.Unmarshal(body, &ours, xmlwire.Limits{}))
		require.NoError(t, xml.Unmarshal(body, &theirs))
		require.Empty(t, cmp.Diff(playersPage(), ours, inside))
		require.Empty(t, cmp.Diff(ours, theirs, inside))
	}
}

func BenchmarkUnmarshal(b *testing.B) {
	typeOrder, alphabetical, indented := bodies(b)
	asJSON, err := jsoncodec.Marshal(playersPage())
	require.NoError(b, err)
	for _, run := range []struct {
		name string
		body []byte
		read func(*page, []byte) error
	}{
		{"type-order/xmlwire", typeOrder, ours},
		{"type-order/encoding-xml", typeOrder, theirs},
		{"alphabetical/xmlwire", alphabetical, ours},
		{"alphabetical/encoding-xml", alphabetical, theirs},
		{"indented/xmlwire", indented, ours},
		{"indented/encoding-xml", indented, theirs},
		{"jsoncodec", asJSON, func(p *page, body []byte) error { return jsoncodec.Unmarshal(body, p, jsoncodec.Limits{}) }},
	} {
		b.Run(run.name, func(b *testing.B) {
			b.SetBytes(int64(len(run.body)))
			b.ReportAllocs()
			for b.Loop() {
				var p page
				if err := run.read(&p, run.body); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func ours(p *page, body []byte) error   { return xmlwire.Unmarshal(body, p, xmlwire.Limits{}) }
func theirs(p *page, body []byte) error { return xml.Unmarshal(body, p) }

func BenchmarkMarshal(b *testing.B) {
	p := playersPage()
	b.Run("xmlwire", func(b *testing.B) {
		var dst []byte
		var err error
		b.ReportAllocs()
		for b.Loop() {
			if dst, err = xmlwire.Append(dst[:0], "Response", &p); err != nil {
				b.Fatal(err)
			}
		}
		b.SetBytes(int64(len(dst)))
	})
	b.Run("encoding-xml", func(b *testing.B) {
		var dst bytes.Buffer
		b.ReportAllocs()
		for b.Loop() {
			dst.Reset()
			if err := xml.NewEncoder(&dst).EncodeElement(&p, xml.StartElement{Name: xml.Name{Local: "Response"}}); err != nil {
				b.Fatal(err)
			}
		}
		b.SetBytes(int64(dst.Len()))
	})
}
