package xmlcodec_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/xmlcodec"
)

type Team struct {
	ID       int64    `json:"Id"`
	Name     string   `json:"Name"`
	ParentID *int64   `json:"ParentId"`
	Score    *float64 `json:"Score,omitzero"`
	Players  []Player `json:"Players,omitzero" item:"Player"`
	Totals   *Totals  `json:"Totals,omitzero" nil:"xml"`

	Extra map[string]json.RawMessage `json:"-"`
}

type Player struct {
	FirstName string
	Number    *int `json:",omitzero"`
}

type Totals struct{ Points int }

func ExampleMarshal() {
	type Response struct{ Team Team }
	body, err := xmlcodec.Marshal("Response", Response{Team{
		ID: 41001, Name: "Comets & Co", Score: new(57.0), Players: []Player{{FirstName: "Pippa", Number: new(0)}, {}},
	}})
	fmt.Println(string(body), err)
	// Output:
	// <Response xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><Team><Id>41001</Id><Name>Comets &amp; Co</Name><ParentId i:nil="true"/><Players><Player><FirstName>Pippa</FirstName><Number>0</Number></Player><Player><FirstName></FirstName></Player></Players><Score>57</Score><Totals i:nil="true"/></Team></Response> <nil>
}

// A buffer that is used again makes no garbage.
func ExampleAppend() {
	var buffer []byte
	for i := range 3 {
		var err error
		if buffer, err = xmlcodec.Append(buffer[:0], "Request", Totals{Points: i}); err != nil {
			panic(err)
		}
		fmt.Println(len(buffer))
	}
	// Output:
	// 89
	// 89
	// 89
}

func ExampleUnmarshal() {
	const body = `<?xml version="1.0" encoding="UTF-8"?>
		<Response xmlns:i="http://www.w3.org/2001/XMLSchema-instance">
			<Name>Comets &amp; Co</Name>
			<Id>41001</Id>
			<ParentId i:nil="true"/>
			<Score></Score>
			<Players>
				<Player><FirstName>Pippa</FirstName><Number>0</Number></Player>
				<Player><FirstName>Dash</FirstName><Number/></Player>
			</Players>
			<Mascot><Kind>Otter</Kind><Name>Ollie</Name><Name>Otto</Name></Mascot>
		</Response>`
	var t Team
	if err := xmlcodec.Unmarshal([]byte(body), &t); err != nil {
		panic(err)
	}
	fmt.Println(t.ID, t.Name, t.ParentID == nil, t.Score == nil)
	fmt.Println(*t.Players[0].Number, t.Players[1].Number == nil)
	fmt.Println(string(t.Extra["Mascot"]))
	// Output:
	// 41001 Comets & Co true true
	// 0 true
	// {"Kind":"Otter","Name":["Ollie","Otto"]}
}

// An answer in XML that was saved, with BodyInto for example, is read into the types of the client.
func ExampleUnmarshal_savedAnswer() {
	saved, err := os.ReadFile("testdata/teams.xml")
	if err != nil {
		panic(err)
	}
	var answer struct{ Teams tourney.Page[tourney.Team] }
	if err := xmlcodec.Unmarshal(saved, &answer); err != nil {
		panic(err)
	}
	for _, team := range answer.Teams.Results {
		fmt.Println(team.ID, team.Name, *team.Paid, team.Extra)
	}
	// Output:
	// 4001 Comets & Co true {"Mascot":"Otter"}
	// 4002 Kites false {}
}

func ExampleError() {
	const body = `<Response>
		<Players>
			<Player><FirstName>Pippa</FirstName></Player>
			<Player><Number>seven</Number></Player>
		</Players>
	</Response>`
	err := xmlcodec.Unmarshal([]byte(body), new(Team))
	fmt.Println(err)
	var e *xmlcodec.Error
	if errors.As(err, &e) {
		fmt.Println(e.Path, e.Line)
	}
	// Output:
	// xmlcodec: /Players[1]/Number (line 4, offset 91): found string "seven", expected an integer
	// /Players[1]/Number 4
}

func ExampleMaxDepth() {
	const body = `<Response><Players><Player><FirstName>Pippa</FirstName></Player></Players></Response>`
	fmt.Println(xmlcodec.Unmarshal([]byte(body), new(Team), xmlcodec.MaxDepth(4)))
	fmt.Println(xmlcodec.Unmarshal([]byte(body), new(Team), xmlcodec.MaxDepth(3)))
	// Output:
	// <nil>
	// xmlcodec: /Players[0] (line 1, offset 27): found "<", expected no deeper nesting
}

func ExampleMaxMemory() {
	const body = `<Response><Players><Player/><Player/><Player/></Players></Response>`
	fmt.Println(xmlcodec.Unmarshal([]byte(body), new(Team), xmlcodec.MaxMemory(64)))
	// Output:
	// xmlcodec: /Players[1] (line 1, offset 28): found more than fits into 64 bytes of memory: MaxMemory changes this limit
}

func ExampleMaxBytes() {
	fmt.Println(xmlcodec.Unmarshal([]byte(`<Response><Id>1</Id></Response>`), new(Team), xmlcodec.MaxBytes(16)))
	// Output:
	// xmlcodec: /: found 31 bytes, expected at most 16
}
