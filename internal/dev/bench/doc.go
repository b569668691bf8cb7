// Package bench compares the codecs of this module with those of the standard library and of other libraries, on the
// same pages, and the mock with another mock, which benchstat -col /host sets side by side.
package bench
