"""Signs the command in to the servers of Tests/servers."""

import http.client
import json
import subprocess
import urllib.request
from urllib.parse import urlsplit

#: Paths of a service's endpoints for aha login, relative to its URL.
PATHS = {"dropbox": ("/oauth2/authorize", "/oauth2/token", ""),
         "soundcloud": ("/authorize", "/oauth/token", ""),
         "allihoopa": ("/account/login", "", "/v1/graphql")}


def approve(url):
    """Approves as a user in a browser. Returns the browser's next URL."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=10)
    connection.request("GET", f"{parts.path}?{parts.query}")
    location = connection.getresponse().headers["Location"]
    connection.close()
    return location


def sign_in(aha, name, server, *options, is_new=True):
    """The token is kept for later commands. Returns the browser's last URL, and standard error.
    A new server is reset."""
    if is_new:
        server.do("reset")
    authorize, token, api = PATHS[name]
    if name == "allihoopa":
        aha.environment["AHA_ALLIHOOPA_API_KEY"] = server.said["api_key"]
    said = {"client-id": server.said.get("app" if name == "allihoopa" else "client_id"),
            "authorize-url": server.url + authorize, "api-url": server.url + api}
    if token:
        said |= {"token-url": server.url + token, "redirect": "http://127.0.0.1:0/callback"}
    process = aha.start("login", name, *(f"--{key}={value}" for key, value in said.items()),
                        "--no-browser", "--json", *options, stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    target = approve(json.loads(process.stdout.readline())["url"])
    pasted = b""
    if target.startswith("http"):
        with urllib.request.urlopen(target, timeout=10) as page:
            page.read()
    else:
        pasted = target.encode() + b"\n"
    output, said = process.communicate(pasted, timeout=60)
    assert process.returncode == 0, output + said
    return target, said.decode()
