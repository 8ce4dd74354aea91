"""Servers of Tests/servers as processes, and a server of files."""

import http.server
import sys
import threading
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "servers"))

from process import Server  # noqa: E402, F401

from aha_testing.waiting import wait_until  # noqa: E402, F401

#: Access to the S3 server: names of the environment and of the server's line.
S3_KEYS = {"AWS_ACCESS_KEY_ID": "access_key", "AWS_SECRET_ACCESS_KEY": "secret_key",
           "AWS_REGION": "region", "AWS_ENDPOINT_URL": "url"}
#: Access to the WebDAV server.
DAV_KEYS = {"AHA_WEBDAV_USER": "user", "AHA_WEBDAV_PASSWORD": "password"}


def keys_of(server):
    """The environment that gives access to a server of S3 or WebDAV."""
    return {name: server.said[key] for names in (S3_KEYS, DAV_KEYS) for name, key in names.items()
            if key in server.said}


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
