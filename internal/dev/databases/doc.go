// Package databases has the tests of package deed over every store: real databases, files and Redis, with processes
// that are killed, disks that are full and connections that break.
package databases
