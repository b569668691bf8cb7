// Package xmlwire reads and writes XML through the plans of package record.
//
// # Mapping
//
// A struct is an element with an element for each member, in the order of their names. A list is an element with an
// element for each item. Written items have the name in the struct tag item, or without the tag the Go name of their
// type. Items that are read may have any name. Null is an element with the attribute nil="true" of the schema
// instance namespace, whatever is inside it. An empty element is an empty value: empty text, an empty list, an object
// without members, no value where a number is wanted.
//
// Members are found by their local names in any letter case and order. An element without a prefix is a member
// whatever the default namespace is. An element with a prefix is a member if the prefix means the root's namespace.
// Otherwise the element is an unknown member, whose name includes the prefix. Attributes other than nil are ignored.
//
// # Well-formedness
//
// Unmarshal and ParseNode refuse whatever a processor of XML 1.0 (fifth edition) and of Namespaces in XML 1.0
// must refuse. Beyond that they refuse document types, encodings other than UTF-8 and US-ASCII, text beside
// elements, and more than Limits, 64 attributes to an element or 64 namespaces in scope.
package xmlwire
