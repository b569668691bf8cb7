package webhook_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/secret"
	"github.com/tourney-go/tourney/watch/webhook"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// Two requests whose signatures openssl made from the text of the specification. Many libraries have the first one in
// their tests.
const (
	testKey = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

	id1, time1, body1 = "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, `{"test": 2432232314}`
	signature1        = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
	id2, time2        = "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W", 1674087231
	body2             = `{"type":"game.score","timestamp":"2022-11-03T20:26:10.344522Z","data":{"after":{"Id":7001}}}`
	signature2        = "v1,xdyR9rPFFQhtAX3+wVW0a7+p7AJgkNTJlBn660eOGRs="
)

func headerOf(id, timestamp, signatures string) http.Header {
	h := http.Header{}
	h.Set("webhook-id", id)
	h.Set("webhook-timestamp", timestamp)
	h.Set("webhook-signature", signatures)
	return h
}

func TestVerify(t *testing.T) {
	event, err := webhook.Verify(headerOf(id1, strconv.Itoa(time1), signature1), []byte(body1), secret.New(testKey), time.Unix(time1, 0))
	require.NoError(t, err)
	require.Equal(t, webhook.Event{ID: id1}, event)
	event, err = webhook.Verify(headerOf(id2, strconv.Itoa(time2), signature2), []byte(body2), secret.New(testKey), time.Unix(time2, 0))
	require.NoError(t, err)
	require.Equal(t, webhook.Event{
		ID: id2, Type: "game.score", Time: time.Date(2022, 11, 3, 20, 26, 10, 344522000, time.UTC), Data: []byte(`{"after":{"Id":7001}}`),
	}, event)
}

