package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/tempfile"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/secret"
)

// TestLogin: the password comes from a person, the input or a variable. The keys are in the keyring or a file, sign later
// requests, and go with the host. Neither shows anywhere else.
func TestLogin(t *testing.T) {
	file := filepath.Join(t.TempDir(), "keys")
	const word = "open sesame"
	for name, c := range map[string]struct {
		people bool
		in     string
		env    string
		more   []string
		place  string
	}{
		"a person":   {people: true, in: word + "\r\n", place: "the keyring"},
		"a script":   {in: word + "\nmore\n", place: "the keyring"},
		"a variable": {env: word, place: "the keyring"},
		"a file":     {in: word, more: []string{"--key-file", file}, place: file},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPrompt(t)
			srv := p.mock(mockserver.RequireAuth(auth.HMAC{}), mockserver.Account("ada", word, tourney.Account{ID: 7, Email: "ada@example.com"}))
			url := srv.URL()
			t.Setenv("TOURNEY_URL", "")
			t.Setenv("TOURNEY_VARIANT", "")
			t.Setenv(password, c.env)
			p.people, p.in = c.people, c.in
			shown := &bytes.Buffer{}
			want := func(code int, args ...string) string {
				out, errs := p.want(code, args...)
				shown.WriteString(out + errs)
				return out + errs
			}
			out := want(command.ExitOK, append([]string{"login", "--host=cup", "--url", url, "--variant=soccer", "--username=ada"}, c.more...)...)
			require.Contains(t, out, "The keys are in "+c.place+". Use the host with --host cup.\n")
			want(command.ExitOK, "teams", "list", "--event=1001", "--host=cup", "--json")
			require.Contains(t, want(command.ExitOK, "hosts"), "keys in "+c.place)
			settings, err := os.ReadFile(p.config)
			require.NoError(t, err)
			keys, _ := srv.Accounts.Keys("")
			for _, secret := range []string{word, keys.APIKey, keys.APISecret.Reveal()} {
				require.NotContains(t, shown.String()+string(settings), secret)
			}
			want(command.ExitOK, "logout")
			require.NoFileExists(t, file)
			require.Contains(t, want(command.ExitUsage, "teams", "get", "4001"), "no host is known")
		})
	}
}

// TestWrongLogins: a wrong password stores nothing, and the program says what is missing.
func TestWrongLogins(t *testing.T) {
	p := newPrompt(t)
	srv := p.mock()
	t.Setenv("TOURNEY_URL", "")
	t.Setenv("TOURNEY_VARIANT", "")
	url := "--url=" + srv.URL()
	for args, c := range map[string]struct {
		code     int
		in, says string
	}{
		"--host=a --username=ada":                 {command.ExitUsage, "x", "no host is known"},
		url + " --username=ada":                   {command.ExitUsage, "x", "--host is missing: a name for the host at --url"},
		"--host=a " + url:                         {command.ExitUsage, "x", "--username is missing"},
		"--host=a --username=ada " + url:          {exitRefused, "wrong-password", "401 Unauthorized"},
		"--host=a --username=bo " + url:           {command.ExitUsage, "", "there is no password"},
		"--host=a --username=b --url=http://a.b":  {command.ExitUsage, "wrong-password", "plain http"},
		"--host=a --username=b --password=sesame": {command.ExitUsage, "", "unknown flag --password"},
		"--host=a --username=b --key-file=" + p.t.TempDir() + "/no/keys --username=director " + url: {command.ExitUsage, "", "given twice"},
	} {
		p.in = c.in
		_, errs := p.want(c.code, append([]string{"login"}, strings.Fields(args)...)...)
		require.Contains(t, errs, c.says)
		require.NotContains(t, errs, "wrong-password")
		require.NotContains(t, errs, "sesame")
		require.NoFileExists(t, p.config)
	}
}

// TestLoginAgain: a login removes the keys of the login before, but not those that it stores in the same place.
func TestLoginAgain(t *testing.T) {
	p := newPrompt(t)
	p.mock(mockserver.Account("bo", "sesame", tourney.Account{ID: 8})).Accounts.Add("ada", "sesame", tourney.Account{ID: 7})
	folder := t.TempDir()
	first, second := filepath.Join(folder, "first"), filepath.Join(folder, "second")
	p.in = "sesame"
	for _, c := range []struct{ user, file, gone string }{{"ada", first, second}, {"bo", first, second}, {"bo", second, first}} {
		url := os.Getenv("TOURNEY_URL")
		p.want(command.ExitOK, "login", "--host=cup", "--url", url, "--username", c.user, "--key-file", c.file)
		require.FileExists(t, c.file)
		require.NoFileExists(t, c.gone)
	}
}

