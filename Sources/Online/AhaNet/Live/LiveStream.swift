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
  /// The first connection, until `announce`.
  private var first: Change?
  // Of the reader's thread.
  private var icy = IcyReader(interval: nil)
  private var retries: LiveRetries
  /// The server's requested delay.
  private var wantedPause: Int64?
  private var hasSound = false
  private var pendingTitle: String?
  private var titleTime: Instant?

  /// Connects once; `announce` reports it.
  /// Errors: `unsupported` (a file with a length, or HLS), `notFound`,
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

  /// Reports the first connection, now that `changed` can name the stream. Thread: any; once,
  /// before a reader.
  public func announce() {
    guard let change = lock.locked({ first }) else { return }
    lock.locked { first = nil }
    changed(change)
  }

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
    let isFirst = lock.locked { () -> Bool in
      if hasReader { return false }
      (hasReader, loading) = (true, cancellation)
      return true
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
        let ended = AhaError(.network, "\(name): the server ended the stream")
        end(connection, with: connection.failure ?? ended)
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

  public func soundEnded() {
    guard let open = lock.locked({ connection }), failure == nil else { return }
    end(open, with: AhaError(.network, "\(name): the sound ended before the connection"))
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

  private func end(_ ended: LiveConnection, with reason: AhaError) {
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

  /// Max time from a request to its head, and of a playlist: libcurl has no limit while a request
  /// waits for one of the client's connections.
  private var headMilliseconds: Int64 {
    transport.settings.connectMilliseconds + transport.settings.stallMilliseconds
  }

  private func open() throws(AhaError) -> HTTPResponse {
    var (target, ssrfGuard) = (url, SSRFGuard.notNearerThanBefore)
    var isLed = false
    do throws(AhaError) {
      for _ in 0...LiveStream.maxPlaylists {
        let (opened, head) = try request(target, ssrfGuard: ssrfGuard)
        if !Playlist.isOne(head) { return adopt(opened, head: head) }
        isLed = true
        let content = try opened.content(
          upTo: Playlist.maxBytes, within: headMilliseconds
        ) { [closing] in closing.isWanted }
        let entry = try Playlist.firstEntry(in: content, name: name)
        target = try URLParts.http(entry, relativeTo: URLParts(head.url)).url
        ssrfGuard = .notNearer(than: head.distance)
      }
    } catch {
      // The server wrote the URL in the playlist.
      throw isLed && error.code == .invalidArgument ? AhaError(.reply, error.line) : error
    }
    throw AhaError(.reply, "\(name) is a playlist of playlists")
  }

  private func adopt(_ opened: LiveConnection, head: HTTPResponse) -> HTTPResponse {
    icy = IcyReader(interval: head.header("icy-metaint"))
    (hasSound, pendingTitle) = (false, nil)
    var new = LiveTexts(head)
    let station = new[.name].isEmpty ? name : new[.name]
    let (former, again) = lock.locked { () -> (LiveConnection?, Int64) in
      // Its sound still plays.
      new[.title] = texts[.title]
      defer { (connection, reason, texts, count) = (opened, nil, new, count + 1) }
      return (connection, count)
    }
    former?.close()
    // `close` may have run meanwhile.
    if closing.isWanted {
      close()
      return head
    }
    let change = Change.connected(station, again: again)
    if again > 0 { changed(change) } else { lock.locked { first = change } }
    return head
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
      let reply = try opened.reply(within: headMilliseconds) { [closing] in closing.isWanted }
      if (200..<300).contains(reply.status) { return (opened, reply) }
      if mayRenew, reply.status == 401, let renew, try renew(request, reply, closing) {
        mayRenew = false
        continue
      }
      wantedPause = RetryPolicy.wait(after: reply)
      throw AhaError(ResultCode(refusal: reply.status), "\(name): status \(reply.status)")
    }
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
