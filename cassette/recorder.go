package cassette

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"sync"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/pseudonym"
	"github.com/tourney-go/tourney/secret"
)

// Options are the choices of a [Recorder].
type Options struct {
	// Seed decides the made-up values. With the same seed a person gets the same made-up name in every file. Keep the
	// seed apart from the files, because it can show whether a name stands for a certain person. The default is a random
	// seed, which nobody knows.
	Seed secret.Text
	// Keep names members that stay as they are, with all that is in them, in any letter case. Secrets never stay. Name
	// only members that you have read.
	Keep []string
	// Variant names the variant or the profile of the host, such as soccer, for [Player.Variant] and tourney diff. The
	// default is none.
	Variant string
}

// Recorder is a transport that records each request and its answer. A request that a client sends again is recorded
// again. It is safe for concurrent use; exchanges are recorded in the order in which their answers end.
type Recorder struct {
	next http.RoundTripper
	by   *pseudonym.Replacer

	mu   sync.Mutex
	file *os.File
	keys []string // the keys that a login answered
	err  error    // the first error of writing, after which nothing is recorded
}

// Record returns a Recorder that sends requests through next, and adds the exchanges to a file. A second Recorder for
// the same file is an error until Close, and on AIX, Solaris and Plan 9 the caller has to see to that. The file is made
// when there is none; only its owner can read a new file, but on Windows it has the rights of its folder. After each
// answer, and also when the program is killed, it has all exchanges whose answers have ended before. An error names the
// file.
func Record(file string, next http.RoundTripper, o Options) (*Recorder, error) {
	f, err := openFile(file)
	if err != nil {
		return nil, err
	}
	by := &pseudonym.Replacer{Seed: []byte(cmp.Or(o.Seed.Reveal(), rand.Text())), Keep: o.Keep}
	r := &Recorder{next: next, by: by, file: f}
	if o.Variant != "" {
		r.err = json.NewEncoder(f).Encode(variantLine{o.Variant})
	}
	return r, nil
}

// Close closes the file. It returns the first error of writing the file. Such an error does not disturb the requests.
// Exchanges after it are not recorded.
func (r *Recorder) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return errors.Join(r.err, r.file.Close())
}

// RoundTrip sends a request, and returns its answer when it has been read and recorded. The answer to a request that
// changes the protocol is not recorded.
func (r *Recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	sent, req, err := bodyOf(req)
	if err != nil {
		return nil, err
	}
	res, err := r.next.RoundTrip(req)
	if err != nil {
		r.record(req, sent, nil, nil, false)
		return nil, err
	}
	if res.StatusCode == http.StatusSwitchingProtocols {
		return res, nil
	}
	got, err := readLimited(res.Body)
	rest := io.Reader(res.Body)
	if err != nil {
		rest = failing{err}
	}
	r.record(req, sent, res, got, err != nil)
	res.Body = chained(got, rest, res.Body)
	return res, nil
}

// readLimited reads a body, or one byte more of it than is recorded.
func readLimited(body io.Reader) ([]byte, error) { return io.ReadAll(io.LimitReader(body, maxBody+1)) }

// failing ends a body with an error.
type failing struct{ error }

func (f failing) Read([]byte) (int, error) { return 0, f.error }

// bodyOf returns the body of a request, and a request that still has it.
func bodyOf(req *http.Request) ([]byte, *http.Request, error) {
	if req.Body == nil || req.Body == http.NoBody {
		return nil, req, nil
	}
	sent, err := readLimited(req.Body)
	if err != nil {
		return nil, nil, errors.Join(err, req.Body.Close())
	}
	again := req.WithContext(req.Context()) // a RoundTripper must not change the request of its caller
	again.Body = chained(sent, req.Body, req.Body)
	return sent, again, nil
}

// chained returns a body that yields the bytes that were already read, and then the rest.
func chained(read []byte, rest io.Reader, closer io.Closer) io.ReadCloser {
	return struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(read), rest), closer}
}

// record adds an exchange to the file. The answer is nil when none came.
func (r *Recorder) record(req *http.Request, sent []byte, res *http.Response, got []byte, cut bool) {
	e := newExchange(req, sent)
	if e.CutOff = cut; cut {
		got = nil // half a body cannot be read
	}
	secrets := http.Header{}
	maps.Copy(secrets, req.Header)
	if res != nil {
		secrets["Set-Cookie"] = res.Header["Set-Cookie"]
		e.Answer = newMessage(res.Header, got)
		e.Answer.Status = res.StatusCode
		if e.Request.Omitted != "" && len(got) > 0 { // it can repeat secrets that nobody knows
			e.Answer.Omitted, e.Answer.body = fmt.Sprintf("%d bytes after a request that is left out", len(got)), node.Node{}
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.keys = e.replace(secrets, r.keys, r.by)
	if r.err == nil {
		out := json.NewEncoder(r.file) // which writes an exchange at once
		out.SetEscapeHTML(false)
		out.SetIndent("", "  ")
		r.err = out.Encode(e)
	}
}
