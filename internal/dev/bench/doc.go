// Package bench compares the codecs of this module with those of the standard library and of other libraries, on the
// same pages.
package bench
