import AhaBase

/// One header field.
public struct HTTPHeader {
  public let name: String
  private let text: String
  /// Secret value; `text` is then empty.
  let secret: Secret?

  public init(_ name: String, _ value: String) { (self.name, text, secret) = (name, value, nil) }

  public init(_ name: String, _ value: Secret) { (self.name, text, secret) = (name, "", value) }

  /// The value as text. For a secret, this makes a copy that stays in memory.
  public var value: String { secret?.text ?? text }

  /// Appends the value. For a secret, the caller's array is the only copy.
  func append(to bytes: inout [UInt8]) {
    if let secret { bytes += secret.bytes } else { bytes += text.utf8 }
  }

  var valueCount: Int { secret?.count ?? text.utf8.count }
}

/// User and password, with which libcurl answers the server's challenge: Digest, or over TLS and on
/// this machine Basic.
public struct HTTPLogin {
  let user: String
  let password: Secret
  /// Basic shows the password to the server.
  let isDigest: Bool

  public init(user: String, password: Secret, isDigest: Bool = false) {
    (self.user, self.password, self.isDigest) = (user, password, isDigest)
  }
}

/// Body of a request.
public enum HTTPBody {
  case none
  case bytes([UInt8])
  /// A form with a secret: neither the form nor its reply stays in memory.
  case secret(Secret)
  /// `count` bytes of a stream from `offset`. A redirect or a retry reads them again.
  case stream(any ByteStream, offset: Int64, count: Int64)
  /// `count` bytes that another thread reads ahead; libcurl copies them without another buffer.
  case paced(any PacedBody, count: Int64)
  case form([FormPart])
}

/// A body that is read on a thread of its own, so that the network thread never waits for it.
public protocol PacedBody: AnyObject {
  /// Copies bytes at an offset; nil if they are not in memory yet: then `notify` is called, on any
  /// thread, once they are or cannot be read. 0 at the end. Errors: those of the source.
  func read(
    into bytes: UnsafeMutableRawBufferPointer, at offset: Int64, notify: @escaping () -> Void
  ) throws(AhaError) -> Int?
}

/// A part of multipart/form-data.
public struct FormPart {
  public enum Content {
    case text(String)
    case bytes([UInt8])
    case stream(any ByteStream)
  }

  public let name: String
  public let content: Content
  /// For files only. Characters outside ASCII are in a parameter of their own, `filename*`, and
  /// replaced in the plain one, because some servers reject them.
  public let fileName: String?
  public let type: String?

  public init(_ name: String, _ content: Content, fileName: String? = nil, type: String? = nil) {
    (self.name, self.content, self.fileName, self.type) = (name, content, fileName, type)
  }
}

/// Destination of a successful reply's body. The body of any other status (not 2xx) always stays in
/// memory, up to `HTTPLimits.errorBody` bytes.
public enum HTTPSink {
  case memory
  /// Written from `offset` on; a retry starts there again.
  case stream(any ByteStream, offset: Int64)
}

/// Size and time limits; nil: the transport's own.
public struct HTTPLimits {
  public var body: Int64?
  public var errorBody = 2048
  public var redirects = 5
  public var totalMilliseconds: Int64?
  /// Max time without progress in either direction.
  public var stallMilliseconds: Int64?
  /// Max time between the last byte of the request and the reply; nil: the stall's.
  public var answerMilliseconds: Int64?

  public init() {}
}

/// Network distance of a host (SSRF guard).
public enum HTTPDistance: Int32, Comparable, Sendable {
  /// On this machine.
  case here = 0
  /// A private, link-local or unrouted address: the local network.
  case near
  case `public`

  init(_ number: Int32) { self = HTTPDistance(rawValue: number) ?? .here }

  public static func < (one: HTTPDistance, other: HTTPDistance) -> Bool {
    one.rawValue < other.rawValue
  }
}

