import AhaArguments
import CAha
import CShims

@c @implementation
public func aha_version_text() -> UnsafePointer<CChar>? { shim_version_text() }

@c @implementation
public func aha_version_number() -> UInt32 {
  UInt32(AHA_VERSION_MAJOR * 1_000_000 + AHA_VERSION_MINOR * 1000 + AHA_VERSION_PATCH)
}
