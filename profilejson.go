package tourney

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/rowjson"
)

// signerForm is a Signer in JSON: one member, which has the name of the scheme and an object with its settings.
type signerForm struct {
	HMAC   *hmacForm
	Header *auth.Header
	Query  *auth.Query
}

// hmacForm is an auth.HMAC without its clock.
type hmacForm struct{ Header, Timestamp string }

func init() { //nolint:gochecknoinits // the codecs of a type are the same for the whole process
	rowjson.As(`a signer such as {"HMAC":{}} or {"Header":{"Key":"X-Api-Key"}}`, formOf, signerForm.signer)
}

// formOf returns the form of a signer. The form of a signer that is of no type in package auth is empty.
func formOf(s auth.Signer) (f signerForm) {
	switch s := reflect.Indirect(reflect.ValueOf(s)).Interface().(type) {
	case auth.HMAC:
		f.HMAC = &hmacForm{s.Header, s.Timestamp}
	case auth.Header:
		f.Header = &s
	case auth.Query:
		f.Query = &s
	}
	return f
}

func (f signerForm) signer() (auth.Signer, error) {
	switch {
	case f.HMAC != nil && f.Header == nil && f.Query == nil:
		return auth.HMAC{Header: f.HMAC.Header, Timestamp: f.HMAC.Timestamp}, nil
	case f.Header != nil && f == (signerForm{Header: f.Header}) && *f.Header != auth.Header{}:
		return *f.Header, nil
	case f.Query != nil && f == (signerForm{Query: f.Query}) && *f.Query != auth.Query{}:
		return *f.Query, nil
	}
	return nil, errors.New("expected one scheme with its settings")
}

// MarshalJSON writes the profile as UnmarshalJSON reads it, without fields that have no value. It writes the signers of
// package auth, apart from the clock of an [auth.HMAC]. For another Signer it returns an error.
func (p Profile) MarshalJSON() ([]byte, error) {
	if p.Signer != nil && (isNil(p.Signer) || formOf(p.Signer) == signerForm{}) {
		return nil, p.wrong("Signer", fmt.Sprintf("a %T has no JSON: only signers of package auth have it", p.Signer))
	}
	return rowjson.Append(nil, &p), nil
}

// ofMocks are the members that only a mock needs: the fields of mockserver.Profile.
var ofMocks = []string{
	"Columns", "Points", "RequireSignature", "ClockSkew", "KeyLifetime", "KeyOverlap", "RateLimit", "ErrorStatuses",
	"NoErrorFields", "UpdateAnswer", "AcceptEmptyUpdates", "RefuseUnknownFilters", "RefuseOtherEvents",
	"NewestFirst", "HandNames", "AbsentAsNull", "EmptyListsAsNull", "UnknownPathStatus", "MaxPageSize",
	"RefuseLargePages", "DefaultIncludes", "RegisteredStatus",
}

// UnmarshalJSON replaces the profile by the one that the JSON has. Members have the names of the fields, in the letter
// case of the fields. UnmarshalJSON ignores the members that only a mock needs, such as MaxPageSize, so that client and
// mock read one file. Other names are refused. The member Signer is {"HMAC":{}}, {"Header":{"Key":…,"Secret":…}} or
// {"Query":{"Key":…,"Secret":…}}. A member that is absent is the zero value of its field. UnmarshalJSON checks the
// profile as New does.
//
// An error names the member with its path, the line, and what was expected. After an error, and for null, p is
// unchanged. The line counts from the beginning of data. json.Unmarshal passes data without the white space before it,
// and reports mistakes of JSON itself without a line. A program that calls UnmarshalJSON with a whole file gets the
// lines of all mistakes.
func (p *Profile) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	read, err := rowjson.Read(data, "tourney: Profile", func(read Profile) error {
		_, err := read.resolve()
		return err
	}, ofMocks...)
	if err == nil {
		*p = read
	}
	return err
}
