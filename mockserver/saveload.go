package mockserver

import (
	"errors"
	"fmt"
	"io"
)

// SaveOption changes what Save writes.
type SaveOption func(*saveSettings)

// SaveKeys makes Save write the accounts too: their passwords, keys and secrets, as plain text.
func SaveKeys() SaveOption { return func(s *saveSettings) { s.keys = true } }

// Save writes all rows, for Load, in the format of docs/data.md: lines of JSON. Writes go on meanwhile and are not in
// it. Nor are the journal, the faults, the clock, the options and, without SaveKeys, the accounts. A
// value under the name of a secret, in Meta or in Extra, is "[redacted]": docs/data.md has the rule.
func (s *Server) Save(w io.Writer, opts ...SaveOption) error {
	inner(s).state.guard()
	settings, err := saveSettingsOf(w, opts)
	if err != nil {
		return err
	}
	if err := save(w, savedHostOf(inner(s).profile), inner(s).state.newest.Load(), settings); err != nil {
		return fmt.Errorf("mockserver: Save: %w", err)
	}
	return nil
}

// saveSettingsOf checks the arguments of Save, and returns what its options set.
func saveSettingsOf(w io.Writer, opts []SaveOption) (settings saveSettings, err error) {
	if w == nil {
		return settings, errors.New("mockserver: Save: the writer is nil")
	}
	for _, opt := range opts {
		if opt == nil {
			return settings, errors.New("mockserver: Save: an option is nil")
		}
		opt(&settings)
	}
	return settings, nil
}

// Load replaces all rows by those that Save wrote, as one write. Ids go on where they were in the file, behind those
// that this server gave before, and lists have the same order. A file without accounts leaves the accounts as they are.
// Load also reads a data file (see DataFile).
//
// It refuses a file of another version of the format, of another variant or profile, or that is torn or wrong, and
// changes nothing then. The error names the line and the field, and repeats no values of rows. For another kind of file
// it says what was found.
func (s *Server) Load(r io.Reader) error {
	inner(s).state.guard()
	if r == nil {
		return errors.New("mockserver: Load: the reader is nil")
	}
	l := newLoader(savedHostOf(inner(s).profile), inner(s).responder.variant)
	err := l.readAll(r)
	if err == nil {
		_, err = inner(s).state.commit(origin{method: "Load"}, func(next *version) error {
			before := next.given()
			inner(s).journal.known.of(next.accounts) // the journal goes on hiding the secrets of accounts that are gone
			l.replace(next)
			next.goOn(before)
			next.goOn(inner(s).state.given)
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("mockserver: Load: %w", err)
	}
	return nil
}
