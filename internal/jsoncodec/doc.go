// Package jsoncodec reads and writes JSON through the plans of package record.
//
// Unmarshal and ParseNode read RFC 8259 strictly: they accept what encoding/json accepts, except invalid
// UTF-8 and nesting beyond a limit. What the values may look like (numbers carried as text and so on) is
// decided by package record. Append, Marshal and AppendNode write the shortest form.
package jsoncodec
