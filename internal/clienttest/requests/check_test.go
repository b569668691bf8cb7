package requests

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/secret"
)

// inputs returns the operations with an Input: logins and all writes.
func inputs() (ops []*contract.Operation) {
	for _, op := range contract.Operations() {
		if op.Class != contract.Read {
			ops = append(ops, op)
		}
	}
	return ops
}

// agrees checks that Check and the call refuse the same, and that only a request that Check accepts is sent.
func agrees(t require.TestingT, v tourney.Host, op string, in reflect.Value, opts ...tourney.Option) error {
	h := &clienttest.Host{Answers: clienttest.Always(200, `{"Id":1,"TeamId":1,"TransactionId":"t","ApiKey":"aw==","ApiSecretKey":"cw=="}`)}
	c, err := tourney.New(clienttest.BaseURL, v, append([]tourney.Option{tourney.WithHTTPClient(h.HTTPClient())}, opts...)...)
	require.NoError(t, err)
	request, isInput := in.Interface().(tourney.Input)
	require.True(t, isInput, "%s is no Input", in.Type())
	checked := c.Check(request)
	require.Empty(t, h.Requests(), "Check sent a request")
	pointer := reflect.New(in.Type())
	pointer.Elem().Set(in)
	byPointer, _ := pointer.Interface().(tourney.Input)
	require.Equal(t, checked, c.Check(byPointer))
	called := clienttest.Err(clienttest.Call(context.Background(), c, op, in.Interface()))
	require.Equal(t, called, checked)
	require.Equal(t, checked == nil, len(h.Requests()) == 1)
	return checked
}

// TestCheckGivesTheErrorOfTheCall: for any request, Check returns what the call returns, and sends nothing.
func TestCheckGivesTheErrorOfTheCall(t *testing.T) {
	ops := inputs()
	require.Len(t, ops, 10)
	for _, op := range ops {
		t.Run(op.ID, func(t *testing.T) {
			values := clienttest.ValuesOf(reflect.TypeOf(clienttest.Parameters[op.ID]))
			refused := 0
			rapid.Check(t, func(t *rapid.T) {
				variant := rapid.SampledFrom(tourney.Variants()).Draw(t, "variant")
				if agrees(t, variant, op.ID, values.Draw(t, op.ID)) != nil {
					refused++
				}
			})
			require.Positive(t, refused)
		})
	}
}

// pathsOf returns the paths of an error's fields, without the numbers of items.
func pathsOf(e *tourney.ValidationError) (paths []string) {
	for _, f := range e.Fields {
		var path []string
		for part := range strings.SplitSeq(f.Path, ".") {
			part, _, _ = strings.Cut(part, "[")
			path = append(path, part)
		}
		paths = append(paths, strings.Join(path, "."))
	}
	return paths
}

// TestCheckOfARegistrationReadsItsPayment: the rules of a payment hold inside a registration before anything is sent.
func TestCheckOfARegistrationReadsItsPayment(t *testing.T) {
	in := tourney.RegistrationInput{
		DivisionID: 1, Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}},
		Payment: &tourney.PaymentDetailsInput{CreditCardType: new("Visa"), Email: new("nobody")},
	}
	err := agrees(t, tourney.Lacrosse, "Registration.Register", reflect.ValueOf(in))
	refused := clienttest.As[*tourney.ValidationError](t, err)
	require.Subset(t, pathsOf(refused), []string{"payment.email", "payment.creditcardnumber", "payment.address.city"})
	in.EnableCreditCard, in.Payment = new(false), &tourney.PaymentDetailsInput{PriceID: 1}
	require.NoError(t, agrees(t, tourney.Lacrosse, "Registration.Register", reflect.ValueOf(in)))
}

// TestCheckFollowsTheOptions: the options of the client decide what Check refuses.
func TestCheckFollowsTheOptions(t *testing.T) {
	update := reflect.ValueOf(tourney.DivisionUpdateInput{ID: 1, Name: new("Gold")})
	require.NoError(t, agrees(t, tourney.Soccer, "Divisions.Update", update))
	require.ErrorIs(t, agrees(t, tourney.Profile{Variant: tourney.Soccer, Strict: true}, "Divisions.Update", update), tourney.ErrInvalid)
	empty := reflect.ValueOf(tourney.DivisionUpdateInput{})
	require.ErrorIs(t, agrees(t, tourney.Rugby, "Divisions.Update", empty), tourney.ErrInvalid)
	require.NoError(t, agrees(t, tourney.Rugby, "Divisions.Update", empty, tourney.WithoutChecks()))

	plain, _ := clienttest.ServeAt(t, "http://host.example.com", tourney.Soccer, clienttest.Always(200, `{}`))
	err := plain.Check(tourney.Login{Username: "pat", Password: secret.New("hidden-word")})
	require.ErrorContains(t, err, "plain http")
	clienttest.RequireNoTrace(t, fmt.Sprintf("%v %+v %#v", err, err, err), "hidden-word")
}

