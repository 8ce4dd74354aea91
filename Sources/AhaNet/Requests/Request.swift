import AhaBase

/// One call of an API: put together, sent once, and answered; what happens to it are events.
///
/// Threads: any; what puts it together, one at a time.
public final class Request: Attempts {
  public enum Format: UInt32 {
    case any
    case json
    case xml
  }

  public struct Options {
    /// What the host calls it.
    public var context: UnsafeMutableRawPointer?
    public var format = Format.any
    public var waitsForSignIn = false
    /// Tries after the first.
    public var retries = RetryPolicy.usualRetries
    /// It may be sent again although it has arrived.
    public var isIdempotent = false
    /// For each try; nil: the client's.
    public var milliseconds: Int64?
    public var tellsData = false
    /// Of the data of the reply; nil: the transport's, for memory or for streams.
    public var maxReplyBytes: Int64?

    public init() {}
  }

  /// A part of a stream as the body.
  final class Body {
    let stream: any ByteStream
    let offset: Int64
    /// Negative: up to its end.
    let count: Int64
    let type: String

    init(_ stream: any ByteStream, _ offset: Int64, _ count: Int64, _ type: String) {
      (self.stream, self.offset, self.count, self.type) = (stream, offset, count, type)
    }
  }

  /// What the host calls its handle; 0 when it has let go of it.
  public let tag = HandleTag()
  public let options: Options
  let method: String
  let resource: Resource
  let pipe: DataPipe?
  // Under the lock; what is sent does not change any more once there is a job.
  var parts: [FormPart] = []
  var hasFile = false
  var headers: [HTTPHeader] = []
  var body: Body?
  var sink: (any ByteStream)?
  /// What the sink is of, when it is to be a file.
  var file: ReplacementFile?
  var range: (first: Int64, last: Int64?)?
  var job: Job?
  var isOver = false

  /// - Parameter resource: Below the API URL of the account's provider, or a whole URL.
  /// Errors: `invalidArgument`.
  public init(
    _ client: Client, _ account: ClientAccount?, _ method: String, _ resource: String,
    _ options: Options = Options()
  ) throws(AhaError) {
    if let account, account.client !== client {
      throw AhaError(.invalidArgument, "the account belongs to another client")
    }
    self.resource = try Resource(resource, account)
    try HTTPRequest(method, "").check()
    (self.method, self.options) = (method, options)
    let (events, tag) = (client.events, tag)
    let tell: (Int) -> Void = { events.post(.requestData, of: tag.value, value: Int64($0)) }
    pipe = options.tellsData ? DataPipe(tell) : nil
    super.init(client, account)
    retries = options.retries
    switch options.format {
    case .any: break
    case .json: headers.append(HTTPHeader("Accept", "application/json"))
    case .xml: headers.append(HTTPHeader("Accept", "application/xml"))
    }
  }

  /// The head of a success is told when it is there; others may not be the last word.
  public override func headArrived(_ transfer: Transfer, _ response: HTTPResponse) {
    guard (200..<300).contains(response.status) else { return }
    lock.locked { reply = response }
    client.events.post(.requestResponse, of: tag.value, value: Int64(response.status))
  }

  // MARK: Its tries

  public override func message() throws(AhaError) -> HTTPRequest { try put(target) }

  public override var isSigned: Bool { resource.isSigned }

  public override var isIdempotent: Bool {
    options.isIdempotent || HTTPRequest(method, "").isIdempotent
  }

  /// Nothing of a reply is at the host.
  public override var canBegin: Bool { !(pipe?.hasData ?? false) }

  /// What an earlier try has left may be longer than what comes.
  public override func begins() throws(AhaError) { try file?.stream.truncate(to: 0) }

  public override func watch(_ transfer: Transfer) {
    if let job = lock.locked({ job }) { watch(transfer, job) }
  }

  public override func rests() { lock.locked { job }?.enter(.waiting) }

  public override func isRepeated(in body: [UInt8]) -> Bool {
    parts.contains { $0.isRepeated(in: body) }
  }

  public override func cancel() {
    super.cancel()
    if account?.feed.remove(self) ?? false {
      end(AhaError(.cancelled, "\(method): cancelled by the host while it waited for a sign-in"))
    }
  }
}
