package mockserver

import (
	"io"
)

// SaveOption changes what Save writes. The zero SaveOption is refused.
type SaveOption struct{ set func(*saveSettings) }

// SaveKeys makes Save write the accounts too: their passwords, keys and secrets, as plain text.
func SaveKeys() SaveOption { return SaveOption{func(s *saveSettings) { s.keys = true }} }

func (s *server) Save(w io.Writer, opts []SaveOption) error {
	s.state.guard()
	settings, err := saveSettingsOf(w, opts)
	if err != nil {
		return err
	}
	return failing("Save", save(w, savedHostOf(&s.profile.Profile), s.state.newest.Load(), settings))
}

// saveSettingsOf checks the arguments of Save, and returns what its options set.
func saveSettingsOf(w io.Writer, opts []SaveOption) (settings saveSettings, err error) {
	if w == nil {
		return settings, refusing("Save", "the writer is nil")
	}
	for _, opt := range opts {
		if opt.set == nil {
			return settings, refusing("Save", "an option is the zero SaveOption")
		}
		opt.set(&settings)
	}
	return settings, nil
}

func (s *server) Load(r io.Reader) error {
	s.state.guard()
	if r == nil {
		return refusing("Load", "the reader is nil")
	}
	l := newLoader(savedHostOf(&s.profile.Profile), s.responder.variant)
	err := l.readAll(r)
	if err == nil {
		_, err = s.state.commit(origin{method: "Load"}, func(next *version) error {
			before := next.given()
			s.journal.known.of(next.accounts) // the journal goes on hiding the secrets of accounts that are gone
			l.replace(next)
			next.goOn(before)
			next.goOn(s.state.given)
			return nil
		})
	}
	return failing("Load", err)
}
