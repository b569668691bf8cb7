package command

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"golang.org/x/term"
)

// openTerminal returns the two ends of a terminal: what a person holds, and what a program reads.
func openTerminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("the system has no terminals: ", err)
	}
	var number, locked int32
	for request, value := range map[uintptr]*int32{syscall.TIOCGPTN: &number, syscall.TIOCSPTLCK: &locked} {
		_, _, failed := syscall.Syscall(syscall.SYS_IOCTL, person.Fd(), request, uintptr(unsafe.Pointer(value)))
		require.Zero(t, failed)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = person.Close()
		_ = program.Close()
	})
	return person, program
}

// TestASecretIsNotShown: a terminal shows what a person types, but not a secret. Afterwards it is as it was, also after
// an interrupt.
func TestASecretIsNotShown(t *testing.T) {
	all := t
	for name, c := range map[string]struct{ secret, interrupted, quit bool }{
		"a line": {}, "a secret": {secret: true}, "an interrupt": {secret: true, interrupted: true},
		"a signal to quit": {secret: true, interrupted: true, quit: true},
	} {
		t.Run(name, func(t *testing.T) {
			// An interrupted read restores the terminal when that closes. By then its file could be that of the next one.
			person, program := openTerminal(all)
			state := func() *term.State {
				now, err := term.GetState(int(program.Fd()))
				require.NoError(t, err)
				return now
			}
			before := state()
			ctx, interrupt := context.WithCancel(t.Context())
			defer interrupt()
			var line string
			var err error
			done := make(chan struct{})
			go func() {
				defer close(done)
				line, err = Terminal{In: program, Errs: program}.Ask(ctx, "Password: ", c.secret)
			}()
			for c.secret && reflect.DeepEqual(before, state()) { // the terminal still shows what is typed
				runtime.Gosched()
			}
			if c.interrupted {
				if c.quit {
					require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGQUIT))
				} else {
					interrupt()
				}
				<-done
				require.ErrorIs(t, err, context.Canceled)
				require.Equal(t, before, state())
				return
			}
			_, wrong := person.WriteString("open-sesame\n")
			require.NoError(t, wrong)
			<-done
			require.NoError(t, err)
			require.Equal(t, "open-sesame", line)
			require.Equal(t, before, state())
			fmt.Fprint(program, "the end")
			var shown []byte
			for next := make([]byte, 100); !bytes.HasSuffix(shown, []byte("the end")); {
				n, err := person.Read(next)
				require.NoError(t, err)
				shown = append(shown, next[:n]...)
			}
			require.Equal(t, !c.secret, bytes.Contains(shown, []byte("sesame")), "%q", shown)
		})
	}
}
