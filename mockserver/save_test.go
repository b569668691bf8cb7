package mockserver_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/stored"
	"github.com/tourney-go/tourney/secret"
)

// same requires that two servers hold the same, also what no response shows.
func same(t require.TestingT, want, got *mockserver.Server) {
	require.Empty(t, cmp.Diff(mockserver.Everything(mockserver.Newest(want)), mockserver.Everything(mockserver.Newest(got))))
}

func TestSaveAndLoad(t *testing.T) {
	scenarios := mockserver.Scenarios()
	for i, v := range tourney.Variants() {
		info := scenarios[i%len(scenarios)]
		t.Run(string(v)+" "+info.Name, func(t *testing.T) {
			srv, err := mockserver.New(v, smallScenario(info)...)
			require.NoError(t, err)
			loaded := empty(t, v)
			loaded.Teams.Add(tourney.Team{ID: 1, Name: "replaced"})
			require.NoError(t, loaded.Load(strings.NewReader(saved(t, srv))))
			same(t, srv, loaded)
			require.Equal(t, saved(t, srv), saved(t, loaded), "the same rows give the same bytes")
			require.Empty(t, cmp.Diff(dump(srv.World), dump(loaded.World)))
		})
	}
}

// TestAfterLoadIDsGoOn: a loaded server gives new rows the ids that the saved one would give.
func TestAfterLoadIDsGoOn(t *testing.T) {
	srv, loaded := populated(t), empty(t, tourney.Soccer)
	srv.Teams.Remove(srv.Teams.Add(tourney.Team{Name: "gone"}))
	srv.SetNextID(555)
	require.NoError(t, loaded.Load(strings.NewReader(saved(t, srv))))
	create := `{"DivisionId":11,"Name":"n","Players":[{"FirstName":"x"}]}`
	for range 2 {
		require.JSONEq(t, accept(t, srv, "POST", "/api/v1/teams", create), accept(t, loaded, "POST", "/api/v1/teams", create))
	}
	same(t, srv, loaded)
}

// TestLoadGivesNoIDTwice: Load goes behind the ids that rows had before it, as Restore does.
func TestLoadGivesNoIDTwice(t *testing.T) {
	srv := empty(t, tourney.Soccer)
	start := saved(t, srv)
	given := []int64{srv.Teams.Add(tourney.Team{})}
	payment := srv.Payments.Add(stored.Payment{})
	require.NoError(t, srv.Load(strings.NewReader(start)))
	given = append(given, srv.Teams.Add(tourney.Team{}))
	require.Less(t, given[0], given[1])
	require.NotEqual(t, payment, srv.Payments.Add(stored.Payment{}))
	srv.Reset()
	require.NoError(t, srv.Load(strings.NewReader(start)))
	require.Less(t, given[1], srv.Teams.Add(tourney.Team{}), "also ids from before a Reset")
}

func TestSaveAndLoadRefuseNil(t *testing.T) {
	srv := empty(t, tourney.Soccer)
	require.EqualError(t, srv.Save(nil), "mockserver: Save: the writer is nil")
	require.EqualError(t, srv.Save(io.Discard, mockserver.SaveOption{}), "mockserver: Save: an option is the zero SaveOption")
	require.EqualError(t, srv.Load(nil), "mockserver: Load: the reader is nil")
}

// TestEveryWriteIsInAFile: a file of the rows at the start, with the lines of all later writes behind them, gives the
// rows at the end, in the same order, also after removals and after the rows of another branch took their place.
func TestEveryWriteIsInAFile(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		srv := populated(t)
		versions := []mockserver.Version{mockserver.Newest(srv)}
		file := bytes.NewBuffer(mockserver.Numbered(srv))
		last := mockserver.Newest(srv)
		for i := range rapid.IntRange(1, 12).Draw(rt, "steps") {
			g := gambler{T: rt, srv: srv}
			switch rapid.IntRange(0, 5).Draw(rt, "kind") {
			case 0:
				sendWrites(srv, i)
			case 1:
				mockserver.Restore(srv, rapid.SampledFrom(versions).Draw(rt, "version"))
			default:
				g.step(t)
			}
			file.Write(mockserver.Written(mockserver.Newest(srv), last))
			last = mockserver.Newest(srv)
			versions = append(versions, last)
			loaded := empty(t, tourney.Soccer)
			require.NoError(rt, loaded.Load(bytes.NewReader(file.Bytes())), "%s", file)
			same(rt, srv, loaded)
		}
	})
}

