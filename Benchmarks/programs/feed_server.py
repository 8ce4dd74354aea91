"""A JSON feed of COUNT sounds, served until its input ends. Its first line is its URL as JSON."""

import http.server
import json
import sys
import threading

TAG = '"as it always is"'
RUN = 2000


def entry(number):
    return ('{"id":"item %d","title":"Title %d","summary":"A test sound, number %d",'
            '"authors":[{"name":"User %d"}],"attachments":[{"url":"sounds/%d.mp3",'
            '"mime_type":"audio/mpeg","size_in_bytes":%d,"duration_in_seconds":%d}]}'
            % (number, number, number, number % 1000, number, 1000 + number, number % 600 + 1))


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.headers.get("If-None-Match") == TAG:
            self.send_response(304)
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", "application/feed+json")
        self.send_header("ETag", TAG)
        self.end_headers()
        self.wfile.write(b'{"version":"https://jsonfeed.org/version/1.1","items":[')
        for start in range(0, self.server.count, RUN):
            run = range(start, min(start + RUN, self.server.count))
            text = ("," if start else "") + ",".join(map(entry, run))
            self.wfile.write(text.encode())
        self.wfile.write(b"]}")

    def log_message(self, *_):
        pass


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.count = int(sys.argv[1])
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(json.dumps({"url": f"http://127.0.0.1:{server.server_port}/feed.json"}), flush=True)
    sys.stdin.read()


main()
