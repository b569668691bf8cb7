package envelope_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/internal/envelope"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const memory = 1 << 20

func TestResult(t *testing.T) {
	for _, tc := range []struct {
		body   string
		member string
		want   envelope.IDs
		named  bool
	}{
		{`{"Id":7}`, "Id", envelope.IDs{ID: 7}, true},
		{`{"Id":"7"}`, "Id", envelope.IDs{ID: 7}, true},
		{`{"Id":7,"Id":null}`, "Id", envelope.IDs{ID: 7}, true},
		{`{"Id":[7]}`, "Id", envelope.IDs{}, true},
		{`{"Id":0}`, "Id", envelope.IDs{}, false},
		{`{"Id":7}`, "TeamId", envelope.IDs{}, false},
		{`{"TransactionId":"n/a"}`, "TransactionId", envelope.IDs{}, false},
		{`{"TransactionId":"(1)"}`, "TransactionId", envelope.IDs{}, false},
		{`{"TransactionId":"ch_1"}`, "TransactionId", envelope.IDs{TransactionID: "ch_1"}, true},
		{`<Response><TeamId>4</TeamId></Response>`, "TeamId", envelope.IDs{TeamID: 4}, true},
	} {
		ids, named := envelope.Result(tc.member, "", []byte(tc.body), false, memory)
		require.Equal(t, tc.want, ids, tc.body)
		require.Equal(t, tc.named, named, tc.body)
	}
}

func TestEntries(t *testing.T) {
	for _, tc := range []struct {
		body  string
		xml   bool
		count int
		found bool
	}{
		{`{}`, false, 0, false},
		{`{"Errors":null}`, false, 0, false},
		{`{"Errors":[]}`, false, 0, false},
		{`{"Errors":[{"Code":2},"x"]}`, false, 2, true},
		{`{"Errors":"broken"}`, false, 0, true},
		{`<Response><Errors/></Response>`, true, 0, false},
		{`<Response><Errors><Error><Code>2</Code></Error></Errors></Response>`, true, 1, true},
	} {
		s := envelope.Syntax{XML: tc.xml}
		e, err := envelope.Read(s, []byte(tc.body), memory)
		require.NoError(t, err, tc.body)
		entries, found := e.Entries(s, memory)
		require.Len(t, entries, tc.count, tc.body)
		require.Equal(t, tc.found, found, tc.body)
	}
}

func TestRequired(t *testing.T) {
	type row struct {
		ID int64 `json:"Id"`
	}
	type answer struct {
		ID   int64 `json:"Id"`
		Team row
		List []row
	}
	require.NoError(t, envelope.RequireResult(&answer{ID: 1}, "Id", false))
	require.ErrorContains(t, envelope.RequireResult(&answer{}, "Id", false), "the id of the new row or transaction")
	require.NoError(t, envelope.RequireResult(&answer{}, "Id", true))
	require.NoError(t, envelope.RequireRow(&answer{Team: row{3}}, "Team", 3))
	require.ErrorContains(t, envelope.RequireRow(&answer{Team: row{4}}, "Team", 3), "the answer holds team 4")
	require.False(t, envelope.HasList(&answer{}, []string{"List"}))
	require.True(t, envelope.HasList(&answer{List: []row{}}, []string{"List"}))

	body, err := envelope.Syntax{}.Parse([]byte(`{"Message":"key","List2":1}`), memory)
	require.NoError(t, err)
	other := envelope.FindUnexpected(&body, &answer{}, []string{"List"})
	require.NotContains(t, other.Error(), "Message")
	shown := other.Showing(func(name string) string { return "<" + name + ">" })
	require.ErrorContains(t, shown, `the members "<Message>", "<List2>"`)
}
