import AhaBase

/// An endless stream of a server: connects again after failures, and separates titles from sound.
///
/// Threads: `connect` and `read` on the reader's thread, everything else on any.
public final class LiveStream: ByteStream, LiveBytes {
  public enum Change {
    case buffering(Bool)
    case title(String)
    /// - Parameter again: Count of earlier connections.
    case connected(String, again: Int64)
    /// - Parameter pause: Milliseconds until the next attempt.
    case lost(AhaError, pause: Int64)
  }

  /// Adds the credential to a request, and renews it after a refusal; returns false if that cannot
  /// help.
  public typealias Sign = (inout HTTPRequest, Cancellation) throws(AhaError) -> Void
  public typealias Renew = (HTTPRequest, HTTPResponse, Cancellation) throws(AhaError) -> Bool

  /// Playlists that lead to each other.
  private static let maxPlaylists = 3
  private static let titleMilliseconds: Int64 = 1000

  public let name: String
  public let canRead = true
  public let canWrite = false
  private let transport: Transport
  private let url: String
  private let sign: Sign?
  private let renew: Renew?
  private let changed: (Change) -> Void
  private let closing = Cancellation()
  private let lock = Lock()
  private let woken: Condition
  // Invariant: the properties below are read and written under `lock`.
  private var connection: LiveConnection?
  private var loading: Cancellation?
  private var hasReader = false
  private var reason: AhaError?
  private var texts: LiveTexts
  private var count: Int64 = 0
  // Of the reader's thread.
  private var icy = IcyReader(interval: nil)
  private var retries: LiveRetries
  /// The server's requested delay.
  private var wantedPause: Int64?
  private var hasSound = false
  private var pendingTitle: String?
  private var titleTime: Instant?

  /// Connects once. Errors: `unsupported` (a file with a length, or HLS), `notFound`,
  /// `notSignedIn`, `refused`, `http`, `reply` (a playlist without an entry), and those of
  /// `Transfer`. Threads: any; waits for the network.
  public init(
    transport: Transport, url: String, retries: LiveRetries = LiveRetries(), sign: Sign? = nil,
    renew: Renew? = nil, changed: @escaping (Change) -> Void = { _ in }
  ) throws(AhaError) {
    (self.transport, self.url, self.sign, self.renew) = (transport, url, sign, renew)
    (self.changed, self.retries) = (changed, retries)
    name = try URLParts.http(url).authority
    texts = LiveTexts()
    woken = Condition(lock)
    let head = try open()
    // A station may state a length of years.
    if let length = head.length, !LiveTexts.isOfStation(head) {
      close()
      throw AhaError(.unsupported, "\(name) sends a file of \(length) bytes, not a live stream")
    }
  }

  deinit { close() }

  // MARK: A stream

  public var live: (any LiveBytes)? { self }

  public func length() throws(AhaError) -> Int64 {
    throw AhaError(.unsupported, "\(name) is live: a streamed sound of a player can read it")
  }