func TestCheckOfNothing(t *testing.T) {
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{}`))
	require.ErrorContains(t, c.Check(nil), "nil")
	require.ErrorContains(t, c.Check((*tourney.PaymentInput)(nil)), "nil")
	require.Error(t, new(tourney.Client).Check(tourney.PaymentInput{}))
	require.Error(t, (*tourney.Client)(nil).Check(tourney.PaymentInput{}))
}

// TestTextThatAFormatCannotCarry: the client refuses it, names the field, and sends nothing. It never sends U+FFFD in its place.
func TestTextThatAFormatCannotCarry(t *testing.T) {
	const control, broken = "Ot\x07ters", "Ot\xffters"
	register := func(text string) tourney.Input {
		return tourney.RegistrationInput{
			DivisionID: 1, Name: &text, Meta: []tourney.MetaInput{{Key: "a", Value: "b"}, {Key: "c", Value: text}},
			Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}, {
				LastName: &text, Address: &tourney.PersonAddressInput{City: &text},
			}},
		}
	}
	notes := func(text string) tourney.Input { return tourney.TeamCreateInput{Notes: &text} }
	login := func(text string) tourney.Input { return tourney.Login{Username: "pat", Password: secret.New(text)} }
	wonBy := func(text string) tourney.Input {
		return tourney.GameUpdateInput{ID: 1, AwayWonBy: &tourney.WonBy{Name: text}}
	}
	const bell = "holds the character U+0007 (byte 2), which XML cannot carry"
	const noText = "holds bytes that are not UTF-8, which neither JSON nor XML can carry"
	const hidden = "password holds a character, which XML cannot carry"
	for name, c := range map[string]struct {
		in     func(text string) tourney.Input
		format tourney.Format
		text   string
		want   []string // the broken rules; nil when it is sent
	}{
		"control character in XML": {register, tourney.FormatXML, control, []string{
			"name " + bell, "meta[1].value " + bell, "coaches[1].lastname " + bell, "coaches[1].address.city " + bell,
		}},
		"control character in JSON":        {notes, tourney.FormatJSON, control, []string{"notes " + bell}},
		"line ends in XML":                 {register, tourney.FormatXML, "a\r\n\tb\rc", nil},
		"the replacement character itself": {register, tourney.FormatXML, "a\ufffdb", nil},
		"a noncharacter in XML": {notes, tourney.FormatXML, "a\uffff", []string{
			"notes holds the character U+FFFF (byte 1), which XML cannot carry",
		}},
		"no UTF-8 in XML":           {notes, tourney.FormatXML, broken, []string{"notes " + noText}},
		"no UTF-8 in JSON":          {notes, tourney.FormatJSON, broken, []string{"notes " + noText}},
		"a surrogate in JSON":       {notes, tourney.FormatJSON, "\xed\xa0\x80", []string{"notes " + noText}},
		"a password":                {login, tourney.FormatXML, control, []string{hidden}},
		"a password in JSON":        {login, tourney.FormatJSON, broken, []string{hidden}},
		"an extra name of a won-by": {wonBy, tourney.FormatXML, control, []string{"awaywonby " + bell}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, opts := range [][]tourney.Option{nil, {tourney.WithoutChecks()}} {
				op := ""
				for id, in := range clienttest.Parameters {
					if fmt.Sprintf("%T", in) == fmt.Sprintf("%T", c.in("")) {
						op = id
					}
				}
				err := agrees(t, tourney.Lacrosse, op, reflect.ValueOf(c.in(c.text)), append(opts, tourney.WithFormat(c.format))...)
				if c.want == nil {
					require.NoError(t, err)
					continue
				}
				refused := clienttest.As[*tourney.ValidationError](t, err)
				var got []string
				for _, field := range refused.Fields {
					require.Equal(t, tourney.CodeInvalid, field.Code)
					require.True(t, strings.HasPrefix(field.Message, field.Path+" "), field)
					got = append(got, field.Message)
				}
				require.Empty(t, cmp.Diff(c.want, got))
				clienttest.RequireNoTrace(t, fmt.Sprintf("%v %+v %#v", err, err, err), "Ot\x07", "Ot\xff", `Ot\x07`, `Ot\xff`)
			}
		})
	}
}

// TestQueryThatIsNotUTF8: a query carries every character, and no bytes that are no text.
func TestQueryThatIsNotUTF8(t *testing.T) {
	for _, f := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
		c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{}`), tourney.WithFormat(f))
		_, err := c.Statistics.Leaders(t.Context(), tourney.LeadersOptions{Categories: []string{"a\xff"}})
		require.ErrorIs(t, err, tourney.ErrInvalid)
		require.ErrorContains(t, err, "categories holds bytes that are not UTF-8")
		require.Empty(t, h.Requests())
		_, err = c.Statistics.Leaders(t.Context(), tourney.LeadersOptions{Categories: []string{"a\x07"}})
		require.NoError(t, err)
		require.Equal(t, "a\x07", h.Requests()[0].Query.Get("Categories"))
	}
}
