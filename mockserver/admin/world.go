package admin

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
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/form"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/mockserver/stored"
	"github.com/tourney-go/tourney/secret"
)

func worldRoutes() []route {
	return []route{
		{http.MethodGet, "health", nil, noBody, "the server runs", isHealthy},
		{http.MethodGet, "ready", nil, noBody, "the server answers requests", isHealthy},
		{http.MethodGet, "info", nil, noBody, "what the server is and what is in it",
			func(c *call) (any, error) { return c.world.Info(), nil }},
		{http.MethodGet, "scenarios", nil, noBody, "the scenarios that a server can start with",
			func(*call) (any, error) { return map[string]any{"scenarios": mockserver.Scenarios()}, nil }},
		{http.MethodPost, "scenarios/{name}/reset", nil, hasBody,
			`resets to the rows of a scenario: {"seed": 7, "startDate": "6/12/2026"}, for huge {"teams": 5000}, or {}`, resetTo},
		{http.MethodPost, "reset", nil, hasBody,
			`restores the rows and the time of the start; {"all": true} removes faults and forgets requests too`, reset},
		{http.MethodPost, "rewind/{write}", nil, noBody, "shows the rows as they were after a write", rewind},

		{http.MethodGet, "export", []string{"keys"}, noBody,
			"all rows in the format of docs/data.md; keys=true adds the accounts",
			export},
		{http.MethodPost, "import", nil, hasBody, "replaces all rows by those of an export",
			func(c *call) (any, error) {
				return undoableLoad(c, "Load", func() error { return c.world.Load(c.Body) })
			}},
		{http.MethodPost, "fixtures", nil, hasBody, "adds the rows of a fixture file", loadFixtures},
		{http.MethodGet, "refs/{ref}", nil, noBody, "the id of the row with a ref in fixtures",
			func(c *call) (any, error) { return valueOf(c.world.ID(c.named["ref"])), nil }},

		{http.MethodGet, "clock", nil, noBody, "the time of the server's clock", getClock},
		{http.MethodPut, "clock", nil, hasBody,
			`sets it, {"set": "2026-06-12T09:00:00Z"}, or moves it, {"advance": "2h"}`,
			setClock},
		{http.MethodPost, "play", nil, hasBody,
			`gives the next game a result, and moves the clock to its end: {"seed": 7, "until": "2026-06-12T18:00:00Z"}, or {}`,
			play},

		{http.MethodGet, "sessions", nil, noBody, "the names of the open sessions",
			func(c *call) (any, error) { return form.Sessions{Sessions: c.world.Sessions()}, nil }},
		{http.MethodPost, "sessions", nil, hasBody,
			`opens a session: {"name": "anna"}, or {} for a name that the server makes`,
			openSession},
		{http.MethodDelete, "sessions/{name}", nil, noBody, "ends a session",
			func(c *call) (any, error) { return nil, c.world.EndSession(c.named["name"]) }},

		{http.MethodGet, "accounts", nil, noBody, "the accounts, without their secrets",
			func(c *call) (any, error) { return form.Accounts{Accounts: c.world.Accounts.All()}, nil }},
		{http.MethodPost, "accounts", nil, hasBody,
			`adds or replaces an account, which sees all events or {"events": [1001]}, and answers its id`, addAccount},
		{http.MethodPost, "accounts/{username}/rotate", nil, noBody,
			"gives an account new keys, and answers them", rotateKeys},
		{http.MethodPost, "accounts/{username}/expire", nil, noBody,
			"makes the server refuse the keys of an account", expireKeys},
		{http.MethodGet, "accounts/{username}/credentials", nil, noBody, "the newest keys of an account", getKeys},
		{http.MethodGet, "credentials", nil, noBody, "the newest keys of the first account",
			func(c *call) (any, error) { keys, _ := c.world.Accounts.Keys(""); return form.KeysOf(keys), nil }},
	}
}

