package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"github.com/zalando/go-keyring"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/tempfile"
	"github.com/tourney-go/tourney/internal/wait"
)

// ring is the name of the program in the keyring of the system.
const ring = "tourney"

// keyFile is the content of a file with keys. Each entry names the account that its keys belong to, so that no host
// gets the keys of another one, however many hosts share the file.
type keyFile struct {
	Keys  []keyEntry    `json:"keys"`
	Extra tourney.Extra `json:"-"`
}

type keyEntry struct {
	URL      string        `json:"url"`
	Username string        `json:"username"`
	Keys     string        `json:"keys"` // as the keyring has them: the API key and the secret, as a host answers them
	Extra    tourney.Extra `json:"-"`
}

// parseKeys reads a file with keys. Its errors name the place, and repeat nothing of the file, which may hold keys in
// another form. It refuses members that mean nothing, because the next change of the file would lose them.
func parseKeys(data []byte) (f keyFile, err error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return f, nil
	}
	err = jsoncodec.Unmarshal(data, &f, jsoncodec.Limits{Whole: true})
	if wrong, ok := errors.AsType[*record.Error](err); ok {
		err = &record.Error{
			Path: wrong.KnownPath(), Line: wrong.Line, Offset: wrong.Offset, Expected: cmp.Or(wrong.Expected, "JSON"),
		}
	}
	if len(f.Extra) > 0 {
		err = cmp.Or(err, errors.New("/: expected the member keys alone"))
	}
	for i, e := range f.Keys {
		if len(e.Extra) > 0 {
			err = cmp.Or(err, fmt.Errorf("/keys[%d]: expected the members url, username and keys alone", i))
		}
	}
	if err != nil {
		err = fmt.Errorf("it is not as tourney login writes it, mend or remove it: %w", err)
	}
	return f, err
}

// parted returns the keys of the account in the content of a file, "" for none, and the keys of others. An empty file
// has none. Without a user name, the account is the only one of the host.
func (h *host) parted(data []byte) (own string, others []keyEntry, err error) {
	f, err := parseKeys(data)
	if err != nil {
		return "", nil, err
	}
	for _, e := range f.Keys {
		switch {
		case !httptext.SameHost(e.URL, h.URL) || h.Username != "" && e.Username != h.Username:
			others = append(others, e)
		case own != "":
			err = errors.New("it has the keys of several users: choose one with --host")
		default:
			own = e.Keys
		}
	}
	return own, others, err
}

// account is the name of the keys in the keyring of the system.
func (h *host) account() string {
	at := h.URL
	if one, err := httptext.Identity(h.URL); err == nil {
		at = one.String()
	}
	return h.Username + " at " + at
}

// keyPlace names the place of the keys.
func (h *host) keyPlace() string { return cmp.Or(h.KeyFile, "the keyring") }

// sharesKeys reports whether the keys of another host are those of h.
func (h *host) sharesKeys(other *host) bool {
	same := h.KeyFile == other.KeyFile && (h.KeyFile != "" || h.Keyring == other.Keyring)
	if a, err := os.Stat(h.KeyFile); err == nil {
		b, err := os.Stat(other.KeyFile)
		same = err == nil && os.SameFile(a, b) // also by a link
	}
	return same && h.Username == other.Username && httptext.SameHost(h.URL, other.URL)
}

// errOthers is an error that a login mends, as it mends a missing file and damaged keys.
var errOthers = errors.New("the keys in it are of other accounts")

// keys returns the keys of the account of a host, and the zero value if there are none.
func (h *host) keys(ctx context.Context) (keys auth.Credentials, err error) {
	if h.KeyFile == "" && !h.Keyring {
		return keys, nil
	}
	one, err := httptext.Identity(h.URL)
	if err != nil {
		return keys, command.Usage(err)
	}
	var text string
	if h.KeyFile != "" {
		text, err = h.inFile(ctx)
	} else {
		text, err = wait.For(ctx, func() (string, error) { return keyring.Get(ring, h.account()) })
	}
	helps := err == nil || errors.Is(err, errOthers) || errors.Is(err, fs.ErrNotExist) ||
		errors.Is(err, keyring.ErrNotFound)
	if err == nil {
		key, own, _ := strings.Cut(text, " ")
		keys, err = auth.Decode(key, own) // its errors do not repeat the keys
	}
	if err == nil && !httptext.ValidHeader("Key", keys.APIKey) { // where a signature puts it
		err = errors.New("the API key is damaged: it has a character that no key has")
	}
	switch {
	case err != nil && ctx.Err() != nil:
		err = fmt.Errorf("%s has not answered: %w", h.keyPlace(), ctx.Err())
	case err != nil && helps:
		err = fmt.Errorf("no keys of %s in %s, tourney login gets new ones: %w", one, h.keyPlace(), err)
	case err != nil:
		err = fmt.Errorf("no keys of %s in %s: %w", one, h.keyPlace(), err)
	}
	return keys, err
}

// inFile returns the keys of the account in its file.
func (h *host) inFile(ctx context.Context) (text string, err error) {
	const most = 1 << 20
	data, err := tempfile.Read(ctx, h.KeyFile, most)
	if err = cmp.Or(private(h.KeyFile), err); err != nil {
		return "", err
	}
	if text, _, err = h.parted(data); err == nil && text == "" {
		err = errOthers
	}
	return text, err
}

// private returns an error for a file that other accounts of the machine can read.
func private(file string) error {
	info, err := os.Stat(file)
	if err == nil && info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
		err = fmt.Errorf("others can read %s: take it from them with chmod 600", file)
	}
	return err
}

// keep stores the keys of the account, in base64 as a host answers them, in the file of the host or else in the keyring
// of the system.
func (h *host) keep(ctx context.Context, keys auth.Credentials) error {
	text := base64.StdEncoding.EncodeToString([]byte(keys.APIKey)) + " " +
		base64.StdEncoding.EncodeToString([]byte(keys.APISecret.Reveal()))
	if h.KeyFile != "" {
		return h.store(ctx, text)
	}
	_, err := wait.For(ctx, func() (any, error) { return nil, keyring.Set(ring, h.account(), text) })
	if err != nil {
		err = fmt.Errorf("the system has no keyring to use, --key-file keeps the keys in a file: %w", err)
	}
	return err
}

// store replaces the keys of the account in the file of the host, or removes them for the text "".
func (h *host) store(ctx context.Context, text string) error {
	if err := private(h.KeyFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return tempfile.Update(ctx, h.KeyFile, func(data []byte) ([]byte, error) {
		_, all, err := h.parted(data)
		if text != "" {
			all = append(all, keyEntry{URL: h.URL, Username: h.Username, Keys: text})
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: %w", h.KeyFile, err)
		case len(all) == 0:
			return nil, nil // which removes the file
		}
		return json.MarshalIndent(keyFile{Keys: all}, "", "  ")
	})
}

// forgetKeys removes the keys of the account from their place.
func (h *host) forgetKeys(ctx context.Context) (err error) {
	switch {
	case h.KeyFile != "":
		err = h.store(ctx, "")
	case h.Keyring:
		_, err = wait.For(ctx, func() (any, error) { return nil, keyring.Delete(ring, h.account()) })
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, keyring.ErrNotFound) {
		return nil
	}
	return err
}
