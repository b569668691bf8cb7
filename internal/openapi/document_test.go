package openapi

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/contract"
)

// parsed returns the document of a variant as encoding/json reads it.
func parsed(t *testing.T, name string) map[string]any {
	t.Helper()
	v, ok := contract.LookupVariant(name)
	require.True(t, ok, name)
	var document map[string]any
	require.NoError(t, json.Unmarshal(JSON(v), &document))
	return document
}

// at returns the value at the names of a path, nil when there is none.
func at(value any, path string) any {
	for name := range strings.SplitSeq(path, "/") {
		members, _ := value.(map[string]any)
		value = members[name]
	}
	return value
}

// visit calls f for every object of a document.
func visit(value any, f func(map[string]any)) {
	switch v := value.(type) {
	case map[string]any:
		f(v)
		for _, inner := range v {
			visit(inner, f)
		}
	case []any:
		for _, item := range v {
			visit(item, f)
		}
	}
}

func TestEveryOperationHasTypesAndFixtures(t *testing.T) {
	for _, op := range contract.Operations() {
		require.Contains(t, operations, op.ID)
		require.DirExists(t, root+"/testdata/"+map[bool]string{false: "wire/", true: "observed/"}[op.Observed]+operations[op.ID].folder)
	}
	require.Len(t, operations, len(contract.Operations()))
}

// TestDocumentsHaveTheOperationsOfTheirVariant: no operation is missing, and none is there that the variant lacks.
func TestDocumentsHaveTheOperationsOfTheirVariant(t *testing.T) {
	for _, v := range contract.Variants() {
		want := map[string]bool{}
		for _, op := range contract.Operations() {
			if !op.Shown.Has(v) {
				continue
			}
			want[strings.ToLower(op.Method)+" "+op.Path] = true
			for _, a := range op.Aliases {
				if a.Shown.Has(v) {
					want[strings.ToLower(op.Method)+" "+a.Path] = true
				}
			}
		}
		have := map[string]bool{}
		ids := map[any]bool{}
		for path, item := range parsed(t, v.Name)["paths"].(map[string]any) {
			for method, operation := range item.(map[string]any) {
				have[method+" "+path] = true
				ids[at(operation, "operationId")] = true
			}
		}
		require.Empty(t, cmp.Diff(want, have), v.Name)
		require.Len(t, ids, len(have), "ids of operations differ")
	}
}

func TestAssumedIsInTheLedger(t *testing.T) {
	ledger, err := os.ReadFile(root + "/docs/assumptions.md")
	require.NoError(t, err)
	for _, v := range contract.Variants() {
		count := 0
		visit(parsed(t, v.Name), func(o map[string]any) {
			ids, _ := o[assumedKey].([]any)
			for _, id := range ids {
				require.Contains(t, string(ledger), "\n| `"+id.(string)+"` |")
				count++
			}
		})
		require.Greater(t, count, 100, v.Name)
	}
}

func TestReferencesResolve(t *testing.T) {
	for _, v := range contract.Variants() {
		document := parsed(t, v.Name)
		used := map[string]bool{}
		visit(document, func(o map[string]any) {
			if ref, ok := o["$ref"].(string); ok {
				path := strings.TrimPrefix(ref, "#/")
				require.NotNil(t, at(document, path), ref)
				used[path] = true
			}
		})
		for name := range at(document, "components/schemas").(map[string]any) {
			require.Contains(t, used, "components/schemas/"+name, "%s is unused", name)
		}
	}
}

// TestOneOperationForDetailsAndList: the answer of the shared path is one of two.
func TestOneOperationForDetailsAndList(t *testing.T) {
	document := parsed(t, "soccer")
	for _, noun := range []string{"teams", "divisions", "games", "players", "venues", "events"} {
		get := document["paths"].(map[string]any)["/"+noun].(map[string]any)["get"].(map[string]any)
		require.Contains(t, get["description"], "With an id the answer is the row")
		content := at(get, "responses/200/content").(map[string]any)
		component := strings.ToUpper(noun[:1]) + noun[1:] + "ReadAnswer"
		for _, media := range []string{jsonType, xmlType} {
			require.Equal(t, "#/components/schemas/"+component, at(content[media], "schema/$ref"))
		}
		require.Len(t, at(document, "components/schemas/"+component+"/oneOf"), 2, noun)
		names := map[string]bool{}
		for _, p := range get["parameters"].([]any) {
			name := strings.ToLower(at(p, "name").(string))
			require.False(t, names[name], "%s has %s twice", noun, name)
			names[name] = true
		}
		require.Contains(t, names, "id")
	}
}

