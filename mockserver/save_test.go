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
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/internal/values"
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
			srv, err := mockserver.New(v, mocktest.SmallScenario(info)...)
			require.NoError(t, err)
			loaded := mocktest.Empty(t, v)
			loaded.Teams.Add(tourney.Team{ID: 1, Name: "replaced"})
			require.NoError(t, loaded.Load(strings.NewReader(mocktest.Saved(t, srv))))
			same(t, srv, loaded)
			require.Equal(t, mocktest.Saved(t, srv), mocktest.Saved(t, loaded), "the same rows give the same bytes")
			require.Empty(t, cmp.Diff(mocktest.Dump(srv.World), mocktest.Dump(loaded.World)))
		})
	}
}

func TestSaveAndLoadRefuseNil(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	require.EqualError(t, srv.Save(nil), "mockserver: Save: the writer is nil")
	require.EqualError(t, srv.Save(io.Discard, mockserver.SaveOption{}), "mockserver: Save: an option is the zero SaveOption")
	require.EqualError(t, srv.Load(nil), "mockserver: Load: the reader is nil")
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
	mocktest.Accept(t, srv, "POST", "/api/v1/payments", sent.Replace(`{"TeamId":ID,"EnableCreditCard":true,
		"Payment":{"FirstName":"A","LastName":"B",
		"Address":{"StreetAddress":"1 St","ExtendedAddress":"-","City":"C","StateRegion":"IL","PostalCode":"60601","Country":"USA"},
		"Email":"a@example.com","Phone":"1",
		"CreditCardType":"Visa","CreditCardNumber":"NUMBER","CreditCardExpireMonth":12,"CreditCardExpireYear":31,
		"CreditCardCvv2":"317","Amount":5,"Title":"Cup","Description":"TEXT"}}`))
}

// TestFilesKeepNoSecrets plants secrets in all their places in rows, and keys, and looks for them in the bytes that Save
// writes and in those of a data file.
func TestFilesKeepNoSecrets(t *testing.T) {
	const password = "canary-pin=1-" + cardNumber
	account := mockserver.Account("canary", password, tourney.Account{
		Credentials: auth.Credentials{APIKey: "canary-key", APISecret: secret.New("canary-secret")},
	})
	path := mocktest.DataPath(t)
	srv := mocktest.Empty(t, tourney.Soccer, account, mockserver.DataFile(path))
	srv.Accounts.RotateKeys("canary")
	plantSecrets(t, srv)
	plain := mocktest.Saved(t, srv)
	srv.Close()
	for _, file := range []string{plain, mocktest.FileText(t, path)} {
		require.Contains(t, file, `"side0"`)
		for _, planted := range []string{cardNumber, securityCode, namedSecret, "canary"} {
			require.NotContains(t, file, planted)
		}
		loaded := mocktest.Empty(t, tourney.Soccer)
		require.NoError(t, loaded.Load(strings.NewReader(file)))
		require.Equal(t, plain, mocktest.Saved(t, loaded))
	}
	meta := srv.Registrations.All()[0].Request.Meta[0]
	require.Equal(t, securityCode, meta.Value, "rows in memory keep what was sent")

	withKeys := mocktest.Saved(t, mocktest.Empty(t, tourney.Soccer, account), mockserver.SaveKeys())
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
	digits := int64(5500000000000004)
	path := mocktest.DataPath(t)
	srv := mocktest.Kept(t, path)
	event := srv.Events.Add(tourney.Event{})
	for _, text := range keptTexts {
		srv.Divisions.Add(tourney.Division{
			Event: &tourney.Event{ID: event}, Name: text, Order: int(digits),
			Prices: []tourney.Price{{Amount: tourney.MustDecimal(fmt.Sprint(digits))}},
		})
		for range 2 {
			srv.Teams.Add(tourney.Team{Name: text, ExternalTeamID: text, Extra: tourney.Extra{text: json.RawMessage(`"cvv=1"`)}})
		}
		srv.Payments.Add(stored.Payment{TransactionID: text})
	}
	require.NoError(t, srv.LoadFixtures(fstest.MapFS{"a.json": {Data: []byte(`{"divisions":[{"ref":"pin=1","Name":"Gold"}]}`)}}, "a.json"))
	ref := srv.ID("pin=1")
	loaded := mocktest.Empty(t, tourney.Soccer)
	require.NoError(t, loaded.Load(strings.NewReader(mocktest.Saved(t, srv))))
	same(t, srv, loaded)
	srv.Close()
	again := mocktest.Kept(t, path)
	same(t, again, loaded)
	require.Equal(t, ref, again.ID("pin=1"))

	one := again.Teams.Add(tourney.Team{Name: "Snow A", ExternalTeamID: "4111111111111111"})
	again.Close()
	again = mocktest.Kept(t, path)
	mocktest.Accept(t, again, "PUT", "/api/v1/teams", `{"ExternalTeamId":"4111111111111111","Name":"Snow B"}`)
	team, _ := again.Teams.Get(one)
	require.Equal(t, "Snow B", team.Name)
}

