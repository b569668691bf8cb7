package answers

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
	"github.com/tourney-go/tourney/secret"
)

// damaged reads a body that may be damaged.
type damaged func(body []byte, isXML bool) error

// typed decodes a body into the type of the whole response or request.
func typed[T any](body []byte, isXML bool) error {
	if isXML {
		return xmlwire.Unmarshal(body, new(T), xmlwire.Limits{})
	}
	return jsoncodec.Unmarshal(body, new(T), jsoncodec.Limits{})
}

// typedOf does what typed does, for a type that is known only at run time.
func typedOf(of reflect.Type) damaged {
	return func(body []byte, isXML bool) error {
		if isXML {
			return xmlwire.Unmarshal(body, reflect.New(of).Interface(), xmlwire.Limits{})
		}
		return jsoncodec.Unmarshal(body, reflect.New(of).Interface(), jsoncodec.Limits{})
	}
}

// bound reads a body like a host: first names and values, then the type. XML does not distinguish a list from an object, so binding may
// fail.
func bound[T any](body []byte, isXML bool) error {
	var n node.Node
	var err error
	if isXML {
		_, n, err = xmlwire.ParseNode(body, xmlwire.Limits{})
	} else {
		n, err = jsoncodec.ParseNode(body, jsoncodec.Limits{})
	}
	if err != nil {
		return err
	}
	return record.Bind(n, new(T))
}

func both[T any]() []damaged { return []damaged{typed[T], bound[T]} }

type (
	answeredID     struct{ ID int64 }
	answeredErrors struct {
		Errors []tourney.ErrorItem `json:"Errors" item:"Error"`
	}
	answeredLeaders struct {
		Players struct{ Statistics []tourney.StatisticCategory }
	}
	answeredAccount struct {
		ID                   int64
		APIKey, APISecretKey secret.Text
		Email                string
	}
)

// tops are the readers of each kind of fixture: those of the client for answers, and those of hosts for requests. Other
// answers have the reader of their type in clienttest.Answers.
var tops = map[string][]damaged{
	"authenticate.response":     {typed[answeredAccount]},
	"divisions-create.response": {typed[answeredID]},
	"divisions-list.response": both[struct {
		Divisions tourney.Page[tourney.Division]
	}](),
	"divisions-update.response":  {typed[struct{}]},
	"errors.response":            {typed[answeredErrors]},
	"games-update.response":      {typed[struct{}]},
	"standings-update.response":  {typed[struct{}]},
	"statistics-get.response":    {typed[answeredLeaders]},
	"statistics-update.response": {typed[struct{}]},
	"teams-create.response":      {typed[answeredID]},
	"teams-update.response":      {typed[struct{}]},

	"authenticate.request":      both[tourney.Login](),
	"divisions-create.request":  both[tourney.DivisionCreateInput](),
	"divisions-update.request":  both[tourney.DivisionUpdateInput](),
	"games-update.request":      both[tourney.GameUpdateInput](),
	"payments.request":          both[tourney.PaymentInput](),
	"register.request":          both[tourney.RegistrationInput](),
	"standings-update.request":  both[tourney.StandingsUpdateInput](),
	"statistics-update.request": both[tourney.StatisticsUpdateInput](),
	"teams-create.request":      both[tourney.TeamCreateInput](),
	"teams-update.request":      both[tourney.TeamUpdateInput](),
}

// wireFile is a body of testdata/wire in either format.
type wireFile struct {
	name  string // as in "teams-get/multi-sport.nulls.response.json"
	body  []byte
	isXML bool
	read  []damaged
}

// readersOf returns the readers of a kind of fixture, such as venues-get.response.
func readersOf(kind string) []damaged {
	folder, isAnswer := strings.CutSuffix(kind, ".response")
	for _, a := range clienttest.Answers {
		if isAnswer && a.Folder == folder && tops[kind] == nil {
			return []damaged{typedOf(a.Body)}
		}
	}
	return tops[kind]
}

func wireFiles(t *testing.T) []wireFile {
	t.Helper()
	var found []wireFile
	for _, path := range clienttest.Glob(t, "testdata/wire/*/*.*") {
		ext := filepath.Ext(path)
		if ext != ".json" && ext != ".xml" {
			continue
		}
		body, err := os.ReadFile(path)
		require.NoError(t, err)
		folder := filepath.Base(filepath.Dir(path))
		kind := folder + filepath.Ext(strings.TrimSuffix(path, ext))
		require.NotEmpty(t, readersOf(kind), path)
		found = append(found, wireFile{folder + "/" + filepath.Base(path), bytes.TrimSpace(body), ext == ".xml", readersOf(kind)})
	}
	require.GreaterOrEqual(t, len(found), 214)
	return found
}

// stride returns 1 in a thorough run, which tries every case, and else the distance of the cases that a run tries.
func stride(distance int) int {
	if clienttest.Thorough {
		return 1
	}
	return distance
}

// TestTruncatedBodies: a truncated body is an error, and never a panic or a value.
func TestTruncatedBodies(t *testing.T) {
	for _, f := range wireFiles(t) {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			require.NoError(t, f.read[0](f.body, f.isXML))
			for _, read := range f.read {
				for n := len(f.body) % stride(3); n < len(f.body); n += stride(3) {
					part := f.body[:n:n]
					if err := read(part, f.isXML); !placed(err, part) {
						require.Failf(t, "not refused as it should be", "%v: %q", err, part)
					}
				}
			}
		})
	}
}

// TestChangedBytes: a body with one changed byte is a value or an error, and never a panic.
func TestChangedBytes(t *testing.T) {
	for _, name := range []string{"venues-get/*.response", "errors/multi-sport.response", "games-update/*.request"} {
		for _, ext := range []string{".json", ".xml"} {
			t.Run(name+ext, func(t *testing.T) {
				t.Parallel()
				f := smallest(t, name+ext)
				for i := range f.body {
					changed := bytes.Clone(f.body)
					for c := i % stride(5); c < 256; c += stride(5) {
						changed[i] = byte(c)
						for _, read := range f.read {
							if err := read(changed, f.isXML); err != nil && !placed(err, changed) {
								require.Failf(t, "not refused as it should be", "%v: %q", err, changed)
							}
						}
					}
				}
			})
		}
	}
}

// smallest returns the smallest of the bodies that a pattern names.
func smallest(t *testing.T, pattern string) (least wireFile) {
	t.Helper()
	for _, f := range wireFiles(t) {
		matches, err := path.Match(pattern, f.name)
		require.NoError(t, err)
		if matches && (least.body == nil || len(f.body) < len(least.body)) {
			least = f
		}
	}
	require.NotEmpty(t, least.body, pattern)
	return least
}

// placed reports whether an error comes from a codec and has an offset inside the body.
func placed(err error, body []byte) bool {
	e, ok := err.(*record.Error) //nolint:errorlint // no codec wraps what it returns
	return ok && e.Offset >= 0 && e.Offset <= int64(len(body))
}
