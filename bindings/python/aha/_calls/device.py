"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .. import _structs
from .._abi import lib
from .._handle import Handle, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._records.device import DeviceStatus


class DeviceCalls(Handle):
    """The calls of aha_device that Python adds nothing to."""

    @property
    def status(self) -> DeviceStatus:
        """The status of the device. The C function is aha_device_get_status."""
        from .._records.device import DeviceStatus

        status = _structs.DeviceStatus()
        lib.aha_device_get_status(self._handle, status)
        return DeviceStatus._of(status)

    @property
    def id(self) -> str:
        """The id of the device in use, which can change after a loss. The C function is
        aha_device_copy_id.
        """
        return text_of(lib.aha_device_copy_id, self._handle)
