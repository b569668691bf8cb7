// Package chaos sends thousands of writes through the client to the mock server, over HTTP/1.1 and HTTP/2, while the
// network between them fails. Connections are refused, dropped and reset; answers come late, broken or never; faults
// strike before and after the host executes the write. Then it compares the results of the calls with the rows of the
// host: no row exists twice, no acknowledged row is missing, and no row exists whose call reported that nothing
// happened.
package chaos
