// Package fleet lets many processes, on many machines, act as one client of a host: they share a rate limit, the pauses
// that the host asks for, one login, one watcher and the deeds of package deed. A program needs it when several
// processes use one account of a host. What they share is in Redis or Valkey. [New] makes a [Fleet] of a client of
// package go-redis. [docs/fleet] says how to set up Redis, and what each part costs.
//
// [docs/fleet]: https://github.com/tourney-go/tourney/blob/main/docs/fleet.md
package fleet
