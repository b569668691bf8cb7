package mockserver

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver/internal/fixture"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/respond"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/mockserver/stored"
)

func (r *remote) URL() string { return r.url }

func (r *remote) Profile() Profile { return r.profile.clone() }

func (r *remote) Info() (info Info) {
	r.must("Info", http.MethodGet, "info", nil, nil, &info)
	return info
}

func (r *remote) Schema(form SchemaForm) []byte {
	if !slices.Contains([]SchemaForm{SchemaOpenAPIJSON, SchemaOpenAPIYAML, SchemaXSD}, form) {
		return schemaAt(r.profile.Variant, form, "") // panics
	}
	var document json.RawMessage // readFar takes the bytes of the answer as they are
	r.must("Schema", http.MethodGet, string(form), nil, nil, &document)
	return document
}

func (r *remote) Client(opts []tourney.Option) *tourney.Client {
	own := []tourney.Option{tourney.WithHTTPClient(r.http), tourney.WithPlainHTTP()}
	if r.hmac {
		keys, _, err := r.keysOf("")
		r.panicFar("Client", err)
		own = append(own, tourney.WithSigner(farSigner{r}), tourney.WithCredentials(keys))
	}
	return mustClient(r.url, r.profile.Profile, append(own, opts...))
}

// farSigner signs as auth.HMAC does, with the time of the server's clock. Without an answer it signs nothing.
type farSigner struct{ r *remote }

// Sign signs a request.
func (s farSigner) Sign(req *http.Request, keys auth.Credentials) error {
	var shown clockJSON
	if err := s.r.call(req.Context(), http.MethodGet, "clock", nil, nil, &shown); err != nil {
		return s.r.errorOf("Clock.Now", err)
	}
	return auth.HMAC{Now: func() time.Time { return shown.Now }}.Sign(req, keys)
}

func (r *remote) View(target string) ([]byte, error) {
	path, query, err := respond.ViewTarget(target)
	var body json.RawMessage
	if err == nil {
		err = r.call(context.Background(), http.MethodGet, farPath("view", path), query, nil, &body)
	}
	if err != nil {
		return nil, r.errorOf("View", err)
	}
	return bytes.TrimSuffix(body, []byte("\n")), nil // which is for terminals
}

func (r *remote) Reset() { r.must("Reset", http.MethodPost, "reset", nil, nil, nil) }

func (r *remote) ResetTo(to ScenarioChoice) error {
	body := choiceJSON{to.Seed, to.Teams}
	path := farPath("scenarios", to.Name, "reset")
	return r.errorOf("ResetTo", r.call(context.Background(), http.MethodPost, path, nil, body, nil))
}

func (r *remote) Writes() int64 {
	var info Info
	r.must("Writes.Newest", http.MethodGet, "info", nil, nil, &info)
	return info.Writes
}

func (r *remote) Rewind(write int64) {
	r.must("Writes.Rewind", http.MethodPost, farPath("rewind", write), nil, nil, nil)
}

func (r *remote) Snapshot() *Snapshot {
	kept, err := r.keep("")
	r.panicFar("Snapshots.Take", r.within("Snapshots.Keep", err))
	return kept
}

func (r *remote) KeepSnapshot(name string) (*Snapshot, error) {
	kept, err := r.keep(name)
	return kept, r.errorOf("Snapshots.Keep", err)
}

func (r *remote) keep(name string) (*Snapshot, error) {
	var made snapshotJSON
	if err := r.call(context.Background(), http.MethodPost, "snapshots", nil, nameJSON{name}, &made); err != nil {
		return nil, err
	}
	return r.snapshot(made), nil
}

func (r *remote) snapshot(kept snapshotJSON) *Snapshot {
	return &Snapshot{name: kept.Name, time: kept.Time, write: kept.Write, of: r.profile.Name, far: r.url}
}

func (r *remote) Snapshots() []*Snapshot {
	var list struct {
		Snapshots []snapshotJSON `json:"snapshots"`
	}
	r.must("Snapshots.All", http.MethodGet, "snapshots", nil, nil, &list)
	return values.Mapped(list.Snapshots, r.snapshot)
}

