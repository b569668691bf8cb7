// Package ring keeps the newest entries of a server within bounds of count and bytes, and wakes goroutines that wait
// for entries.
package ring
