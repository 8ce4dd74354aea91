"""Upload sessions of the Dropbox stub, tested with the official Python package."""

from __future__ import annotations

from conftest import Program
from dropbox import files
from dropbox_client import (DATA, MIB, box, client, content_hash, refused,  # noqa: F401
                            server)


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
