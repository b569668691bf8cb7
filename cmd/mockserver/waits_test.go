package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"
)

// TestWaitsEndWithTheProgram: when the program stops, requests that wait for others answer, and others go on.
func TestWaitsEndWithTheProgram(t *testing.T) {
	for target, ends := range map[string]bool{
		"/_mock/requests?wait=1h":                   true,
		"/_mock/session/anna/_mock/requests?wait=1": true,
		"/_mock/requests":                           false,
		"/api/v1/teams?eventid=1001&wait=1h":        false,
	} {
		t.Run(target, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				stopping, stop := context.WithCancel(t.Context())
				defer stop()
				var before, after error
				handler := endingWaits(stopping, http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
					before = req.Context().Err()
					stop()
					synctest.Wait()
					after = req.Context().Err()
				}))
				req := httptest.NewRequestWithContext(context.Background(), http.MethodGet, target, nil)
				handler.ServeHTTP(httptest.NewRecorder(), req)
				require.NoError(t, before)
				if ends {
					require.ErrorIs(t, after, context.Canceled)
				} else {
					require.NoError(t, after)
				}
			})
		})
	}
}
