@_exported import AhaABI
