package mockserver

import (
	"context"
	"encoding/json"
	"io"
	"net/http"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/adminclient"
	"github.com/tourney-go/tourney/mockserver/internal/form"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/remote"
	"github.com/tourney-go/tourney/secret"
)

// elsewhere is a server in another process, such as the program mockserver, or a session of it.
type elsewhere struct {
	*remote.Server

	profile Profile
	hmac    bool // Client signs, as auth.HMAC does
}

// RemoteOption changes how [Remote] reaches a server.
type RemoteOption struct{ set func(*remoteSettings) error }

type remoteSettings struct {
	token secret.Text
	http  *http.Client
	host  tourney.Host // nil for the host that the server names
}

// RemoteToken sends a token, which has to be the token of the server's option admin.Token.
func RemoteToken(token string) RemoteOption {
	return RemoteOption{func(r *remoteSettings) error {
		r.token = secret.New(token)
		return nil
	}}
}

// RemoteHTTPClient sends the requests with a copy of a client, for example of one that knows the certificate of the
// server. [World.Client] uses the copy too. Without the option Remote makes an HTTP client. The copy follows no
// redirect.
func RemoteHTTPClient(hc *http.Client) RemoteOption {
	return RemoteOption{func(r *remoteSettings) error {
		if hc == nil {
			return refusal.Errorf("RemoteHTTPClient", "the client is nil")
		}
		r.http = hc
		return nil
	}}
}

// RemoteHost says which variant or profile the server serves. Without it [Remote] asks the server for its name: it
// finds each variant and each profile of the library, and uses the variant alone for a server with another profile.
func RemoteHost(h tourney.Host) RemoteOption {
	return RemoteOption{func(r *remoteSettings) error {
		if h == nil {
			return refusal.Errorf("RemoteHost", "the host is nil")
		}
		r.host = h
		return nil
	}}
}

// Remote returns the [World] of a server in another process, such as the program mockserver, or of a session of it. The
// target is the URL of the server, such as http://127.0.0.1:8080, or of the session. Remote asks the server for its
// Info, and returns an error when there is no answer within the timeout of the client, which is 30 seconds without
// [RemoteHTTPClient].
//
// The methods of the World send requests to the admin API, so the server needs the option admin.Serve, which the
// program mockserver has. A method panics with an [*Error] where the same method of a [Server] does, with the same
// text. A method that returns no error also panics when the server cannot be reached, or when the answer is not from
// the admin API. A redirect is no such answer, and Remote follows no redirect. No error contains the token. Close ends
// a session that NewSession or StartSession of this World opened; it ends neither a server nor a session that was there
// before.
func Remote(target string, opts ...RemoteOption) (*World, error) {
	var settings remoteSettings
	for _, opt := range opts {
		if opt.set == nil {
			return nil, refusal.Errorf("Remote", "an option is the zero RemoteOption")
		}
		if err := opt.set(&settings); err != nil {
			return nil, err
		}
	}
	client, err := adminclient.New(target, settings.token, settings.http)
	if err != nil {
		return nil, refusal.Wrap("Remote", err)
	}
	r := &elsewhere{Server: &remote.Server{Client: *client}}
	if err := r.meet(settings.host); err != nil {
		return nil, refusal.Wrap("Remote", client.Withheld(err))
	}
	return r.asWorld(), nil
}

// meet asks the server for its Info. A nil host means the host that the server names.
func (r *elsewhere) meet(host tourney.Host) error {
	about, err := r.Meet()
	if err != nil {
		return err
	}
	if host == nil {
		named, err := tourney.ParseHost(about.Profile)
		if host = named; err != nil {
			host = about.Variant
		}
	}
	r.hmac = about.Signed
	r.profile, err = hostProfile(host)
	r.Host = r.profile.Name
	return err
}

func (r *elsewhere) URL() string { return r.Base }

func (r *elsewhere) Profile() Profile { return r.profile.clone() }

func (r *elsewhere) Info() (info Info) {
	r.Must("Info", http.MethodGet, "info", nil, nil, &info)
	return info
}

func (r *elsewhere) Schema(form SchemaForm) []byte {
	if schemaForms[form] == nil {
		return schemaAt(r.profile.Variant, form, "") // panics
	}
	var document json.RawMessage // Ask copies the bytes of the answer as they are
	r.Must("Schema", http.MethodGet, string(form), nil, nil, &document)
	return document
}

func (r *elsewhere) Client(opts []tourney.Option) *tourney.Client {
	own := []tourney.Option{tourney.WithHTTPClient(r.HTTP), tourney.WithPlainHTTP()}
	if r.hmac {
		keys, _, err := r.KeysOf("")
		r.Panic("Client", err)
		own = append(own, tourney.WithSigner(remote.NewSigner(r.Server)), tourney.WithCredentials(keys))
	}
	return mustClient(r.Base, r.profile.Profile, append(own, opts...))
}

func (r *elsewhere) ResetTo(to ScenarioChoice) error {
	body := form.Choice{Seed: to.Seed, Teams: to.Teams, StartDate: to.StartDate}
	path := remote.Path("scenarios", to.Name, "reset")
	return r.ErrorOf("ResetTo", r.Ask(context.Background(), http.MethodPost, path, nil, body, nil))
}

func (r *elsewhere) Save(w io.Writer, opts []SaveOption) error {
	settings, err := saveSettingsOf(w, opts)
	if err != nil {
		return err
	}
	return r.Export(w, settings.Keys)
}

func (r *elsewhere) Special(which Special) (id int64, ok bool) {
	var info Info
	r.Must("Special", http.MethodGet, "info", nil, nil, &info)
	id, ok = info.Specials[which]
	return id, ok
}

func (r *elsewhere) session(of *remote.Server) *World {
	return (&elsewhere{of, r.profile, r.hmac}).asWorld()
}

// NewSession opens a session of the server. Calling Close on the World of the session ends the session.
func (r *elsewhere) NewSession(name string) (*World, error) {
	session, err := r.Open(name)
	if err != nil {
		return nil, r.ErrorOf("NewSession", err)
	}
	return r.session(session), nil
}

func (r *elsewhere) StartSession(t TB) *World {
	t.Helper()
	session, err := r.Open("")
	if err != nil {
		t.Fatalf("%s", r.ErrorOf("StartSession", r.Within("NewSession", err)))
		return nil
	}
	t.Cleanup(session.Close)
	return r.session(session)
}

func (r *elsewhere) asWorld() *World {
	at := r.Server
	return withRows(at, World{
		Faults: Faults{at}, Calls: Calls{at}, Writes: History{at}, Snapshots: Snapshots{at},
		Clock: &Clock{(*remote.Clock)(at)}, in: r,
	})
}

func (r *elsewhere) Assumptions() []Assumption {
	var list struct {
		Assumptions []Assumption `json:"assumptions"`
	}
	r.Must("Assumptions", http.MethodGet, "assumptions", nil, nil, &list)
	return list.Assumptions
}
