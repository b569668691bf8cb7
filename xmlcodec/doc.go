// Package xmlcodec reads and writes Go structs as XML in the form of this module's interface. It is many times as fast
// as encoding/xml. The client and the mock server use the same code. The package is for bodies elsewhere: in files, in
// queues, in a server that you write.
//
// [Unmarshal] reads a body. [Marshal] writes one. [Append] writes one to a buffer that the caller reuses.
//
// # Mapping
//
// The root element, Request or Response, holds the value itself, and declares the prefix i for the schema instance
// namespace:
//
//	<Response xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><Id>7</Id><ParentId i:nil="true"/></Response>
//
// A struct is an element with an element for each of its members. Marshal writes the members in alphabetical order, by
// character code, at every level. Unmarshal reads them in any order and in any letter case. If the names of two members
// differ only in case, the exact name counts.
//
// json tags name the members, so that one struct serves both formats. Embedding and the options omitempty and omitzero
// mean the same as in encoding/json, with three exceptions. Marshal leaves out a pointer only when it is nil, whatever
// IsZero of the value behind the pointer returns. An embedded struct that is not exported cannot have a name in its
// tag. An embedded pointer to such a struct adds no members. Two more tags apply to XML alone:
//
//   - `item:"Player"` names the items of a slice. The default is the Go name of their type. Unmarshal reads items
//     under any name.
//   - `nil:"xml"` writes null where the options would leave out a zero member.
//
// Values are written plainly: true and false, 57 and 57.5, and the results of the MarshalText or AppendText of a type.
// JSON methods have no effect. A type with a method Reveal() string is secret: Marshal writes the result of that
// method, and no error shows it. Maps, interfaces, arrays and slices of bytes are not supported. Reading a member of
// such a type is an error. Writing the member is an error too, unless Marshal leaves it out.
//
// # Null, empty and absent
//
//   - absent: no element. The member is zero.
//   - null: an element with i:nil="true", whatever its content. A pointer or slice is nil, any other member is zero.
//     Unmarshal never makes a pointer to such a zero. Marshal writes a nil pointer or slice as null, unless it leaves
//     the member out.
//   - empty: an element without content. It is empty text, an empty slice that is not nil, or a struct without members.
//     For a number, a boolean or a type with UnmarshalText, an empty element means no value, so a pointer is nil.
//     Marshal writes empty text as <X></X>, and an empty slice or struct as <X/>.
//
// # Unknown members
//
// A struct may have a field Extra of a type such as map[string]json.RawMessage, with the tag `json:"-"`. Extra holds
// the members without a field, as JSON: text becomes a string, null becomes null, elements become an object, and a
// repeated name becomes an array. Without an Extra, Unmarshal checks such members and drops them. Marshal does not
// write Extra. Members with a prefix are unknown, unless the prefix has the namespace of the root element.
//
// # What is refused
//
// Unmarshal refuses everything that is not well-formed, with namespaces; document types; encodings other than UTF-8 and
// US-ASCII; text beside elements; and bodies beyond the limits: see [MaxDepth], [MaxBytes] and [MaxMemory]. Errors are
// of type *[Error] and name the place.
//
// Marshal refuses a text with a character that XML does not allow. It never writes another character instead.
package xmlcodec
