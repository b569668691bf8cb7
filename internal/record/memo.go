package record

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"reflect"
)

// memo remembers the value of a type that one of its methods read last, and the text of that value: rows of a list
// often repeat both.
type memo struct {
	typ   reflect.Type
	json  bool // the method is UnmarshalJSON
	value reflect.Value
	text  []byte             // empty when there is no value
	read  func([]byte) error // the method of the value
}

// memoOf returns the memo of a type and of one of its methods. It looks at all memos, because a body has few.
func (a *Arena) memoOf(t reflect.Type, isJSON bool) *memo {
	for i := range a.memos {
		if m := &a.memos[i]; m.typ == t && m.json == isJSON {
			return m
		}
	}
	v := reflect.New(t)
	a.memos = append(a.memos, memo{typ: t, json: isJSON, value: v.Elem(), read: reader(v.Interface(), isJSON)})
	return &a.memos[len(a.memos)-1]
}

// reader returns the method by which what x points to reads itself.
func reader(x any, isJSON bool) func([]byte) error {
	if isJSON {
		return x.(json.Unmarshaler).UnmarshalJSON
	}
	return x.(encoding.TextUnmarshaler).UnmarshalText
}

// load makes the value that of a text which is not empty. Without memory the error is ErrMemory.
func (m *memo) load(text []byte, memory *Memory) error {
	if bytes.Equal(m.text, text) {
		return nil
	}
	m.text = m.text[:0]
	m.value.SetZero()
	if !memory.Reserve(len(text)) {
		return ErrMemory
	}
	if err := m.read(text); err != nil {
		return err
	}
	m.text = memory.replace(m.text, text)
	return nil
}

// replace copies text to place, in a larger array if need be; without memory the result is empty.
func (m *Memory) replace(place, text []byte) []byte {
	if cap(place) < len(text) {
		if !m.Reserve(2 * len(text)) {
			return place[:0]
		}
		place = make([]byte, 0, 2*len(text)) // twice, since many may follow, each a little longer
	}
	return append(place[:0], text...)
}

// unmarshal reads v by its own method, from text that is not empty. A type that is not flat may share what it holds
// with its copies, so its method is called every time.
//
// Only a method knows what it allocates. It is counted as a copy of the text, and as one more object for a type that
// is not flat. Without memory no method is called.
func (a *Arena) unmarshal(v reflect.Value, s *Shape, text []byte, isJSON bool) error {
	if !s.Flat {
		v.SetZero()
		if !a.Reserve(len(text) + methodObject) {
			return nil
		}
		return reader(v.Addr().Interface(), isJSON)(text)
	}
	m := a.memoOf(s.Type, isJSON)
	err := m.load(text, &a.Memory)
	switch {
	case err == nil:
		v.Set(m.value)
	case errors.Is(err, ErrMemory):
		return nil
	}
	return err
}
