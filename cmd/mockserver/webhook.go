package main

import (
	"context"
	"errors"
	"net/http"
	"time"

	"golang.org/x/time/rate"

	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/secret"
	"github.com/tourney-go/tourney/watch/webhook"
)

func (f *serveFlags) declareWebhook(p *command.Parameters) {
	command.Add(p, &f.Webhook, "webhook", "URL", command.Text,
		"Send each change of a team, a game or a score to this receiver, signed as Standard Webhooks says.")
	command.Add(p, &f.WebhookSecret, "webhook-secret", "TEXT",
		func(text string) (secret.Text, error) { return secret.New(text), nil },
		"The key of the signatures: whsec_ and 24 to 64 bytes in base64. Without it the program makes one up and prints it.")
}

func (f *serveFlags) checkWebhook() error {
	switch {
	case f.Webhook == "" && !f.WebhookSecret.IsZero():
		return errors.New("--webhook-secret needs --webhook, the receiver")
	case f.Webhook != "" && len(f.Listen) > 1:
		return errors.New("--webhook sends the changes of one server: give one --listen with it")
	}
	return nil
}

// forwarder sends the changes of a mock to the receiver of --webhook.
type forwarder struct {
	to     *webhook.Sender // nil without --webhook
	madeUp string          // the key, if the program made it up
	log    func(err error)
}

func (h *host) newForwarder() (f forwarder, err error) {
	if h.Webhook == "" {
		return f, nil
	}
	key := h.WebhookSecret
	if key.IsZero() {
		key = webhook.NewKey()
		f.madeUp = key.Reveal()
	}
	lines := &rate.Sometimes{First: 3, Interval: 10 * time.Second} // a receiver may refuse everything
	f.log = func(err error) { lines.Do(func() { h.warnings.Print(plaintext.Inner(err)) }) }
	f.to, err = webhook.New(h.Webhook, key, webhook.Options{MaxWait: 30 * time.Second, Report: f.log})
	return f, err
}

// forward begins to send the changes of the mock. The function end closes the mock, and waits at most shutdownTime for
// the receiver.
func (h *host) forward(ctx context.Context) (end func()) {
	if h.forwarder.to == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	changes, done := h.mock.Changes(ctx), make(chan struct{})
	go func() {
		defer close(done)
		for write, event := range changes {
			if err := h.forwarder.to.Send(ctx, event); err != nil && !h.goesOn(err, write) {
				return
			}
		}
	}()
	return func() {
		h.mock.Close()
		defer time.AfterFunc(shutdownTime, cancel).Stop()
		<-done
		cancel()
	}
}

// goesOn reports an event that the receiver did not accept, and whether the receiver gets further events.
func (h *host) goesOn(err error, write int64) bool {
	var failed *webhook.Error
	switch {
	case !errors.As(err, &failed) || !errors.Is(err, webhook.ErrRefused):
		h.warnings.Printf("%d writes were not sent to the receiver of --webhook", h.mock.Writes.Newest()-write+1)
		return false
	case failed.Status == http.StatusGone:
		h.warnings.Print(plaintext.Inner(err) + ": the receiver of --webhook gets no further changes")
		return false
	}
	h.forwarder.log(err)
	return true
}
