package wire

import (
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tourney-go/tourney/internal/contract"
)

// Encoder encodes the values of answers in one format, with the members that one kind of hosts has. Servers that
// imitate hosts of the same kind share encoders, so that an encoder can be part of the key under which encoded bytes
// are stored.
type Encoder struct {
	Number uint64 // differs from the number of every other encoder of the process
	Format *Format
	fields *fields // nil if values have the same members on every host
	nulls  bool    // whether to write null for members without a value
}

// encoderNumbers counts the encoders of the process.
var encoderNumbers atomic.Uint64

func newEncoder(f *Format, shown *fields, nulls bool) *Encoder {
	return &Encoder{encoderNumbers.Add(1), f, shown, nulls}
}

// Encoded is a value with its own method Encode. A type implements it if parts of its values are already encoded.
type Encoded interface {
	// Encode returns the bytes that the encoder would write for the value if the value had no such method.
	Encode(e *Encoder) ([]byte, error)
}

// Shows reports whether answers have a member that only some variants have.
func (e *Encoder) Shows(typeName, member string) bool { return e.fields.shows(typeName, member) }

// Encode encodes a value without the members that the host does not have. If the host writes null for an absent member,
// Encode writes null for each absent member that the host has.
func (e *Encoder) Encode(value any) ([]byte, error) {
	if e.fields == nil {
		return e.Format.Encode(value)
	}
	return e.Frame(e.fields.hide(value))
}

// Frame encodes a value that has no members to hide.
func (e *Encoder) Frame(value any) ([]byte, error) {
	return e.Format.encode(value, e.nullMembers())
}

// Element encodes a value as an item of a list, or as a member. In XML its element has the given name.
func (e *Encoder) Element(name string, value any) ([]byte, error) {
	return e.Format.element(name, e.fields.hide(value), e.nullMembers())
}

// nullMembers returns a function that tells which absent members are null, nil if none is.
func (e *Encoder) nullMembers() members {
	if !e.nulls {
		return nil
	}
	return e.fields.has
}

// HostKind is everything about a host that decides which members answers have.
type HostKind struct {
	Variant *contract.Variant
	Strict  bool
	Nulls   bool
}

// isAlso reports whether two hosts are of the same kind. It does not only compare the names of the variants, because a
// profile can change a variant without changing its name.
func (k *HostKind) isAlso(other *HostKind) bool {
	return k.Strict == other.Strict && k.Nulls == other.Nulls && reflect.DeepEqual(k.Variant, other.Variant)
}

// Encoders has an encoder for each format of a kind of hosts.
type Encoders struct {
	HostKind

	json, xml *Encoder
}

func newEncoders(kind HostKind) *Encoders {
	f := newFields(kind.Variant, kind.Strict)
	return &Encoders{kind, newEncoder(JSON, f, kind.Nulls), newEncoder(XML, f, kind.Nulls)}
}

// In returns the encoder for a format.
func (e *Encoders) In(f *Format) *Encoder {
	if f == XML {
		return e.xml
	}
	return e.json
}

// maxHostKinds is the largest number of kinds of hosts whose encoders a process keeps.
const maxHostKinds = 64

// hostKinds are the encoders of the servers that started most recently, the newest at the end.
type hostKinds struct {
	mu   sync.Mutex
	list []*Encoders
}

var knownKinds hostKinds

// EncodersFor returns the encoders for a kind of hosts. Servers for hosts of the same kind share them.
func EncodersFor(kind HostKind) *Encoders { return knownKinds.encoders(kind) }

func (k *hostKinds) encoders(kind HostKind) *Encoders {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := slices.IndexFunc(k.list, func(e *Encoders) bool { return e.isAlso(&kind) })
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
