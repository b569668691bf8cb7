package tourney

import (
	"fmt"

	"github.com/tourney-go/tourney/internal/jsoncodec"
)

// MarshalRow returns a row of an answer as JSON with all that came: the members in Extra stand beside the others, in
// the row and in every object inside it. The form is that of an answer in JSON, also for a row that came in XML.
// UnmarshalRow gives the same row back. A row is a Team, a Game, a Page of either, a slice of them, or any other type
// of an answer, or a pointer to one.
//
// A null in an answer leaves a field at its zero value, and so is not written. A WonBy is written as an answer in JSON
// carries it, as its code alone where it has one. UnmarshalRow knows the name of WonByForfeit; Profile.CompleteWonBy
// has the others.
//
// The row has what the host sent, and so neither the keys of an Account nor the NotStated of a Page or Standings.
//
// MarshalRow returns an error for what JSON would change or hide: a text that is not UTF-8, a value that cannot be,
// such as the 30th of February, a value of Extra that is not JSON, a name in Extra that the type has a field for, and
// nil. It returns an error for a type with a secret, so that no file or database gets one.
func MarshalRow(row any) ([]byte, error) {
	data, err := jsoncodec.AppendRow(nil, row)
	if err != nil {
		return nil, fmt.Errorf("tourney: cannot write a %T as a row: %w", row, err)
	}
	return data, nil
}

// UnmarshalRow reads the JSON of MarshalRow, or of an answer without its wrapper, into the value that row points to,
// and replaces that value. Members without a field are kept in Extra, which encoding/json would drop. The error says
// where the JSON is wrong.
func UnmarshalRow(data []byte, row any) error {
	if err := jsoncodec.Unmarshal(data, row, jsoncodec.Limits{}); err != nil {
		return fmt.Errorf("tourney: cannot read a row into a %T: %w", row, err)
	}
	return nil
}
