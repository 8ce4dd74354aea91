"""Servers of Tests/servers as processes; commands and answers are lines of JSON."""

import http.server
import json
import subprocess
import sys
import threading
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "servers"


class Server:
    """Runs one of the programs within a `with` block."""

    def __init__(self, program, *arguments):
        self.process = subprocess.Popen([sys.executable, "-B", FOLDER / program, *arguments],
                                        text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.said = json.loads(self.process.stdout.readline())
        self.url = self.said["url"]

    def do(self, name, **more):
        """Sends a command and returns the answer."""
        self.process.stdin.write(json.dumps({"do": name, **more}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert answer["ok"], answer
        return answer

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.communicate(timeout=30)


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
