import AhaBase
import AhaNet
import AhaPage

/// Settings for opening pieces.
public struct OpenSettings {
  /// Application of the scheme `ah-{app}://`; "" for none.
  public var applicationID = ""
  /// Opens pieces by their ids; nil for none.
  public var idOpener: (any IDOpener)?
  /// Find pieces of the host's own services, in this order.
  public var openers: [any Opener] = []
  /// Schemes of URLs that only an opener can open.
  public var schemes: [String] = []
  /// SSRF guard off: data from a public server may refer to hosts in the local network.
  public var allowsPrivate = false
  /// Interval and max count of requests for a format that the service is still making.
  public var notReadyMilliseconds: Int64 = 3000
  public var notReadyAttempts = 10
  /// Max retries in a row after a temporary failure.
  public var retries = RetryPolicy.usualRetries
  /// Max bytes of audio with an unknown length.
  public var audioLimit: Int64 = 4 << 30

  public init() {}
}

/// Opens pieces: resolves their metadata and the location of their files.
///
/// Threads: any.
public final class PieceLoader {
  let transport: Transport
  public let settings: OpenSettings

  public init(transport: Transport, settings: OpenSettings = OpenSettings()) {
    (self.transport, self.settings) = (transport, settings)
  }

  /// Opens the piece that a text names. Blocking.
  /// Errors: those of `Opening`, `notFound`, `refused` (also: it refers to the local network),
  /// `notSignedIn`, `http`, `rateLimited`, `reply`, `limit`, `damaged`, `unknownFormat`,
  /// `unsupported`, `cancelled`, and those of the transport.
  public func open(_ text: String, job: Job = Job()) throws(AhaError) -> OpenedPiece {
    try open(
      Opening(text: text, applicationID: settings.applicationID, schemes: settings.schemes),
      job: job)
  }

  public func open(_ opening: Opening, job: Job = Job()) throws(AhaError) -> OpenedPiece {
    try job.throwIfCancelled()
    job.enter(.receiving)
    switch opening {
    case .file(let path): return try openFile(path)
    case .web(let url):
      if let piece = try openKnown(url, job: job) { return piece }
      return try openWeb(url, job: job)
    case .keyed(let url):
      if let piece = try openKnown(url, job: job) { return piece }
      throw AhaError(.notSignedIn, "no destination has keys for \(url.cut)")
    case .piece(let uuid):
      guard let opener = settings.idOpener else {
        throw AhaError(.unsupported, "no service opens the piece \(uuid.cut)")
      }
      return try opener.open(id: uuid, loader: self, job: job)
    }
  }

  // MARK: Queries

  /// Sends a request with the retry policy. Errors: those of the transport, `cancelled`.
  public func ask(_ request: HTTPRequest, job: Job) throws(AhaError) -> HTTPResponse {
    var retries = RetryCounter(settings: settings)
    while true {
      var reply: HTTPResponse?
      do throws(AhaError) {
        let got = try transport.send(request) { job.isCancelled }
        if !retries.mayRepeat(after: got) { return got }
        reply = got
      } catch {
        guard retries.mayRepeat(after: error) else { throw error }
      }
      try retries.rest(after: reply, job: job)
    }
  }

  func get(
    _ url: String, limit: Int, ssrfGuard: SSRFGuard, job: Job
  ) throws(AhaError) -> HTTPResponse {
    var request = HTTPRequest("GET", url)
    request.limits.body = Int64(limit)
    request.ssrfGuard = settings.allowsPrivate ? .any : ssrfGuard
    return try ask(request, job: job)
  }
}

extension HTTPResponse {
  /// Errors: that of the status.
  public func requireSuccess(_ name: String) throws(AhaError) {
    if (200..<300).contains(status) { return }
    throw HTTPResponse.refusal(status, of: name)
  }

  static func refusal(_ status: Int, of name: String) -> AhaError {
    AhaError(ResultCode(refusal: status), "\(name): HTTP \(status)")
  }
}
