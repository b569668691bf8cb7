// Package xmlcodec reads and writes Go structs as XML in the form of this module's interface, many times as fast as
// encoding/xml. The client and the mock server use the same code. The package is for bodies outside of them: files,
// queues, a server of your own.
//
// [Unmarshal] reads a body. [Marshal] writes one. [Append] writes one to a buffer that the caller reuses.
//
// # Mapping
//
// The root element, Request or Response, stands for the value itself and declares the prefix i of the schema
// instance namespace:
//
//	<Response xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><Id>7</Id><ParentId i:nil="true"/></Response>
//
// A struct is an element with an element for each of its members. Marshal writes the members in alphabetical order, by
// character code, at every level. Unmarshal reads them in any order and in any letter case. If the names of two members
// differ only in case, the exact name counts.
//
// json tags name the members, so that one struct serves both formats. Embedding and the options omitempty and omitzero
// mean the same as in encoding/json, with three exceptions. A pointer is left out only when it is nil, whatever the
// IsZero of its target returns. An embedded struct that is not exported cannot have a name in its tag. An embedded
// pointer to such a struct adds no members. Two more tags apply to XML alone:
//
//   - `item:"Player"` names the items of a slice. The default is the Go name of their type. Unmarshal reads items
//     under any name.
//   - `nil:"xml"` writes null where the options would leave out a zero member.
//
// Values are written plainly: true and false, 57 and 57.5, and the results of the MarshalText or AppendText of a type.
// JSON methods have no effect. A type with a method Reveal() string is secret: Marshal writes the result of that
// method, and no error shows it. Maps, interfaces, arrays and slices of bytes are not supported. A member of such a
// type is an error when it is read, and when it is written and not left out.
//
// # Null, empty and absent
//
//   - absent: no element. The member is zero.
//   - null: an element with i:nil="true", whatever its content. A pointer or slice is nil, all else is zero. A pointer
//     never points to such a zero. A nil pointer or slice that is not left out is written as null.
//   - empty: an element without content. It is empty text, an empty slice that is not nil, or a struct without
//     members. For a number, a boolean or a type with UnmarshalText it is no value, so a pointer is nil. Empty text is
//     written <X></X>, an empty slice or struct <X/>.
//
// # Unknown members
//
// A struct may have a field Extra of a type such as map[string]json.RawMessage, with the tag `json:"-"`. Extra holds
// the members without a field, as JSON: text as a string, null as null, elements as an object, a repeated name as an
// array. Without an Extra, Unmarshal checks such members and drops them. Marshal does not write Extra. Members with a
// prefix are unknown, unless the prefix has the namespace of the root element.
//
// # What is refused
//
// Unmarshal refuses everything that is not well-formed, with namespaces; document types; encodings other than UTF-8 and
// US-ASCII; text beside elements; and bodies beyond the limits: see [MaxDepth], [MaxBytes] and [MaxMemory]. Errors are
// of type *[Error] and name the place.
//
// Marshal refuses a text with a character that XML does not allow. It never writes another one in its place.
package xmlcodec
