package wire

import (
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tourney-go/tourney/internal/contract"
)

// Encoder encodes the values of answers: in a format, with the members that a kind of hosts has. Servers for hosts of
// the same kind share their encoders, so an encoder can be a part of the key of bytes that are kept.
type Encoder struct {
	Number uint64 // of no other encoder of the process
	Format *Format
	Fields *fields // nil for values that are the same for every host
	nulls  bool    // members without a value are null
}

// encoderNumbers counts the encoders of the process.
var encoderNumbers atomic.Uint64

func newEncoder(f *Format, shown *fields, nulls bool) *Encoder {
	return &Encoder{encoderNumbers.Add(1), f, shown, nulls}
}

// OwnEncoding is a value that knows its encoding, because parts of it were encoded before.
type OwnEncoding interface {
	// Encode returns what the encoder would write for the value without this method.
	Encode(e *Encoder) ([]byte, error)
}

// Encode encodes a value without the members that the host does not have. Where the host writes null for an absent
// member, it writes null for those that the host has.
func (e *Encoder) Encode(value any) ([]byte, error) {
	if e.Fields == nil {
		return e.Format.Encode(value)
	}
	return e.Frame(e.Fields.hide(value))
}

// Frame encodes a value that has no members to hide.
func (e *Encoder) Frame(value any) ([]byte, error) {
	if e.nulls {
		return e.Format.nulls(value, e.Fields.has)
	}
	return e.Format.Encode(value)
}

// Element encodes a value as an item of a list, or as a member, which has the name in XML.
func (e *Encoder) Element(name string, value any) ([]byte, error) {
	value = e.Fields.hide(value)
	if e.nulls {
		return e.Format.elementNulls(name, value, e.Fields.has)
	}
	return e.Format.element(name, value)
}

// HostKind is what the members of answers depend on.
type HostKind struct {
	Variant *contract.Variant
	Strict  bool
	Nulls   bool
}

// isAlso reports whether two hosts are of one kind. Profiles change the rows of variants, so the name of a variant is
// not enough.
func (k *HostKind) isAlso(other *HostKind) bool {
	return k.Strict == other.Strict && k.Nulls == other.Nulls && reflect.DeepEqual(k.Variant, other.Variant)
}

// Encoders has an encoder for each format of a kind of hosts.
type Encoders struct {
	HostKind

	Json, xml *Encoder
}

func newEncoders(kind HostKind) *Encoders {
	f := newFields(kind.Variant, kind.Strict)
	return &Encoders{kind, newEncoder(InJSON, f, kind.Nulls), newEncoder(InXML, f, kind.Nulls)}
}

// In returns the encoder for a format.
func (e *Encoders) In(f *Format) *Encoder {
	if f == InXML {
		return e.xml
	}
	return e.Json
}

// MaxHostKinds bounds the kinds of hosts that a process remembers.
const MaxHostKinds = 64

// hostKinds are the encoders of the servers that started last, the newest at the end.
type hostKinds struct {
	Mu   sync.Mutex
	List []*Encoders
}

var KnownKinds hostKinds

// Encoders returns the encoders for a kind of hosts. Servers for hosts of the same kind share them.
func (k *hostKinds) Encoders(kind HostKind) *Encoders {
	k.Mu.Lock()
	defer k.Mu.Unlock()
	i := slices.IndexFunc(k.List, func(e *Encoders) bool { return e.isAlso(&kind) })
	if i >= 0 {
		known := k.List[i]
		k.List = append(slices.Delete(k.List, i, i+1), known)
		return known
	}
	fresh := newEncoders(kind)
	k.List = append(k.List, fresh)
	k.List = slices.Delete(k.List, 0, max(0, len(k.List)-MaxHostKinds))
	return fresh
}