  public func read(
    into bytes: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(AhaError) -> Int { Int(try length()) }

  public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {
    throw AhaError(.access, "\(name) cannot be written")
  }

  public func text(_ kind: LiveText) -> String { lock.locked { texts[kind] } }

  // MARK: The reader

  public var failure: AhaError? { lock.locked { reason } }

  public func claim(until cancellation: Cancellation) throws(AhaError) {
    let isFirst = lock.locked {
      defer { (hasReader, loading) = (true, cancellation) }
      return !hasReader
    }
    if !isFirst { throw AhaError(.state, "\(name) is live, and another sound plays it") }
  }

  public func settle() { lock.locked { loading = nil } }

  public func read(into bytes: UnsafeMutableRawBufferPointer) -> Int {
    let (connection, loading) = lock.locked { (self.connection, self.loading) }
    guard let connection else { return 0 }
    while true {
      let got = connection.read(into: bytes) { [closing] in
        closing.isWanted || loading?.isWanted == true
      }
      if got == 0 {
        end(connection)
        return 0
      }
      let sound = icy.separate(UnsafeMutableRawBufferPointer(rebasing: bytes[..<got])) {
        pendingTitle = $0
      }
      reportTitle()
      if sound > 0 {
        hasSound = true
        return sound
      }
    }
  }

  public func refuse(_ error: AhaError) {
    // The end of a connection is a better reason than half a frame.
    lock.locked { reason = reason ?? error }
    hasSound = false
  }

  public func disconnect() {
    lock.locked {
      defer { (connection, reason) = (nil, nil) }
      return connection
    }?.close()
  }

  public func close() {
    closing.cancel()
    let open = lock.locked { () -> LiveConnection? in
      woken.signalAll()
      defer { connection = nil }
      return connection
    }
    open?.close()
  }

  public func report(isBuffering: Bool) { changed(.buffering(isBuffering)) }

  public func connect() throws(AhaError) {
    while true {
      if let reason = lock.locked({ reason }) { try rest(after: reason) }
      if closing.isWanted { throw AhaError(.cancelled, "\(name) is closed") }
      do throws(AhaError) {
        _ = try open()
        return
      } catch {
        lock.locked { reason = error }
      }
    }
  }

  // MARK: Connections

  private func end(_ ended: LiveConnection) {
    let reason = ended.failure ?? AhaError(.network, "\(name): the server ended the stream")
    if hasSound {
      retries.note(lasted: (Instant.now().nanoseconds - ended.begun.nanoseconds) / 1_000_000)
    }
    lock.locked { self.reason = self.reason ?? reason }
  }

  /// Errors: `cancelled`, and the failure if no attempt can succeed.
  private func rest(after failure: AhaError) throws(AhaError) {
    disconnect()
    if closing.isWanted { return }
    let random = UInt64.random(in: 0 ... .max)
    guard let pause = retries.pause(after: failure, wanted: wantedPause, random: random) else {
      throw failure
    }
    wantedPause = nil
    changed(.lost(failure, pause: pause))
    let deadline = Instant.after(milliseconds: pause)
    lock.lock()
    while !closing.isWanted, woken.wait(until: deadline) {}
    lock.unlock()
  }

  private func open() throws(AhaError) -> HTTPResponse {
    var (target, ssrfGuard) = (url, SSRFGuard.notNearerThanStart)
    for _ in 0...LiveStream.maxPlaylists {
      let (opened, head) = try request(target, ssrfGuard: ssrfGuard)
      guard Playlist.isOne(head) else {
        adopt(opened, head: head)
        return head
      }
      let entry = try Playlist.firstEntry(in: content(of: opened), name: name)
      target = try URLParts.http(entry, relativeTo: URLParts(head.url)).url
      ssrfGuard = .notNearer(than: head.distance)
    }
    throw AhaError(.reply, "\(name) is a playlist of playlists")
  }

  private func adopt(_ opened: LiveConnection, head: HTTPResponse) {
    icy = IcyReader(interval: head.header("icy-metaint"))
    hasSound = false
    let new = LiveTexts(head)
    let again = lock.locked { () -> Int64 in
      (connection, reason, texts) = (opened, nil, new)
      defer { count += 1 }
      return count
    }
    // `close` may have run meanwhile.
    if closing.isWanted { return close() }
    let station = new[.name]
    changed(.connected(station.isEmpty ? name : station, again: again))
  }

  /// The reply's head, of a success. Errors: those of the transfer, and of a refusal.
  private func request(
    _ target: String, ssrfGuard: SSRFGuard
  ) throws(AhaError) -> (LiveConnection, HTTPResponse) {
    var mayRenew = true
    while true {
      var request = HTTPRequest("GET", target)
      request.headers = [HTTPHeader("Icy-MetaData", "1"), HTTPHeader("Accept", "*/*")]
      request.limits.body = Int64.max
      request.limits.totalMilliseconds = Int64.max
      request.ssrfGuard = ssrfGuard
      try sign?(&request, closing)
      let opened = LiveConnection(name: name)
      try opened.start(request, on: transport)
      let reply = try opened.reply { [closing] in closing.isWanted }
      if (200..<300).contains(reply.status) { return (opened, reply) }
      if mayRenew, reply.status == 401, let renew, try renew(request, reply, closing) {
        mayRenew = false
        continue
      }
      wantedPause = RetryPolicy.wait(after: reply)
      throw AhaError(ResultCode(refusal: reply.status), "\(name): status \(reply.status)")
    }
  }

  private func content(of opened: LiveConnection) throws(AhaError) -> [UInt8] {
    var content: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while content.count < Playlist.maxBytes {
      let got = part.withUnsafeMutableBytes { bytes in
        opened.read(into: bytes) { [closing] in closing.isWanted }
      }
      if got == 0 {
        if let failure = opened.failure { throw failure }
        return content
      }
      content += part[..<got]
    }
    throw AhaError(.reply, "\(name) sends a playlist of over \(Playlist.maxBytes) bytes")
  }

  /// Titles that change faster than once in a second are reported later, or not.
  private func reportTitle() {
    guard let title = pendingTitle else { return }
    let now = Instant.now()
    if let titleTime {
      let next = titleTime.nanoseconds + LiveStream.titleMilliseconds * 1_000_000
      if now.nanoseconds < next { return }
    }
    pendingTitle = nil
    let isNew = lock.locked {
      defer { texts[.title] = title }
      return !texts[.title].hasSameBytes(as: title)
    }
    guard isNew else { return }
    titleTime = now
    changed(.title(title))
  }
}
