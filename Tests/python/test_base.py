"""Errors: one class per code, derived from Python's own exceptions where they match."""

from __future__ import annotations

import errno
import pickle

import aha
import pytest
from aha import _abi
from aha.base import error_for

NEGATIVE = [result for result in aha.Result if result < 0]


@pytest.mark.parametrize("result", NEGATIVE)
def test_every_code_has_a_class_and_a_name(result: aha.Result) -> None:
    name = _abi.lib.aha_result_name(result)
    assert name == f"AHA_ERROR_{result.name}"
    error = error_for(result, name, "a line")
    assert type(error) is not aha.Error
    assert type(error).__name__ in aha.__all__
    assert (error.code, error.name, error.line, str(error)) == (result, name, "a line", "a line")


def test_only_the_codes_of_pieces_share_a_class() -> None:
    others = [result for result in NEGATIVE if not -92 <= result <= -80]
    classes = {type(error_for(result, "", "")) for result in others}
    assert len(classes) == len(others)
    assert aha.PieceError not in classes


def test_an_unknown_code_is_a_plain_error() -> None:
    error = error_for(-999, _abi.lib.aha_result_name(-999), "")
    assert type(error) is aha.Error
    assert str(error) == "AHA_UNKNOWN"


@pytest.mark.parametrize("kind", [ValueError, FileNotFoundError, PermissionError, MemoryError,
                                  IsADirectoryError, OSError, RuntimeError])
def test_pythons_own_exceptions_catch_theirs(kind: type[Exception]) -> None:
    errors = [error_for(result, "", "") for result in NEGATIVE]
    assert any(isinstance(error, kind) for error in errors)
    assert all(isinstance(error, aha.Error) for error in errors)


def test_an_error_of_c_names_the_value(engine: aha.Engine) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        engine.load("/nonexistent/drums.ogg")
    error = caught.value
    assert isinstance(error, aha.NotFoundError)
    assert (error.code, error.name) == (aha.Result.NOT_FOUND, "AHA_ERROR_NOT_FOUND")
    assert error.errno == errno.ENOENT
    assert "/nonexistent/drums.ogg" in error.line
    assert str(error) == error.line
    assert repr(error).startswith("NotFoundError(AHA_ERROR_NOT_FOUND: ")


def test_an_error_survives_pickling(engine: aha.Engine) -> None:
    with pytest.raises(aha.NotFoundError) as caught:
        engine.load("/nonexistent/drums.ogg")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert type(copy) is aha.NotFoundError
    assert (copy.code, copy.line, copy.errno) == (-20, caught.value.line, errno.ENOENT)


def test_a_path_with_a_nul_is_refused(engine: aha.Engine) -> None:
    with pytest.raises(aha.InvalidArgumentError, match="NUL"):
        engine.load("drums.ogg\0.txt")


def test_enumerations_are_found_by_name_and_number() -> None:
    assert aha.Container.of("flac") is aha.Container.of("FLAC") is aha.Container.FLAC
    assert aha.Encoding.of(2) is aha.Encoding.PCM_24
    assert aha.Container.FLAC.label == "FLAC"
    assert aha.Encoding.PCM_16.label == "16-bit PCM"
    with pytest.raises(ValueError, match="'flak' is not a Container: one of 'auto', 'wav'"):
        aha.Container.of("flak")
    with pytest.raises(ValueError, match="99 is not a Encoding"):
        aha.Encoding.of(99)


def test_unknown_values_have_a_name() -> None:
    kind = aha.EventKind(99)
    assert (kind, kind.name, kind.label) == (99, "UNKNOWN_99", "AHA_EVENT_UNKNOWN")
    assert aha.Container(99).label == aha.Encoding(99).label == "unknown"


@pytest.mark.parametrize("result", NEGATIVE)
def test_an_error_is_raised_with_its_line_alone(result: aha.Result) -> None:
    kind = type(error_for(result, "", ""))
    error = kind("gone")
    assert (str(error), error.line) == ("gone", "gone")
    if kind is not aha.PieceError:
        assert (error.code, error.name) == (result, _abi.lib.aha_result_name(result))
    assert kind("gone", result).code == result


def test_a_class_of_the_hosts_has_its_parents_code() -> None:
    class Gone(aha.NetworkError):
        pass

    assert Gone("gone").code == aha.Result.NETWORK and aha.Error().code == aha.Result.IO
