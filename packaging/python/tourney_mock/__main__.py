"""Runs the program: python -m tourney_mock --variant soccer."""

import os
import signal
import subprocess
import sys

from . import find_program


def main() -> None:
    """Becomes the program, or on Windows waits for it."""
    try:
        command = [find_program(), *sys.argv[1:]]
        if os.name == "posix":
            os.execvp(command[0], command)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the program gets Ctrl-C, too, and ends
        sys.exit(subprocess.call(command))
    except (OSError, RuntimeError) as error:
        sys.exit(f"tourney-mock: {error}")


if __name__ == "__main__":
    main()
