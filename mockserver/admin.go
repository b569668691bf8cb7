package mockserver

import (
	"cmp"
	"errors"
	"net/http"
	"strings"

	"github.com/tourney-go/tourney/mockserver/internal/listen"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/respond"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/secret"
)

// WithExtension makes the server serve an admin API and a console. It is for the packages of this module: a program
// uses Serve and Token of [github.com/tourney-go/tourney/mockserver/admin], and
// [github.com/tourney-go/tourney/mockserver/console.Serve]. Also are options that the extension needs.
func WithExtension(e listen.Extension, also ...Option) Option {
	return Option{func(o *options) error {
		for _, option := range also {
			if err := option.set(o); err != nil {
				return err
			}
		}
		if e.Serve != nil {
			o.admin.serve = e.Serve
		}
		o.admin.console = cmp.Or(e.Console, o.admin.console)
		if e.Token == nil {
			return nil
		}
		if text := e.Token.Reveal(); text == "" || !wire.IsPrintable(text) || strings.Contains(text, " ") {
			return errors.New("mockserver: admin.Token: expected a text of visible characters without spaces")
		}
		o.admin.token = *e.Token
		return nil
	}}
}

type adminOptions struct {
	serve   func(world any, of listen.Server) http.HandlerFunc // nil without the API
	token   secret.Text                                        // zero for none
	console *listen.Console                                    // nil without the console
}

func (s *server) adminHandler() http.HandlerFunc {
	o := &s.options.admin
	if o.serve == nil {
		return nil
	}
	api := o.serve(s.public, listen.Server{
		Token: o.token, Ending: s.running.Ending, BeginWait: s.running.BeginWait, Unreachable: s.unreachableBut,
		Schema: func(form, url string) []byte { return schemaAt(s.profile.Variant, SchemaForm(form), url) },
		TellRefused: func(req *http.Request, why *refusal.Refusal) {
			s.Journal.Tell(respond.NewAnswer(nil, req).Refuse(why))
		},
		Follow: s.follow,
	})
	if o.console == nil {
		return api
	}
	return o.console.Handler(api)
}
