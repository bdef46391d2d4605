"""HTTP/1.1 on the loopback, as much as API clients speak: connections that last, whole bodies."""

import asyncio
import socket
import threading
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import NamedTuple, Self

END = b"\r\n\r\n"


class Heard(NamedTuple):
    """A request as it came; the names of its headers are in small letters."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


class Reply(NamedTuple):
    """What is sent, so many seconds after the request; if it is nothing, the connection closes."""

    sent: bytes = b""
    after: float = 0.0


Handle = Callable[[Heard], Reply | None]


def response(status: int, headers: Mapping[str, str], body: bytes) -> bytes:
    """Return a response in the form in which it is sent."""
    told = {**headers, "content-length": str(len(body))}
    lines = [f"HTTP/1.1 {status} ", *(f"{name}: {value}" for name, value in told.items())]
    return "\r\n".join(lines).encode("latin-1") + END + body


class Loopback:
    """
    Replies to each request as `handle` says, and never to one for which it says None.

    All connections are served by one event loop in a thread of its own, so `handle` is never
    called twice at a time and must not wait. It listens from the start, and replies inside
    `with`; what is still on its way when that is left is dropped.
    """

    def __init__(self, handle: Handle, port: int = 0) -> None:
        self._handle = handle
        self._socket = socket.create_server(("127.0.0.1", port), backlog=512)
        self._port: int = self._socket.getsockname()[1]
        self._connections: set[_Connection] = set()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self._port}"

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._left.set)
        self._thread.join()

    async def _serve(self) -> None:
        self._loop, self._left = asyncio.get_running_loop(), asyncio.Event()
        server = await self._loop.create_server(self._connection, sock=self._socket)
        self._ready.set()
        await self._left.wait()
        server.close()
        for connection in self._connections:
            connection.transport.abort()
        # The sockets are closed in the loop's next round.
        await asyncio.sleep(0)

    def _connection(self) -> "_Connection":
        return _Connection(self._handle, self._connections)


class _Connection(asyncio.Protocol):
    """One client's connection, among those that are open."""

    transport: asyncio.Transport

    def __init__(self, handle: Handle, those_open: set["_Connection"]) -> None:
        self._handle = handle
        self._open = those_open
        self._received = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._open.add(self)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  (the protocol's)
        self._open.discard(self)

    def data_received(self, data: bytes) -> None:
        self._received += data
        while (heard := self._next()) is not None:
            reply = self._handle(heard)
            if reply is None:
                continue
            is_last = not reply.sent or heard.headers.get("connection", "").lower() == "close"
            if reply.after:
                loop = asyncio.get_running_loop()
                loop.call_later(reply.after, self._send, reply.sent, is_last)
            else:
                self._send(reply.sent, is_last)

    def _send(self, sent: bytes, is_last: bool) -> None:  # noqa: FBT001  (called by the loop)
        if self.transport.is_closing():
            return
        self.transport.write(sent)
        if is_last:
            self.transport.close()

    def _next(self) -> Heard | None:
        """Take the next request off what was received; None while a part of it is missing."""
        end = self._received.find(END)
        if end < 0:
            return None
        first, *lines = self._received[:end].decode("latin-1").split("\r\n")
        pairs = (line.partition(":") for line in lines)
        headers = {name.lower(): value.strip() for name, _, value in pairs}
        begin = end + len(END)
        whole = begin + int(headers.get("content-length", "0"))
        if len(self._received) < whole:
            return None
        body = bytes(self._received[begin:whole])
        del self._received[:whole]
        method, path, _ = first.split(" ")
        return Heard(method, path, headers, body)
