package main

import (
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"github.com/zalando/go-keyring"

	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/tempfile"
)

// ring is the name of the program in the keyring of the system.
const ring = "tourney"

// account is the name of the keys of a host in the keyring of the system.
func (h *host) account() string { return h.Username + " at " + h.URL }

// keyPlace names the place of the keys.
func (h *host) keyPlace() string { return cmp.Or(h.KeyFile, "the keyring") }

// keys returns the keys of the account of a host, and the zero value if there are none.
func (h *host) keys() (keys auth.Credentials, err error) {
	var text string
	switch {
	case h.KeyFile != "":
		text, err = readKeyFile(h.KeyFile)
	case h.Keyring:
		text, err = keyring.Get(ring, h.account())
	default:
		return keys, nil
	}
	if err == nil {
		key, own, _ := strings.Cut(strings.TrimSpace(text), " ")
		keys, err = auth.Decode(key, own) // its errors do not repeat the keys
	}
	if err != nil {
		err = fmt.Errorf("no keys in %s, tourney login gets new ones: %w", h.keyPlace(), err)
	}
	return keys, err
}

// readKeyFile returns the content of a file with keys, unless other accounts of the machine can read it.
func readKeyFile(file string) (string, error) {
	info, err := os.Stat(file)
	if err != nil {
		return "", err
	}
	if info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
		return "", fmt.Errorf("others can read %s: take it from them with chmod 600", file)
	}
	data, err := os.ReadFile(file) //nolint:gosec // the file that the user named
	return string(data), err
}

// keep stores the keys of the account, in base64 as a host answers them, in the file of the host or else in the keyring
// of the system.
func (h *host) keep(keys auth.Credentials) error {
	text := base64.StdEncoding.EncodeToString([]byte(keys.APIKey)) + " " +
		base64.StdEncoding.EncodeToString([]byte(keys.APISecret.Reveal()))
	if h.KeyFile != "" {
		return tempfile.Replace(h.KeyFile, []byte(text))
	}
	if err := keyring.Set(ring, h.account(), text); err != nil {
		return fmt.Errorf("the system has no keyring to use, --key-file keeps the keys in a file: %w", err)
	}
	h.Keyring = true
	return nil
}

// forgetKeys removes the keys of the account from their place.
func (h *host) forgetKeys() (err error) {
	switch {
	case h.KeyFile != "":
		err = os.Remove(h.KeyFile)
	case h.Keyring:
		err = keyring.Delete(ring, h.account())
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, keyring.ErrNotFound) {
		return nil
	}
	return err
}
