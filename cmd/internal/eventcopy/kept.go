package eventcopy

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/envelope"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/internal/tempfile"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// kept is the transport and the limiter of a copy. The client gets answers with made-up values alone, and the
// unfinished file keeps each of them. First come the answers that an earlier copy has kept, each of them once.
type kept struct {
	*copying

	live atomic.Bool // a request went to the host: from then on, requests wait for their turn

	file    *os.File
	empty   bool                    // the file has no answer
	answers map[string][]keptAnswer // of an earlier copy, by their requests
	failed  error                   // why no answer is kept any more: the first failure, or errClosed
	end     context.CancelFunc      // ends the copy
}

// errClosed is the error of a request that outlives its copy.
var errClosed = errors.New("the copy has ended")

// keptAnswer is a line of the unfinished file.
type keptAnswer struct {
	Request     string // its hash
	Media, Body string
}

// Wait waits for the turn of a request.
func (k *kept) Wait(ctx context.Context) error {
	if k.Pace == nil || !k.live.Load() {
		return nil
	}
	return k.Pace.Wait(ctx)
}

// RoundTrip answers a request from the unfinished file, or else asks the host.
func (k *kept) RoundTrip(req *http.Request) (*http.Response, error) {
	// A URL can have the keys of auth.Query, so the file has its hash.
	of := fmt.Sprintf("%x", sha256.Sum256([]byte(req.Header.Get("Accept")+" "+req.URL.RequestURI())))
	k.mu.Lock()
	if old := k.answers[of]; len(old) > 0 {
		k.answers[of] = old[1:]
		k.mu.Unlock()
		return old[0].response(req), nil
	}
	k.mu.Unlock()
	k.live.Store(true)
	res, err := k.Transport.RoundTrip(req)
	var got []byte
	if err == nil && res.StatusCode == http.StatusOK {
		got, err = io.ReadAll(io.LimitReader(res.Body, most))
		err = errors.Join(err, res.Body.Close())
	}
	if err != nil || got == nil {
		k.tell(&node.Node{})
		return res, err
	}
	form, n, err := parsedAnswer(res.Header, got)
	k.tell(&n)
	refusal := n.Find("Errors")
	switch {
	case err != nil: // the client says what is wrong, and must not read what nobody made up
		got = got[:max(0, len(bytes.TrimSpace(got))-1)]
	case refusal == nil || len(refusal.Items)+len(refusal.Members) == 0:
		a := keptAnswer{Request: of, Media: form.Media()}
		if err = k.keep(&a, form, &n); err != nil {
			return nil, err
		}
		return a.response(req), nil
	}
	res.Body, res.ContentLength = io.NopCloser(bytes.NewReader(got)), -1
	return res, nil
}

// most bounds the bytes of an answer.
const most = 64 << 20

// parsedAnswer returns the content of an answer.
func parsedAnswer(h http.Header, body []byte) (form envelope.Syntax, n node.Node, err error) {
	plain, left, err := httptext.Decoded(bytes.NewReader(body), httptext.Codings(h), most)
	if err == nil {
		body, err = io.ReadAll(io.LimitReader(plain, most))
	}
	if err == nil && len(left) > 0 {
		err = errors.New("the answer has a compression of another kind")
	}
	if err == nil {
		form, err = envelope.SyntaxOf(h.Get("Content-Type"), body)
	}
	if err == nil {
		n, err = form.Parse(body, 4*most)
	}
	return form, n, err
}

// keep makes up the values of an answer, and adds the answer to the unfinished file.
func (k *kept) keep(a *keptAnswer, form envelope.Syntax, n *node.Node) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	by := &k.state.Replaced
	by.Hide(by.Withhold(n, false, redact.Mark))
	by.Replace(n, contract.AnswerRows(), "")
	if a.Body = string(jsoncodec.AppendNode(nil, *n)); form.XML {
		a.Body = string(xmlwire.AppendNode(nil, "Response", *n))
	}
	if k.failed == nil {
		k.failed = json.NewEncoder(k.file).Encode(a)
		k.empty = false
	}
	if k.failed != nil {
		k.end() // the client would ask again and again
	}
	return k.failed
}

// response returns the answer to a request.
func (a *keptAnswer) response(req *http.Request) *http.Response {
	return &http.Response{
		StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: req,
		Header: http.Header{"Content-Type": {a.Media}}, ContentLength: int64(len(a.Body)),
		Body: io.NopCloser(strings.NewReader(a.Body)),
	}
}

// tell calls Progress after an answer of the host.
func (k *kept) tell(n *node.Node) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.at.Requests++; k.Progress == nil || k.failed != nil {
		return
	}
	if len(n.Members) > 0 {
		page := &n.Members[0].Node
		number := func(name string) (v int) {
			if m := page.Find(name); m != nil {
				v, _ = strconv.Atoi(m.Text)
			}
			return v
		}
		k.at.Of = number("Total")
		k.at.Rows = min(number("Page")*number("PageSize"), k.at.Of)
	}
	k.Progress(k.at)
}

// open opens the unfinished file: a line with the state, and one for each answer. It reads what an earlier copy has
// kept, and refuses what belongs to another copy.
func (k *kept) open() error {
	target, err := tempfile.Target(k.Unfinished())
	if err != nil {
		return err
	}
	if k.file, err = tempfile.Lock(target); err != nil {
		return err
	}
	data, err := tempfile.Load(target)
	if end := bytes.LastIndexByte(data, '\n'); end >= 0 {
		data = data[:end+1] // a program that was killed can leave a part of a line
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if k.empty = len(data) == 0 && err == nil; err == nil && !k.empty {
		err = d.Decode(&k.state)
	}
	for err == nil && d.More() {
		var a keptAnswer
		err = d.Decode(&a)
		k.answers[a.Request] = append(k.answers[a.Request], a)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be read, remove it: %w", k.Unfinished(), err)
	}
	if err = k.check(k.empty); err == nil {
		err = k.file.Truncate(int64(len(data)))
	}
	if err == nil {
		_, err = k.file.Seek(0, io.SeekEnd)
	}
	if err == nil && k.empty {
		err = json.NewEncoder(k.file).Encode(k.state)
	}
	return err
}

func (k *kept) failure() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.failed
}

// close closes the unfinished file, and removes it if nobody needs it.
func (k *kept) close(done bool) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.failed = errClosed
	if k.file == nil {
		return nil
	}
	err := k.file.Close()
	if done || k.empty {
		err = errors.Join(err, tempfile.Remove(k.Unfinished()))
	}
	return err
}