// The secrets that plantSecrets puts into rows: each in a place that no file has.
const (
	cardNumber   = "4111111111111111"
	securityCode = "8317"
	namedSecret  = "canary-word"
)

// fillTexts puts a text into every text of a value that can be set, and secrets into the places of secrets.
func fillTexts(v reflect.Value, text string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fillTexts(v.Elem(), text)
	case reflect.Slice:
		if v.Type().Elem().Kind() != reflect.Uint8 {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			fillTexts(v.Index(0), text)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fillTexts(v.Field(i), text)
			}
		}
	}
	switch p := v.Addr().Interface().(type) {
	case *tourney.MetaInput:
		*p = tourney.MetaInput{Key: "cvv2", Value: securityCode}
	case *tourney.MetaItem:
		*p = tourney.MetaItem{Name: "Key", Value: namedSecret}
	case *tourney.Decimal:
		*p = tourney.MustDecimal("12.5")
	case *secret.Text:
		*p = secret.New(cardNumber)
	case *tourney.Extra:
		*p = tourney.Extra{"CreditCardNumber": json.RawMessage(cardNumber), "Password": json.RawMessage(`"` + namedSecret + `"`)}
	}
}

// filled returns a value with a text in every text of it.
func filled[T any](text string) (value T) {
	fillTexts(reflect.ValueOf(&value).Elem(), text)
	return value
}

// plantSecrets puts secrets into rows, by requests and without HTTP.
func plantSecrets(t *testing.T, srv *mockserver.Server) {
	t.Helper()
	for i, text := range keptTexts {
		payment := filled[stored.Payment](text)
		payment.TransactionID = text
		srv.Payments.Add(payment)
		srv.Payments.Add(stored.Payment{TransactionID: fmt.Sprint("side", i), Request: filled[tourney.PaymentInput](text)})
		srv.Events.Add(filled[tourney.Event](text))
		for range 2 { // they share an external id
			team := filled[tourney.Team](text)
			team.Players, team.Coaches = nil, nil
			id := srv.Teams.Add(team)
			srv.Teams.EditDetails(id, func(d *stored.TeamDetails) {
				event := d.EventID
				*d = filled[stored.TeamDetails](text)
				d.EventID = event
			})
			srv.Registrations.Add(stored.Registration{TeamID: id, Request: filled[tourney.RegistrationInput](text)})
		}
	}
	sent := strings.NewReplacer("ID", fmt.Sprint(srv.Teams.Add(tourney.Team{})), "TEXT", keptTexts[0], "NUMBER", cardNumber)
	accept(t, srv, "POST", "/api/v1/payments", sent.Replace(`{"TeamId":ID,"EnableCreditCard":true,"Payment":{"FirstName":"A","LastName":"B",
		"Address":{"StreetAddress":"1 St","ExtendedAddress":"-","City":"C","StateRegion":"IL","PostalCode":"60601","Country":"USA"},
		"Email":"a@example.com","Phone":"1",
		"CreditCardType":"Visa","CreditCardNumber":"NUMBER","CreditCardExpireMonth":12,"CreditCardExpireYear":31,
		"CreditCardCvv2":"317","Amount":5,"Title":"Cup","Description":"TEXT"}}`))
}

// requireNoSecrets requires that a file has none of the secrets that were planted.
func requireNoSecrets(t *testing.T, file string) {
	t.Helper()
	require.Contains(t, file, `"side0"`)
	for _, canary := range []string{cardNumber, securityCode, namedSecret} {
		require.NotContains(t, file, canary)
	}
}

