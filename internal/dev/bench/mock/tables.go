package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
)

const (
	asJSON = "application/json"
	asXML  = "application/xml"
)

const allIncludes = "/api/v1/teams?eventid=1&includes=players,coaches,pools,season"

// pages are the requests of the first table. The goals are ratios to the static handler, for requests a second and
// for processor time.
var pages = []struct {
	name      string
	q         question
	perSecond float64 // at least
	cpu       float64 // at most
}{
	{"50 teams, JSON", get("/api/v1/teams?eventid=1", asJSON), 0.50, 2.5},
	{"50 teams, XML", get("/api/v1/teams?eventid=1", asXML), 0.50, 2.5},
	{"50 players, JSON", get("/api/v1/players?eventid=1", asJSON), 0.50, 2.5},
	{"50 players, XML", get("/api/v1/players?eventid=1", asXML), 0.50, 2.5},
	{"50 games, JSON", get("/api/v1/games?eventid=1", asJSON), 0.50, 2.5},
	{"50 games, XML", get("/api/v1/games?eventid=1", asXML), 0.50, 2.5},
	{"50 teams, all includes, JSON", get(allIncludes, asJSON), 0.50, 2.5},
	{"50 teams, all includes, XML", get(allIncludes, asXML), 0.50, 2.5},
	{"one team, JSON", get("/api/v1/teams?id=7", asJSON), 0.60, 2.5},
}

// pageTable compares pages of the mock with a static handler that has the same bytes and headers.
func pageTable(w io.Writer) error {
	mock, err := start("mock")
	if err != nil {
		return err
	}
	defer mock.stop()
	rival, err := start("static")
	if err != nil {
		return err
	}
	defer rival.stop()
	fmt.Fprintln(w, "against a static handler, same bytes\tbytes\trequests a second\tgoal\tCPU\tgoal")
	for _, p := range pages {
		size, err := give(mock, rival, p.q)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		perSecond, cpu, err := compare(mock, rival, p.q)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		fmt.Fprintf(w, "%s\t%d\t%.2f\t>= %.2f\t%.1f\t<= %.1f\n", p.name, size, perSecond, p.perSecond, cpu, p.cpu)
	}
	return nil
}

// give makes the static handler answer a question with the answer of the mock. It returns the size of the answer.
func give(mock, rival *host, q question) (int, error) {
	header, body, err := exchange(mock, q, nil, nil)
	if err != nil {
		return 0, err
	}
	_, _, err = exchange(rival, question{method: "PUT", target: q.target, accept: q.accept}, header, body)
	return len(body), err
}

// exchange sends one request and reads its answer.
func exchange(h *host, q question, header http.Header, body []byte) (http.Header, []byte, error) {
	target := "http://" + h.address + q.target
	req, err := http.NewRequestWithContext(context.Background(), q.method, target, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	for name, values := range header {
		req.Header[name] = values
	}
	req.Header.Set("Accept", q.accept)
	if q.authorization != "" {
		req.Header.Set("Authorization", q.authorization)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = res.Body.Close() }()
	got, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("the answer was %s: %s", res.Status, got)
	}
	return res.Header, got, err
}
