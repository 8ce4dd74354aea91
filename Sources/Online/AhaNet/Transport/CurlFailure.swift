import AhaBase
import CCurl

/// Result of a libcurl exchange.
typealias CurlResult = CURLcode

extension CurlResult {
  /// Maps libcurl's result to libaha's code.
  var code: ResultCode {
    switch self {
    case CURLE_OPERATION_TIMEDOUT: .timeout
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_ENGINE_NOTFOUND,
      CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CRL_BADFILE:
      .tls
    case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_UNSUPPORTED_PROTOCOL: .reply
    case CURLE_URL_MALFORMAT: .invalidArgument
    case CURLE_OUT_OF_MEMORY: .outOfMemory
    case CURLE_FILESIZE_EXCEEDED, CURLcode(rawValue: tooLarge): .limit
    default: .network
    }
  }

  var isSuccess: Bool { self == CURLE_OK }
  var isMemory: Bool { self == CURLE_OUT_OF_MEMORY }
  var cannotRewind: Bool { self == CURLE_SEND_FAIL_REWIND }
}

/// CURLE_TOO_LARGE, named in the headers since libcurl 8.6.
private let tooLarge: UInt32 = 100