// TestSaveKeepsNoSecrets plants secrets in all their places in rows, and keys, and looks for them in the bytes.
func TestSaveKeepsNoSecrets(t *testing.T) {
	const password = "canary-pin=1-" + cardNumber
	account := mockserver.Account("canary", password, tourney.Account{
		Credentials: auth.Credentials{APIKey: "canary-key", APISecret: secret.New("canary-secret")},
	})
	srv := empty(t, tourney.Soccer, account)
	plantSecrets(t, srv)
	plain := saved(t, srv)
	requireNoSecrets(t, plain)
	require.NotContains(t, plain, "canary")
	meta := srv.Registrations.All()[0].Request.Meta[0]
	require.Equal(t, securityCode, meta.Value, "rows in memory keep what was sent")
	loaded := empty(t, tourney.Soccer)
	require.NoError(t, loaded.Load(strings.NewReader(plain)))
	require.Equal(t, plain, saved(t, loaded))

	withKeys := saved(t, empty(t, tourney.Soccer, account), mockserver.SaveKeys())
	for _, kept := range []string{password, "canary-key", "canary-secret"} {
		require.Contains(t, withKeys, kept)
	}
}

// keptTexts are texts that look like secrets.
var keptTexts = []string{
	"The Token: Lions", "399999999999999990", "pay 5555 5555 5555 4444 today", "cvv: 123", "5500000000000004 ü",
	"https://user:word@example.com/scores", "550000000000000%34", "[redacted]",
}

// TestRowsComeBackAsTheyWere: a file changes no text because of what it looks like, and an external id still finds its
// teams after a restart.
func TestRowsComeBackAsTheyWere(t *testing.T) {
	const digits = 5500000000000004
	path := dataPath(t)
	srv := kept(t, path)
	event := srv.Events.Add(tourney.Event{})
	for _, text := range keptTexts {
		srv.Divisions.Add(tourney.Division{
			Event: &tourney.Event{ID: event}, Name: text, Order: digits,
			Prices: []tourney.Price{{Amount: tourney.MustDecimal(fmt.Sprint(digits))}},
		})
		for range 2 {
			srv.Teams.Add(tourney.Team{Name: text, ExternalTeamID: text, Extra: tourney.Extra{text: json.RawMessage(`"cvv=1"`)}})
		}
		srv.Payments.Add(stored.Payment{TransactionID: text})
	}
	require.NoError(t, srv.LoadFixtures(fstest.MapFS{"a.json": {Data: []byte(`{"divisions":[{"ref":"pin=1","Name":"Gold"}]}`)}}, "a.json"))
	ref := srv.ID("pin=1")
	loaded := empty(t, tourney.Soccer)
	require.NoError(t, loaded.Load(strings.NewReader(saved(t, srv))))
	same(t, srv, loaded)
	srv.Close()
	again := kept(t, path)
	same(t, again, loaded)
	require.Equal(t, ref, again.ID("pin=1"))

	one := again.Teams.Add(tourney.Team{Name: "Snow A", ExternalTeamID: "4111111111111111"})
	again.Close()
	again = kept(t, path)
	accept(t, again, "PUT", "/api/v1/teams", `{"ExternalTeamId":"4111111111111111","Name":"Snow B"}`)
	team, _ := again.Teams.Get(one)
	require.Equal(t, "Snow B", team.Name)
}

func TestLoadOfAccounts(t *testing.T) {
	srv := empty(t, tourney.Soccer)
	keys := srv.Accounts.RotateKeys(mockserver.DefaultUsername)
	plain, whole := saved(t, srv), saved(t, srv, mockserver.SaveKeys())

	own := empty(t, tourney.Soccer, mockserver.Account("ann", "secret", tourney.Account{}))
	before := keysOf(own.World)
	require.NoError(t, own.Load(strings.NewReader(plain)))
	require.Equal(t, before, keysOf(own.World), "a file without keys leaves the accounts alone")
	require.NoError(t, own.Load(strings.NewReader(whole)))
	require.Equal(t, keys, keysOf(own.World))
	_, err := own.Client().Authenticate(t.Context(), mockserver.DefaultUsername, mockserver.DefaultPassword)
	require.NoError(t, err)
	_, err = own.Client().Authenticate(t.Context(), "ann", "secret")
	require.Error(t, err)
}

