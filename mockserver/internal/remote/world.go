package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/adminclient"
	"github.com/tourney-go/tourney/mockserver/internal/direct"
	"github.com/tourney-go/tourney/mockserver/internal/form"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/respond"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/mockserver/internal/world"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// Signer signs as auth.HMAC does, with the time of the server's clock. If the server does not answer, Sign returns an
// error.
type Signer struct{ r *Server }

// NewSigner returns the signer of the clients of a server.
func NewSigner(r *Server) Signer { return Signer{r} }

// Sign signs a request.
func (s Signer) Sign(req *http.Request, keys auth.Credentials) error {
	var shown form.Clock
	if err := s.r.Ask(req.Context(), http.MethodGet, "clock", nil, nil, &shown); err != nil {
		return s.r.ErrorOf("Clock.Now", err)
	}
	return auth.HMAC{Now: func() time.Time { return shown.Now }}.Sign(req, keys)
}

// View implements the method View of a World.
func (r *Server) View(target string) ([]byte, error) {
	path, query, err := respond.ViewTarget(target)
	var body json.RawMessage
	if err == nil {
		err = r.Ask(context.Background(), http.MethodGet, Path("view", path), query, nil, &body)
	}
	if err != nil {
		return nil, r.ErrorOf("View", err)
	}
	return bytes.TrimSuffix(body, []byte("\n")), nil // the server ends the body with a line break for terminals
}

// Reset implements the method Reset of a World.
func (r *Server) Reset() { r.Must("Reset", http.MethodPost, "reset", nil, nil, nil) }

// ResetAll implements the method ResetAll of a World.
func (r *Server) ResetAll() {
	r.Must("ResetAll", http.MethodPost, "reset", nil, form.Reset{All: true}, nil)
}

// Writes implements the method Writes.Newest of a World.
func (r *Server) Writes() int64 {
	return get[struct{ Writes int64 }](r, "Writes.Newest", "info", nil).Writes
}

// Rewind implements the method Writes.Rewind of a World.
func (r *Server) Rewind(write int64) {
	r.Must("Writes.Rewind", http.MethodPost, Path("rewind", write), nil, nil, nil)
}

// Snapshot implements the method Snapshots.Take of a World.
func (r *Server) Snapshot() *world.Snapshot {
	kept, err := r.keep("")
	r.Panic("Snapshots.Take", r.Within("Snapshots.Keep", err))
	return kept
}

// KeepSnapshot implements the method Snapshots.Keep of a World.
func (r *Server) KeepSnapshot(name string) (*world.Snapshot, error) {
	kept, err := r.keep(name)
	return kept, r.ErrorOf("Snapshots.Keep", err)
}

func (r *Server) keep(name string) (*world.Snapshot, error) {
	var made form.Snapshot
	if err := r.Ask(context.Background(), http.MethodPost, "snapshots", nil, form.Name{Name: name}, &made); err != nil {
		return nil, err
	}
	return r.snapshot(made), nil
}

func (r *Server) snapshot(kept form.Snapshot) *world.Snapshot {
	return &world.Snapshot{Name: kept.Name, Time: kept.Time, Write: kept.Write, Of: r.Host, Far: r.Base}
}

// Snapshots implements the method Snapshots.All of a World.
func (r *Server) Snapshots() []*world.Snapshot {
	return values.Mapped(get[form.Snapshots](r, "Snapshots.All", "snapshots", nil).Snapshots, r.snapshot)
}

// ForgetSnapshot implements the method Snapshots.Forget of a World.
func (r *Server) ForgetSnapshot(name string) bool {
	return r.found("Snapshots.Forget", http.MethodDelete, Path("snapshots", name), nil, nil)
}

// Restore implements the method Snapshots.Restore of a World.
func (r *Server) Restore(of *world.Snapshot) {
	switch {
	case of == nil:
		panic(refusal.Wrap("Snapshots.Restore", world.ErrNoSnapshot))
	case of.Far == "":
		panic(refusal.Errorf("Snapshots.Restore", "the snapshot is one of this process, not of %s", r.Base))
	case of.Far != r.Base:
		panic(refusal.Errorf("Snapshots.Restore", "the snapshot is at %s, not at %s", of.Far, r.Base))
	}
	r.Must("Snapshots.Restore", http.MethodPost, Path("snapshots", of.Name, "restore"), nil, nil, nil)
}

