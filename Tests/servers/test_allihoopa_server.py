"""The Allihoopa stub, queried as the public clients did."""

from __future__ import annotations

import copy
import io
import json
import random
import ssl
import urllib.error
import urllib.request
import wave
from typing import Any

import pytest
from conftest import Program, started

server, fresh = started("allihoopa_server.py")
Answer = tuple[int, bytes, Any]

# Verbatim requests of the JavaScript client 1.x and the iOS client.
URL = "mutation($format:SongAssetFormat!,$type:SongAssetType!)" \
    "{uploadUrlForFormat(assetFormat:$format,assetType:$type){url}}"
ATTACHMENT = "mutation($mimeType:String!){uploadUrlForAttachment(mimeType:$mimeType){url}}"
DROP = "mutation($piece:PieceInput!){dropPiece(piece:$piece){piece{title url description shortId " \
    "coverImage(position:10,withFallback:true){url}}}}"
OPEN = "query($uuid:String!){piece(uuid:$uuid){uuid title description createdAt url " \
    "author{username} coverImage(position:0,withFallback:true){url} lengthUs tempo " \
    "loop{startUs endUs} timeSignature{numerator denominator}}}"
MIX = "query($pieceID:String!,$format:String!){piece(uuid:$pieceID)" \
    "{mixStem(fileType:$format){url}}}"
PIECE: dict[str, Any] = {
    "presentation": {"title": "A <b>title</b>", "description": "", "isListed": True,
                     "preview": None, "coverImage": None},
    "stems": {"mixStem": {"wav": None}}, "attribution": {"basedOnPieces": []},
    "musicalMetadata": {
        "lengthUs": 1_000_000, "tempo": {"fixed": 120.5},
        "timeSignature": {"fixed": {"upper": 3, "lower": 4}},
        "loop": {"startUs": 0, "endUs": 1_000_000},
        "tonality": {"mode": "TONAL", "data": {"scale": [True] * 12, "root": 3}}}}


def sound() -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setparams((2, 2, 44100, 0, "NONE", ""))
        out.writeframes(random.Random(5).randbytes(4 * 44100))
    return file.getvalue()


SOUND = sound()


class App:
    """A client, with or without a token."""

    def __init__(self, program: Program) -> None:
        self.program, self.token = program, program.said["access_token"]
        self.key = program.said["api_key"]
        self.context = ssl.create_default_context(cafile=program.said["ca"])

    def send(self, method: str, url: str, body: bytes | None = None, **headers: str) -> Answer:
        said = {name.replace("_", "-"): value for name, value in headers.items()}
        asked = urllib.request.Request(url, body, said, method=method)
        if body is not None and "Content-Type" not in said:
            # urllib would send the type of a form
            asked.add_unredirected_header("Content-type", "")
        try:
            with urllib.request.urlopen(asked, timeout=10, context=self.context) as reply:
                return reply.status, reply.read(), reply.headers
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read(), error.headers

    def ask(self, query: str, **variables: Any) -> tuple[int, Any]:
        headers = {"Content_Type": "application/json", "Allihoopa_API_Key": self.key}
        if self.token:
            headers["PH_Access_Token"] = self.token
        body = json.dumps({"query": query, "variables": variables}).encode()
        status, data, _ = self.send("POST", self.program.url + "/v1/graphql", body, **headers)
        return status, json.loads(data)

    def data(self, query: str, **variables: Any) -> Any:
        status, reply = self.ask(query, **variables)
        assert status == 200 and "errors" not in reply, reply
        return reply["data"]

    def uploaded(self, data: bytes, form: str = "wav", kind: str = "mix_stem") -> str:
        url: str = self.data(URL, format=form, type=kind)["uploadUrlForFormat"]["url"]
        assert self.send("PUT", url, data)[0] == 200
        return url

    def piece(self) -> dict[str, Any]:
        piece = copy.deepcopy(PIECE)
        piece["stems"]["mixStem"]["wav"] = self.uploaded(SOUND)
        return piece


@pytest.fixture
def app(fresh: Program) -> App:
    return App(fresh)


def test_a_dropped_piece_can_be_opened(app: App) -> None:
    piece = app.piece()
    cover, attached = b"\x89PNG", b"figure"
    piece["presentation"]["coverImage"] = {"png": app.uploaded(cover, "png", "cover_image")}
    url = app.data(ATTACHMENT, mimeType="application/figure")["uploadUrlForAttachment"]["url"]
    assert app.send("PUT", url, attached, Content_Type="application/figure")[0] == 200
    piece["attachment"] = {"mimeType": "application/figure", "url": url}
    made = app.data(DROP, piece=piece)["dropPiece"]["piece"]
    page = app.send("GET", made["url"])[1]
    assert b"<h1>A &lt;b&gt;title" in page and made["url"].endswith("/s/" + made["shortId"])
    assert app.send("GET", made["coverImage"]["url"])[1] == cover
    [kept] = app.program.do("statistics")["pieces"]
    app.token = None
    found = app.data(OPEN, uuid=kept["uuid"])["piece"]
    assert (found["tempo"], found["timeSignature"]) == (120.5, {"numerator": 3, "denominator": 4})
    assert found["author"] == {"username": "alice"} and found["createdAt"].endswith("+00:00")
    mix = app.data(MIX, pieceID=kept["uuid"], format="wav")["piece"]["mixStem"]["url"]
    assert app.send("GET", mix)[1] == SOUND
    assert app.send("GET", mix, Range="bytes=4-7")[1] == SOUND[4:8]
    assert app.data(OPEN, uuid="no")["piece"] is None


def test_a_token_names_its_user(app: App) -> None:
    assert app.data("query{me{profileUrl}}")["me"]["profileUrl"].endswith("/alice")
    name = "query($id:String!){app(identifier:$id){name}}"
    assert app.data(name, id="allihoopa")["app"] == {"name": "An app for tests"}
    assert app.data(name, id="another")["app"] is None
    assert app.data("query($id:String!){me{username}app(identifier:$id){name}}", id="allihoopa") \
        == {"me": {"username": "alice"}, "app": {"name": "An app for tests"}}
    app.program.do("revoke")
    assert app.data("query{me{profileUrl}}") == {"me": None}
    status, reply = app.ask(URL, format="wav", type="mix_stem")
    assert status == 200 and reply["data"] == {"uploadUrlForFormat": None} and reply["errors"]
    app.key = "another"
    assert app.ask("query{me{profileUrl}}")[0] == 401