func settingRoutes() []route {
	return []route{
		{http.MethodGet, "statisticOrder", nil, noBody, "the order of the categories of leaders",
			func(c *call) (any, error) { return valueOf(c.world.Statistics.Order()), nil }},
		putSetting("statisticOrder", "sets it", form.Plain[form.Value[[]string]](),
			func(w *world, body form.Value[[]string]) { w.Statistics.SetOrder(body.Value...) }),
		putSetting("standings", "answers every request for standings with this table; null computes it again",
			form.Row[*tourney.Standings](), (*world).SetStandings),
		putSetting("leaders", "answers every request for leaders with these categories; null adds them up again",
			form.Row[[]tourney.StatisticCategory](), (*world).SetLeaders),
		putSetting("nextId", "sets the id of the next team or division", form.Plain[form.Value[int64]](),
			func(w *world, body form.Value[int64]) { w.SetNextID(body.Value) }),
		putSetting("nextTransactionId", "sets the transaction id of the next payment", form.Plain[form.Value[string]](),
			func(w *world, body form.Value[string]) { w.SetNextTransactionID(body.Value) }),
	}
}

func putSetting[T any](path, about string, as *form.Form[T], set func(*world, T)) route {
	return route{http.MethodPut, path, []string{"unknown"}, hasBody, about, func(c *call) (any, error) {
		value, err := bodyAs(c, as)
		if err == nil {
			set(c.world, value)
		}
		return nil, err
	}}
}

func isHealthy(*call) (any, error) { return map[string]string{"status": "ok"}, nil }

func rewind(c *call) (any, error) {
	write, err := c.id("write")
	if err != nil {
		return nil, err
	}
	return undoable(c, "Rewind", func() error { c.world.Writes.Rewind(write); return nil })
}

func reset(c *call) (any, error) {
	body, err := bodyOrNone(c, form.Plain[form.Reset]())
	if err != nil {
		return nil, err
	}
	do := c.world.Reset
	if body.All {
		do = c.world.ResetAll
	}
	return undoable(c, "Reset", func() error { do(); return nil })
}

func resetTo(c *call) (any, error) {
	body, err := bodyAs(c, form.Plain[form.Choice]())
	if err != nil {
		return nil, err
	}
	to := mockserver.ScenarioChoice{
		Name: c.named["name"], Seed: body.Seed, Teams: body.Teams, StartDate: body.StartDate,
	}
	return undoable(c, "Reset to ", func() error { return c.world.ResetTo(to) })
}

// exported writes an export. It begins the answer with the first bytes of the export, so that an earlier error can
// still get an answer of its own.
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

func export(c *call) (any, error) {
	keys, err := c.flag("keys")
	if err != nil {
		return nil, err
	}
	var opts []mockserver.SaveOption
	if keys {
		opts = append(opts, mockserver.SaveKeys())
	}
	to := &exported{w: c.w}
	switch err := c.world.Save(to, opts...); {
	case err != nil && to.began:
		panic(http.ErrAbortHandler) // the client must not believe that the export is complete
	case err != nil:
		return nil, err
	}
	return written{}, nil
}

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

func loadFixtures(c *call) (any, error) {
	data, err := c.data()
	if err != nil {
		return nil, err
	}
	files := form.Fixtures{Files: []form.Fixture{{Name: "body", Text: string(data)}}} // one file, as people send it
	if n, err := jsoncodec.ParseNode(data, form.Limits); err == nil && n.Find("files") != nil {
		if files, err = decodeAs(c, form.Plain[form.Fixtures](), data); err != nil {
			return nil, err
		}
	}
	texts, err := textsOf(&files)
	if err != nil {
		return nil, err
	}
	names := values.Mapped(files.Files, func(f form.Fixture) string { return f.Name })
	return undoable(c, "LoadFixtures", func() error { return c.world.LoadFixtures(texts, names...) })
}

// maxFixtures bounds the rows of a request: a row of three bytes takes a kilobyte in the server.
const maxFixtures = 200_000