// keyed starts a host whose accounts all get one key. It returns its URL, and the key of the last request.
func keyed(t *testing.T, key string) (url string, got func() string) {
	t.Helper()
	last := ""
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if last, _, _ = strings.Cut(r.Header.Get("Authentication"), "."); r.Method == http.MethodPost {
			w.Header().Set("Content-Type", "application/json")
			text := base64.StdEncoding.EncodeToString([]byte(key))
			fmt.Fprintf(w, `{"Id":7,"Username":"ada","Email":"ada@example.com","ApiKey":%q,"ApiSecretKey":%[1]q}`, text)
			return
		}
		w.WriteHeader(http.StatusNotFound)
	}))
	t.Cleanup(srv.Close)
	return srv.URL, func() string { key := last; last = ""; return key }
}

// TestVariablesMoveNoHost: a password and a name do not go to the address in a variable.
func TestVariablesMoveNoHost(t *testing.T) {
	cup, atCup := keyed(t, "key-of-cup")
	other, atOther := keyed(t, "key-of-another")
	for name, c := range map[string]struct{ env, args, says string }{ // says is "" for a login at cup
		"a name":        {"VARIANT=soccer URL=" + other, "--host=cup", ""},
		"a new name":    {"URL=" + other, "--host=new", `there is no host "new"`},
		"an address":    {"HOST=cup", "--url=" + other, "--host is missing"},
		"the same":      {"HOST=cup URL=" + cup + "/api/v1/", "", ""},
		"two variables": {"HOST=cup URL=" + other, "", "cup is at " + cup + ", and TOURNEY_URL is another"},
		"a variant":     {"URL=" + other, "--host=cup --variant=soccer", "--variant and --profile belong to --url"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPrompt(t)
			hosts := `{"hosts": {"cup": {"url": "` + cup + `", "profile": {"Name": "soccer", "Variant": "soccer"}}}}`
			p.writeHosts(hosts)
			p.in = "sesame"
			setAll(t, c.env)
			code := command.ExitOK
			if c.says != "" {
				code = command.ExitUsage
			}
			_, errs := p.want(code, append([]string{"login", "--username=ada"}, strings.Fields(c.args)...)...)
			require.Contains(t, errs, c.says)
			f, err := readHosts(p.config)
			require.NoError(t, err)
			require.True(t, httptext.SameHost(cup, f.Hosts["cup"].URL))
		})
	}
	require.Empty(t, atCup()+atOther())
}

// TestKeysBelongToTheirHost: hosts can share a file of keys. None gets the keys of another, and none loses its own.
func TestKeysBelongToTheirHost(t *testing.T) {
	p := newPrompt(t)
	p.in = "sesame"
	file := filepath.Join(t.TempDir(), "keys")
	left := file + ".7.tmp" // a login that was killed
	require.NoError(t, os.WriteFile(left, []byte("a secret"), 0o600))
	a, atA := keyed(t, "key-of-a")
	b, atB := keyed(t, "key-of-b")
	third, atThird := keyed(t, "key-of-c")
	login := func(name, url string) {
		p.want(command.ExitOK, "login", "--host", name, "--url", url, "--username=ada", "--key-file", file)
	}
	get := func(code int, args ...string) string {
		_, errs := p.want(code, append([]string{"teams", "get", "4001"}, args...)...)
		require.NotContains(t, errs, "key-of")
		return errs
	}
	login("a", a)
	require.NoFileExists(t, left)
	none := get(command.ExitFailed, "--url", b, "--key-file", file)
	require.Contains(t, none, "no keys of "+b+" in "+file+", tourney login gets new ones: the keys in it are of other accounts")
	login("b", b+"/")
	for range 2 {
		get(exitRefused, "--host=a")
		require.Equal(t, "key-of-a", atA())
		get(exitRefused, "--host=b")
		require.Equal(t, "key-of-b", atB())
		get(exitRefused, "--url", b+"/api/v1", "--key-file", file)
		require.Equal(t, "key-of-b", atB())
		t.Setenv("TOURNEY_KEY_FILE", file) // left set
		require.Contains(t, get(command.ExitFailed, "--url", third), "no keys of "+third)
		require.Empty(t, atThird())
	}
	t.Setenv("TOURNEY_KEY_FILE", "")

	// A login at a new address ends before hosts.json is written.
	require.NoError(t, (&host{URL: third, Username: "ada", KeyFile: file}).keep(t.Context(), testKeys))
	get(exitRefused, "--host=a")
	require.Equal(t, "key-of-a", atA())

	// Two names of a host share its keys, by whatever path of the file.
	link := filepath.Join(filepath.Dir(p.config), "link")
	require.NoError(t, os.Symlink(file, link))
	p.want(command.ExitOK, "login", "--host=again", "--url", a, "--username=ada", "--key-file", link)
	p.want(command.ExitOK, "logout", "--host=a")
	get(exitRefused, "--host=again")
	require.Equal(t, "key-of-a", atA())
	login("again", third) // moves it
	get(exitRefused, "--host=b")
	require.Equal(t, "key-of-b", atB())
	require.Contains(t, get(command.ExitFailed, "--url", a, "--key-file", file), "no keys of "+a)

	require.NoError(t, os.WriteFile(left, []byte("a secret"), 0o600))
	p.want(command.ExitOK, "logout", "--host=b")
	require.NoFileExists(t, left)
	get(exitRefused, "--host=again")
	require.Equal(t, "key-of-c", atThird())
	p.want(command.ExitOK, "logout")
	require.NoFileExists(t, file)
}

