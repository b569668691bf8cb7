// Package xmlcodec reads and writes Go structs as XML in the form that the interface of this module has, many
// times as fast as encoding/xml. The client and the mock server use the same code; the package is there for
// bodies that come or go another way: files, queues, a server of your own.
//
// Unmarshal reads and Marshal writes a body; Append writes into a buffer that is used again.
//
// # Mapping
//
// The root element, Request or Response, stands for the value itself and declares the prefix i of the schema
// instance namespace:
//
//	<Response xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><Id>7</Id><ParentId i:nil="true"/></Response>
//
// A struct is an element with an element for each of its members. Members are written in alphabetical order,
// by character code, at every level. They are read in any order and in any letter case; where two members
// differ in nothing but case, the exact one counts.
//
// Members are named by json tags, so that one struct serves both formats. Embedding and the options omitempty and
// omitzero mean what they do in encoding/json, but for this: a pointer is left out when it is nil and not for what an
// IsZero of its target says; an embedded struct that is not exported cannot have a name in its tag, and behind an
// embedded pointer to one there are no members. Two more tags concern XML alone:
//
//   - `item:"Player"` names the items of a slice, which otherwise go by the Go name of their type. Items are
//     read under any name.
//   - `nil:"xml"` writes null where the options would leave out a member that is zero.
//
// Values are written plainly: true and false, 57 and 57.5, and whatever the MarshalText or AppendText of a
// type returns. JSON methods mean nothing here. A type with a method Reveal() string is secret: what that
// method returns is written, and no error ever shows it. Maps, interfaces, arrays and slices of bytes are not
// supported: a member of such a type is refused where it is read, or written and not left out.
//
// # Null, empty and absent
//
//   - absent: no element. The member is zero.
//   - null: an element with i:nil="true", whatever is inside it. A pointer or slice is nil, all else zero;
//     never is there a pointer to zero. A nil pointer or slice that is not omitted is written so.
//   - empty: an element with nothing inside. That is empty text, an empty slice that is not nil, or a struct
//     with no members; for a number, a boolean or a type with UnmarshalText it is no value, so that a pointer
//     is nil. Empty text is written <X></X>, an empty slice or struct <X/>.
//
// # Unknown members
//
// A struct may have a field Extra of type map[string]json.RawMessage, or of one like it, with the tag
// `json:"-"`. It takes the members that the struct has no field for, as JSON: text as a string, null as null,
// elements as an object, a repeated name as an array. Without such a field they are checked and dropped.
// Extra is not written. Members with a prefix whose namespace is not the root element's are unknown.
//
// # What is refused
//
// Anything that is not well-formed, with namespaces; document types; encodings other than UTF-8 and US-ASCII;
// text beside elements; and bodies beyond the limits, see MaxDepth, MaxBytes and MaxMemory. Errors are of type *Error
// and say where.
package xmlcodec
