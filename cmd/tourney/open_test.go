package main

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/console"
)

// TestOpen: the page of a mock is its console, that of any other host its address. No key goes there.
func TestOpen(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if len(req.Header["Authentication"]) > 0 || req.URL.Path != "/_mock/console/" {
			t.Error("it sends more than it should")
		}
		http.Redirect(w, req, "/login", http.StatusSeeOther)
	}))
	defer other.Close()
	mock := mockserver.Start(t, tourney.Soccer, console.Serve())
	bare := mockserver.Start(t, tourney.Soccer)
	nobody := httptest.NewUnstartedServer(nil)
	nobody.Close()
	away := "http://" + nobody.Listener.Addr().String()
	p := newPrompt(t)
	for _, c := range []struct{ url, want string }{
		{mock.URL(), mock.URL() + "/_mock/console/"},
		{mock.URL() + "/api/v1/", mock.URL() + "/_mock/console/"},
		{bare.URL(), bare.URL()}, {other.URL, other.URL}, {away, away},
	} {
		out, errs := p.want(command.ExitOK, "open", "--url", c.url)
		require.Equal(t, c.want+"\n", out)
		require.Empty(t, errs)
	}
}
