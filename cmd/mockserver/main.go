// Command mockserver runs the mock of the Sports Event Management Interface as a program, to try the interface with
// curl, from another language, or in a browser. See mockserver --help.
package main

import (
	_ "time/tzdata" // a card expires by the time zone of its event, also where the system has no time zones

	"github.com/tourney-go/tourney/cmd/internal/command"
)

func main() { newProgram().Main() }

func newProgram() *command.Program {
	return &command.Program{Name: "mockserver", Variables: "MOCKSERVER_", Example: "listen", Build: commands}
}
