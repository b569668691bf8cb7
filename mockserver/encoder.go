package mockserver

import (
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tourney-go/tourney/internal/contract"
)

// encoder encodes the values of answers: in a format, with the members that a kind of hosts has. Servers for hosts of
// the same kind share their encoders, so an encoder can be a part of the key of bytes that are kept.
type encoder struct {
	number uint64 // of no other encoder of the process
	format *format
	fields *fields // nil for values that are the same for every host
	nulls  bool    // members without a value are null
}

// encoderNumbers counts the encoders of the process.
var encoderNumbers atomic.Uint64

func newEncoder(f *format, shown *fields, nulls bool) *encoder {
	return &encoder{encoderNumbers.Add(1), f, shown, nulls}
}

// ownEncoding is a value that knows its encoding, because parts of it were encoded before.
type ownEncoding interface {
	// encode returns what the encoder would write for the value without this method.
	encode(e *encoder) ([]byte, error)
}

// encode encodes a value without the members that the host does not have. Where the host writes null for an absent
// member, it writes null for those that the host has.
func (e *encoder) encode(value any) ([]byte, error) {
	if e.fields == nil {
		return e.format.encode(value)
	}
	return e.frame(e.fields.hide(value))
}

// frame encodes a value that has no members to hide.
func (e *encoder) frame(value any) ([]byte, error) {
	if e.nulls {
		return e.format.nulls(value, e.fields.has)
	}
	return e.format.encode(value)
}

// element encodes a value as an item of a list, or as a member, which has the name in XML.
func (e *encoder) element(name string, value any) ([]byte, error) {
	value = e.fields.hide(value)
	if e.nulls {
		return e.format.elementNulls(name, value, e.fields.has)
	}
	return e.format.element(name, value)
}

// hostKind is what the members of answers depend on.
type hostKind struct {
	variant *contract.Variant
	strict  bool
	nulls   bool
}

// isAlso reports whether two hosts are of one kind. Profiles change the rows of variants, so the name of a variant is
// not enough.
func (k *hostKind) isAlso(other *hostKind) bool {
	return k.strict == other.strict && k.nulls == other.nulls && reflect.DeepEqual(k.variant, other.variant)
}

// encoders has an encoder for each format of a kind of hosts.
type encoders struct {
	hostKind

	json, xml *encoder
}

func newEncoders(kind hostKind) *encoders {
	f := newFields(kind.variant, kind.strict)
	return &encoders{kind, newEncoder(inJSON, f, kind.nulls), newEncoder(inXML, f, kind.nulls)}
}

// in returns the encoder for a format.
func (e *encoders) in(f *format) *encoder {
	if f == inXML {
		return e.xml
	}
	return e.json
}

// maxHostKinds bounds the kinds of hosts that a process remembers.
const maxHostKinds = 64

// hostKinds are the encoders of the servers that started last, the newest at the end.
type hostKinds struct {
	mu   sync.Mutex
	list []*encoders
}

var knownKinds hostKinds

// encoders returns the encoders for a kind of hosts. Servers for hosts of the same kind share them.
func (k *hostKinds) encoders(kind hostKind) *encoders {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := slices.IndexFunc(k.list, func(e *encoders) bool { return e.isAlso(&kind) })
	if i >= 0 {
		known := k.list[i]
		k.list = append(slices.Delete(k.list, i, i+1), known)
		return known
	}
	fresh := newEncoders(kind)
	k.list = append(k.list, fresh)
	k.list = slices.Delete(k.list, 0, max(0, len(k.list)-maxHostKinds))
	return fresh
}
