package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// TestFaultByForm: a person arms a fault in the form, sees it fire without a reload, finds the request that it refused
// explained, and removes it.
func TestFaultByForm(t *testing.T) {
	srv := start(t, tourney.Soccer)
	b := open(t, srv.URL())
	at := srv.URL() + consolePath
	b.visit(at + "faults")
	b.shows("#rules", "No fault is armed")
	b.run(chromedp.SetValue(chromedp.CSS("#operation"), "Teams.List"), chromedp.SetValue(chromedp.CSS("#action"), "status"))
	b.click("#status")
	b.types("503")
	b.leave(func() { b.click(`form[action$="faults/add"] button.primary`) })
	b.shows("#rules", "Teams.List")
	b.shows("#top", "1 fault armed")
	require.Len(t, srv.Faults(), 1)
	id := srv.Faults()[0].ID()

	b.stays(func() {
		require.Equal(t, http.StatusServiceUnavailable, ask(t, srv, http.MethodGet, "/api/v1/teams?eventid=1001", ""))
		b.shows("#rule-"+id+" td.number", "1")
	})
	b.leave(func() { b.click("#rule-" + id + " td.number a") })
	b.click(`tr[data-key="request-1"] a`)
	b.shows("#detail", "The fault "+id+" fired")
	b.shows("#detail", "503")
	b.leave(func() { b.click(`#detail a[href*="faults#rule-"]`) })
	b.leave(func() { b.click(`form[action$="faults/` + id + `/remove"] button`) })
	b.shows("#rules", "No fault is armed")
	require.Equal(t, http.StatusOK, ask(t, srv, http.MethodGet, "/api/v1/teams?eventid=1001", ""))
	b.leave(func() { b.click(`form[action*="undo/"] button`) })
	b.shows("#rules", "Teams.List")
	require.Len(t, srv.Faults(), 1)
}
