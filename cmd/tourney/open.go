package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/internal/httptext"
)

// opening is the command open. It starts no browser, because a machine may have none.
type opening struct{ connection }

func (c *opening) Declare(p *command.Parameters) { c.connection.Declare(p) }

func (c *opening) Run(ctx context.Context, to command.Terminal) error {
	_, h, err := c.chosen()
	if err != nil {
		return command.Usage(err)
	}
	base, err := httptext.BaseURL(h.URL)
	if err != nil {
		return command.Usage(err)
	}
	ctx, cancel := patience(ctx, c.Timeout)
	defer cancel()
	page := base.String()
	if at := strings.TrimSuffix(page, "/") + "/_mock/console/"; isConsole(ctx, at) {
		page = at
	}
	if err = ctx.Err(); err == nil {
		_, err = fmt.Fprintln(to.Out, page)
	}
	return err
}

// isConsole reports whether the console of a mock is at an address: it leads to a page below. The request has no keys.
func isConsole(ctx context.Context, at string) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, http.NoBody)
	if err != nil {
		return false
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return false
	}
	defer res.Body.Close()
	defer http.DefaultClient.CloseIdleConnections()
	to, err := res.Location()
	return err == nil && strings.HasPrefix(to.String(), at) && to.String() != at
}
