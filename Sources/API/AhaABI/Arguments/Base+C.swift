import AhaBase
import CAha
import CShims

@c @implementation
public func aha_result_name(_ code: aha_result) -> UnsafePointer<CChar>? {
  Text.pointer(ResultCode(rawValue: code)?.nameText ?? "AHA_UNKNOWN")
}

@c @implementation
public func aha_last_error() -> UnsafePointer<CChar>? { UnsafePointer(shim_error_line()) }

extension ResultCode {
  var nameText: StaticString {
    switch self {
    case .ok: "AHA_OK"
    case .end: "AHA_END"
    case .pending: "AHA_PENDING"
    case .invalidArgument: "AHA_ERROR_INVALID_ARGUMENT"
    case .invalidHandle: "AHA_ERROR_INVALID_HANDLE"
    case .released: "AHA_ERROR_RELEASED"
    case .state: "AHA_ERROR_STATE"
    case .unsupported: "AHA_ERROR_UNSUPPORTED"
    case .outOfMemory: "AHA_ERROR_OUT_OF_MEMORY"
    case .limit: "AHA_ERROR_LIMIT"
    case .cancelled: "AHA_ERROR_CANCELLED"
    case .bufferTooSmall: "AHA_ERROR_BUFFER_TOO_SMALL"
    case .reentrant: "AHA_ERROR_REENTRANT"
    case .system: "AHA_ERROR_SYSTEM"
    case .notFound: "AHA_ERROR_NOT_FOUND"
    case .access: "AHA_ERROR_ACCESS"
    case .isDirectory: "AHA_ERROR_IS_DIRECTORY"
    case .io: "AHA_ERROR_IO"
    case .diskFull: "AHA_ERROR_DISK_FULL"
    case .exists: "AHA_ERROR_EXISTS"
    case .empty: "AHA_ERROR_EMPTY"
    case .unknownFormat: "AHA_ERROR_UNKNOWN_FORMAT"
    case .damaged: "AHA_ERROR_DAMAGED"
    case .formatLimit: "AHA_ERROR_FORMAT_LIMIT"
    case .verify: "AHA_ERROR_VERIFY"
    case .noDevice: "AHA_ERROR_NO_DEVICE"
    case .deviceFormat: "AHA_ERROR_DEVICE_FORMAT"
    case .device: "AHA_ERROR_DEVICE"
    case .titleEmpty: "AHA_ERROR_TITLE_EMPTY"
    case .titleLong: "AHA_ERROR_TITLE_LONG"
    case .pieceShort: "AHA_ERROR_PIECE_SHORT"
    case .pieceLong: "AHA_ERROR_PIECE_LONG"
    case .tempoLow: "AHA_ERROR_TEMPO_LOW"
    case .tempoHigh: "AHA_ERROR_TEMPO_HIGH"
    case .loop: "AHA_ERROR_LOOP"
    case .timeSignature: "AHA_ERROR_TIME_SIGNATURE"
    case .textLong: "AHA_ERROR_TEXT_LONG"
    case .basedOn: "AHA_ERROR_BASED_ON"
    case .tonality: "AHA_ERROR_TONALITY"
    case .attachment: "AHA_ERROR_ATTACHMENT"
    case .network: "AHA_ERROR_NETWORK"
    case .timeout: "AHA_ERROR_TIMEOUT"
    case .tls: "AHA_ERROR_TLS"
    case .http: "AHA_ERROR_HTTP"
    case .rateLimited: "AHA_ERROR_RATE_LIMITED"
    case .reply: "AHA_ERROR_REPLY"
    case .notSignedIn: "AHA_ERROR_NOT_SIGNED_IN"
    case .refused: "AHA_ERROR_REFUSED"
    }
  }
}
