"""The Dropbox stub, tested with the official Python package."""

from __future__ import annotations

import hashlib
import random
from datetime import datetime
from functools import partial
from typing import Any, Callable

import dropbox
import pytest
import requests
from conftest import Program, started
from dropbox import files
from dropbox.exceptions import ApiError, AuthError

server, fresh = started("dropbox_server.py")
MIB, _BLOCK = 1 << 20, 4 << 20
DATA = random.Random(2).randbytes(9 * MIB + 5)


@pytest.fixture
def box(fresh: Program, monkeypatch: pytest.MonkeyPatch) -> Program:
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", fresh.said["ca"])
    return fresh


def client(box: Program, **more: Any) -> Any:
    said = {"oauth2_access_token": box.said["access_token"], "ca_certs": box.said["ca"],
            "max_retries_on_error": 0, "max_retries_on_rate_limit": 0, **more}
    made = dropbox.Dropbox(**said)
    host = box.url.partition("://")[2]
    made._host_map = dict.fromkeys(made._host_map, host)
    made.refresh_access_token = partial(made.refresh_access_token, host)
    return made


def refused(call: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
    with pytest.raises(ApiError) as error:
        call(*arguments, **more)
    return error.value.error


def content_hash(data: bytes) -> str:
    """A second implementation, written from the documentation."""
    blocks = [hashlib.sha256(data[at:at + _BLOCK]).digest() for at in range(0, len(data), _BLOCK)]
    return hashlib.sha256(b"".join(blocks)).hexdigest()


# Whole files

def test_an_upload_is_downloaded(box: Program) -> None:
    to = client(box)
    when = datetime(2026, 1, 2, 3, 4, 5)
    made = to.files_upload(DATA, "/Music/Ärger 😀.wav", client_modified=when,
                           content_hash=content_hash(DATA))
    assert made.content_hash == content_hash(DATA) and made.client_modified == when
    assert made.size == len(DATA) and made.path_lower == "/music/ärger 😀.wav"
    told, reply = to.files_download("/music/ÄRGER 😀.WAV")
    assert reply.content == DATA and told.rev == made.rev
    assert to.files_get_metadata(made.id).path_display == made.path_display
    assert isinstance(to.files_get_metadata("/Music"), files.FolderMetadata)
    assert to.files_delete_v2("/Music").metadata.name == "Music"
    assert refused(to.files_get_metadata, made.id).get_path().is_not_found()


def test_existing_names_conflict(box: Program) -> None:
    to = client(box)
    first = to.files_upload(b"one", "/a.txt")
    assert to.files_upload(b"one", "/A.txt").rev == first.rev
    assert refused(to.files_upload, b"one", "/a.txt", strict_conflict=True
                   ).get_path().reason.get_conflict().is_file()
    assert to.files_upload(b"two", "/a.txt", autorename=True).name == "a (1).txt"
    second = to.files_upload(b"two", "/a.txt", mode=files.WriteMode.overwrite)
    assert second.id == first.id and second.rev != first.rev
    assert refused(to.files_upload, b"three", "/a.txt", mode=files.WriteMode.update(first.rev)
                   ).get_path().reason.is_conflict()
    to.files_upload(b"three", "/a.txt", mode=files.WriteMode.update(second.rev))
    assert refused(to.files_upload, b"x", "/a.txt/b").get_path().reason.get_conflict(
        ).is_file_ancestor()
    assert to.files_create_folder_v2("/F").metadata.path_display == "/F"
    assert refused(to.files_create_folder_v2, "/f").get_path().get_conflict().is_folder()
    assert refused(to.files_upload, b"x", "/F").get_path().reason.get_conflict().is_folder()


def test_a_list_continues_with_changes(box: Program) -> None:
    to = client(box)
    to.files_upload(b"0", "/d/e/0")
    first = to.files_list_folder("/d", recursive=True)
    assert not to.files_list_folder_continue(first.cursor).entries
    to.files_upload(b"1", "/d/E/1")
    to.files_upload(b"2", "/f/2")
    to.files_delete_v2("/d/e/0")
    for _ in range(2):  # repeating a cursor repeats the answer
        new = to.files_list_folder_continue(first.cursor)
        assert [(type(one), one.path_lower) for one in new.entries] == [
            (files.FileMetadata, "/d/e/1"), (files.DeletedMetadata, "/d/e/0")]
    to.files_move_v2("/d/E", "/d/g")
    moved = to.files_list_folder_continue(new.cursor).entries
    assert {one.path_lower: type(one) for one in moved} == {
        "/d/e": files.DeletedMetadata, "/d/e/1": files.DeletedMetadata,
        "/d/g": files.FolderMetadata, "/d/g/1": files.FileMetadata}
    box.do("forget_lists")
    assert refused(to.files_list_folder_continue, new.cursor).is_reset()


# Links, accounts, tokens

def test_the_official_flow_signs_in(box: Program) -> None:
    flow = dropbox.DropboxOAuth2FlowNoRedirect("native", use_pkce=True, ca_certs=box.said["ca"],
                                               token_access_type="offline")
    build, host = flow.build_url, box.url.partition("://")[2]
    flow.build_url = lambda target, said=None, _=None: build(target, said, host)
    code = requests.get(flow.start(), verify=box.said["ca"], timeout=10).text
    signed_in = flow.finish(code)
    assert signed_in.refresh_token and signed_in.account_id.startswith("dbid:")
    to = client(box, oauth2_access_token=signed_in.access_token)
    to.users_get_current_account()
    to.auth_token_revoke()
    with pytest.raises(AuthError):
        to.users_get_current_account()


# Upload sessions

def test_a_session_takes_its_chunks_in_order(box: Program) -> None:
    to = client(box)
    session = to.files_upload_session_start(DATA[:4 * MIB], content_hash=content_hash(
        DATA[:4 * MIB])).session_id
    cursor = files.UploadSessionCursor(session, 4 * MIB)
    to.files_upload_session_append_v2(DATA[4 * MIB:8 * MIB], cursor)
    again = refused(to.files_upload_session_append_v2, DATA[4 * MIB:8 * MIB], cursor)
    assert again.get_incorrect_offset().correct_offset == 8 * MIB
    cursor.offset = 8 * MIB
    assert refused(to.files_upload_session_append_v2, b"x", cursor, content_hash="0" * 64
                   ).is_content_hash_mismatch()
    to.files_upload_session_append_v2(DATA[8 * MIB:], cursor, close=True)
    cursor.offset = len(DATA)
    assert refused(to.files_upload_session_append_v2, b"x", cursor).is_closed()
    bad = refused(to.files_upload_session_finish, b"", cursor, files.CommitInfo("/a/"))
    assert bad.get_path().is_malformed_path()
    made = to.files_upload_session_finish(b"", cursor, files.CommitInfo("/a"))
    assert made.content_hash == content_hash(DATA)
    assert to.files_download("/a")[1].content == DATA
    gone = refused(to.files_upload_session_finish, b"", cursor, files.CommitInfo("/a"))
    assert gone.get_lookup_failed().is_not_found()
    chunks = {(upload["upload"], chunk["chunk"]): chunk["times"]
              for upload in box.do("uploads")["uploads"] for chunk in upload["chunks"]}
    assert chunks[session, str(4 * MIB)] == 2
