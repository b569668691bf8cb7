package requests

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
)

// keeping is a KeyStore made of a function.
type keeping func(context.Context, auth.Credentials, func(context.Context) (auth.Credentials, error)) (auth.Credentials, error)

func (f keeping) Keys(
	ctx context.Context, refused auth.Credentials, login func(context.Context) (auth.Credentials, error),
) (auth.Credentials, error) {
	return f(ctx, refused, login)
}

// shelf is a KeyStore that gives what it has to whoever was not refused just that.
type shelf struct {
	keys    auth.Credentials
	refused []string
}

func (s *shelf) Keys(
	ctx context.Context, refused auth.Credentials, login func(context.Context) (auth.Credentials, error),
) (keys auth.Credentials, err error) {
	s.refused = append(s.refused, refused.APIKey)
	if s.keys == refused {
		s.keys, err = login(ctx)
	}
	return s.keys, err
}

// TestKeyStore: clients with one store log in once, and once more when the host refuses the keys.
func TestKeyStore(t *testing.T) {
	valid := 1
	h := &clienttest.LoginHost{Login: clienttest.KeysOfRound, Accept: func(round int) bool { return round == valid }}
	var kept shelf
	first, second := clienttest.LoginClient(t, h, tourney.WithKeyStore(&kept)), clienttest.LoginClient(t, h, tourney.WithKeyStore(&kept))
	list := func(c *tourney.Client) {
		require.NoError(t, clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{})))
	}
	list(first)
	list(second)
	require.Equal(t, 1, h.Logins)
	valid = 2
	list(first)
	list(second)
	require.Equal(t, 2, h.Logins)
	require.Equal(t, []string{"", "", "round-1", "round-1"}, kept.refused)

	other, err := first.With(tourney.WithKeyStore(&shelf{}))
	require.NoError(t, err)
	valid = 3
	list(other)
	require.Equal(t, 3, h.Logins, "another store has other keys")
	_, err = first.With(tourney.WithCredentials(clienttest.Keys))
	require.NoError(t, err, "keys replace the login and its store")
}

// TestKeyStoreKeepsThePromisesOfALogin: a store may fail, hang and panic.
func TestKeyStoreKeepsThePromisesOfALogin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, c := range map[string]struct {
			store keeping
			want  string
			after time.Duration
		}{
			"an error": {func(context.Context, auth.Credentials, func(context.Context) (auth.Credentials, error)) (auth.Credentials, error) {
				return auth.Credentials{}, errors.New("no paper left")
			}, "no paper left", 0},
			"no keys": {func(context.Context, auth.Credentials, func(context.Context) (auth.Credentials, error)) (auth.Credentials, error) {
				return auth.Credentials{}, nil
			}, "the KeyStore returned no API key", 0},
			"too slow": {func(ctx context.Context, _ auth.Credentials, _ func(context.Context) (auth.Credentials, error)) (auth.Credentials, error) {
				<-ctx.Done()
				return auth.Credentials{}, ctx.Err()
			}, "context deadline exceeded", 30 * time.Second},
		} {
			begun := time.Now()
			h := &clienttest.LoginHost{Login: clienttest.KeysOfRound, Accept: func(int) bool { return true }}
			client := clienttest.LoginClient(t, h, tourney.WithKeyStore(c.store))
			require.ErrorContains(t, clienttest.Err(client.Venues.List(t.Context(), tourney.VenueListOptions{})), c.want, name)
			require.Equal(t, c.after, time.Since(begun), name)
			err := clienttest.ClassCalls["charge"](t.Context(), client)
			require.Error(t, err, name)
			require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown, name)
		}

		asked := 0
		h := &clienttest.LoginHost{Login: clienttest.KeysOfRound, Accept: func(int) bool { return false }}
		c := clienttest.LoginClient(t, h, tourney.WithKeyStore(keeping(
			func(ctx context.Context, _ auth.Credentials, login func(context.Context) (auth.Credentials, error)) (auth.Credentials, error) {
				asked++
				return login(ctx)
			})))
		for range 5 {
			require.ErrorIs(t, clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{})), tourney.ErrUnauthorized)
		}
		require.Equal(t, 2, asked, "the client does not ask again within 30 seconds after keys that the host never accepted")

		panicking := clienttest.LoginClient(t, h, tourney.WithKeyStore(keeping(
			func(context.Context, auth.Credentials, func(context.Context) (auth.Credentials, error)) (auth.Credentials, error) {
				panic("in the store")
			})))
		require.PanicsWithValue(t, "in the store", func() {
			_, _ = panicking.Venues.List(t.Context(), tourney.VenueListOptions{})
		})
	})
}
