import AhaBase

/// One line of a head.
public struct HTTPHeader {
  public let name: String
  private let text: String
  /// In place of the text, what is not to stay in memory.
  let secret: Secret?

  public init(_ name: String, _ value: String) { (self.name, text, secret) = (name, value, nil) }

  public init(_ name: String, _ value: Secret) { (self.name, text, secret) = (name, "", value) }

  /// Of a secret, a copy that stays in memory.
  public var value: String { secret?.text ?? text }

  /// The value without such a copy, but for the caller's.
  func append(to bytes: inout [UInt8]) {
    if let secret { bytes += secret.bytes } else { bytes += text.utf8 }
  }

  var valueCount: Int { secret?.count ?? text.utf8.count }
}

/// What a request carries.
public enum HTTPBody {
  case none
  case bytes([UInt8])
  /// A form with a secret in it: neither it nor the reply to it stays in memory.
  case secret(Secret)
  /// `count` bytes of a stream from `offset` on; it can be read again for a redirect or a replay.
  case stream(any ByteStream, offset: Int64, count: Int64)
  case form([FormPart])
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
  /// For files only. What is not ASCII is replaced when it is sent: servers trip over it.
  public let fileName: String?
  public let type: String?

  public init(_ name: String, _ content: Content, fileName: String? = nil, type: String? = nil) {
    (self.name, self.content, self.fileName, self.type) = (name, content, fileName, type)
  }
}

/// Where the body of a reply goes. Bodies of replies that are no success (2xx) always go to memory,
/// cut at `HTTPLimits.errorBody`.
public enum HTTPSink {
  case memory
  /// Written from its offset on; a retry begins there again.
  case stream(any ByteStream, offset: Int64)
}

/// How much and how long at most; nil: the transport's own.
public struct HTTPLimits {
  public var body: Int64?
  public var errorBody = 2048
  public var redirects = 5
  public var totalMilliseconds: Int64?
  /// How long nothing may move in either direction.
  public var stallMilliseconds: Int64?

  public init() {}
}

/// How far away a host is.
public enum HTTPDistance: Int32, Comparable, Sendable {
  /// On this machine.
  case here = 0
  /// In the network around it: at a private or link-local address, or one that is not routed.
  case near
  case `public`

  init(_ number: Int32) { self = HTTPDistance(rawValue: number) ?? .here }

  public static func < (one: HTTPDistance, other: HTTPDistance) -> Bool {
    one.rawValue < other.rawValue
  }
}

/// Whose addresses a request may lead to: what is far away leads to nothing that is nearer.
public enum HTTPReach: Equatable {
  case any
  /// By a redirect to none that is nearer than where it begins: for URLs of the user's.
  case asItBegins
  /// To none that is nearer, by name, redirect or the answer of a name server: for URLs that
  /// somebody so far away has written.
  case notNearer(than: HTTPDistance)

  public static var publicOnly: HTTPReach { .notNearer(than: .public) }
}

/// One HTTP exchange, as it is asked for.
public struct HTTPRequest {
  public var method: String
  public var url: String
  public var headers: [HTTPHeader] = []
  /// A value for Authorization, or for the header named: never sent to another host or without TLS
  /// after a redirect, and wiped when the transfer has ended.
  public var credential: HTTPHeader?
  public var body = HTTPBody.none
  public var sink = HTTPSink.memory
  /// First and last byte wanted; the last one may be nil.
  public var range: (first: Int64, last: Int64?)?
  public var limits = HTTPLimits()
  public var reach = HTTPReach.any

  public init(_ method: String, _ url: String) { (self.method, self.url) = (method, url) }
}

/// What came back.
public struct HTTPResponse {
  public var status = 0
  /// Of the last reply, after redirects.
  public var headers: [HTTPHeader] = []
  public var body: [UInt8] = []
  /// Bytes of the body on the wire, as Content-Length says; nil: it does not.
  public internal(set) var length: Int64?
  public var url = ""
  /// Where it came from.
  public var distance = HTTPDistance.here

  public init() {}

  /// The server that was asked has answered, and not one that it sent us on to.
  func isOf(_ request: HTTPRequest) -> Bool {
    guard let asked = try? HTTPLocation(request.url) else { return false }
    return (try? HTTPLocation(url))?.isSameOrigin(as: asked) ?? false
  }

  /// The first value of a header, whatever the case of its name.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.isEqualIgnoringCase(name) }?.value
  }
}

extension ResultCode {
  /// What a status that is no success means for a file that was asked for.
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
  /// Of ASCII letters.
  public func isEqualIgnoringCase(_ other: String) -> Bool {
    utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { lower($0) == lower($1) }
  }
}

private func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 32 : byte }
