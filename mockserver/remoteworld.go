package mockserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
)

// URL returns the base URL of the server, or of the session.
func (r *RemoteServer) URL() string { return r.url }

// Variant is that of Server.
func (r *RemoteServer) Variant() tourney.Variant { return r.profile.Variant }

// Profile returns the profile of the server: see RemoteHost.
func (r *RemoteServer) Profile() tourney.Profile {
	p, _ := tourney.ProfileOf(r.profile) // it was checked before
	return p
}

// Info is that of Server.
func (r *RemoteServer) Info() (info Info) {
	r.must("Info", http.MethodGet, "info", nil, nil, &info)
	return info
}

// OpenAPI is that of Server.
func (r *RemoteServer) OpenAPI() []byte {
	var document json.RawMessage
	r.must("OpenAPI", http.MethodGet, "openapi.json", nil, nil, &document)
	return document
}

// OpenAPIYAML is that of Server.
func (r *RemoteServer) OpenAPIYAML() []byte {
	var document json.RawMessage // readFar takes the bytes of the answer as they are
	r.must("OpenAPIYAML", http.MethodGet, "openapi.yaml", nil, nil, &document)
	return document
}

// XSD is that of Server.
func (r *RemoteServer) XSD() []byte {
	var document json.RawMessage
	r.must("XSD", http.MethodGet, "openapi.xsd", nil, nil, &document)
	return document
}

// Client is that of Server. If the server requires signatures, the client signs as tourney.HMACSigner does, with the
// time of the server's clock. For a server with another signer give WithSigner and WithCredentials.
func (r *RemoteServer) Client(opts ...tourney.Option) *tourney.Client {
	own := []tourney.Option{tourney.WithHTTPClient(r.http), tourney.AllowPlainHTTP()}
	if r.hmac {
		signer := tourney.HMACSigner{Now: func() time.Time { return r.Clock().Now() }}
		own = append(own, tourney.WithSigner(signer), tourney.WithCredentials(r.Credentials()))
	}
	return mustClient(r.url, r.profile, append(own, opts...))
}

// View is that of Server.
func (r *RemoteServer) View(target string) ([]byte, error) {
	path, query, err := viewTarget(target)
	var body json.RawMessage
	if err == nil {
		err = r.call(context.Background(), http.MethodGet, farPath("view", path), query, nil, &body)
	}
	if err != nil {
		return nil, r.errorOf("View", err)
	}
	return bytes.TrimSuffix(body, []byte("\n")), nil // which is for terminals
}

// Reset is that of Server.
func (r *RemoteServer) Reset() { r.must("Reset", http.MethodPost, "reset", nil, nil, nil) }

// ResetTo is that of Server.
func (r *RemoteServer) ResetTo(to ScenarioChoice) error {
	body := choiceJSON{to.Seed, to.Teams}
	path := farPath("scenarios", to.Name, "reset")
	return r.errorOf("ResetTo", r.call(context.Background(), http.MethodPost, path, nil, body, nil))
}

// Writes is that of Server.
func (r *RemoteServer) Writes() int64 {
	var info Info
	r.must("Writes", http.MethodGet, "info", nil, nil, &info)
	return info.Writes
}

// Rewind is that of Server.
func (r *RemoteServer) Rewind(write int64) {
	r.must("Rewind", http.MethodPost, farPath("rewind", write), nil, nil, nil)
}

// Snapshot is KeepSnapshot with a name that the server makes. The server keeps the snapshot until ForgetSnapshot or
// Close of it.
func (r *RemoteServer) Snapshot() *Snapshot {
	kept, err := r.keep("")
	r.panicFar("Snapshot", err)
	return kept
}

// KeepSnapshot is that of Server.
func (r *RemoteServer) KeepSnapshot(name string) (*Snapshot, error) {
	kept, err := r.keep(name)
	return kept, r.errorOf("KeepSnapshot", err)
}

func (r *RemoteServer) keep(name string) (*Snapshot, error) {
	var made snapshotJSON
	if err := r.call(context.Background(), http.MethodPost, "snapshots", nil, nameJSON{name}, &made); err != nil {
		return nil, err
	}
	return r.snapshot(made), nil
}

func (r *RemoteServer) snapshot(kept snapshotJSON) *Snapshot {
	return &Snapshot{name: kept.Name, time: kept.Time, write: kept.Write, of: r.profile.Name, far: r.url}
}

// Snapshots is that of Server.
func (r *RemoteServer) Snapshots() []*Snapshot {
	var list struct {
		Snapshots []snapshotJSON `json:"snapshots"`
	}
	r.must("Snapshots", http.MethodGet, "snapshots", nil, nil, &list)
	return mapped(list.Snapshots, r.snapshot)
}

// ForgetSnapshot is that of Server.
func (r *RemoteServer) ForgetSnapshot(name string) bool {
	return r.found("ForgetSnapshot", http.MethodDelete, farPath("snapshots", name), nil, nil, nil)
}

// RememberSnapshot is that of Server.
func (r *RemoteServer) RememberSnapshot(name string) (*Snapshot, error) {
	var kept snapshotJSON
	path := farPath("snapshots", name, "remember")
	if err := r.call(context.Background(), http.MethodPost, path, nil, nil, &kept); err != nil {
		return nil, r.errorOf("RememberSnapshot", err)
	}
	return r.snapshot(kept), nil
}

// Restore is that of Server, for snapshots of this server or session that it keeps.
func (r *RemoteServer) Restore(of *Snapshot) {
	switch {
	case of == nil || of.far == "":
		panic("mockserver: Restore: there is no snapshot of " + r.url + ": Snapshot makes one")
	case of.far != r.url:
		panic("mockserver: Restore: the snapshot is at " + of.far + ", not at " + r.url)
	}
	r.must("Restore", http.MethodPost, farPath("snapshots", of.name, "restore"), nil, nil, nil)
}

