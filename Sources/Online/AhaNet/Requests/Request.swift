import AhaBase

/// One API request: built, sent once and answered. Its changes are events.
///
/// Threads: any; the setters one at a time.
public final class Request: Attempts {
  public enum Format: UInt32 {
    case any
    case json
    case xml
  }

  public struct Options {
    /// The host's own pointer, returned with events.
    public var context: UnsafeMutableRawPointer?
    public var format = Format.any
    public var waitsForSignIn = false
    /// Max retries after the first attempt.
    public var retries = RetryPolicy.usualRetries
    /// The message may be sent again after it has arrived.
    public var isIdempotent = false
    /// Timeout per attempt; nil: the client's.
    public var milliseconds: Int64?
    public var tellsData = false
    /// Answers the server's challenge, without an account.
    public var login: HTTPLogin?
    /// Max bytes of reply data; nil: the transport's limit for memory or streams.
    public var maxReplyBytes: Int64?

    public init() {}
  }

  /// A range of a stream as the body.
  final class Body {
    let stream: any ByteStream
    let offset: Int64
    /// Negative: up to the end of the stream.
    let count: Int64
    let type: String

    init(stream: any ByteStream, offset: Int64, count: Int64, type: String) {
      (self.stream, self.offset, self.count, self.type) = (stream, offset, count, type)
    }
  }

  /// The host's tag for its handle; 0 after the host has released it.
  public let tag = HandleTag()
  public let options: Options
  let method: String
  let resource: Resource
  let pipe: DataPipe?
  // Invariant: the properties below are read and written under `lock`. The parts of the message do
  // not change after `job` is set.
  var parts: [FormPart] = []
  var hasFile = false
  var headers: [HTTPHeader] = []
  var body: Body?
  var sink: (any ByteStream)?
  /// File behind the sink, if the reply goes to a file.
  var file: ReplacementFile?
  var range: (first: Int64, last: Int64?)?
  var job: Job?
  var isOver = false
  /// Called when the host has read the end event, or the event is lost.
  var isEndRead: (() -> Void)?

  /// - Parameter resource: A path below the provider's API URL, or a whole URL.
  /// Errors: `invalidArgument`.
  public init(
    client: Client, account: Account?, method: String, resource: String,
    options: Options = Options()
  ) throws(AhaError) {
    if let account, account.client !== client {
      throw AhaError(.invalidArgument, "the account belongs to another client")
    }
    if account != nil, options.login != nil {
      throw AhaError(.invalidArgument, "a request has an account or a user, not both")
    }
    self.resource = try Resource(text: resource, account: account)
    try HTTPRequest(method, "").check()
    (self.method, self.options) = (method, options)
    let (events, tag) = (client.events, tag)
    let tell: (Int) -> Void = { events.post(.requestData, of: tag.value, value: Int64($0)) }
    pipe =
      options.tellsData
      ? DataPipe(name: "the request's data", capacity: 1 << 20, tell: tell) : nil
    super.init(client: client, account: account)
    retries = options.retries
    switch options.format {
    case .any: break
    case .json: headers.append(HTTPHeader("Accept", "application/json"))
    case .xml: headers.append(HTTPHeader("Accept", "application/xml"))
    }
  }

  /// Reports the head of a successful reply at once. Other replies may be retried.
  public override func headArrived(_ transfer: Transfer, response: HTTPResponse) {
    guard (200..<300).contains(response.status) else { return }
    lock.locked { reply = response }
    client.events.post(.requestResponse, of: tag.value, value: Int64(response.status))
  }

  // MARK: Attempts

  public override func message() throws(AhaError) -> HTTPRequest { try put(target) }

  public override var isSigned: Bool { resource.isSigned }

  public override var isIdempotent: Bool {
    options.isIdempotent || HTTPRequest(method, "").isIdempotent
  }

  /// False once the host has reply data.
  public override var canBegin: Bool { !(pipe?.hasData ?? false) }

  /// An earlier attempt may have written more bytes than the next one will.
  public override func begins() throws(AhaError) { try file?.stream.truncate(to: 0) }

  public override func watch(_ transfer: Transfer) {
    if let job = lock.locked({ job }) { watch(transfer, job: job) }
  }

  public override func rests() { lock.locked { job }?.enter(.waiting) }

  public override func isRepeated(in body: [UInt8]) -> Bool {
    parts.contains { $0.isRepeated(in: body) }
  }

  public override func cancel() {
    super.cancel()
    if account?.remove(self) ?? false {
      end(
        with: AhaError(.cancelled, "\(method): cancelled by the host while it waited for a sign-in")
      )
    }
  }
}

extension EventKind {
  public static let requestResponse = EventKind(100)
  public static let requestProgress = EventKind(101)
  public static let requestData = EventKind(102)
  public static let requestFinished = EventKind(103)
  public static let requestFailed = EventKind(104)
}
