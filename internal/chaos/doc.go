// Package chaos sends thousands of writes through the client to the mock server while the way between them fails in
// every manner that is known of networks, over HTTP/1.1 and HTTP/2: connections that are refused, dropped and reset,
// answers that come late, broken or not at all, before the host did what it was asked for and afterwards. Then it
// compares what callers were told with what the host has: nothing twice, nothing acknowledged that is missing, nothing
// called undone that is there.
package chaos
