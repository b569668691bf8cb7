package tourney_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/secret"
	"github.com/tourney-go/tourney/watch"
	"github.com/tourney-go/tourney/watch/webhook"
)

// The code of docs/watching.md about webhooks. A test compares the page with this file.

func forwardGames(ctx context.Context, client *tourney.Client, url string, key secret.Text, state string) error {
	report := func(err error) { fmt.Println(err) } // what another attempt may mend
	sender, err := webhook.New(url, key, webhook.Options{Report: report})
	if err != nil {
		return err
	}
	options := watch.Options{State: watch.File(state), Existing: true}
	changes := watch.Games(ctx, client.Games, tourney.GameListOptions{EventID: 1001}, options)
	return watch.Forward(ctx, changes, sender.Send, report)
}

func receive(key secret.Text, use func(webhook.Event, watch.Change[tourney.Game])) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, 1<<20))
		if err != nil {
			http.Error(w, "the body is cut off or too long", http.StatusBadRequest)
			return
		}
		event, err := webhook.Verify(req.Header, body, key, time.Now())
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		var change watch.Change[tourney.Game] // for teams a watch.Change[tourney.Team]
		if err := json.Unmarshal(event.Data, &change); err != nil {
			http.Error(w, err.Error(), http.StatusUnprocessableEntity)
			return
		}
		use(event, change) // leave out an event.ID that came before
	}
}

// A program sends the games of a host to another program.
func Example_webhook() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	folder, err := os.MkdirTemp("", "forward")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(folder) }()
	ctx, cancel := context.WithCancel(context.Background())
	key := webhook.NewKey() // both programs know it
	games := 0
	receiver := httptest.NewServer(receive(key, func(event webhook.Event, change watch.Change[tourney.Game]) {
		if games++; games == 1 {
			fmt.Println(event.Type, change.After.ID, change.After.AwayTeam.Name, "-", change.After.HomeTeam.Name)
		} else if games == len(srv.Games.All()) {
			cancel()
		}
	}))
	defer receiver.Close()
	err = forwardGames(ctx, srv.Client(), receiver.URL, key, filepath.Join(folder, "games.json"))
	fmt.Println(games, "games,", errors.Is(err, context.Canceled))
	// Output:
	// game.added 7001 River Skylarks - Juniper Foxes
	// 48 games, true
}
