"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class DeviceDirection(Named):
    """The way of the sound."""

    OUTPUT = 0
    INPUT = 1


class DeviceLoss(Named):
    """What is done when a device is lost."""

    #: The same device if it is still there, else the default one, else the null device.
    NEXT = 0
    #: The same device, as soon as it is back; the engine's clock stands still meanwhile.
    SAME = 1
    #: Nothing: the device stays lost until it is started again.
    STOP = 2


class DeviceState(Named):
    """What a device does."""

    STOPPED = 0
    RUNNING = 1
    LOST = 2
    CLOSED = 3