func TestSchemas(t *testing.T) {
	const teams, games, pay = "TeamsCreateRequest/properties/", "GamesUpdateRequest/properties/", "PaymentsPayRequest/properties/"
	const register = "RegistrationRegisterRequest/properties/"
	const statistic = "StatisticsUpdateRequest/properties/Away/properties/Players/items/properties/Statistics/items/"
	text, whole := map[string]any{"type": "string"}, map[string]any{"type": "integer", "format": "int64"}
	number := map[string]any{"type": "number", "format": "double"}
	digits, null := map[string]any{"type": "string", "pattern": scorePattern}, map[string]any{"type": "null"}
	for _, c := range []struct {
		variant, path string
		want          any
	}{
		{"soccer", teams + "Coaches/maxItems", 5.0},
		{"soccer", teams + "Players/maxItems", 20.0},
		{"soccer", teams + "Players/items/properties/Weight/maximum", 999.0},
		{"soccer", teams + "Players/items/properties/GradudationYear/maximum", 9999.0},
		{"soccer", teams + "Players/items/xml/name", "Player"},
		{"soccer", teams + "Address/properties/PostalCode/maxLength", 10.0},
		{"soccer", teams + "Website/pattern", "^http://"},
		{"soccer", teams + "Players/items/properties/Bats", nil},
		{"baseball", teams + "Players/items/properties/Bats/type", []any{"integer", "null"}},
		{"softball", teams + "Players", nil},
		{"softball", teams + "EventId", nil},
		{"soccer", teams + "ExternalTeamId/oneOf", []any{text, whole, null}},
		{"soccer", teams + "EventId/minimum", 1.0},
		{"soccer", games + "AwayScore/oneOf", []any{digits, number, null}},
		{"soccer", games + "AwayTeamScore", nil},
		{"football", games + "AwayTeamScore/oneOf", []any{digits, number, null}},
		{"football", games + "AwayScore", nil},
		{"football", games + "AwayWonBy", nil},
		{"football", games + "AwayTeamForfeited/type", []any{"boolean", "null"}},
		{"lacrosse", register + "Meta/maxItems", 20.0},
		{"volleyball", register + "Meta/maxItems", 10.0},
		{"volleyball", register + "Players/items/properties/Meta/maxItems", 10.0},
		{"soccer", register + "Meta/maxItems", nil},
		{"soccer", register + "Year/minimum", 1900.0},
		{"soccer", register + "Coaches/items/properties/Email/format", "email"},
		{"soccer", register + "Players/items/properties/Birthdate/pattern", birthDatePattern},
		{"soccer", pay + "Payment/properties/CreditCardNumber/writeOnly", true},
		{"soccer", pay + "Payment/properties/CreditCardExpireMonth/maximum", 12.0},
		{"soccer", pay + "Payment/properties/CreditCardType/enum", []any{"Visa", "Mastercard", "Discover", "American Express", nil}},
		{"soccer", pay + "Payment/properties/StreetAddress/x-assumed", []any{"both-spellings"}},
		{"soccer", pay + "EnableReceipt/type", []any{"boolean", "null"}},
		{"soccer", pay + "Payment/properties/Amount/oneOf", []any{
			map[string]any{"type": "number", "format": "double", "minimum": 0.0},
			map[string]any{"type": "string", "pattern": amountPattern}, null,
		}},
		{"soccer", "PaymentsPayRequest/required", []any{"Payment"}},
		{"soccer", "AuthenticationAuthenticateRequest/required", []any{"Username", "Password"}},
		{"soccer", "GamesUpdateRequest/required", []any{"Id"}},
		{"soccer", "RegistrationRegisterRequest/required", []any{"Coaches"}},
		{"soccer", "TeamsUpdateRequest/required", nil},
		{"soccer", statistic + "required", []any{"Name"}},
		{"soccer", statistic + "properties/Value/pattern", statisticPattern},
		{"soccer", "Team/properties/Id/format", "int64"},
		{"soccer", "Price/properties/Amount/format", "double"},
		{"soccer", "Gender/description", "The code of Gender. Section 2 lists no values. Observed: 0 Coed, 1 Male, 2 Female, 4 All."},
		{"soccer", "Team/properties/Sport", nil},
		{"baseball", "Team/properties/Sport/type", []any{"integer", "null"}},
		{"softball", "TeamPlayer/properties/Active/type", []any{"boolean", "null"}},
		{"softball", "TeamPlayer/properties/PlayerId", nil},
		{"rugby", "Division/properties/Active/type", []any{"boolean", "null"}},
		{"soccer", "Division/properties/Active", nil},
		{"football", "GameSide/properties/WonBy", nil},
		{"football", "GameSide/properties/Forfeited/type", []any{"boolean", "null"}},
		{"soccer", "GameSide/properties/PoolName/x-assumed", []any{"observed-members"}},
		{"soccer", "Game/properties/Date/pattern", datePattern},
		{"soccer", "Game/properties/Time/pattern", timePattern},
		{"soccer", "Team/required", []any{"Id", "Name"}},
		{"soccer", "Team/properties/Players/xml/wrapped", true},
		{"soccer", "StandingsGetAnswer/xml/name", "Response"},
		{"soccer", "Refusal/x-assumed", []any{"error-body"}},
		{"soccer", "ErrorItem/x-assumed", []any{"error-body"}},
		{"soccer", "ErrorItem/description", "One thing that is wrong (section 7 shows no body)."},
		{"soccer", "TeamPage/description", "A page of a list (section 1, convention 5)."},
		{"soccer", "TeamPage/properties/Total/description", "How many rows the whole list has."},
	} {
		schemas := at(parsed(t, c.variant), "components/schemas")
		require.Empty(t, cmp.Diff(c.want, at(schemas, c.path)), "%s %s", c.variant, c.path)
	}
}

