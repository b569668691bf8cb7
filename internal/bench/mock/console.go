package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/bench/timing"
	"github.com/tourney-go/tourney/mockserver"
)

const (
	// consoleKind is the mock with its console, as a child process.
	consoleKind = "console"
	consolePath = "/_mock/console/"
	// look is the time between two looks of an open page, as in its script.
	look = 500 * time.Millisecond
	// longTurn has room for several looks.
	longTurn = 2 * time.Second
)

// consoleTable shows what an open console costs a list request.
func consoleTable(w io.Writer) error {
	mock, err := start(consoleKind)
	if err != nil {
		return err
	}
	defer mock.stop()
	lists := get("/api/v1/teams?eventid=1", asJSON)
	var rates, times []float64
	for range 2 * timing.Rounds {
		alone, err := drive(mock, lists, longTurn)
		if err != nil {
			return err
		}
		opened, err := watched(mock.address, func() (err error) {
			beside, err := drive(mock, lists, longTurn)
			rates = append(rates, beside.perSecond/alone.perSecond)
			times = append(times, float64(beside.cpu)/float64(alone.cpu))
			return err
		})
		if err = errors.Join(err, atLeast(opened, 2)); err != nil {
			return fmt.Errorf("the open console: %w", err)
		}
	}
	fmt.Fprintln(w, "lists beside an open console : lists alone\tmeasured\tgoal")
	for _, row := range []struct {
		name, goal string
		ratios     []float64
	}{{"requests a second", "0.95", rates}, {"CPU of the server", "1.05", times}} {
		fmt.Fprintf(w, "%s\t%.2f (%.2f to %.2f)\t%s\n",
			row.name, timing.Median(row.ratios), slices.Min(row.ratios), slices.Max(row.ratios), row.goal)
	}
	return nil
}

// atLeast returns an error when the page was not fetched often enough to count as open.
func atLeast(fetched, least int) error {
	if fetched < least {
		return fmt.Errorf("the page was fetched %d times, and expected at least %d", fetched, least)
	}
	return nil
}

// watched does something while a console is open: it reads the stream of numbers, and fetches the page of requests
// twice a second. It returns how often it fetched the page.
func watched(address string, do func() error) (fetched int, err error) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	failed := make(chan error, 2)
	go func() {
		failed <- fetch(ctx, address, "events")
	}()
	go func() {
		every := time.NewTicker(look)
		defer every.Stop()
		for {
			select {
			case <-ctx.Done():
				failed <- nil
				return
			case <-every.C:
			}
			if err := fetch(ctx, address, "requests"); err != nil {
				failed <- err
				return
			}
			fetched++
		}
	}()
	err = do()
	stop()
	for range cap(failed) {
		if opened := <-failed; opened != nil && !errors.Is(opened, context.Canceled) {
			err = errors.Join(err, opened)
		}
	}
	return fetched, err
}

// fetch reads a page of the console to its end.
func fetch(ctx context.Context, address, page string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+consolePath+page, http.NoBody)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s", page, res.Status)
	}
	_, err = io.Copy(io.Discard, res.Body)
	return err
}

// consolePages shows how long the server takes for each kind of page of the console, with a million teams.
func consolePages(w io.Writer) error {
	srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("huge"), mockserver.Console())
	if err != nil {
		return err
	}
	defer srv.Close()
	for i := range 100 {
		handle(srv, http.MethodGet, fmt.Sprintf("/api/v1/teams?page=%d", i+1), "")
	}
	fmt.Fprintln(w, "pages of the console, 1,000,000 teams\tfirst\tagain\tgoal")
	seen := map[string]bool{}
	for queue := []string{consolePath + "requests"}; len(queue) > 0; queue = queue[1:] {
		path := queue[0]
		kind := kindOf(path)
		if seen[kind] {
			continue
		}
		seen[kind] = true
		begin := time.Now()
		links, err := open(srv, path)
		if err != nil {
			return err
		}
		first := time.Since(begin)
		again := median(21, func() { _, err = open(srv, path) })
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\t%.1f ms\t%.1f ms\t50 ms\n", kind, milliseconds(first), milliseconds(again))
		queue = append(queue, links...)
	}
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

var (
	link   = regexp.MustCompile(`<a [^>]*href="([^"#]+)`)
	digits = regexp.MustCompile(`\d+`)
)

// kindOf returns the kind of a page: pages of one kind differ in numbers and in the values of their queries.
func kindOf(path string) string {
	path, query, _ := strings.Cut(strings.TrimPrefix(path, consolePath), "?")
	path = digits.ReplaceAllString(path, "N")
	if values, err := url.ParseQuery(query); err == nil {
		for name := range values {
			path += " " + name
		}
	}
	names := strings.Fields(path)
	slices.Sort(names[1:])
	return strings.Join(names, " ")
}

// open opens a page and returns the pages of the console that it links to.
func open(srv *mockserver.Server, path string) (links []string, err error) {
	req := request(http.MethodGet, path, "")
	resp, err := srv.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	page, err := io.ReadAll(resp.Body)
	if err = errors.Join(err, resp.Body.Close()); err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("GET %s: status %d", path, resp.StatusCode)
	}
	for _, found := range link.FindAllStringSubmatch(string(page), -1) {
		to, err := req.URL.Parse(strings.ReplaceAll(found[1], "&amp;", "&"))
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(to.Path, consolePath) && to.Path != consolePath {
			links = append(links, to.RequestURI())
		}
	}
	return links, nil
}
