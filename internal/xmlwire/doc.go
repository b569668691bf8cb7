// Package xmlwire reads and writes XML through the plans of package record.
//
// # Mapping
//
// A struct is an element with an element for each member, in the order of their names. A list is an element
// with an element for each item; the struct tag item names them, else the Go name of their type does. When
// read they may have any name. Null is an element with the attribute nil="true" of the schema instance
// namespace, whatever is inside it. An empty element is an empty value: empty text, an empty list, an object
// without members, no value where a number is wanted.
//
// Members are found by their local names in any letter case and order. Elements without a prefix belong to
// the body whatever the default namespace is; elements with one do if it stands for the root's namespace, and
// are unknown members otherwise, under the name that is written. Attributes other than nil are ignored.
//
// # Well-formedness
//
// Unmarshal and ParseNode refuse whatever a processor of XML 1.0 (fifth edition) and of Namespaces in XML 1.0
// must refuse. Beyond that they refuse document types, encodings other than UTF-8 and US-ASCII, text beside
// elements, and more than Limits, 64 attributes to an element or 64 namespaces in scope.
package xmlwire