// TestGeneratorsReadTheDocuments: what generators of clients do not read is in no document. They read one type and null.
// They make types of the alternatives of a schema, also where an alternative has nothing but conditions, so those are
// under then.
func TestGeneratorsReadTheDocuments(t *testing.T) {
	for _, v := range contract.Variants() {
		document := parsed(t, v.Name)
		schemas, _ := at(document, "components/schemas").(map[string]any)
		for _, schema := range schemas {
			delete(schema.(map[string]any), "then")
		}
		visit(document, func(o map[string]any) {
			if types, ok := o["type"].([]any); ok {
				require.Len(t, types, 2, v.Name)
				require.Equal(t, "null", types[1], v.Name)
			}
			for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
				parts, _ := o[keyword].([]any)
				for _, part := range parts {
					require.True(t, at(part, "type") != nil || at(part, "$ref") != nil || at(part, "allOf") != nil,
						"%s: %s %v", v.Name, keyword, part)
				}
			}
		})
	}
}

// TestObservedHasNoSection: what was observed is in no section, so no description cites one.
func TestObservedHasNoSection(t *testing.T) {
	for _, name := range []string{"soccer", "rugby"} {
		document := parsed(t, name)
		visit(document, func(o map[string]any) {
			text, _ := o["description"].(string)
			require.NotContains(t, strings.ToLower(text), "section observed", name)
		})
		paths, _ := document["paths"].(map[string]any)
		require.Equal(t, "Observed: the interface document does not show it. With an id the answer is the row, "+
			"without one it is the list: the answer is one of both.", at(paths["/events"], "get/description"))
	}
}

// TestRules: each rule of a body is a condition that cites its section.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		variant, schema, want string
	}{
		{"soccer", "TeamsUpdateRequest", `[{"anyOf":[{"required":["Id"],"properties":{"Id":{"not":{"enum":[null,""]}}}},` +
			`{"required":["ExternalTeamId"],"properties":{"ExternalTeamId":{"not":{"enum":[null,""]}}}}],` +
			`"description":"Section 4.5: id or externalteamid is required."}]`},
		{"soccer", "StandingsUpdateRequest", `[{"if":{"required":["TeamId"],"properties":{"TeamId":{"not":{"enum":[null,""]}}}},` +
			`"then":{"required":["TeamPoolId"],"properties":{"TeamPoolId":{"not":{"enum":[null,""]}}}},` +
			`"description":"Section 4.14: teampoolid is required when teamid is given."}]`},
		{"soccer", "AuthenticationAuthenticateRequest", `[{"required":["Username","Password"],` +
			`"properties":{"Username":{"not":{"enum":[null,""]}},"Password":{"not":{"enum":[null,""]}}},` +
			`"description":"Section 4.1: username, password is required."}]`},
	} {
		var want any
		require.NoError(t, json.Unmarshal([]byte(c.want), &want))
		require.Empty(t, cmp.Diff(want, at(parsed(t, c.variant), "components/schemas/"+c.schema+"/then/allOf")), c.schema)
	}
	one := at(parsed(t, "soccer"), "components/schemas/RegistrationRegisterRequest/then/allOf").([]any)
	require.Empty(t, cmp.Diff(any(1.0), at(one[0], "properties/Coaches/maxContains")))
	card := at(parsed(t, "soccer"), "components/schemas/PaymentsPayRequest/then/allOf").([]any)
	require.Equal(t, false, at(card[2], "if/properties/EnableCreditCard/const"))
	require.Equal(t, []any{"Payment"}, at(card[2], "else/required"))
	require.Contains(t, at(card[len(card)-1], "description"), "EnablePaymentConfirmation and EnableReceipt are equal")
}

