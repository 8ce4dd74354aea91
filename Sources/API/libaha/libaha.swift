@_exported import AhaOnlineABI
@_exported import AhaSoundABI