/// SSRF guard: which hosts a request may reach. A distant server cannot direct a request to a
/// nearer host.
public enum SSRFGuard: Equatable {
  case any
  /// A redirect may not lead nearer than the URL before. For URLs that the user entered.
  case notNearerThanBefore
  /// No host nearer than `than`, whether named, redirected to or resolved by DNS. For URLs written
  /// by an author at that distance.
  case notNearer(than: HTTPDistance)

  public static var publicOnly: SSRFGuard { .notNearer(than: .public) }
}

/// One HTTP request.
public struct HTTPRequest {
  public var method: String
  public var url: String
  public var headers: [HTTPHeader] = []
  /// Authorization or another credential header. It is never sent to another origin or without TLS
  /// after a redirect, and it is wiped after the transfer.
  public var credential: HTTPHeader?
  /// In place of a credential. Never used for another origin.
  public var login: HTTPLogin?
  public var body = HTTPBody.none
  public var sink = HTTPSink.memory
  /// A body that goes into a stream may arrive compressed, and is decompressed. Bodies in memory
  /// always may.
  public var mayBeCompressed = false
  /// First and last byte; a nil last byte means the end.
  public var range: (first: Int64, last: Int64?)?
  public var limits = HTTPLimits()
  public var ssrfGuard = SSRFGuard.any
  /// The path is a secret, as that of an upload's own URL: log lines hide it.
  public var hidesPath = false

  public init(_ method: String, _ url: String) { (self.method, self.url) = (method, url) }
}

/// The reply to a request.
public struct HTTPResponse {
  public var status = 0
  /// Headers of the last reply, after redirects.
  public var headers: [HTTPHeader] = []
  public var body: [UInt8] = []
  /// Content-Length of the body on the wire; nil if the reply has none.
  public internal(set) var length: Int64?
  public var url = ""
  /// Distance of the host that sent the reply.
  public var distance = HTTPDistance.here

  public init() {}

  /// True if the requested origin answered, rather than a redirect's target.
  func isOf(_ request: HTTPRequest) -> Bool {
    guard let own = URLParts(request.url) else { return false }
    return URLParts(url)?.isSameOrigin(as: own) ?? false
  }

  /// First value of a header; the name matches in any letter case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.isEqualIgnoringCase(name) }?.value
  }
}

extension ResultCode {
  /// Maps an error status of a file request to a result code.
  public init(refusal status: Int) {
    self =
      switch status {
      case 401: .notSignedIn
      case 403: .refused
      case 404, 410: .notFound
      case 429: .rateLimited
      default: .http
      }
  }
}

extension String {
  /// Ignores the case of ASCII letters only.
  public func isEqualIgnoringCase(_ other: String) -> Bool {
    utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { lower($0) == lower($1) }
  }
}

private func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 32 : byte }

/// Names of the authentication schemes that a server offers with status 401.
///
/// Source: RFC 9110, 11.6.1.
public enum AuthenticationScheme {
  /// In the server's order, without repetitions.
  public static func names(in reply: HTTPResponse) -> [String] {
    var names: [String] = []
    for header in reply.headers where header.name.isEqualIgnoringCase("WWW-Authenticate") {
      for part in parts(of: header.value.array) {
        let word = part.prefix { $0 > 0x20 }
        // A parameter has an equals sign; a token that follows a scheme has no space before it.
        if word.isEmpty || word.contains(UInt8(ascii: "=")) { continue }
        let name = Array(word).text
        if !names.contains(where: { $0.isEqualIgnoringCase(name) }) { names.append(name) }
      }
    }
    return names
  }

  /// The items between commas, outside quotes, without the spaces in front.
  private static func parts(of value: [UInt8]) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var (start, isQuoted, isEscaped) = (0, false, false)
    for (index, byte) in value.enumerated() {
      if isEscaped {
        isEscaped = false
      } else if isQuoted, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: ","), !isQuoted {
        parts.append(value[start..<index])
        start = index + 1
      }
    }
    parts.append(value[start...])
    return parts.map { $0.drop { $0 == 0x20 || $0 == 0x09 } }
  }
}
