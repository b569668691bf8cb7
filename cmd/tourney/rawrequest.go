package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
)

// raw is the command raw, for paths that no operation has.
type raw struct {
	connection

	method, path string
}

func (c *raw) Declare(p *command.Parameters) {
	p.Argument(&c.method, "method", "GET.")
	p.Argument(&c.path, "path", "The path with its query, such as /api/v1/pools?eventid=1001.")
	c.connection.Declare(p)
}

// Run sends a request that reads, and prints the bytes of the answer.
func (c *raw) Run(ctx context.Context, to command.Terminal) error {
	path, query, _ := strings.Cut(c.path, "?")
	values, err := url.ParseQuery(query)
	if !strings.EqualFold(c.method, http.MethodGet) {
		err = errors.New("raw sends GET alone, because nothing checks its requests")
	} else if !strings.HasPrefix(path, "/") {
		err = errors.New("expected a path, such as /api/v1/pools?eventid=1001")
	}
	if err != nil {
		return command.Usage(fmt.Errorf("%s %s: %w", c.method, c.path, err))
	}
	client, err := c.open(ctx)
	if err != nil {
		return err
	}
	answer, err := client.Do(ctx, tourney.RawRequest{Method: http.MethodGet, Path: path, Query: values})
	if len(answer.Body) == 0 {
		return err
	}
	return cmp.Or(err, printBytes(to, answer.Body))
}
