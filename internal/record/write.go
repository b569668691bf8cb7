package record

// Write says which of the most frequent kinds of members a field is. The encoders write these where they meet
// them, which costs them neither a call nor a look at the shape.
type Write uint8

// The kinds.
const (
	WriteShape      Write = iota // any other: what Shape says
	WriteString                  // a string
	WriteInt                     // a signed integer
	WriteIntPointer              // a pointer to one
)

// write finds the kind. It takes both syntaxes to agree on it, and what the kinds leave out to be absent: embedding,
// tags that change the value, methods, a name that XML cannot write.
func (f *Field) write() Write {
	s := f.Shape
	if f.At < 0 || f.Null || f.Element.Open == "" || f.omit&askedOmitted != 0 || s.JSON.Write != s.Text.Write {
		return WriteShape
	}
	switch s.JSON.Write {
	case AsString:
		return WriteString
	case AsInt:
		if !s.Quoted {
			return WriteInt
		}
	case AsPointer:
		if e := s.Elem; e.JSON.Write == AsInt && e.Text.Write == AsInt && !e.Quoted {
			return WriteIntPointer
		}
	}
	return WriteShape
}
