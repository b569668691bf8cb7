package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/tourney-go/tourney/internal/dev/bench/pages"
	"github.com/tourney-go/tourney/internal/dev/bench/timing"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

const root = "Response"

// subject is a page with its contenders: the ways to read and write the page that are compared.
type subject struct {
	name       string
	contenders []timing.Contender
}

func (s *subject) allocations(name string) uint64 {
	i := slices.IndexFunc(s.contenders, func(c timing.Contender) bool { return c.Name == name })
	return s.contenders[i].Allocations()
}

func players() (*subject, error) {
	return newSubject[pages.PlayersBody, pages.PlayersMirror]("players", pages.Players())
}

func teams() (*subject, error) {
	return newSubject[pages.TeamsBody, pages.TeamsMirror]("teams with rosters", pages.Teams())
}

func plainTypes() (*subject, error) {
	page, err := pages.Plain()
	if err != nil {
		return nil, err
	}
	return newSubject[pages.PlainBody, pages.PlainBody]("players in plain types", page)
}

// newSubject sets up the contenders on a body of type T. M is the mirror of T that encoding/xml reads and writes.
func newSubject[T, M any](name string, v T) (*subject, error) {
	asJSON, err := jsoncodec.Marshal(v)
	if err != nil {
		return nil, err
	}
	sorted, err := xmlwire.Marshal(root, v)
	if err != nil {
		return nil, err
	}
	var mirror M
	if err := xml.Unmarshal(sorted, &mirror); err != nil {
		return nil, err
	}
	typed, err := appendXML(nil, &mirror)
	if err != nil {
		return nil, err
	}
	for _, c := range []timing.Contender{
		reads("JSON", asJSON, v, readJSON), reads("encoding/json", asJSON, v, json.Unmarshal),
		reads("XML, alphabetical", sorted, v, readXML), reads("XML, type order", typed, v, readXML),
	} {
		if err := c.Do(); err != nil {
			return nil, fmt.Errorf("%s, %s: %w", name, c.Name, err)
		}
	}
	return &subject{
		name:       fmt.Sprintf("%s, %d kB JSON, %d kB XML", name, len(asJSON)/1000, len(sorted)/1000),
		contenders: append(decoders[T, M](asJSON, typed, sorted), encoders(&v, &mirror)...),
	}, nil
}

func decoders[T, M any](asJSON, typed, sorted []byte) []timing.Contender {
	return []timing.Contender{
		decode("json decode", asJSON, func(b []byte, v *T) error { return readJSON(b, v) }),
		decode("encoding/json decode", asJSON, func(b []byte, v *T) error { return json.Unmarshal(b, v) }),
		decode("xml decode typed", typed, func(b []byte, v *T) error { return readXML(b, v) }),
		decode("encoding/xml decode typed", typed, func(b []byte, v *M) error { return xml.Unmarshal(b, v) }),
		decode("xml decode sorted", sorted, func(b []byte, v *T) error { return readXML(b, v) }),
		decode("encoding/xml decode sorted", sorted, func(b []byte, v *M) error { return xml.Unmarshal(b, v) }),
	}
}

func encoders[T, M any](v *T, mirror *M) []timing.Contender {
	return []timing.Contender{
		encode("json encode", v, func(b []byte, v *T) ([]byte, error) { return jsoncodec.Append(b, v) }),
		encode("encoding/json encode", v, func(b []byte, v *T) ([]byte, error) { return appendStandardJSON(b, v) }),
		marshal("json marshal", v, func(v *T) ([]byte, error) { return jsoncodec.Marshal(v) }),
		marshal("encoding/json marshal", v, func(v *T) ([]byte, error) { return json.Marshal(v) }),
		encode("xml encode", v, func(b []byte, v *T) ([]byte, error) { return xmlwire.Append(b, root, v) }),
		encode("encoding/xml encode", mirror, func(b []byte, v *M) ([]byte, error) { return appendXML(b, v) }),
		marshal("xml marshal", v, func(v *T) ([]byte, error) { return xmlwire.Marshal(root, v) }),
		marshal("encoding/xml marshal", mirror, func(v *M) ([]byte, error) { return appendXML(nil, v) }),
	}
}

func readJSON(b []byte, v any) error { return jsoncodec.Unmarshal(b, v, jsoncodec.Limits{}) }
func readXML(b []byte, v any) error  { return xmlwire.Unmarshal(b, v, xmlwire.Limits{}) }

var errOther = errors.New("something else was read")

// reads makes a contender that reads a body. It returns an error unless the contender reads the wanted value, because
// both rivals must do the same work.
func reads[T any](name string, body []byte, want T, read func([]byte, any) error) timing.Contender {
	return timing.Contender{Name: name, Do: func() error {
		var got T
		if err := read(body, &got); err != nil {
			return err
		}
		if !reflect.DeepEqual(got, want) {
			return errOther
		}
		return nil
	}}
}

// decode makes a contender that reads into a new value every time.
func decode[T any](name string, body []byte, read func([]byte, *T) error) timing.Contender {
	return timing.Contender{Name: name, Do: func() error {
		var v T
		return read(body, &v)
	}}
}

// encode makes a contender that writes into one buffer every time.
func encode[T any](name string, v *T, write func([]byte, *T) ([]byte, error)) timing.Contender {
	var dst []byte
	return timing.Contender{Name: name, Do: func() (err error) {
		dst, err = write(dst[:0], v)
		return err
	}}
}

// marshal makes a contender that writes into a new buffer every time.
func marshal[T any](name string, v *T, write func(*T) ([]byte, error)) timing.Contender {
	return timing.Contender{Name: name, Do: func() error {
		_, err := write(v)
		return err
	}}
}

func appendStandardJSON(dst []byte, v any) ([]byte, error) {
	b := bytes.NewBuffer(dst)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

func appendXML(dst []byte, v any) ([]byte, error) {
	b := bytes.NewBuffer(dst)
	err := xml.NewEncoder(b).EncodeElement(v, xml.StartElement{Name: xml.Name{Local: root}})
	return b.Bytes(), err
}
