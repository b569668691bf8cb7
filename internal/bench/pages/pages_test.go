package pages

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const root = "Response"

// TestGeneratedIsAsThePlan: generated code of the plain types writes and reads the same as the plan does.
func TestGeneratedIsAsThePlan(t *testing.T) {
	full, err := Plain()
	require.NoError(t, err)
	sparse := PlainBody{plainPage{Results: []plainPlayer{{Profile: &plainProfile{GPA: -1.5e-9}, Teams: []plainTeam{{}}}}}}
	for _, want := range []PlainBody{full, sparse, {}} {
		body, err := jsoncodec.Marshal(want)
		require.NoError(t, err)
		byPlan, err := jsoncodec.AppendByPlan(nil, want)
		require.NoError(t, err)
		require.Equal(t, string(byPlan), string(body))

		var got, read PlainBody
		require.NoError(t, jsoncodec.Unmarshal(body, &got, jsoncodec.Limits{}))
		require.NoError(t, jsoncodec.UnmarshalByPlan(body, &read, jsoncodec.Limits{}))
		require.Equal(t, want, got)
		require.Equal(t, want, read)

		body, err = xmlwire.Marshal(root, want)
		require.NoError(t, err)
		byPlan, err = xmlwire.AppendByPlan(nil, root, want)
		require.NoError(t, err)
		require.Equal(t, string(byPlan), string(body))

		require.NoError(t, xmlwire.Unmarshal(body, &got, xmlwire.Limits{}))
		require.NoError(t, xmlwire.UnmarshalByPlan(body, &read, xmlwire.Limits{}))
		require.Equal(t, want, got)
		require.Equal(t, want, read)
	}
}

// TestPlainTypesAreAlike: plain types with and without generated code have the same members.
func TestPlainTypesAreAlike(t *testing.T) {
	generated, err := Plain()
	require.NoError(t, err)
	byPlan, err := ByPlan()
	require.NoError(t, err)

	want, err := jsoncodec.Marshal(generated)
	require.NoError(t, err)
	got, err := jsoncodec.Marshal(byPlan)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))

	want, err = xmlwire.Marshal(root, generated)
	require.NoError(t, err)
	got, err = xmlwire.Marshal(root, byPlan)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))
}
