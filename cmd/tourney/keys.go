package main

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"

	"github.com/zalando/go-keyring"

	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/tempfile"
)

// storedKeys are the keys of an account as a host answers them: in base64.
type storedKeys struct {
	APIKey       string `json:"ApiKey"`
	APISecretKey string `json:"ApiSecretKey"`
}

// ring is the name of the program in the keyring of the system.
const ring = "tourney"

// account is the name of the keys of a host in the keyring of the system.
func (h *host) account() string { return h.Username + " at " + h.URL }

// keys returns the keys of the account of a host, and the zero value if there are none.
func (h *host) keys() (auth.Credentials, error) {
	var text []byte
	switch {
	case h.KeyFile != "":
		data, err := readKeyFile(h.KeyFile)
		if err != nil {
			return auth.Credentials{}, err
		}
		text = data
	case h.Keyring:
		stored, err := keyring.Get(ring, h.account())
		if err != nil {
			return auth.Credentials{}, fmt.Errorf("the keyring has no keys for %s (tourney login gets new ones): %w",
				h.account(), err)
		}
		text = []byte(stored)
	default:
		return auth.Credentials{}, nil
	}
	var keys storedKeys
	if readJSON(text, &keys) != nil { // the error could repeat a key
		return auth.Credentials{}, fmt.Errorf("%s has no keys of tourney: expected what tourney login wrote", h.keyPlace())
	}
	return auth.Decode(keys.APIKey, keys.APISecretKey)
}

// keyPlace names the place of the keys.
func (h *host) keyPlace() string {
	if h.KeyFile != "" {
		return h.KeyFile
	}
	return "the keyring"
}

// readKeyFile returns the content of a file with keys, unless other accounts of the machine can read it.
func readKeyFile(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if others := info.Mode().Perm() &^ 0o700; others != 0 && runtime.GOOS != "windows" {
		return nil, fmt.Errorf("others can read the keys in %s: take it from them with chmod 600", file)
	}
	return os.ReadFile(file) //nolint:gosec // the file that the user named
}

// keep stores the keys of the account in the file of the host, or else in the keyring of the system.
func (h *host) keep(keys auth.Credentials) error {
	text, err := json.Marshal(storedKeys{ //nolint:gosec // this is the place where keys are stored
		base64.StdEncoding.EncodeToString([]byte(keys.APIKey)),
		base64.StdEncoding.EncodeToString([]byte(keys.APISecret.Reveal())),
	})
	if err != nil {
		return err
	}
	if h.KeyFile != "" {
		return tempfile.Replace(h.KeyFile, text)
	}
	if err := keyring.Set(ring, h.account(), string(text)); err != nil {
		return fmt.Errorf("the system has no keyring to use (--key-file keeps the keys in a file): %w", err)
	}
	h.Keyring = true
	return nil
}

// forgetKeys removes the keys of the account from their place, and from the host.
func (h *host) forgetKeys() (err error) {
	switch {
	case h.KeyFile != "":
		err = os.Remove(h.KeyFile)
	case h.Keyring:
		err = keyring.Delete(ring, h.account())
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, keyring.ErrNotFound) {
		err = nil
	}
	h.Username, h.KeyFile, h.Keyring = "", "", false
	return err
}
