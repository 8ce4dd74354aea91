"""Servers of Tests/servers as processes, and a server of files."""

import http.server
import sys
import threading
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "servers"))

from process import Server  # noqa: E402, F401


class FileServer:
    """Serves the files of a folder by HTTP."""

    def __init__(self, folder):
        class Handler(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *arguments):
                super().__init__(*arguments, directory=str(folder))

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
