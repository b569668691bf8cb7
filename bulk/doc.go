// Package bulk writes many rows: [EnsureTeams] creates teams, and [UpdateGames] writes scores. Each row has an outcome
// and an error of its own. A lost answer never makes a row twice, and a program that was killed can continue.
package bulk
