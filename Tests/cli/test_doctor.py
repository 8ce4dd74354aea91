"""The report for a bug report."""

from pathlib import Path


def test_the_report_names_libraries_rights_and_settings(aha):
    found = {one["name"]: one for one in aha.json("doctor")}
    assert found["libaha"]["text"].split(" in ")[1].rpartition("/")[2].startswith("libaha.so.")
    assert {"system", "libsndfile", "libcurl.so.4", "libaha-ffmpeg.so", "libqrencode.so.4",
            "real time", "limits", "keyring", "proxy", "environment"} <= found.keys()
    assert found["libcurl.so.4"]["present"] and "/libcurl" in found["libcurl.so.4"]["text"]
    release = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().split("\n")
                   if "=" in line)
    assert found["system"]["text"].startswith(release["PRETTY_NAME"].strip('"') + ", kernel ")
    lines = aha("doctor").stdout.decode().splitlines()
    assert [line[:24].rstrip() for line in lines] == [one["name"] for one in aha.json("doctor")]


def test_the_report_holds_no_secret(aha):
    aha.environment |= {
        "https_proxy": "http://annabel:wonderland@proxy.example:3128",
        "http_proxy": "annabel:wonderland@proxy.example:3128", "HOME": str(aha.directory),
        "XDG_STATE_HOME": f"{aha.directory}/state", "AHA_DROPBOX_CLIENT_SECRET": "wonderland",
        "SSL_CERT_FILE": "https://example.org/?token=wonderland"}
    report = aha("doctor").stdout.decode()
    assert "proxy.example:3128" in report and "XDG_STATE_HOME=~/state" in report
    assert "wonderland" not in report and "annabel" not in report


def test_a_missing_library_is_named_with_its_package(aha):
    aha.environment["AHA_MODULES"] = "/nowhere"
    found = {one["name"]: one for one in aha.json("doctor")}
    module = found["libaha-ffmpeg.so"]
    assert not module["present"] and "install the package libaha-ffmpeg" in module["text"]