func TestVerifyAcceptsAndRefuses(t *testing.T) {
	at := strconv.Itoa(time1)
	for name, c := range map[string]struct {
		id, timestamp, signatures, body, key string
		later                                time.Duration
		says                                 string // "" when the request is good
	}{
		"another signature first":    {signatures: "v1a,hnO3f9T8 v1,AAAA " + signature1},
		"another signature last":     {signatures: signature1 + " v2,x"},
		"lines joined by a proxy":    {signatures: signature1 + ", v1,AAAA"},
		"and without a space":        {signatures: "v1,AAAA," + signature1 + ",v1a,AAAA"},
		"a key without its prefix":   {key: strings.TrimPrefix(testKey, "whsec_")},
		"five minutes ago":           {later: 5 * time.Minute},
		"in five minutes":            {later: -5 * time.Minute},
		"six minutes ago":            {later: 6 * time.Minute, says: `at most 5m0s from now, 1614265690, found "1614265330"`},
		"in six minutes":             {later: -6 * time.Minute, says: "from now, 1614264970, found"},
		"the end of time":            {timestamp: "9223372036854775807", says: "webhook-timestamp: expected seconds"},
		"before the ages":            {timestamp: "-9223372036854775808", says: "webhook-timestamp: expected seconds"},
		"a time with a fraction":     {timestamp: at + ".0", says: "webhook-timestamp: expected seconds"},
		"a time of another form":     {timestamp: "Thu, 25 Feb 2021 15:02:10 GMT", says: "expected seconds"},
		"no time":                    {timestamp: "-", says: "expected seconds"},
		"the next second":            {timestamp: strconv.Itoa(time1 + 1), says: "no signature is right"},
		"the same time, spelled":     {timestamp: "+" + at, says: "no signature is right"},
		"no id":                      {id: " ", says: "webhook-id: expected an ID"},
		"another id":                 {id: "msg_other", says: "no signature is right"},
		"an id that takes the time":  {id: id1 + "." + at, says: "webhook-id: expected an ID of ASCII characters without spaces and points"},
		"a body with one space less": {body: `{"test":2432232314}`, says: "no signature is right"},
		"no signature":               {signatures: " ", says: "no signature is right"},
		"no version":                 {signatures: strings.TrimPrefix(signature1, "v1,"), says: "no signature is right"},
		"another version":            {signatures: strings.Replace(signature1, "v1", "v1a", 1), says: "no signature is right"},
		"a part of the signature":    {signatures: signature1[:20], says: "no signature is right"},
		"another key":                {key: webhook.NewKey().Reveal(), says: "no signature is right"},
		"a short key":                {key: "whsec_c2hvcnQ=", says: "the key: expected whsec_ and 24 to 64 bytes in base64"},
		"a long key":                 {key: strings.Repeat("QUJD", 22), says: "the key: expected whsec_ and 24"},
		"a key that is no base64":    {key: "whsec_" + strings.Repeat("*", 32), says: "the key: expected whsec_ and 24"},
		"no key":                     {key: "whsec_", says: "the key: expected whsec_ and 24"},
	} {
		or := func(text, usual string) string {
			if text == "" {
				return usual
			}
			return strings.TrimSpace(text)
		}
		t.Run(name, func(t *testing.T) {
			header := headerOf(or(c.id, id1), or(c.timestamp, at), or(c.signatures, signature1))
			key := or(c.key, testKey)
			event, err := webhook.Verify(header, []byte(or(c.body, body1)), secret.New(key), time.Unix(time1, 0).Add(c.later))
			if c.says == "" {
				require.NoError(t, err)
				require.Equal(t, id1, event.ID)
				return
			}
			require.ErrorContains(t, err, c.says)
			require.ErrorContains(t, err, "tourney: webhook: ")
			require.NotContains(t, err.Error(), "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
			require.Zero(t, event)
		})
	}
	_, err := webhook.Verify(nil, nil, secret.New(testKey), time.Now())
	require.ErrorContains(t, err, "webhook-id")

	lines := headerOf(id1, at, "v1,AAAA") // a header may come on several lines
	lines.Add("webhook-signature", signature1)
	_, err = webhook.Verify(lines, []byte(body1), webhook.NewKey(), time.Unix(time1, 0), secret.New(testKey))
	require.NoError(t, err, "the old key is among the others")
	_, err = webhook.Verify(lines, []byte(body1), secret.New(testKey), time.Unix(time1, 0), secret.New("whsec_"))
	require.ErrorContains(t, err, "the key: expected whsec_")
}

func TestNewKeyAndNewID(t *testing.T) {
	key := webhook.NewKey()
	require.NotEqual(t, key, webhook.NewKey())
	require.Regexp(t, `^whsec_[A-Za-z0-9+/]{43}=$`, key.Reveal())
	require.Equal(t, "[redacted]", key.String())
	require.Regexp(t, `^msg_[A-Za-z0-9_-]{24}$`, webhook.NewID())
	id := webhook.NewID("a", "b")
	require.Equal(t, id, webhook.NewID("a", "b"))
	require.NotEqual(t, id, webhook.NewID("ab"))
	require.NotEqual(t, id, webhook.NewID(`a" "b`))
}

// FuzzVerify: nothing but the request that was signed is accepted, and no error shows the key.
func FuzzVerify(f *testing.F) {
	f.Add(id1, "1614265330", signature1, []byte(body1), testKey)
	f.Add(id2, "1674087231", "v1, "+signature2, []byte(body2), testKey)
	f.Add("a.b", "-1", "v1", []byte("null"), "whsec_")
	f.Fuzz(func(t *testing.T, id, timestamp, signatures string, body []byte, key string) {
		header := headerOf(id, timestamp, signatures)
		for _, now := range []int64{time1, time2} {
			event, err := webhook.Verify(header, body, secret.New(key), time.Unix(now, 0))
			if err == nil {
				require.True(t, id == id1 && string(body) == body1 || id == id2 && string(body) == body2)
				require.Equal(t, id, event.ID)
			} else if len(key) > 20 {
				require.NotContains(t, err.Error(), key)
			}
		}
	})
}
