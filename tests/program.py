# SPDX-License-Identifier: MIT
"""The program under test, for tests that ask it thousands of questions: `limber many` is started once for each thread and
runs every command in a process of its own. A test finds this module beside the folder it is in."""
from __future__ import annotations

import subprocess
import threading
from subprocess import CompletedProcess


class Program:
    """limber, as often as it is asked."""

    def __init__(self, path: str):
        self.path = path
        self.own = threading.local()

    def started(self) -> subprocess.Popen[bytes]:
        """The process that answers this thread."""
        if not hasattr(self.own, "process"):
            self.own.process = subprocess.Popen([self.path, "many"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self.own.process

    def run(self, *words: str) -> CompletedProcess[str]:
        """What comes of a command; as subprocess.run with its output as text."""
        if any(not word or "\t" in word or "\n" in word for word in words):
            return subprocess.run([self.path, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
        process = self.started()
        process.stdin.write("\t".join(words).encode() + b"\n")
        process.stdin.flush()
        code, *sizes = (int(word) for word in process.stdout.readline().split())
        output, error = (process.stdout.read(size).decode() for size in sizes)
        return CompletedProcess([self.path, *words], code, output, error)
