"""線 Lanes: threads that make answers, so many for each kind of work, with a queue in front of each.

What takes long waits in a queue of its own and never in front of a referee who records a hand.
"""

import asyncio
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


class Full(Exception):
    """So many wait in this lane that whoever comes now had better come again later."""


class Lane(Generic[Result]):
    """`threads` threads that work off one queue, in which at most `most` wait. Threads start with the first work."""

    def __init__(self, name: str, threads: int, most: int) -> None:
        self.name = name
        self._threads = threads
        self._most = most
        self._queue: SimpleQueue[tuple[asyncio.Future[Result], Callable[[], Result]]] = SimpleQueue()
        self._started = False

    async def run(self, work: Callable[[], Result]) -> Result:
        """Have a thread do the work; return what it returns, raise what it raises. Raises Full without doing it."""
        if self._queue.qsize() >= self._most:
            raise Full(self.name)
        if not self._started:
            self._start()
        answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._queue.put((answer, work))
        return await answer

    def _start(self) -> None:
        self._started = True
        for number in range(self._threads):
            threading.Thread(target=self._work, name=f"{self.name}-{number}", daemon=True).start()

    def _work(self) -> None:
        while True:
            answer, work = self._queue.get()
            if answer.cancelled():
                continue
            try:
                self._tell(answer, answer.set_result, work())
            except BaseException as error:
                self._tell(answer, answer.set_exception, error)

    @staticmethod
    def _tell(answer: asyncio.Future[Result], tell: Callable[[Any], None], what: object) -> None:
        def unless_gone() -> None:
            if not answer.done():
                tell(what)

        loop = answer.get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(unless_gone)