// TestSaveHoldsTheRowsOfAMoment: writes that come while Save writes are not in the file.
func TestSaveHoldsTheRowsOfAMoment(t *testing.T) {
	srv := populated(t)
	before := saved(t, srv)
	var b bytes.Buffer
	require.NoError(t, srv.Save(writerFunc(func(p []byte) (int, error) {
		srv.Teams.Add(tourney.Team{Name: "late"})
		return b.Write(p)
	})))
	require.Equal(t, before, b.String())
	require.NotEqual(t, before, saved(t, srv))
	full := errors.New("the disk is full")
	require.ErrorIs(t, srv.Save(writerFunc(func([]byte) (int, error) { return 0, full })), full)
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// edited returns a saved file after a change, with the right checksum unless the change is about it.
func edited(text, before, after string) string {
	return resealed(strings.Replace(text, before, after, 1))
}

// resealed returns a file with the checksum of its lines.
func resealed(text string) string {
	at := strings.LastIndex(text, `{"end"`)
	if at < 0 {
		return text
	}
	sum := crc32.Checksum([]byte(text[:at]), crc32.MakeTable(crc32.Castagnoli))
	return text[:at] + fmt.Sprintf(`{"end":{"Lines":%d,"CRC":"%08x"}}`, strings.Count(text[:at], "\n"), sum) + "\n"
}

func TestLoadRefuses(t *testing.T) {
	srv := populated(t)
	srv.Teams.Add(tourney.Team{ID: 90, ExternalTeamID: "E"})
	srv.Teams.Add(tourney.Team{ID: 91, ExternalTeamID: "E"})
	text := saved(t, srv, mockserver.SaveKeys())
	line := func(n int) string { return strings.SplitAfter(text, "\n")[n-1] }
	teams := strings.Index(text, `{"teams":`)
	number := strings.Count(text[:teams], "\n") + 1
	row := line(number)
	lineNumber := func(begin string) string {
		above, _, _ := strings.Cut(text, begin)
		return strconv.Itoa(strings.Count(above, "\n") + 1)
	}
	lineWith := func(begin, says string) string { return "line " + lineNumber(begin) + ": " + says }
	const allTeams = "expected the ids of all teams that have the external id, and no others"
	with := func(line, begin string) string { return edited(text, begin, line+"\n"+begin) }
	for name, c := range map[string]struct{ text, says string }{
		"nothing":        {"", `this is no saved file: expected a first line with "header"`},
		"no JSON":        {"hello\n", "this is no saved file"},
		"another file":   {`{"a":1}` + "\n", "this is no saved file"},
		"another format": {edited(text, "tourney-mock", "x"), `line 1: header: expected the Format "tourney-mock"`},
		"another version": {
			edited(text, `"Version":1`, `"Version":2`),
			"line 1: header: the file has Version 2 of the format, and this mock reads version 1",
		},
		"another variant": {
			edited(text, `"soccer"`, `"rugby"`),
			`line 1: header: the rows are of the Variant "rugby", and the server serves "soccer"`,
		},
		"a second header": {edited(text, row, line(1)+row), fmt.Sprintf("line %d: header: a second line of this kind", number)},
		"an unknown line": {
			edited(text, `{"teams":`, `{"team":`),
			fmt.Sprintf(`line %d: "team" is no kind of line: the nearest is "teams"`, number),
		},
		"an unknown field": {
			edited(text, `{"teams":{`, `{"teams":{"Nam":1,`),
			fmt.Sprintf("line %d: teams.Nam: expected a name of the format, found an unknown one", number),
		},
		"a wrong kind": {
			edited(text, `"Team":{"Id":`, `"Team":{"Id":{},"Id":`),
			"teams.Team.Id: expected an integer of 64 bits, found an object",
		},
		"a field twice": {
			edited(text, `{"teams":{`, `{"teams":{"EventId":1,"EventId":1,`),
			fmt.Sprintf("line %d: teams.EventId: expected each name once", number),
		},
		"a text as an id": {
			edited(text, `{"teams":{`, `{"teams":{"EventId":"secret",`),
			fmt.Sprintf("line %d: teams.EventId: expected an integer of 64 bits, found a text", number),
		},
		"a row twice":   {edited(text, row, row+row), fmt.Sprintf("line %d: teams: Team.Id: a row before it has the same one", number+1)},
		"half a line":   {text[:teams+20], fmt.Sprintf("line %d: the line is torn: expected its end", number)},
		"a line less":   {strings.Replace(text, row, "", 1), "end: expected Lines"},
		"another byte":  {strings.Replace(text, `"T1"`, `"TI"`, 1), "end: expected the CRC"},
		"no end":        {text[:strings.LastIndex(text, `{"end"`)], "the file is torn"},
		"more":          {text + "{}\n", "the line is no write, or its checksum is wrong"},
		"an unknown id": {edited(text, `"ids":{`, `"ids":{"teens":4,`), `ids: "teens" is no kind of ids: the nearest is "teams"`},
		"ids that end": {
			edited(text, `"ids":{"accounts":200000001`, `"ids":{"accounts":9000000000000000000`),
			"ids: accounts: expected an id from 1 to 2^62 + 2^61",
		},
		"no password": {edited(text, `"Password":"let-me-in",`, ``), "accounts: expected a Username, a Password and Keys"},
		"a lost player": {
			edited(text, `"PlayerId":`, `"PlayerId":9`), lineWith(`{"teams":`, "teams.Team.Players[0].PlayerId: names no player"),
		},
		"a player of no roster": {
			edited(text, `"TeamIds":[31`, `"TeamIds":[32`),
			lineWith(`{"people":`, "people.TeamIds[0]: the player is not in the roster of the team"),
		},
		"a line of two rosters": {
			edited(text, `"Players":[{"Id":51`, `"Players":[{"Id":53`),
			fmt.Sprintf("line %d: teams.Team.Players[0].Id: the roster in line %d has the same one", number+1, number),
		},
		"a lost pool": {edited(text, `"PoolId":`, `"PoolId":9`), lineWith(`{"teamPools":`, "teamPools.PoolId: names no pool")},
		"a lost team": {edited(text, `"TeamIds":[`, `"TeamIds":[9`), lineWith(`{"people":`, "people.TeamIds[0]: names no team")},
		"scopes":      {edited(text, `"Scopes":[`, `"Scopes":[[9,1],`), "people.Scopes[0]: expected a level from 0 to 3"},
		"a scope twice": {
			edited(text, `"Scopes":[[1,1]`, `"Scopes":[[1,1],[1,1]`), "people: Scopes[1]: expected each scope once, in ascending order",
		},
		"external ids": {
			edited(text, `"Teams":[90,91]`, `"Teams":[90,90]`),
			lineWith(`{"external":{"Id":"E"`, "external.Teams: "+allTeams),
		},
		"external ids of lost teams": {
			edited(text, `"Teams":[90,91]`, `"Teams":[90,91,99]`), lineWith(`{"external":{"Id":"E"`, "external.Teams: "+allTeams),
		},
		"an external id of no team": {
			with(`{"external":{"Id":"secret","Teams":[99]}}`, `{"external":`), lineWith(`{"external":`, "external.Teams: "+allTeams),
		},
		"an external id of another team": {
			with(`{"external":{"Id":"secret","Teams":[90]}}`, `{"external":`), lineWith(`{"external":`, "external.Teams: "+allTeams),
		},
		"an external id without teams": {
			with(`{"external":{"Id":"secret"}}`, `{"external":`),
			lineWith(`{"external":`, "external: no Teams: expected the ids of the teams that have the external id"),
		},
		"no external id": {
			with(`{"external":{"Teams":[90]}}`, `{"external":`),
			lineWith(`{"external":`, "external: Id: expected the external id of a team, found none"),
		},
		"an external id twice": {
			with(`{"external":{"Id":"E","Teams":[91,90]}}`, `{"ids":`),
			lineWith(`{"ids":`, "external: Id: line ") + lineNumber(`{"external":{"Id":"E"`) + " has the same one",
		},
		"a ref of no row": {with(`{"refs":{"secret":0}}`, `{"ids":`), lineWith(`{"ids":`, "refs: expected ids from 1 to 2^62 + 2^61")},
		"two refs":        {with(`{"refs":{"a":1}}`+"\n"+`{"refs":{"a":1}}`, `{"end":`), "refs: a second line of this kind"},
		"two states":      {with(`{"state":{"Booked":5}}`, `{"end":`), lineWith(`{"end":`, "state: a second line of this kind")},
		"two ids":         {with(`{"ids":{"teams":7}}`, `{"end":`), lineWith(`{"end":`, "ids: a second line of this kind")},
		"deep":            {`{"header":` + strings.Repeat("[", 1e6) + "\n", "expected no deeper nesting"},
	} {
		t.Run(name, func(t *testing.T) {
			other := populated(t)
			before := mockserver.Everything(mockserver.Newest(other))
			err := other.Load(strings.NewReader(c.text))
			require.ErrorContains(t, err, c.says)
			require.Regexp(t, "^mockserver: Load: ", err.Error())
			require.NotContains(t, err.Error(), "secret")
			require.Equal(t, before, mockserver.Everything(mockserver.Newest(other)))
		})
	}
}

// TestHeadersOfTheWrongKind: Load once read a member of the wrong kind as a zero, and named another mistake.
func TestHeadersOfTheWrongKind(t *testing.T) {
	header := func(members ...string) string { return `{"header":{` + strings.Join(members, ",") + "}}\n" }
	const format, version, variant = `"Format":"tourney-mock"`, `"Version":1`, `"Variant":"soccer"`
	for text, says := range map[string]string{
		header(format, `"Version":"1"`, variant):       "header.Version: expected an integer of 64 bits, found a text (byte 46)",
		header(format, version, `"Variant":5`):         "header.Variant: expected a text, found a number (byte 58)",
		header(format, version, variant, `"Write":-1`): "header: Write: expected a number from 0 to 2^62 + 2^61",
		header(format, version, variant, version):      "header.Version: expected each name once, found a name a second time (byte 77)",
		header(format, version, variant, `"New":1`):    "header.New: expected a name of the format, found an unknown one (byte 73)",
		header(format, variant):                        "header: Version: expected the version of the format, found none",
		header(format, version):                        "header: no Variant: expected the variant of the server",
		header(version, variant):                       `header: expected the Format "tourney-mock"`,
		header(`"New":1`, `"Version":2`, format, variant): "header: the file has Version 2 of the format, " +
			"and this mock reads version 1",
		header(`"New":1`, version, `"Format":"x"`): `header: expected the Format "tourney-mock"`,
		`{"header":null}` + "\n":                   "header: expected an object, found null (byte 11)",
	} {
		srv := populated(t)
		before := mockserver.Everything(mockserver.Newest(srv))
		require.EqualError(t, srv.Load(strings.NewReader(text)), "mockserver: Load: line 1: "+says, text)
		require.Equal(t, before, mockserver.Everything(mockserver.Newest(srv)))
	}
}

// TestErrorsOfWritesNameTheirLine: what is wrong with a row shows behind the last line, and the error names the line
// that put the row there last.
func TestErrorsOfWritesNameTheirLine(t *testing.T) {
	srv := populated(t)
	srv.Teams.Add(tourney.Team{ID: 90, ExternalTeamID: "E"})
	text := saved(t, srv)
	end := strings.Count(text, "\n")
	pool := regexp.MustCompile(`{"pools":{"Id":(\d+)`).FindStringSubmatch(text)[1]
	abovePositions, _, _ := strings.Cut(text, `{"teamPools":`)
	writes := func(values ...string) string {
		lines := text
		for i, value := range values {
			lines += sealedWrite(fmt.Sprintf(`{"crc":"00000000","write":{"Number":%d,%s}}`+"\n", i+1, value))
		}
		return lines
	}
	const noPlayer = "write: teams.Team.Players[0].PlayerId: names no player"
	const other = `"Rows":[{"teams":{"Team":{"Id":91}}},{"teams":{"Team":{"Id":92}}}]`
	lost := func(team int) string {
		return fmt.Sprintf(`"Rows":[{"teams":{"Team":{"Id":%d,"Players":[{"Id":951,"PlayerId":%d}]}}}]`, team, 4111111)
	}
	for name, c := range map[string]struct {
		text string
		line int
		says string
	}{
		"a new row":             {writes(other, lost(93), other), end + 2, noPlayer},
		"a row of the file":     {writes(other, lost(90)), end + 2, noPlayer},
		"a row of a write":      {writes(other, other, lost(92)), end + 3, noPlayer},
		"a row that came again": {writes(`"Removed":{"teams":[90]}`, lost(90)), end + 2, noPlayer},
		"a row that lost another": {
			writes(`"Removed":{"teamPools":[]}`, `"Removed":{"pools":[`+pool+`]}`),
			strings.Count(abovePositions, "\n") + 1, "teamPools.PoolId: names no pool",
		},
		"an external id of no team": {
			writes(other, `"External":{"E":[90],"secret":[91]}`), end + 2,
			"write: External: expected the ids of all teams that have the external id, and no others",
		},
		"an external id that a team lost": {
			writes(`"External":{"E":[90]}`, `"External":{"E":[]}`), end + 2,
			"write: External: expected the ids of all teams that have the external id, and no others",
		},
	} {
		t.Run(name, func(t *testing.T) {
			says := fmt.Sprintf("line %d: %s", c.line, c.says)
			require.EqualError(t, populated(t).Load(strings.NewReader(c.text)), "mockserver: Load: "+says)
			path := dataPath(t)
			require.NoError(t, os.WriteFile(path, []byte(c.text), 0o600))
			_, err := mockserver.New(tourney.Soccer, mockserver.DataFile(path))
			require.EqualError(t, err, "mockserver: DataFile: "+path+": "+says)
		})
	}
	require.NoError(t, populated(t).Load(strings.NewReader(writes(other, `"External":{"E":[90]}`, other))))
	err := populated(t).Load(strings.NewReader(writes(`"Removed":{"teams":[4111111]}`)))
	require.EqualError(t, err, fmt.Sprintf("mockserver: Load: line %d: write: Removed.teams[0]: names no row", end+1))
}

// TestJournalHidesReplacedSecrets: the journal hides the secrets of accounts that Load or Reset replaced, also when no
// request came before.
func TestJournalHidesReplacedSecrets(t *testing.T) {
	withAccount := func(username, password string) *mockserver.Server {
		return empty(t, tourney.Soccer, mockserver.Account(username, password, tourney.Account{}))
	}
	file := saved(t, withAccount("ann", "walrus-file"), mockserver.SaveKeys())
	tests := []struct {
		name, secret string
		reset        bool
	}{{"Load", "otter-start", false}, {"Reset", "walrus-file", true}}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			srv := withAccount("bob", "otter-start")
			require.NoError(t, srv.Load(strings.NewReader(file)))
			if c.reset {
				srv.Reset()
			}
			send(t, srv, "GET", "/api/v1/teams?name="+c.secret, "")
			require.Equal(t, "name=[redacted]", srv.Calls.All("")[0].Query)
		})
	}
}

