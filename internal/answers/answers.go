// Package answers writes the types that answers hold without reflection. To import it is enough: it registers its
// functions with the codecs. The mock server imports it. The client writes no answers, so the root package does not, and
// programs that only use the client are smaller for it.
package answers
