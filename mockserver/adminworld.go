package mockserver

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/mockserver/stored"
	"github.com/tourney-go/tourney/secret"
)

// worldRoutes returns the routes that act on the whole server.
func worldRoutes() []adminRoute {
	return []adminRoute{
		{http.MethodGet, "health", nil, noBody, "the server runs", adminOK},
		{http.MethodGet, "ready", nil, noBody, "the server answers requests", adminOK},
		{http.MethodGet, "info", nil, noBody, "what the server is and what is in it",
			func(c *adminCall) (any, error) { return c.world.Info(), nil }},
		{http.MethodGet, "scenarios", nil, noBody, "the scenarios that a server can start with",
			func(*adminCall) (any, error) { return map[string]any{"scenarios": Scenarios()}, nil }},
		{http.MethodPost, "scenarios/{name}/reset", nil, hasBody,
			`resets to the rows of a scenario: {"seed": 7}, for huge also {"teams": 5000}, or {}`, adminResetTo},
		{http.MethodPost, "reset", nil, noBody,
			"restores the rows and the time of the start; scenarios/{name}/reset those of a scenario", adminReset},
		{http.MethodPost, "rewind/{write}", nil, noBody, "shows the rows as they were after a write", adminRewind},

		{http.MethodGet, "export", []string{"keys"}, noBody,
			"all rows in the format of docs/data.md; keys=true adds the accounts",
			adminExport},
		{http.MethodPost, "import", nil, hasBody, "replaces all rows by those of an export",
			func(c *adminCall) (any, error) {
				return undoableLoad(c, "Load", func() error { return c.world.Load(c.Body) })
			}},
		{http.MethodPost, "fixtures", nil, hasBody, "adds the rows of a fixture file", adminFixtures},
		{http.MethodGet, "refs/{ref}", nil, noBody, "the id of the row with a ref in fixtures",
			func(c *adminCall) (any, error) { return valueOf(c.world.ID(c.named["ref"])), nil }},

		{http.MethodGet, "clock", nil, noBody, "the time of the server's clock", adminClock},
		{http.MethodPut, "clock", nil, hasBody,
			`sets it, {"set": "2026-06-12T09:00:00Z"}, or moves it, {"advance": "2h"}`,
			adminSetClock},

		{http.MethodGet, "sessions", nil, noBody, "the names of the open sessions",
			func(c *adminCall) (any, error) { return map[string]any{"sessions": c.world.Sessions()}, nil }},
		{http.MethodPost, "sessions", nil, hasBody,
			`opens a session: {"name": "anna"}, or {} for a name that the server makes`,
			adminOpenSession},
		{http.MethodDelete, "sessions/{name}", nil, noBody, "ends a session",
			func(c *adminCall) (any, error) { return nil, c.server.endSession(c.named["name"]) }},

		{http.MethodGet, "accounts", nil, noBody, "the accounts, without their secrets",
			func(c *adminCall) (any, error) { return accountsJSON{c.world.Accounts.All()}, nil }},
		{http.MethodPost, "accounts", nil, hasBody, "adds or replaces an account, and answers its id", adminAddAccount},
		{http.MethodPost, "accounts/{username}/rotate", nil, noBody,
			"gives an account new keys, and answers them", adminRotate},
		{http.MethodPost, "accounts/{username}/expire", nil, noBody,
			"makes the server refuse the keys of an account", adminExpire},
		{http.MethodGet, "accounts/{username}/credentials", nil, noBody, "the newest keys of an account", adminKeys},
		{http.MethodGet, "credentials", nil, noBody, "the newest keys of the first account",
			func(c *adminCall) (any, error) { keys, _ := c.world.Accounts.Keys(""); return keysJSONOf(keys), nil }},
	}
}

// settingRoutes returns the routes of values that hold for the whole server.
func settingRoutes() []adminRoute {
	return []adminRoute{
		{http.MethodGet, "statisticOrder", nil, noBody, "the order of the categories of leaders",
			func(c *adminCall) (any, error) { return valueOf(c.world.Statistics.Order()), nil }},
		putSetting("statisticOrder", "sets it", plainForm[valueJSON[[]string]](),
			func(w *World, body valueJSON[[]string]) { w.Statistics.SetOrder(body.Value...) }),
		putSetting("standings", "answers every request for standings with this table; null computes it again",
			rowForm[*tourney.Standings](), (*World).SetStandings),
		putSetting("leaders", "answers every request for leaders with these categories; null adds them up again",
			rowForm[[]tourney.StatisticCategory](), (*World).SetLeaders),
		putSetting("nextId", "sets the id of the next team or division", plainForm[valueJSON[int64]](),
			func(w *World, body valueJSON[int64]) { w.SetNextID(body.Value) }),
		putSetting("nextTransactionId", "sets the transaction id of the next payment", plainForm[valueJSON[string]](),
			func(w *World, body valueJSON[string]) { w.SetNextTransactionID(body.Value) }),
	}
}

