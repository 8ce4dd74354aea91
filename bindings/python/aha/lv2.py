"""LV2 plug-ins as effects."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, overload

from . import _structs
from ._abi import lib
from ._arguments import encoded_text
from ._constants.lv2 import Lv2PresetText
from ._handle import EngineChild, got, indices, made, text_of
from ._records.lv2 import _LV2PluginValues
from .effect import Effect, EffectInfo

if TYPE_CHECKING:
    from .engine import Engine


class LV2Plugin(_LV2PluginValues):
    """One installed LV2 plug-in."""

    @property
    def presets(self) -> dict[str, str]:
        """The URIs of the presets, by title. The C function is aha_lv2_copy_preset_text."""
        uri = encoded_text("uri", self.uri)

        def text(index: int, which: Lv2PresetText) -> str:
            return text_of(lib.aha_lv2_copy_preset_text, uri, index, which)

        return {text(index, Lv2PresetText.TITLE): text(index, Lv2PresetText.URI)
                for index in range(self.preset_count)}


def lv2_plugins() -> list[LV2Plugin]:
    """The installed LV2 plug-ins, in the order of URIs; also those that cannot be effects. The
    first call reads the folders of LV2_PATH. The C functions are aha_lv2_count and aha_lv2_get.
    Errors: UnsupportedError (no lilv)."""
    def row(index: int) -> Any:
        return LV2Plugin._of(got(_structs.Lv2Info(), lib.aha_lv2_get, index))

    return [row(index) for index in indices(lib.aha_lv2_count(), lambda: row(0))]


def lv2_plugin(uri: str) -> LV2Plugin:
    """Describes a plug-in. The C function is aha_lv2_find. Errors: NotFoundError,
    UnsupportedError (no lilv)."""
    found = got(_structs.Lv2Info(), lib.aha_lv2_find, encoded_text("uri", uri))
    return LV2Plugin._of(found)  # type: ignore[no-any-return]


@functools.lru_cache(maxsize=64)
def _plugin_parameters(uri: str) -> EffectInfo:
    """The parameters of a plug-in, from an effect in an engine that does not render."""
    from .engine import Engine

    with Engine.offline(limiter=False) as engine, LV2Effect(engine, uri) as effect:
        return effect.info


class LV2Effect(Effect):
    """An LV2 plug-in as an effect; its parameters have the symbols of the plug-in's ports::

        player.chain.add(aha.LV2Effect(engine, "http://calf.sourceforge.net/plugins/Reverb",
                                       amount=0.5))

    A plug-in runs in this process: if it crashes, so does Python.
    """

    _kind = "lv2"

    @overload
    def __init__(self, engine: Engine | None, uri: str, *, state: str | None = None,
                 **values: float | str) -> None: ...

    @overload
    def __init__(self, uri: str, /, *, state: str | None = None,
                 **values: float | str) -> None: ...

    def __init__(  # type: ignore[misc]  # the second form has no engine
            self, engine: Any, uri: Any = None, *, state: str | None = None,
            **values: float | str) -> None:
        """Creates an effect that is in no chain yet. ``engine``: may be left out, for arrays.
        ``state``: of :attr:`lv2_state`; None is the plug-in's default. The C function is
        aha_lv2_create. Errors: NotFoundError (not installed), UnsupportedError (it cannot be an
        effect, or no lilv), InvalidArgumentError.
        """
        if isinstance(engine, str):
            engine, uri = None, engine
        home = self._home(engine)
        EngineChild.__init__(self, self._made_in(home, {"uri": uri, "lv2": state}), home)
        self._info = EffectInfo.of_handle(self._handle)
        for name, value in values.items():
            self.set(name, value)

    def _made_in(self, engine: Engine, state: dict[str, Any]) -> int:
        text = state["lv2"]
        return made(lib.aha_lv2_create, engine._handle, encoded_text("uri", state["uri"]),
                    None if text is None else encoded_text("state", text))

    def _state(self) -> dict[str, Any]:
        return {**super()._state(), "uri": self.lv2_uri, "lv2": self.lv2_state}
