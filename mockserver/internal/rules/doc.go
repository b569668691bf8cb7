// Package rules decides what goes wrong in the mock server, and when. A rule consists of a match, a trigger, a phase
// and an action. Triggers, phases and actions are rows of tables. The package does not use sockets or answers. Package
// respond applies actions to answers, and package listen applies them to connections.
package rules
