// Package bulk writes many rows: [EnsureTeams] creates teams, and [UpdateGames] writes scores. Each row has an outcome
// and an error of its own, a lost answer never makes a row twice, and a program that was killed can go on.
package bulk
