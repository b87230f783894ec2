"""旁邊的程式: a program beside the server that is asked one thing after the other through a pipe.

What computes long without letting another Python thread run (WeasyPrint, drawing) has a process of its own, which gives
way to the server's. On its standard input a question, on its standard output the answer, each as its length (8 bytes)
and its bytes; before an answer `+`, or `-` and in its place the reason why there is none. The program ends with its
input, and so with the server however that ends, and after some idle minutes. Both sides import it:
it imports nothing of Django.
"""

import os
import select
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from typing import IO

LENGTH = struct.Struct(">Q")
MADE, NOT_MADE = b"+", b"-"
IDLE_SECONDS = 300
ROOT = Path(__file__).resolve().parent.parent.parent


class NotMade(Exception):
    """The program said why it can't, ended, or took too long."""


class Program:
    """The program of a module, started with the first question and again where it has ended."""

    def __init__(self, module: str, seconds: float) -> None:
        self._module = module
        self._seconds = seconds
        self._running: subprocess.Popen[bytes] | None = None

    def made(self, question: bytes) -> bytes:
        """Its answer. Raises NotMade. One question at a time: whoever asks holds a lock."""
        try:
            outcome, content = self._asked(question)
        except OSError:  # it ended while nobody asked for anything
            self._running = None
            outcome, content = self._asked(question)
        if outcome != MADE:
            raise NotMade(content.decode() or "the program ended")
        return content

    def _asked(self, question: bytes) -> tuple[bytes, bytes]:
        process = self._process()
        assert process.stdin is not None
        assert process.stdout is not None
        watch = Timer(self._seconds, process.kill)
        watch.start()
        try:
            process.stdin.write(LENGTH.pack(len(question)) + question)
            process.stdin.flush()
            return self._answer(process.stdout)
        finally:
            watch.cancel()

    @staticmethod
    def _answer(output: IO[bytes]) -> tuple[bytes, bytes]:
        outcome, head = output.read(1), output.read(LENGTH.size)
        if len(head) < LENGTH.size:
            return b"", b""
        return outcome, output.read(*LENGTH.unpack(head))

    def _process(self) -> subprocess.Popen[bytes]:
        if self._running is None or self._running.poll() is not None:
            self._running = subprocess.Popen(
                [sys.executable, "-m", self._module], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        return self._running


def serve(made: Callable[[str], tuple[bytes, bytes]], nice: int = 10) -> None:
    """The program's side: answer what comes in until it ends. `made`: MADE and the answer, or NOT_MADE and why."""
    if hasattr(os, "nice"):
        os.nice(nice)
    questions: IO[bytes] = sys.stdin.buffer
    # What a library prints must not come between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    while select.select([questions], [], [], IDLE_SECONDS)[0]:
        head = questions.read(LENGTH.size)
        if len(head) < LENGTH.size:
            return
        outcome, content = made(questions.read(*LENGTH.unpack(head)).decode())
        answers.write(outcome + LENGTH.pack(len(content)) + content)
        answers.flush()