// TestKeysOfEverySpelling: file and keyring have one entry for a host, however its base URL is written.
func TestKeysOfEverySpelling(t *testing.T) {
	var rows map[string][]string
	data, err := os.ReadFile("../../testdata/hosts.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &rows))
	for _, file := range []string{filepath.Join(t.TempDir(), "keys"), ""} {
		at := func(url string) *host { return &host{URL: url, Username: "ada", KeyFile: file, Keyring: file == ""} }
		for row, texts := range rows {
			require.NoError(t, at(row).keep(t.Context(), testKeys))
			own := auth.Credentials{APIKey: row, APISecret: secret.New("s")}
			require.NoError(t, at(append(texts, row)[0]).keep(t.Context(), own), "in place of the others")
		}
		for row, texts := range rows {
			for _, text := range append(texts, row) {
				keys, err := at(text).keys(t.Context())
				require.NoError(t, err)
				require.Equal(t, row, keys.APIKey, text)
				for other := range rows {
					require.Equal(t, other == row, at(text).sharesKeys(at(other)), "%s %s", text, other)
				}
			}
			require.NoError(t, at(append(texts, row)[0]).forgetKeys(t.Context()))
			_, err := at(row).keys(t.Context())
			require.ErrorContains(t, err, "no keys of "+row)
		}
	}
}

// TestKeyFiles: keys that others can read are not used, and a file without keys is named. A login leaves both alone.
func TestKeyFiles(t *testing.T) {
	p := newPrompt(t)
	url := p.mock().URL()
	file := filepath.Join(t.TempDir(), "keys")
	for _, c := range []struct {
		text string
		mode os.FileMode
		says string
	}{
		{`{"keys": [{"url": "` + url + `", "keys": "a2V5LW9mLWFkYQ== a2V5LW9mLWFkYQ=="}]}`, 0o644, "others can read " + file},
		{"key-of-ada", 0o600, "mend or remove it: / (line 1, offset 0): expected an object"},
		{"a2V5LW9mLWFkYQ== a2V5LW9mLWFkYQ==", 0o600, "mend or remove it: / (line 1, offset 0): expected"},
		{`{"key-of-ada": 1}`, 0o600, "mend or remove it: /: expected the member keys alone"},
		{`{"key-of-ada": key-of-ada}`, 0o600, "mend or remove it: / (line 1, offset 15): expected"},
		{`{"keys": "key-of-ada"}`, 0o600, "mend or remove it: /keys (line 1, offset 9): expected an array"},
		{`{"keys": [{}, {"key-of-ada": ""}]}`, 0o600, "mend or remove it: /keys[1]: expected the members url, username and keys alone"},
		{`{"keys": []} key-of-ada`, 0o600, "mend or remove it: / (line 1, offset 13): expected"},
		{`{"keys": [{"url": "` + url + `", "keys": "key-of-ada"}]}`, 0o600, "no keys of " + url + " in " + file},
		{`{"keys": [{"url": "` + url + `", "keys": "a2V5LW9mLWFkYQo= a2V5"}]}`, 0o600, "no keys of " + url + " in " + file},
		{`{"keys": [{"url": "` + url + `", "keys": "AGtleQ== a2V5"}]}`, 0o600, "no keys of " + url + " in " + file},
		{`{"keys": [{"url": "` + url + `", "keys": "a2V5"}]}`, 0o600, "no keys of " + url + " in " + file},
		{`{"keys": [{"url": "` + url + `", "keys": ""}, {}]}`, 0o600, "no keys of " + url + " in " + file},
		{
			`{"keys": [{"url": "` + url + `", "keys": "a"}, {"url": "` + url + `/", "keys": "b"}]}`, 0o600,
			"it has the keys of several users: choose one with --host",
		},
	} {
		if c.mode != 0o600 && !tempfile.IsUnix { // files have no rights of others
			continue
		}
		require.NoError(t, os.WriteFile(file, []byte(c.text), 0o600))
		require.NoError(t, os.Chmod(file, c.mode))
		_, errs := p.want(command.ExitFailed, "teams", "get", "4001", "--key-file", file)
		require.Contains(t, errs, c.says)
		require.NotContains(t, errs, "key-of-ada")
		isDamaged := strings.HasPrefix(c.says, "no keys") // a login replaces what is no key
		require.Equal(t, isDamaged, strings.Contains(errs, "tourney login gets new ones"), "one advice: %s", errs)
		if p.in = mockserver.DefaultPassword; !strings.HasPrefix(c.says, "no keys") && !strings.HasPrefix(c.says, "it has") {
			_, errs = p.want(command.ExitFailed, "login", "--host=a", "--url", url, "--username=director", "--key-file", file)
			require.Contains(t, errs, c.says)
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Equal(t, c.text, string(data))
		}
	}
}