func (r *remote) ForgetSnapshot(name string) bool {
	return r.found("Snapshots.Forget", http.MethodDelete, farPath("snapshots", name), nil, nil)
}

func (r *remote) RememberSnapshot(name string) (*Snapshot, error) {
	var kept snapshotJSON
	path := farPath("snapshots", name, "remember")
	if err := r.call(context.Background(), http.MethodPost, path, nil, nil, &kept); err != nil {
		return nil, r.errorOf("Snapshots.Remember", err)
	}
	return r.snapshot(kept), nil
}

func (r *remote) Restore(of *Snapshot) {
	switch {
	case of == nil:
		panic(refusal.Wrap("Snapshots.Restore", errNoSnapshot))
	case of.far == "":
		panic(refusal.Errorf("Snapshots.Restore", "the snapshot is one of this process, not of %s", r.url))
	case of.far != r.url:
		panic(refusal.Errorf("Snapshots.Restore", "the snapshot is at %s, not at %s", of.far, r.url))
	}
	r.must("Snapshots.Restore", http.MethodPost, farPath("snapshots", of.name, "restore"), nil, nil, nil)
}

func (r *remote) Save(w io.Writer, opts []SaveOption) error {
	settings, err := saveSettingsOf(w, opts)
	if err != nil {
		return err
	}
	query := url.Values{}
	if settings.Keys {
		query.Set("keys", "true")
	}
	resp, err := r.send(context.Background(), http.MethodGet, "export", query, nil, nil)
	if err == nil {
		_, err = io.Copy(w, resp.Body)
		_ = resp.Body.Close()
	}
	return r.errorOf("Save", err)
}

func (r *remote) Load(from io.Reader) error {
	if from == nil {
		return refusal.Errorf("Load", "the reader is nil")
	}
	resp, err := r.send(context.Background(), http.MethodPost, "import", nil, nil, io.NopCloser(from))
	if err == nil {
		_ = resp.Body.Close()
	}
	return r.errorOf("Load", err)
}

func (r *remote) LoadFixtures(fsys fs.FS, names []string) error {
	files, err := fixture.ReadFiles(fsys, names)
	if err == nil {
		body := fixturesJSON{values.Mapped(files, func(f *fixture.File) fixtureJSON {
			return fixtureJSON{f.Name, string(f.Data)}
		})}
		err = r.call(context.Background(), http.MethodPost, "fixtures", nil, body, nil)
	}
	return r.errorOf("LoadFixtures", err)
}

func (r *remote) ID(ref string) int64 {
	return farValue[int64](r, "ID", farPath("refs", ref))
}

func (r *remote) Special(which Special) (id int64, ok bool) {
	var info Info
	r.must("Special", http.MethodGet, "info", nil, nil, &info)
	id, ok = info.Specials[which]
	return id, ok
}

// remoteClock is the clock of a server in another process.
type remoteClock remote

func (c *remoteClock) Now() time.Time {
	var shown clockJSON
	(*remote)(c).must("Clock.Now", http.MethodGet, "clock", nil, nil, &shown)
	return shown.Now
}

func (c *remoteClock) Set(t time.Time) {
	(*remote)(c).must("Clock.Set", http.MethodPut, "clock", nil, map[string]time.Time{"set": t}, nil)
}

func (c *remoteClock) Advance(d time.Duration) {
	(*remote)(c).must("Clock.Advance", http.MethodPut, "clock", nil, map[string]string{"advance": d.String()}, nil)
}

// NewSession is that of Server. Close of the session ends it.
func (r *remote) NewSession(name string) (*World, error) {
	session, err := r.open(name)
	if err != nil {
		return nil, r.errorOf("NewSession", err)
	}
	return session.asWorld(), nil
}

func (r *remote) open(name string) (*remote, error) {
	var made sessionJSON
	if err := r.call(context.Background(), http.MethodPost, "sessions", nil, nameJSON{name}, &made); err != nil {
		return nil, err
	}
	session := *r
	session.url, session.session, session.opened = r.main.url+wire.SessionPath+url.PathEscape(made.Name), made.Name, true
	return &session, nil
}

