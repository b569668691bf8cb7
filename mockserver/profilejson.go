package mockserver

import (
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/rowjson"
)

func init() { //nolint:gochecknoinits // the codecs of a type are the same for the whole process
	rowjson.As("a duration such as 1h30m", time.Duration.String, time.ParseDuration)
	rowjson.Never[func(code tourney.ErrorCode, field, message string) string]()
}

// MarshalJSON writes the profile as UnmarshalJSON reads it, without ErrorText and fields that have no value. Durations
// are texts such as "1h30m0s". MarshalJSON returns an error for a Signer that is not of package auth.
func (p Profile) MarshalJSON() ([]byte, error) {
	if _, err := p.Profile.MarshalJSON(); err != nil {
		return nil, err
	}
	return rowjson.Append(nil, &p), nil
}

// UnmarshalJSON does what UnmarshalJSON of a tourney.Profile does. The fields of both profiles are members of one
// object, so the file of a tourney.Profile is the file of a Profile too. Durations are texts that time.ParseDuration
// reads. UnmarshalJSON checks the profile as New does, except that RequireSignature needs no Signer yet, because a
// program can add a Signer of its own.
func (p *Profile) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	read, err := rowjson.Read(data, "mockserver: Profile", func(read Profile) error {
		read.RequireSignature = false
		_, err := hostProfile(read)
		return err
	})
	if err == nil {
		*p = read
	}
	return err
}