func TestLoadOfAccounts(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	keys := srv.Accounts.RotateKeys(mockserver.DefaultUsername)
	plain, whole := mocktest.Saved(t, srv), mocktest.Saved(t, srv, mockserver.SaveKeys())

	own := mocktest.Empty(t, tourney.Soccer, mockserver.Account("ann", "secret", tourney.Account{}))
	before := mocktest.KeysOf(own.World)
	require.NoError(t, own.Load(strings.NewReader(plain)))
	require.Equal(t, before, mocktest.KeysOf(own.World), "a file without keys leaves the accounts alone")
	require.NoError(t, own.Load(strings.NewReader(whole)))
	require.Equal(t, keys, mocktest.KeysOf(own.World))
	_, err := own.Client().Authenticate(t.Context(), mockserver.DefaultUsername, mockserver.DefaultPassword)
	require.NoError(t, err)
	_, err = own.Client().Authenticate(t.Context(), "ann", "secret")
	require.Error(t, err)
}

// TestSaveHoldsTheRowsOfAMoment: writes that come while Save writes are not in the file.
func TestSaveHoldsTheRowsOfAMoment(t *testing.T) {
	srv := populated(t)
	before := mocktest.Saved(t, srv)
	var b bytes.Buffer
	require.NoError(t, srv.Save(writerFunc(func(p []byte) (int, error) {
		srv.Teams.Add(tourney.Team{Name: "late"})
		return b.Write(p)
	})))
	require.Equal(t, before, b.String())
	require.NotEqual(t, before, mocktest.Saved(t, srv))
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

// TestJournalHidesReplacedSecrets: the journal hides the secrets of accounts that Load or Reset replaced, also when no
// request came before.
func TestJournalHidesReplacedSecrets(t *testing.T) {
	withAccount := func(username, password string) *mockserver.Server {
		return mocktest.Empty(t, tourney.Soccer, mockserver.Account(username, password, tourney.Account{}))
	}
	file := mocktest.Saved(t, withAccount("ann", "walrus-file"), mockserver.SaveKeys())
	for _, resets := range []bool{false, true} {
		srv := withAccount("bob", "otter-start")
		require.NoError(t, srv.Load(strings.NewReader(file)))
		if resets {
			srv.Reset()
		}
		mocktest.Send(t, srv, "GET", "/api/v1/teams?name="+values.IfElse(resets, "walrus-file", "otter-start"), "")
		require.Equal(t, "name=[redacted]", srv.Calls.All("")[0].Query)
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
	for of, host := range hosts {
		srv := mocktest.Empty(t, host)
		srv.Teams.Add(tourney.Team{Name: "Otters"})
		text, path := mocktest.Saved(t, srv), mocktest.DataPath(t)
		require.Equal(t, of != "no Profile", strings.Contains(text, `"Profile":`))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		for serves, other := range hosts {
			loaded := mocktest.Empty(t, other)
			err := loaded.Load(strings.NewReader(text))
			onDisk, opened := mockserver.New(other, mockserver.DataFile(path))
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
	unnamed := mocktest.Empty(t, mockserver.Profile{MaxPageSize: 7})
	require.NotContains(t, mocktest.Saved(t, unnamed), "Profile", "a profile without a name cannot be told from its variant")
}