// Save is that of Server.
func (r *RemoteServer) Save(w io.Writer, opts ...SaveOption) error {
	settings, err := saveSettingsOf(w, opts)
	if err != nil {
		return err
	}
	query := url.Values{}
	if settings.keys {
		query.Set("keys", "true")
	}
	resp, err := r.send(context.Background(), http.MethodGet, "export", query, nil, nil)
	if err == nil {
		_, err = io.Copy(w, resp.Body)
		_ = resp.Body.Close()
	}
	return r.errorOf("Save", err)
}

// Load is that of Server.
func (r *RemoteServer) Load(from io.Reader) error {
	if from == nil {
		return errors.New("mockserver: Load: the reader is nil")
	}
	resp, err := r.send(context.Background(), http.MethodPost, "import", nil, nil, io.NopCloser(from))
	if err == nil {
		_ = resp.Body.Close()
	}
	return r.errorOf("Load", err)
}

// LoadFixtures is that of Server.
func (r *RemoteServer) LoadFixtures(fsys fs.FS, names ...string) error {
	files, err := readFixtureFiles(fsys, names)
	if err == nil {
		body := fixturesJSON{mapped(files, func(f *fixtureFile) fixtureJSON { return fixtureJSON{f.name, string(f.data)} })}
		err = r.call(context.Background(), http.MethodPost, "fixtures", nil, body, nil)
	}
	return r.errorOf("LoadFixtures", err)
}

// errorOf returns an error as the method of Server returns it.
func (r *RemoteServer) errorOf(method string, err error) error {
	var far *farError
	switch err = r.withheld(err); {
	case err == nil:
		return nil
	case errors.As(err, &far) && far.own && strings.HasPrefix(far.message, method+": "):
		return errors.New("mockserver: " + far.message)
	}
	return fmt.Errorf("mockserver: %s: %w", method, err)
}

// ID is that of Server.
func (r *RemoteServer) ID(ref string) int64 {
	return farValue[int64](r, "ID", farPath("refs", ref))
}

// Special is that of Server.
func (r *RemoteServer) Special(which Special) (id int64, ok bool) {
	var info Info
	r.must("Special", http.MethodGet, "info", nil, nil, &info)
	id, ok = info.Specials[which]
	return id, ok
}

// Clock returns the clock of the server. Now asks the server each time.
func (r *RemoteServer) Clock() *Clock { return &Clock{far: (*remoteClock)(r)} }

// remoteClock is the clock of a server in another process.
type remoteClock RemoteServer

func (c *remoteClock) now() time.Time {
	var shown clockJSON
	(*RemoteServer)(c).must("Clock", http.MethodGet, "clock", nil, nil, &shown)
	return shown.Now
}

func (c *remoteClock) set(t time.Time) {
	(*RemoteServer)(c).must("Clock.Set", http.MethodPut, "clock", nil, map[string]time.Time{"set": t}, nil)
}

func (c *remoteClock) advance(d time.Duration) {
	(*RemoteServer)(c).must("Clock.Advance", http.MethodPut, "clock", nil, map[string]string{"advance": d.String()}, nil)
}

// NewSession is that of Server. Close of the session ends it.
func (r *RemoteServer) NewSession(name string) (*RemoteServer, error) {
	session, err := r.open(name)
	return session, r.errorOf("NewSession", err)
}

// OpenSession is NewSession as a SideDoor.
func (r *RemoteServer) OpenSession(name string) (SideDoor, error) {
	session, err := r.NewSession(name)
	if err != nil {
		return nil, err
	}
	return session, nil
}

func (r *RemoteServer) open(name string) (*RemoteServer, error) {
	var made sessionJSON
	if err := r.call(context.Background(), http.MethodPost, "sessions", nil, nameJSON{name}, &made); err != nil {
		return nil, err
	}
	session := *r
	session.url, session.session = r.main.url+sessionPath+url.PathEscape(made.Name), made.Name
	return &session, nil
}

// StartSession is that of Server, without the log of a test that failed.
func (r *RemoteServer) StartSession(t TB) *RemoteServer {
	t.Helper()
	session, err := r.open("")
	if err != nil {
		t.Fatalf("mockserver.StartSession: %s", withoutPackage(err))
		return nil
	}
	t.Cleanup(session.Close)
	return session
}

// Session is that of Server.
func (r *RemoteServer) Session(t TB, opts ...tourney.Option) *tourney.Client {
	t.Helper()
	session := r.StartSession(t)
	if session == nil {
		return nil
	}
	return session.Client(opts...)
}

// SessionName is that of Server.
func (r *RemoteServer) SessionName() string { return r.session }

// Sessions is that of Server.
func (r *RemoteServer) Sessions() []string {
	var list struct {
		Sessions []string `json:"sessions"`
	}
	r.must("Sessions", http.MethodGet, "sessions", nil, nil, &list)
	return list.Sessions
}

// EndSession is that of Server.
func (r *RemoteServer) EndSession(name string) error {
	err := r.call(context.Background(), http.MethodDelete, farPath("sessions", name), nil, nil, nil)
	return r.errorOf("EndSession", err)
}

// Close ends a session. Of a server it closes the idle connections, and the server goes on.
func (r *RemoteServer) Close() {
	if r != r.main {
		_ = r.main.EndSession(r.session) // it may have ended before
	}
	r.http.CloseIdleConnections()
}