// textsOf returns the texts by the names of the files. It refuses more rows than a request may have, and two texts with
// one name. LoadFixtures reports all other problems.
func textsOf(f *form.Fixtures) (fixtureTexts, error) {
	texts, rows := fixtureTexts{}, 0
	for i, file := range f.Files {
		if known, ok := texts[file.Name]; ok && known != file.Text {
			return nil, invalid("files[%d].name: another file with another text has the name", i)
		}
		texts[file.Name] = file.Text
		n, err := jsoncodec.ParseNode([]byte(file.Text), form.Limits)
		for k := range n.Members {
			rows += len(n.Members[k].Items)
		}
		if errors.Is(err, record.ErrMemory) || rows > maxFixtures {
			return nil, invalid("the request has more than %d rows: divide it, or start the server with them", maxFixtures)
		}
	}
	return texts, nil
}

func getClock(c *call) (any, error) { return form.Clock{Now: c.world.Clock.Now()}, nil }

type clockChange struct {
	Set     *string `json:"set"`
	Advance *string `json:"advance"`
}

func setClock(c *call) (any, error) {
	change, err := bodyAs(c, form.Plain[clockChange]())
	clock := c.world.Clock
	switch {
	case err != nil:
		return nil, err
	case (change.Set == nil) == (change.Advance == nil):
		return nil, invalid(`expected one of set, as in {"set": "2026-06-12T09:00:00Z"}, and advance, as in ` +
			`{"advance": "2h"}`)
	case change.Set != nil:
		to, err := timeOf("set", *change.Set)
		if err != nil {
			return nil, err
		}
		clock.Set(to)
	default:
		d, err := parsed("advance", *change.Advance, expectedDuration, time.ParseDuration)
		if err != nil {
			return nil, err
		}
		clock.Advance(d)
	}
	return getClock(c)
}

func timeOf(name, text string) (time.Time, error) {
	return parsed(name, text, "a time such as 2026-06-12T09:00:00Z", func(text string) (time.Time, error) {
		return time.Parse(time.RFC3339Nano, text)
	})
}

func play(c *call) (any, error) {
	body, err := bodyAs(c, form.Plain[form.Play]())
	if err != nil {
		return nil, err
	}
	o := mockserver.PlayOptions{Seed: body.Seed}
	if body.Until != nil {
		if o.Until, err = timeOf("until", *body.Until); err != nil {
			return nil, err
		}
	}
	for game := range c.world.Play(c.Context(), o) {
		row, err := form.Row[tourney.Game]().Encode(game)
		return form.Played{Game: row}, err
	}
	return form.Played{}, nil
}

func openSession(c *call) (any, error) {
	body, err := bodyAs(c, form.Plain[form.Name]())
	if err != nil {
		return nil, err
	}
	session, err := c.world.NewSession(body.Name)
	if err != nil {
		return nil, err
	}
	return created{form.Session{Name: session.SessionName(), Path: wire.SessionPath + session.SessionName()}}, nil
}

// accountForm is the form of an account. The error contains nothing of the body, because a secret could be in the wrong
// place.
var accountForm = &form.Form[form.Account]{Decode: func(data []byte, value *form.Account) error {
	if json.Unmarshal(data, value) != nil {
		return invalid("the account cannot be read: expected texts, a number as id, ids as events and base64 as apiSecret")
	}
	return nil
}}

func addAccount(c *call) (any, error) {
	body, err := bodyAs(c, accountForm)
	if err != nil {
		return nil, err
	}
	return valueOf(c.world.Accounts.Add(body.Username, body.Password, tourney.Account{
		ID: body.ID, Email: body.Email,
		Credentials: auth.Credentials{APIKey: body.APIKey, APISecret: secret.New(string(body.APISecret))},
	}, body.Events...)), nil
}

func getKeys(c *call) (any, error) {
	keys, ok := c.world.Accounts.Keys(c.named["username"])
	if !ok {
		names := values.Mapped(c.world.Accounts.All(), func(a stored.Account) string { return a.Username })
		return nil, refusal.NoneNamed("account", c.named["username"], names)
	}
	return form.KeysOf(keys), nil
}

func rotateKeys(c *call) (any, error) {
	return form.KeysOf(c.world.Accounts.RotateKeys(c.named["username"])), nil
}

func expireKeys(c *call) (any, error) {
	c.world.Accounts.ExpireKeys(c.named["username"])
	return nil, nil
}
