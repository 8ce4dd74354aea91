"""A terminal for the program: its output is read, and keys are pressed."""

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time

# Longer than any step takes on a busy machine.
TIMEOUT = 60


class Terminal:
    """The program in the foreground of its own terminal."""

    def __init__(self, aha, *arguments, columns=100, before=(), shows_output=False):
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.before = self.modes()
        self.drawn = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.process = aha.start(
            *arguments, before=before, stdin=self.slave, stderr=self.slave,
            stdout=self.slave if shows_output else subprocess.PIPE, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    def modes(self):
        """Settings of the terminal."""
        return termios.tcgetattr(self.slave)

    def reads_keys(self):
        """Whether keys arrive singly, without echo."""
        return not self.modes()[3] & (termios.ICANON | termios.ECHO)

    def press(self, keys):
        """Presses keys."""
        os.write(self.master, keys)

    def read(self):
        """Reads the available output, which may end within a character."""
        self.drawn += self.decoder.decode(os.read(self.master, 65536))

    def until(self, pattern):
        """Waits until the terminal shows a pattern. Returns the match and drops the output
        before it."""
        deadline = time.monotonic() + TIMEOUT
        while True:
            match = re.search(pattern, self.drawn)
            if match:
                self.drawn = self.drawn[match.end():]
                return match
            left = deadline - time.monotonic()
            readable = select.select([self.master], [], [], max(0, left))[0]
            assert readable, f"{pattern} does not come after {self.drawn[-300:]!r}"
            self.read()

    def end(self):
        """Waits for the end. Returns the exit code, the output, and the rest of the terminal's
        output."""
        output = (self.process.communicate(timeout=TIMEOUT)[0] or b"").decode()
        while select.select([self.master], [], [], 0)[0]:
            self.read()
        assert self.modes() == self.before, "the terminal is as it was"
        os.close(self.slave)
        os.close(self.master)
        return self.process.returncode, output, self.drawn
