package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/secret"
	"github.com/tourney-go/tourney/watch/webhook"
)

const webhookKey = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// receiver answers the requests of --webhook with a handler, and tells of the events that it got.
func receiver(t *testing.T, answer http.HandlerFunc) (at string, requests chan *http.Request) {
	t.Helper()
	requests = make(chan *http.Request, 1000)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		req.Body = io.NopCloser(strings.NewReader(string(body)))
		requests <- req
		answer(w, req)
	}))
	t.Cleanup(srv.Close)
	return srv.URL, requests
}

// verified returns the event of a request.
func verified(t *testing.T, req *http.Request, key string) webhook.Event {
	t.Helper()
	body, err := io.ReadAll(req.Body)
	require.NoError(t, err)
	event, err := webhook.Verify(req.Header, body, secret.New(key), time.Now())
	require.NoError(t, err)
	return event
}

func accept(http.ResponseWriter, *http.Request) {}

// score gives the home team of the first game a score by the admin API.
func (p *program) score(score string) {
	p.t.Helper()
	status, _ := p.send("curl -X PATCH '" + p.url() + `/_mock/rows/games/7001' -d '{"HomeTeam":{"Score":` + score + `}}'`)
	require.Equal(p.t, http.StatusNoContent, status)
}

// TestWebhook: changes of the interface, of the admin API and of a reset reach the receiver in order. The greeting has the
// key that the program made up.
func TestWebhook(t *testing.T) {
	at, requests := receiver(t, accept)
	p := start(t, "--variant", "soccer", "--webhook", strings.Replace(at, "//", "//clerk:hush@", 1)+"/hook?token=hush")
	told := p.about("Webhook")
	require.Len(t, told, 1)
	key := regexp.MustCompile(`^to 127\.0\.0\.1:\d+, secret (whsec_\S+)$`).FindStringSubmatch(told[0])
	require.NotNil(t, key, told)
	require.NotContains(t, strings.Join(p.greeting, "\n"), "hush")

	p.score("9")
	p.send(p.curls()[2]) // posts a score
	p.send("curl -X POST '" + p.url() + "/_mock/reset'")
	var types []string
	for range 4 {
		req := <-requests
		require.Equal(t, "/hook?token=hush", req.RequestURI)
		user, password, _ := req.BasicAuth()
		require.Equal(t, "clerk hush", user+" "+password)
		types = append(types, verified(t, req, key[1]).Type)
	}
	require.Equal(t, []string{"game.score", "game.score", "game.score", "game.score"}, types)
	p.score("5")
	code, _ := p.stop()
	require.Equal(t, command.ExitOK, code)
	require.Empty(t, p.errs.String())
	require.Equal(t, "game.score", verified(t, <-requests, key[1]).Type, "the program waits for the receiver of the last write")
}

// TestWebhookSecret: the output has a key only if the program made it up.
func TestWebhookSecret(t *testing.T) {
	at, requests := receiver(t, accept)
	t.Setenv("MOCKSERVER_WEBHOOK_SECRET", webhookKey)
	p := start(t, "--webhook", at)
	require.Equal(t, []string{"to " + strings.TrimPrefix(at, "http://") + ", secret of --webhook-secret"}, p.about("Webhook"))
	require.NotContains(t, strings.Join(p.greeting, "\n"), webhookKey[6:])
	p.score("8")
	require.Equal(t, "game.score", verified(t, <-requests, webhookKey).Type)
	p.stop()

	p = start(t, "--webhook", at, "--print-json")
	require.NotContains(t, p.greeting[0], "webhook")
	p.stop()
	t.Setenv("MOCKSERVER_WEBHOOK_SECRET", "")
	p = start(t, "--webhook", at, "--print-json")
	var shown printed
	require.NoError(t, json.Unmarshal([]byte(p.greeting[0]), &shown))
	require.Regexp(t, `^whsec_`, shown.Servers[0].WebhookSecret)
	p.greeting = []string{"URL " + shown.Servers[0].URL}
	p.score("7")
	verified(t, <-requests, shown.Servers[0].WebhookSecret)
	p.stop()
}

// TestWebhookReceivers: whatever a receiver does, the mock answers requests. The program ends, and prints how many
// writes it did not send.
func TestWebhookReceivers(t *testing.T) {
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	hang := func(_ http.ResponseWriter, req *http.Request) { <-req.Context().Done() }
	for name, c := range map[string]struct {
		answer http.HandlerFunc // nil for a receiver that is not there
		says   []string         // in the log
		lines  int              // at most
	}{
		"is dead": {nil, []string{
			"mockserver: warning: webhook: 127.0.0.1:", bySystem("connection refused", " refused"), "mockserver: warning: 40 writes were not sent",
		}, 6},
		"never answers": {hang, []string{"mockserver: warning: 40 writes were not sent to the receiver of --webhook"}, 6},
		"refuses everything": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "no hooks here", http.StatusNotFound)
		}, []string{"did not accept the event msg_", "refused: status 404: no hooks here"}, 3},
		"is gone": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusGone) },
			[]string{"refused: status 410: the receiver of --webhook gets no further changes"}, 1},
		"redirects": {func(w http.ResponseWriter, req *http.Request) {
			http.Redirect(w, req, "/elsewhere?hush", http.StatusFound)
		},
			[]string{"refused: status 302"}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at, requests := closed.URL, make(chan *http.Request, 1)
			if c.answer != nil {
				at, requests = receiver(t, c.answer)
			}
			p := start(t, "--webhook", at, "--webhook-secret", webhookKey)
			for i := range 40 {
				p.score([]string{"21", "22"}[i%2])
			}
			if c.answer != nil {
				<-requests
			}
			code, printed := p.stop()
			require.Equal(t, command.ExitOK, code)
			require.Equal(t, []string{"mockserver: stopped"}, printed)
			for _, text := range c.says {
				require.Contains(t, p.errs.String(), text)
			}
			require.LessOrEqual(t, strings.Count(p.errs.String(), "\n"), c.lines)
			require.NotContains(t, p.errs.String(), webhookKey[6:])
			require.NotContains(t, p.errs.String(), "hush")
		})
	}
}

// TestWebhookCallsBack: a receiver may call the mock before it answers.
func TestWebhookCallsBack(t *testing.T) {
	var p *program
	var first sync.Once
	ready := make(chan struct{})
	at, requests := receiver(t, func(w http.ResponseWriter, _ *http.Request) {
		first.Do(func() {
			<-ready
			req, _ := http.NewRequest(http.MethodPatch, p.url()+"/_mock/rows/teams/4001", strings.NewReader(`{"Name":"Called back"}`))
			res, err := http.DefaultClient.Do(req)
			if err != nil || res.StatusCode != http.StatusNoContent {
				w.WriteHeader(http.StatusInternalServerError)
				return
			}
			_ = res.Body.Close()
		})
	})
	p = start(t, "--variant", "soccer", "--webhook", at, "--webhook-secret", webhookKey)
	close(ready)
	p.score("9")
	require.Equal(t, "game.score", verified(t, <-requests, webhookKey).Type)
	require.Equal(t, "team.changed", verified(t, <-requests, webhookKey).Type)
	p.stop()
}