// Export writes all rows of the world to w, in the form that Load reads. If keys is true, it also writes the keys of
// the accounts.
func (r *Server) Export(w io.Writer, keys bool) error {
	query := url.Values{}
	if keys {
		query.Set("keys", "true")
	}
	resp, err := r.Send(context.Background(), http.MethodGet, "export", query, nil, nil)
	if err == nil {
		_, err = io.Copy(w, resp.Body)
		_ = resp.Body.Close()
	}
	return r.ErrorOf("Save", err)
}

// Load implements the method Load of a World.
func (r *Server) Load(from io.Reader) error {
	if from == nil {
		return refusal.Errorf("Load", "the reader is nil")
	}
	resp, err := r.Send(context.Background(), http.MethodPost, "import", nil, nil, io.NopCloser(from))
	if err == nil {
		_ = resp.Body.Close()
	}
	return r.ErrorOf("Load", err)
}

// LoadFixtures implements the method LoadFixtures of a World.
func (r *Server) LoadFixtures(fsys fs.FS, names []string) error {
	files, err := direct.ReadFiles(fsys, names)
	if err == nil {
		body := form.Fixtures{Files: values.Mapped(files, func(f *direct.File) form.Fixture {
			return form.Fixture{Name: f.Name, Text: string(f.Data)}
		})}
		err = r.Ask(context.Background(), http.MethodPost, "fixtures", nil, body, nil)
	}
	return r.ErrorOf("LoadFixtures", err)
}

// ID implements the method ID of a World.
func (r *Server) ID(ref string) int64 {
	return value[int64](r, "ID", Path("refs", ref))
}

// Clock is the clock of a server in another process.
type Clock Server

// Now implements the method Clock.Now of a World.
func (c *Clock) Now() time.Time {
	return get[form.Clock]((*Server)(c), "Clock.Now", "clock", nil).Now
}

// Set implements the method Clock.Set of a World.
func (c *Clock) Set(t time.Time) {
	(*Server)(c).Must("Clock.Set", http.MethodPut, "clock", nil, map[string]time.Time{"set": t}, nil)
}

// Advance implements the method Clock.Advance of a World.
func (c *Clock) Advance(d time.Duration) {
	(*Server)(c).Must("Clock.Advance", http.MethodPut, "clock", nil, map[string]string{"advance": d.String()}, nil)
}

// Play gives a result to the next game, and returns the game: nil for none, and when ctx ends.
func (r *Server) Play(ctx context.Context, of form.Play) *tourney.Game {
	var played form.Played
	err := r.Ask(ctx, http.MethodPost, "play", nil, of, &played)
	if ctx.Err() != nil || err == nil && played.Game == nil {
		return nil
	}
	game := new(tourney.Game)
	if err == nil {
		err = form.Row[tourney.Game]().Decode(played.Game, game)
	}
	r.Panic("Play", err)
	return game
}

// Open opens a session. If the name is empty, the server invents a name.
func (r *Server) Open(name string) (*Server, error) {
	var made form.Session
	if err := r.Ask(context.Background(), http.MethodPost, "sessions", nil, form.Name{Name: name}, &made); err != nil {
		return nil, err
	}
	session := *r
	session.Base, session.Session, session.opened = r.Main.Base+wire.SessionPath+url.PathEscape(made.Name), made.Name, true
	return &session, nil
}

// SessionName implements the method SessionName of a World.
func (r *Server) SessionName() string { return r.Session }

// Sessions implements the method Sessions of a World.
func (r *Server) Sessions() []string {
	return get[form.Sessions](r, "Sessions", "sessions", nil).Sessions
}