// TestExamplesFitTheirVariant: no example has a member that the variant lacks.
func TestExamplesFitTheirVariant(t *testing.T) {
	for _, v := range contract.Variants() {
		document := parsed(t, v.Name)
		for path, item := range document["paths"].(map[string]any) {
			for method, operation := range item.(map[string]any) {
				example := at(at(operation, "responses/200/content").(map[string]any)[jsonType], "examples")
				require.NotEmpty(t, example, "%s: %s %s has no example", v.Name, method, path)
				visit(example, func(o map[string]any) {
					if o["Results"] == nil && o["Pools"] != nil {
						_, sport := o["Sport"]
						require.Equal(t, at(document, "components/schemas/Team/properties/Sport") != nil, sport, v.Name)
					}
				})
			}
		}
	}
}

func TestSecurity(t *testing.T) {
	document := parsed(t, "rugby")
	names := slices.Sorted(maps.Keys(at(document, "components/securitySchemes").(map[string]any)))
	require.Equal(t, []string{"key", "time"}, names)
	require.Equal(t, "Authentication", at(document, "components/securitySchemes/key/name"))
	login := document["paths"].(map[string]any)["/authenticate"]
	require.Empty(t, cmp.Diff([]any{}, at(login, "post/security")))
}

func TestWriters(t *testing.T) {
	for _, c := range []struct {
		name       string
		value      any
		json, yaml string
	}{
		{"scalars", obj("a", "yes", "b", true, "c", 7, "d", json.Number("1.50"), "e", nil),
			"{\n  \"a\": \"yes\",\n  \"b\": true,\n  \"c\": 7,\n  \"d\": 1.50,\n  \"e\": null\n}",
			"\"a\": \"yes\"\n\"b\": true\n\"c\": 7\n\"d\": 1.50\n\"e\": null\n"},
		{"nesting", obj("a", list{obj("b", list{}), list{"c"}}, "d", obj()),
			"{\n  \"a\": [\n    {\n      \"b\": []\n    },\n    [\n      \"c\"\n    ]\n  ],\n  \"d\": {}\n}",
			"\"a\":\n  -\n    \"b\": []\n  -\n    - \"c\"\n\"d\": {}\n"},
		{"texts", obj("1", "a: b # c\n\"d\" – é"),
			"{\n  \"1\": \"a: b # c\\n\\\"d\\\" – é\"\n}", "\"1\": \"a: b # c\\n\\\"d\\\" – é\"\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Empty(t, cmp.Diff(c.json, string(appendJSON(nil, c.value, ""))))
			require.Empty(t, cmp.Diff(c.yaml, string(appendYAML(nil, c.value, ""))))
		})
	}
}

// TestBytesAreTheSame makes documents at the same time, as the handlers of a server do.
func TestBytesAreTheSame(t *testing.T) {
	v, _ := contract.LookupVariant("multi-sport")
	var made [8][2]string
	var wait sync.WaitGroup
	for i := range made {
		wait.Go(func() { made[i] = [2]string{string(JSON(v)), string(YAML(v))} })
	}
	wait.Wait()
	for _, each := range made {
		require.True(t, each == made[0], "the bytes differ")
	}
	require.Greater(t, len(made[0][1]), 50_000)
}

// TestProfileSpellings: the document of a host with another wording names the members as the host does.
func TestProfileSpellings(t *testing.T) {
	v, _ := contract.LookupVariant("soccer")
	host := v.With(contract.Ways{Title: "Indoor", Wording: contract.TeamScoreWording})
	var document any
	require.NoError(t, json.Unmarshal(JSON(host), &document))
	members := at(document, "components/schemas/GamesUpdateRequest/properties").(map[string]any)
	require.Contains(t, members, "AwayTeamScore")
	require.Contains(t, members, "AwayTeamWonBy")
	require.NotContains(t, members, "AwayScore")
	require.Equal(t, "Sports Event Management, Indoor", at(document, "info/title"))
}
