// Package rules decides what goes wrong, and when: rules of a match, a trigger, a phase and an action. Triggers, phases
// and actions are rows of tables. The package knows nothing of sockets and answers. Package respond does what an
// action says to an answer, and package listen to a connection.
package rules
