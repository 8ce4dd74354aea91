"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class DeviceDirection(Named):
    """The direction of the sound."""

    OUTPUT = 0
    INPUT = 1


class DeviceLoss(Named):
    """The action after the loss of a device."""

    #: Switch to the same device if it still exists, else the default one, else the null device.
    NEXT = 0
    #: Wait for the same device; the engine's clock stops meanwhile.
    SAME = 1
    #: None: the device stays lost until it is started again.
    STOP = 2


class DeviceState(Named):
    """The state of a device."""

    STOPPED = 0
    RUNNING = 1
    LOST = 2
    CLOSED = 3
