package mockserver

import (
	"io"

	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/savefile"
)

// SaveOption changes what Save writes. The zero SaveOption is refused.
type SaveOption struct{ set func(*savefile.Settings) }

// SaveKeys makes Save write the accounts too: their passwords, keys and secrets, as plain text.
func SaveKeys() SaveOption { return SaveOption{func(s *savefile.Settings) { s.Keys = true }} }

func (s *server) Save(w io.Writer, opts []SaveOption) error {
	s.state.Guard()
	settings, err := saveSettingsOf(w, opts)
	if err != nil {
		return err
	}
	return refusal.Wrap("Save", savefile.Save(w, savefile.HostOf(&s.profile.Profile), s.state.Newest(), settings))
}

// saveSettingsOf checks the arguments of Save, and returns what its options set.
func saveSettingsOf(w io.Writer, opts []SaveOption) (settings savefile.Settings, err error) {
	if w == nil {
		return settings, refusal.Errorf("Save", "the writer is nil")
	}
	for _, opt := range opts {
		if opt.set == nil {
			return settings, refusal.Errorf("Save", "an option is the zero SaveOption")
		}
		opt.set(&settings)
	}
	return settings, nil
}

func (s *server) Load(r io.Reader) error {
	s.state.Guard()
	if r == nil {
		return refusal.Errorf("Load", "the reader is nil")
	}
	l := savefile.NewLoader(savefile.HostOf(&s.profile.Profile), s.responder.Variant)
	err := l.ReadAll(r)
	if err == nil {
		_, err = s.state.Commit(model.Origin{Method: "Load"}, func(next *model.Version) error {
			before := next.Given()
			s.journal.known.Remember(next.Accounts)
			l.Replace(next)
			next.GoOn(before)
			next.GoOn(s.state.Given)
			return nil
		})
	}
	return refusal.Wrap("Load", err)
}
