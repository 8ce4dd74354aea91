"""The Dropbox stub, tested with the official Python package."""

from __future__ import annotations

from datetime import datetime

import dropbox
import pytest
import requests
from conftest import Program
from dropbox_client import DATA, box, client, content_hash, refused, server  # noqa: F401
from dropbox import files, sharing
from dropbox.exceptions import AuthError


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


def test_a_moved_folder_keeps_its_id(box: Program) -> None:
    with client(box) as api:
        made = api.files_create_folder_v2("/Vol. 1").metadata
        api.files_upload(b"one", f"{made.id}/a.wav")
        assert api.files_create_folder_v2("/Vol. 1", autorename=True).metadata.name == "Vol. 1 (1)"
        moved = api.files_move_v2(made.id, "/Vol. 1 (1)", autorename=True).metadata
        assert (moved.id, moved.path_display) == (made.id, "/Vol. 1 (1) (1)")
        assert api.files_download(f"{made.id}/a.wav")[1].content == b"one"
        assert api.files_get_metadata("/Vol. 1 (1) (1)/a.wav").size == 3
        refused(api.files_move_v2, made.id, "/Vol. 1 (1)")
        refused(api.files_get_metadata, "/Vol. 1")


def test_a_list_has_pages(box: Program) -> None:
    to = client(box)
    for number in range(5):
        to.files_upload(b"%d" % number, f"/d/e/{number}")
    assert [one.name for one in to.files_list_folder("").entries] == ["d"]
    page = to.files_list_folder("/d", recursive=True, limit=4)
    assert len(page.entries) == 4 and page.has_more
    rest = to.files_list_folder_continue(page.cursor)
    assert [one.name for one in rest.entries] == ["3", "4"] and not rest.has_more


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

def test_a_file_has_one_link(box: Program) -> None:
    to = client(box)
    to.files_upload(DATA, "/a b.wav")
    settings = sharing.SharedLinkSettings(audience=sharing.LinkAudience.public)
    link = to.sharing_create_shared_link_with_settings("/a b.wav", settings)
    assert link.name == "a b.wav" and link.url.endswith("&dl=0")
    again = refused(to.sharing_create_shared_link_with_settings, "/a b.wav")
    assert again.get_shared_link_already_exists().get_metadata().url == link.url
    box.do("settings", tell_link=False)
    again = refused(to.sharing_create_shared_link_with_settings, "/a b.wav")
    assert again.is_shared_link_already_exists()
    assert [one.url for one in to.sharing_list_shared_links("/a b.wav", direct_only=True).links
            ] == [link.url]
    got = requests.get(link.url.replace("dl=0", "dl=1"), verify=box.said["ca"], timeout=10)
    assert got.content == DATA
    assert refused(to.sharing_create_shared_link_with_settings, "/no").get_path().is_not_found()


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


def test_a_folder_is_read_by_its_link(box: Program) -> None:
    to = client(box)
    to.files_upload(DATA, "/mix/a b.wav")
    link = to.sharing_create_shared_link_with_settings("/mix").url
    assert "/scl/fo/" in link
    told, reply = to.sharing_get_shared_link_file(link, "/a b.wav")
    assert reply.content == DATA and (told.name, told.size) == ("a b.wav", len(DATA))
    assert to.sharing_get_shared_link_metadata(link).name == "mix"
    assert to.sharing_get_shared_link_metadata(link, path="/A B.wav").size == len(DATA)
    assert refused(to.sharing_get_shared_link_file, link).is_shared_link_is_directory()
    assert refused(to.sharing_get_shared_link_file, link, "/no").is_shared_link_not_found()
    assert refused(to.sharing_get_shared_link_metadata, link + "x").is_shared_link_not_found()
    alone = to.sharing_create_shared_link_with_settings("/mix/a b.wav").url
    assert "/scl/fi/" in alone
    assert to.sharing_get_shared_link_file(alone)[1].content == DATA
