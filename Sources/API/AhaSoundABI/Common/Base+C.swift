import AhaArguments
import AhaBase
import CAha
import CShims

@c @implementation
public func aha_result_name(_ code: aha_result) -> UnsafePointer<CChar>? {
  Text.pointer(resultName(code) ?? "AHA_UNKNOWN")
}

@c @implementation
public func aha_last_error() -> UnsafePointer<CChar>? { UnsafePointer(shim_error_line()) }