// putSetting is the route of a value that holds for the whole server.
func putSetting[T any](path, about string, form *adminForm[T], set func(*World, T)) adminRoute {
	return adminRoute{http.MethodPut, path, []string{"unknown"}, hasBody, about, func(c *adminCall) (any, error) {
		value, err := adminBody(c, form)
		if err == nil {
			set(c.world, value)
		}
		return nil, err
	}}
}

func adminOK(*adminCall) (any, error) { return map[string]string{"status": "ok"}, nil }

func adminRewind(c *adminCall) (any, error) {
	write, err := c.id("write")
	if err != nil {
		return nil, err
	}
	return undoable(c, "Rewind", func() error { c.world.Writes.Rewind(write); return nil })
}

// choiceJSON is the body of a reset to a scenario.
type choiceJSON struct {
	Seed  *uint64 `json:"seed,omitempty"`
	Teams int     `json:"teams,omitempty"`
}

func adminReset(c *adminCall) (any, error) {
	return undoable(c, "Reset", func() error { c.world.Reset(); return nil })
}

func adminResetTo(c *adminCall) (any, error) {
	body, err := adminBody(c, plainForm[choiceJSON]())
	if err != nil {
		return nil, err
	}
	to := ScenarioChoice{c.named["name"], body.Seed, body.Teams}
	return undoable(c, "Reset to ", func() error { return c.world.ResetTo(to) })
}

// nameJSON is a body with a name.
type nameJSON struct {
	Name string `json:"name"`
}

// exported writes an export. It begins the answer with the first bytes, so that an error before them has its own.
type exported struct {
	w     http.ResponseWriter
	began bool
}

// Write writes bytes of the export.
func (e *exported) Write(p []byte) (int, error) {
	if !e.began {
		e.began = true
		e.w.Header().Set("Content-Type", "application/jsonl"+wire.CharsetUTF8)
	}
	return e.w.Write(p)
}

func adminExport(c *adminCall) (any, error) {
	keys, err := c.flag("keys")
	if err != nil {
		return nil, err
	}
	var opts []SaveOption
	if keys {
		opts = append(opts, SaveKeys())
	}
	to := &exported{w: c.w}
	switch err := c.world.Save(to, opts...); {
	case err != nil && to.began:
		panic(http.ErrAbortHandler) // the client must not take the part for the whole
	case err != nil:
		return nil, err
	}
	return adminWritten{}, nil
}

// fixturesJSON is the body of POST fixtures for several files, which is one write.
type fixturesJSON struct {
	Files []fixtureJSON `json:"files"`
}

type fixtureJSON struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// fixtureTexts are the texts of fixture files by name.
type fixtureTexts map[string]string

