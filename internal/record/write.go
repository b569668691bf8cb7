package record

import "reflect"

// Write says which of the most frequent kinds of members a field is. The encoders write these where they meet
// them, which costs them neither a call nor a look at the shape.
type Write uint8

// The kinds.
const (
	WriteShape      Write = iota // any other: what Shape says
	WriteString                  // a string
	WriteInt                     // a signed integer
	WriteIntPointer              // a pointer to an int
	WriteText                    // text by its own methods, in both syntaxes
)

// write finds the kind. It takes both syntaxes to agree on it, and what the kinds leave out to be absent: embedding,
// tags that change the value, a name that XML cannot write.
func (f *Field) write() Write {
	s := f.Shape
	if f.At < 0 || f.Null || f.Element.Open == "" {
		return WriteShape
	}
	switch kind := s.write(); kind {
	case WriteText:
		if f.Omit&^OmitIfAsked == 0 {
			return kind
		}
	case WriteString, WriteInt, WriteIntPointer:
		if f.Omit&OmitIfAsked == 0 {
			return kind
		}
	}
	return WriteShape
}

func (s *Shape) write() Write {
	if s.JSON.Write != s.Text.Write || s.Quoted {
		return WriteShape
	}
	switch s.JSON.Write {
	case AsString:
		if s.Type == reflect.TypeFor[string]() {
			return WriteString
		}
	case AsInt:
		return WriteInt
	case AsText:
		return WriteText
	case AsPointer:
		if s.ToInt && !s.Elem.Quoted {
			return WriteIntPointer
		}
	}
	return WriteShape
}