// EndSession implements the method EndSession of a World.
func (r *Server) EndSession(name string) error {
	err := r.Ask(context.Background(), http.MethodDelete, Path("sessions", name), nil, nil, nil)
	return r.ErrorOf("EndSession", err)
}

// Close implements the method Close of a World.
func (r *Server) Close() {
	if r.opened {
		path := Path("sessions", r.Session)
		_ = r.Main.Ask(context.Background(), http.MethodDelete, path, nil, nil, nil) // it may have ended already
	}
	r.HTTP.CloseIdleConnections()
}

// AddAccount implements the method Accounts.Add of a World.
func (r *Server) AddAccount(username, password string, a tourney.Account, events []int64) (id int64) {
	body := form.Account{
		ID: a.ID, Username: username, Password: password, Email: a.Email,
		APIKey: a.Credentials.APIKey, APISecret: []byte(a.Credentials.APISecret.Reveal()),
		Events: events,
	}
	made := form.Value[*int64]{Value: &id}
	r.Must("Accounts.Add", http.MethodPost, "accounts", nil, body, &made)
	return id
}

// Accounts implements the method Accounts.All of a World.
func (r *Server) Accounts() []stored.Account {
	return get[form.Accounts](r, "Accounts.All", "accounts", nil).Accounts
}

// Keys implements the method Accounts.Keys of a World.
func (r *Server) Keys(username string) (auth.Credentials, bool) {
	keys, ok, err := r.KeysOf(username)
	r.Panic("Accounts.Keys", err)
	return keys, ok
}

// KeysOf returns the newest keys of an account, or of the first account if username is "".
func (r *Server) KeysOf(username string) (keys auth.Credentials, ok bool, err error) {
	path := "credentials"
	if username != "" {
		path = Path("accounts", username, "credentials")
	}
	var shown form.Keys
	err = r.Ask(context.Background(), http.MethodGet, path, nil, nil, &shown)
	if adminclient.IsAbsent(err) {
		return keys, false, nil
	}
	return shown.Credentials(), err == nil, err
}

// RotateKeys implements the method Accounts.RotateKeys of a World.
func (r *Server) RotateKeys(username string) auth.Credentials {
	var keys form.Keys
	r.Must("Accounts.RotateKeys", http.MethodPost, Path("accounts", username, "rotate"), nil, nil, &keys)
	return keys.Credentials()
}

// ExpireKeys implements the method Accounts.ExpireKeys of a World.
func (r *Server) ExpireKeys(username string) {
	r.Must("Accounts.ExpireKeys", http.MethodPost, Path("accounts", username, "expire"), nil, nil, nil)
}

// StatisticOrder implements the method Statistics.Order of a World.
func (r *Server) StatisticOrder() []string {
	return value[[]string](r, "Statistics.Order", "statisticOrder")
}

// SetStatisticOrder implements the method Statistics.SetOrder of a World.
func (r *Server) SetStatisticOrder(names []string) {
	r.Must("Statistics.SetOrder", http.MethodPut, "statisticOrder", nil, form.Value[[]string]{Value: names}, nil)
}

// SetStandings implements the method SetStandings of a World.
func (r *Server) SetStandings(table *tourney.Standings) {
	data := rowOf(r, "SetStandings", table, table == nil)
	r.Must("SetStandings", http.MethodPut, "standings", keepUnknown, data, nil)
}

// SetLeaders implements the method SetLeaders of a World.
func (r *Server) SetLeaders(categories []tourney.StatisticCategory) {
	data := rowOf(r, "SetLeaders", categories, categories == nil)
	r.Must("SetLeaders", http.MethodPut, "leaders", keepUnknown, data, nil)
}

// SetNextID implements the method SetNextID of a World.
func (r *Server) SetNextID(id int64) {
	r.Must("SetNextID", http.MethodPut, "nextId", nil, form.Value[int64]{Value: id}, nil)
}

// SetNextTransactionID implements the method SetNextTransactionID of a World.
func (r *Server) SetNextTransactionID(id string) {
	r.Must("SetNextTransactionID", http.MethodPut, "nextTransactionId", nil, form.Value[string]{Value: id}, nil)
}
