// Package rules decides what goes wrong, and when: rules of a match, a trigger, a phase and an action. Triggers, phases
// and actions are rows of tables. The package does not use sockets or answers. Package respond performs an action on an
// answer, and package listen on a connection.
package rules