// TestFilesNameTheirProfile: a file of a host with another profile is refused, whichever of the two has one.
func TestFilesNameTheirProfile(t *testing.T) {
	club := tourney.Basketball()
	club.Name = "club \"9\" 4111111111111111" // errors mask the number
	hosts := map[string]tourney.Host{
		"no Profile": tourney.MultiSport, `the Profile "basketball"`: tourney.Basketball(),
		`the Profile "club \"9\" [redacted]"`: club,
	}
	server := func(h tourney.Host, opts ...mockserver.Option) (*mockserver.Server, error) {
		return mockserver.New(h, append(opts, mockserver.Scenario("empty"))...)
	}
	for of, host := range hosts {
		srv, err := server(host)
		require.NoError(t, err)
		srv.Teams.Add(tourney.Team{Name: "Otters"})
		text := saved(t, srv)
		require.Equal(t, of != "no Profile", strings.Contains(text, `"Profile":`))
		path := dataPath(t)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		for serves, other := range hosts {
			loaded, err := server(other)
			require.NoError(t, err)
			err = loaded.Load(strings.NewReader(text))
			onDisk, opened := server(other, mockserver.DataFile(path))
			if of == serves {
				require.NoError(t, err)
				require.NoError(t, opened)
				onDisk.Close()
				continue
			}
			says := "line 1: header: the rows are of " + of + ", and the server has " + serves
			require.EqualError(t, err, "mockserver: Load: "+says)
			require.EqualError(t, opened, "mockserver: DataFile: "+path+": "+says)
			require.Empty(t, loaded.Teams.All())
		}
	}
	unnamed, err := server(mockserver.Profile{MaxPageSize: 7})
	require.NoError(t, err)
	require.NotContains(t, saved(t, unnamed), "Profile", "a profile without a name cannot be told from its variant")
}