// ReadFile returns the text of a file.
func (f fixtureTexts) ReadFile(name string) ([]byte, error) {
	text, ok := f[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return []byte(text), nil
}

// Open returns an error: LoadFixtures reads whole files.
func (fixtureTexts) Open(string) (fs.File, error) { return nil, errors.ErrUnsupported }

func adminFixtures(c *adminCall) (any, error) {
	data, err := c.data()
	if err != nil {
		return nil, err
	}
	files := fixturesJSON{[]fixtureJSON{{"body", string(data)}}} // one file, as people send it
	if n, err := jsoncodec.ParseNode(data, adminLimits); err == nil && n.Find("files") != nil {
		if files, err = decodeAdmin(c, plainForm[fixturesJSON](), data); err != nil {
			return nil, err
		}
	}
	texts, err := files.texts()
	if err != nil {
		return nil, err
	}
	names := values.Mapped(files.Files, func(f fixtureJSON) string { return f.Name })
	return undoable(c, "LoadFixtures", func() error { return c.world.LoadFixtures(texts, names...) })
}

// mostFixtures bounds the rows of a request: a row of three bytes takes a kilobyte in the server.
const mostFixtures = 200_000

// texts returns the texts by the names of the files. It refuses more rows than a request may have, and a name of two
// texts. LoadFixtures tells what else is wrong.
func (f *fixturesJSON) texts() (fixtureTexts, error) {
	texts, rows := fixtureTexts{}, 0
	for i, file := range f.Files {
		if known, ok := texts[file.Name]; ok && known != file.Text {
			return nil, adminInvalid("files[%d].name: another file with another text has the name", i)
		}
		texts[file.Name] = file.Text
		n, err := jsoncodec.ParseNode([]byte(file.Text), adminLimits)
		for k := range n.Members {
			rows += len(n.Members[k].Items)
		}
		if errors.Is(err, record.ErrMemory) || rows > mostFixtures {
			return nil, adminInvalid("the request has more than %d rows: divide it, or start the server with them", mostFixtures)
		}
	}
	return texts, nil
}

// clockJSON is the clock in an answer.
type clockJSON struct {
	Now time.Time `json:"now"`
}

func adminClock(c *adminCall) (any, error) { return clockJSON{c.world.Clock.Now()}, nil }

// clockChange is the body of PUT clock.
type clockChange struct {
	Set     *string `json:"set"`
	Advance *string `json:"advance"`
}

func adminSetClock(c *adminCall) (any, error) {
	change, err := adminBody(c, plainForm[clockChange]())
	clock := c.world.Clock
	switch {
	case err != nil:
		return nil, err
	case (change.Set == nil) == (change.Advance == nil):
		return nil, adminInvalid(`expected one of set, as in {"set": "2026-06-12T09:00:00Z"}, and advance, as in ` +
			`{"advance": "2h"}`)
	case change.Set != nil:
		to, err := time.Parse(time.RFC3339Nano, *change.Set)
		if err != nil {
			return nil, adminInvalid("set: expected a time such as 2026-06-12T09:00:00Z, found %q", redact.Safe(*change.Set))
		}
		clock.Set(to)
	default:
		d, err := durationOf("advance", *change.Advance)
		if err != nil {
			return nil, err
		}
		clock.Advance(d)
	}
	return adminClock(c)
}

// sessionJSON is a session in an answer. A client sends its requests behind Path, or with the header X-Mock-Session.
type sessionJSON struct {
	Name string `json:"name"`
	Path string `json:"path"`
}

func adminOpenSession(c *adminCall) (any, error) {
	body, err := adminBody(c, plainForm[nameJSON]())
	if err != nil {
		return nil, err
	}
	session, err := c.world.NewSession(body.Name)
	if err != nil {
		return nil, err
	}
	return adminCreated{sessionJSON{session.SessionName(), wire.SessionPath + session.SessionName()}}, nil
}

// accountsJSON is the answer to GET accounts.
type accountsJSON struct {
	Accounts []stored.Account `json:"accounts"`
}

// accountJSON is the body of POST accounts.
type accountJSON struct {
	ID        int64  `json:"id,omitempty"`
	Username  string `json:"username"`
	Password  string `json:"password"`
	Email     string `json:"email,omitempty"`
	APIKey    string `json:"apiKey,omitempty"`
	APISecret []byte `json:"apiSecret,omitempty"` // base64, because a secret can be any bytes
}

// accountForm is the form of an account. Its error repeats nothing, because a secret could be in the wrong place.
var accountForm = &adminForm[accountJSON]{decode: func(data []byte, value *accountJSON) error {
	if json.Unmarshal(data, value) != nil {
		return adminInvalid("the account cannot be read: expected texts, a number as id and base64 as apiSecret")
	}
	return nil
}}

func adminAddAccount(c *adminCall) (any, error) {
	body, err := adminBody(c, accountForm)
	if err != nil {
		return nil, err
	}
	return valueOf(c.world.Accounts.Add(body.Username, body.Password, tourney.Account{
		ID: body.ID, Email: body.Email,
		Credentials: auth.Credentials{APIKey: body.APIKey, APISecret: secret.New(string(body.APISecret))},
	})), nil
}

// keysJSON are keys in an answer.
type keysJSON struct {
	APIKey    string `json:"apiKey"`
	APISecret []byte `json:"apiSecret"` // base64, because a secret can be any bytes
}

func (k keysJSON) credentials() auth.Credentials {
	return auth.Credentials{APIKey: k.APIKey, APISecret: secret.New(string(k.APISecret))}
}

func keysJSONOf(keys auth.Credentials) keysJSON {
	return keysJSON{keys.APIKey, []byte(keys.APISecret.Reveal())}
}

func adminKeys(c *adminCall) (any, error) {
	keys, ok := c.world.Accounts.Keys(c.named["username"])
	if !ok {
		return nil, adminNotFound("there is no account %q", redact.Safe(c.named["username"]))
	}
	return keysJSONOf(keys), nil
}

func adminRotate(c *adminCall) (any, error) {
	return keysJSONOf(c.world.Accounts.RotateKeys(c.named["username"])), nil
}

func adminExpire(c *adminCall) (any, error) {
	c.world.Accounts.ExpireKeys(c.named["username"])
	return nil, nil
}