func (r *remote) OpenFor(t TB, method string) *World {
	t.Helper()
	session, err := r.open("")
	if err != nil {
		t.Fatalf("%s", r.errorOf(method, r.within("NewSession", err)))
		return nil
	}
	t.Cleanup(session.Close)
	return session.asWorld()
}

func (r *remote) SessionName() string { return r.session }

func (r *remote) Sessions() []string {
	var list struct {
		Sessions []string `json:"sessions"`
	}
	r.must("Sessions", http.MethodGet, "sessions", nil, nil, &list)
	return list.Sessions
}

func (r *remote) EndSession(name string) error {
	err := r.call(context.Background(), http.MethodDelete, farPath("sessions", name), nil, nil, nil)
	return r.errorOf("EndSession", err)
}

func (r *remote) Close() {
	if r.opened {
		path := farPath("sessions", r.session)
		_ = r.main.call(context.Background(), http.MethodDelete, path, nil, nil, nil) // it may have ended before
	}
	r.http.CloseIdleConnections()
}

func (r *remote) AddAccount(username, password string, a tourney.Account) (id int64) {
	body := accountJSON{
		ID: a.ID, Username: username, Password: password, Email: a.Email,
		APIKey: a.Credentials.APIKey, APISecret: []byte(a.Credentials.APISecret.Reveal()),
	}
	made := valueJSON[*int64]{&id}
	r.must("Accounts.Add", http.MethodPost, "accounts", nil, body, &made)
	return id
}

func (r *remote) Accounts() []stored.Account {
	var list accountsJSON
	r.must("Accounts.All", http.MethodGet, "accounts", nil, nil, &list)
	return list.Accounts
}

func (r *remote) Keys(username string) (auth.Credentials, bool) {
	keys, ok, err := r.keysOf(username)
	r.panicFar("Accounts.Keys", err)
	return keys, ok
}

// keysOf returns the newest keys of an account; of "", those of the first account.
func (r *remote) keysOf(username string) (keys auth.Credentials, ok bool, err error) {
	path := "credentials"
	if username != "" {
		path = farPath("accounts", username, "credentials")
	}
	var shown keysJSON
	err = r.call(context.Background(), http.MethodGet, path, nil, nil, &shown)
	if isAbsent(err) {
		return keys, false, nil
	}
	return shown.credentials(), err == nil, err
}

func (r *remote) RotateKeys(username string) auth.Credentials {
	var keys keysJSON
	r.must("Accounts.RotateKeys", http.MethodPost, farPath("accounts", username, "rotate"), nil, nil, &keys)
	return keys.credentials()
}

func (r *remote) ExpireKeys(username string) {
	r.must("Accounts.ExpireKeys", http.MethodPost, farPath("accounts", username, "expire"), nil, nil, nil)
}

func (r *remote) StatisticOrder() []string {
	return farValue[[]string](r, "Statistics.Order", "statisticOrder")
}

func (r *remote) SetStatisticOrder(names []string) {
	r.must("Statistics.SetOrder", http.MethodPut, "statisticOrder", nil, valueJSON[[]string]{names}, nil)
}

func (r *remote) SetStandings(table *tourney.Standings) {
	data := farRow(r, "SetStandings", table, table == nil)
	r.must("SetStandings", http.MethodPut, "standings", farKeep, data, nil)
}

func (r *remote) SetLeaders(categories []tourney.StatisticCategory) {
	data := farRow(r, "SetLeaders", categories, categories == nil)
	r.must("SetLeaders", http.MethodPut, "leaders", farKeep, data, nil)
}

func (r *remote) SetNextID(id int64) {
	r.must("SetNextID", http.MethodPut, "nextId", nil, valueJSON[int64]{id}, nil)
}

func (r *remote) SetNextTransactionID(id string) {
	r.must("SetNextTransactionID", http.MethodPut, "nextTransactionId", nil, valueJSON[string]{id}, nil)
}
