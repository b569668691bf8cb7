package savefile

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/internal/rowjson"
	"github.com/tourney-go/tourney/mockserver/internal/model"
)

// ReadAll reads a whole file.
func (l *Loader) ReadAll(r io.Reader) error {
	lines := newLineReader(r)
	if err := l.readRows(lines); err != nil {
		return err
	}
	for {
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			return l.finish(lines.offset)
		}
		if err == nil {
			err = l.readWrite(line)
		}
		if err != nil {
			return lines.at(err)
		}
	}
}

// readRows reads the lines up to the end of the rows.
func (l *Loader) readRows(lines *lineReader) error {
	if err := lines.checkBeginning(); err != nil {
		return err
	}
	for !l.ended {
		before, sum := lines.count, lines.sum.Sum32()
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("line %d: the file is torn: expected more lines, up to %q", lines.count+1, endLine)
		}
		if err == nil {
			err = l.readLine(line, endForm{before, fmt.Sprintf("%08x", sum)})
		}
		if err != nil {
			return lines.at(err)
		}
	}
	return nil
}

// readLine reads a line of the rows. If the line marks the end of the rows, its count must be the count in so, and its
// checksum must be the checksum in so or missing.
func (l *Loader) readLine(line []byte, so endForm) error {
	l.line++
	n, err := rowjson.Parse(line)
	if err != nil {
		return fieldError("", err)
	}
	m, err := rowjson.Member(&n)
	if err != nil {
		return fieldError("", err)
	}
	name, value := m.Name, &m.Node
	if !l.header && name != headerLine {
		return fmt.Errorf("expected %q, the header of a file that Save wrote", headerLine)
	}
	if t, ok := tableNamed(name); ok {
		return fieldError(name, l.put(t, value, false))
	}
	read := map[string]func(*node.Node) error{
		headerLine: l.readHeader, accountsLine: decoded(l.addAccount), externalLine: decoded(l.shareExternal),
		refsLine:  decoded(l.setRefs),
		idsLine:   decoded(func(ids map[string]int64) error { return raise(&l.st.IDs, ids) }),
		stateLine: decoded(func(state stateForm) error { return state.restore(l.st) }),
		endLine:   decoded(func(end endForm) error { return l.end(end, so) }),
	}[name]
	if read == nil {
		return fmt.Errorf("%q is no kind of line: %s", redact.Safe(name), plaintext.QuotedHint(lineNames(), name))
	}
	if l.seen[name] {
		return fmt.Errorf("%s: a second line of this kind", name)
	}
	l.seen[name] = slices.Contains([]string{headerLine, refsLine, idsLine, stateLine}, name) // two could contradict
	return fieldError(name, read(value))
}

func (l *Loader) readHeader(value *node.Node) error {
	l.header = true
	h, err := decodeHeader(value)
	switch {
	case err != nil:
		return err
	case h.Variant == "":
		return errors.New("no Variant: expected the variant of the server")
	case h.Variant != l.host.variant:
		return fmt.Errorf("the rows are of the Variant %q, and the server serves %q", h.Variant, l.host.variant)
	case h.Profile != l.host.profile:
		return fmt.Errorf("the rows are of %s, and the server has %s", profileNamed(h.Profile), profileNamed(l.host.profile))
	}
	l.Write = h.Write
	return model.CountError("Write", 0, h.Write)
}

// decodeHeader decodes a header of this version of the format. A header of another version can have other members.
func decodeHeader(value *node.Node) (h headerForm, err error) {
	if err = rowjson.Decode(value, &h); err != nil {
		h.Format, h.Version = headerFormat(value)
	}
	switch {
	case err != nil && (h.Format == "" || h.Version == 0):
		return h, err
	case h.Format != formatName:
		return h, fmt.Errorf("expected the Format %q", formatName)
	case h.Version == 0:
		return h, fieldError("Version", errors.New("expected the version of the format, found none"))
	case h.Version != formatVersion:
		return h, fmt.Errorf("the file has Version %d of the format, and this mock reads version %d",
			h.Version, formatVersion)
	}
	return h, err
}

// headerFormat returns the format and the version in a header. The header may have any other members. If the format or
// version is missing, the result is "" or 0.
func headerFormat(value *node.Node) (format string, version int64) {
	for i := range value.Members {
		switch m := &value.Members[i]; m.Name {
		case "Format":
			_ = rowjson.Decode(&m.Node, &format)
		case "Version":
			_ = rowjson.Decode(&m.Node, &version)
		}
	}
	return format, version
}

// profileNamed returns words for a profile in a message, also for a profile without a name.
func profileNamed(name string) string {
	if name == "" {
		return "no Profile"
	}
	return fmt.Sprintf("the Profile %q", name)
}

func decoded[T any](read func(T) error) func(value *node.Node) error {
	return func(value *node.Node) error {
		var says T
		if err := rowjson.Decode(value, &says); err != nil {
			return err
		}
		return read(says)
	}
}

func (l *Loader) addAccount(a accountForm) error {
	if a.Username == "" || a.Password == "" || len(a.Keys) == 0 {
		return errors.New("expected a Username, a Password and Keys")
	}
	err := l.st.Claim("", model.OnlyID(model.AccountIDs, a.ID))
	if err = cmp.Or(err, model.CountError("Made", 0, a.Made)); err != nil {
		return err
	}
	if slices.ContainsFunc(l.accounts, func(known model.Account) bool { return known.Username == a.Username }) {
		return errors.New("another account has the Username")
	}
	l.accounts = append(l.accounts, loadAccount(a))
	return nil
}

func (l *Loader) setRefs(ids map[string]int64) (err error) {
	l.st.Refs, err = loadRefs(ids)
	return err
}

// end ends the rows. The line at their end says what so has.
func (l *Loader) end(end, so endForm) error {
	switch {
	case end.Lines != so.Lines:
		return fmt.Errorf("expected Lines to be %d, the number of lines before it", so.Lines)
	case end.CRC != so.CRC && end.CRC != "": // a program that changes a file can leave out the CRC
		return fmt.Errorf("expected the CRC %q, the checksum of the lines before it", so.CRC)
	}
	l.ended, l.rows = true, l.line
	return nil
}
