"""Serves Monaco with the test's page, and joins its web socket to the server's standard input and output."""

import asyncio
import functools
import http.server
import pathlib
import threading

import rocher
from websockets.asyncio.server import serve

PAGE = pathlib.Path(__file__).with_name("page.html")


class _Files(http.server.SimpleHTTPRequestHandler):
    """`/` is the page, `/vs/` is Monaco."""

    def translate_path(self, path):
        path = path.partition("?")[0]
        if path == "/":
            return str(PAGE)
        return super().translate_path(path.removeprefix("/vs"))

    def log_message(self, *_):
        pass


async def _pass_on_answers(process, socket):
    while True:
        length = None
        while line := (await process.stdout.readline()).strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if length is None:
            await socket.close()
            return
        await socket.send((await process.stdout.readexactly(length)).decode())


async def _talk(server, socket):
    process = await asyncio.create_subprocess_exec(
        server, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    answers = asyncio.create_task(_pass_on_answers(process, socket))
    try:
        async for message in socket:
            body = message.encode() if isinstance(message, str) else message
            process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            await process.stdin.drain()
    finally:
        answers.cancel()
        process.stdin.close()  # The server ends with its input.
        await process.wait()


def start(server):
    """Starts both on free ports. Returns the page's address."""
    files = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(_Files, directory=rocher.path())
    )
    threading.Thread(target=files.serve_forever, daemon=True).start()

    port = None
    is_listening = threading.Event()

    async def listen():
        nonlocal port
        async with serve(functools.partial(_talk, server), "127.0.0.1", 0, max_size=None) as sockets:
            port = sockets.sockets[0].getsockname()[1]
            is_listening.set()
            await asyncio.Future()

    threading.Thread(target=lambda: asyncio.run(listen()), daemon=True).start()
    if not is_listening.wait(10):
        raise RuntimeError("the bridge does not listen")
    return f"http://127.0.0.1:{files.server_port}/?port={port}"
