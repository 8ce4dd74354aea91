import AhaBase
import AhaNet
import AhaPage

/// How pieces are opened.
public struct OpenSettings {
  /// Whose scheme `ah-{app}://` is; "" for none.
  public var applicationID = ""
  /// Where a service is asked that speaks the Allihoopa protocol; "": at the account's provider.
  public var serviceURL = ""
  public var apiKey: Secret?
  /// Who asks the service; nil for nobody.
  public var account: ClientAccount?
  /// What comes from a public server may lead to this machine and the network around it.
  public var allowsPrivate = false
  /// A format that is not made yet is asked for again after this time, so many times.
  public var notReadyMilliseconds: Int64 = 3000
  public var notReadyAttempts = 10
  /// How often in a row what fails for the moment is tried again.
  public var retries = RetryPolicy.usualRetries
  /// Audio of which nobody told the length. Units: bytes.
  public var audioLimit: Int64 = 4 << 30

  public init() {}
}

/// Opens pieces: finds out what they are, and where their files are.
///
/// Threads: any.
public final class Opener {
  let transport: Transport
  let settings: OpenSettings

  public init(_ transport: Transport, _ settings: OpenSettings = OpenSettings()) {
    (self.transport, self.settings) = (transport, settings)
  }

  /// Opens what a text names. Blocking.
  /// Errors: those of `Opening`, `notFound`, `refused` (also: it leads to this machine or the
  /// network around it), `notSignedIn`, `http`, `rateLimited`, `reply`, `limit`, `damaged`,
  /// `unknownFormat`, `unsupported`, `cancelled`, and those of the transport.
  public func open(_ text: String, _ job: Job = Job()) throws(AhaError) -> OpenedPiece {
    try open(Opening(text, applicationID: settings.applicationID), job)
  }

  public func open(_ opening: Opening, _ job: Job = Job()) throws(AhaError) -> OpenedPiece {
    try job.throwIfCancelled()
    job.enter(.receiving)
    switch opening {
    case .file(let path): return try openFile(path)
    case .web(let url): return try openWeb(url, job)
    case .piece(let uuid): return try openPiece(uuid, job)
    }
  }

  // MARK: Asking

  /// Asks, and asks again while what fails may pass. Errors: those of the transport, `cancelled`.
  func ask(_ request: HTTPRequest, _ job: Job) throws(AhaError) -> HTTPResponse {
    var patience = Patience(settings)
    while true {
      var reply: HTTPResponse?
      do throws(AhaError) {
        let got = try transport.send(request) { job.isCancelled }
        if !patience.mayRepeat(got) { return got }
        reply = got
      } catch {
        guard patience.mayRepeat(error) else { throw error }
      }
      try patience.rest(told: reply, job)
    }
  }

  func get(
    _ url: String, limit: Int, reach: HTTPReach, _ job: Job
  ) throws(AhaError) -> HTTPResponse {
    var request = HTTPRequest("GET", url)
    request.limits.body = Int64(limit)
    request.reach = settings.allowsPrivate ? .any : reach
    return try ask(request, job)
  }
}

extension HTTPResponse {
  /// Errors: the status's.
  func requireSuccess(_ name: String) throws(AhaError) {
    if (200..<300).contains(status) { return }
    throw HTTPResponse.refusal(status, name)
  }

  static func refusal(_ status: Int, _ name: String) -> AhaError {
    AhaError(ResultCode(refusal: status), "\(name): HTTP \(status)")
  }
}
