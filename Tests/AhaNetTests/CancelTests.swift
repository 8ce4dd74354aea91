import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaNet

/// Replaces the system's name lookup with one whose delay the test controls. libcurl calls this
/// symbol: the test program exports it (Package.swift), before the C library's.
@_cdecl("getaddrinfo")
public func testGetaddrinfo(
  _ name: UnsafePointer<CChar>?, _ service: UnsafePointer<CChar>?,
  _ hints: UnsafePointer<addrinfo>?,
  _ result: UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>?
) -> Int32 {
  if let name, String(cString: name) == "slow.test" {
    SlowName.asked.set()
    SlowName.answers.wait(seconds: 60)
    return EAI_FAIL
  }
  // A server of names that is not reached would take long.
  if let name, String(cString: name) == "nothing.invalid" { return EAI_NONAME }
  typealias Function =
    @convention(c) (
      UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<addrinfo>?,
      UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>?
    ) -> Int32
  let next = dlsym(RTLD_NEXT, "getaddrinfo")
  // A name that resolves to this machine.
  if let name, String(cString: name) == "private.test" {
    return unsafeBitCast(next, to: Function.self)("127.0.0.1", service, hints, result)
  }
  return unsafeBitCast(next, to: Function.self)(name, service, hints, result)
}

nonisolated(unsafe) private let RTLD_NEXT = UnsafeMutableRawPointer(bitPattern: -1)

enum SlowName {
  /// Whether the program was linked so that the symbol is replaced.
  static let works = dlsym(nil, "getaddrinfo") != dlsym(RTLD_NEXT, "getaddrinfo")
  static let asked = Event()
  static let answers = Event()
}

@Suite("Cancelling and waiting") struct CancelTests {
  /// Cancels after `isThere` and requires the end. A busy machine may be late, but not so late as
  /// the end of a wait that was not cancelled. Returns nanoseconds.
  @discardableResult
  private func cancels(_ transfer: Transfer, when isThere: Event? = nil) -> Int64 {
    #expect(isThere?.wait() ?? true)
    let before = Instant.now()
    transfer.cancel()
    #expect(transfer.wait(milliseconds: 15_000))
    #expect(transfer.error?.code == .cancelled)
    return Instant.now().nanoseconds - before.nanoseconds
  }

  @Test func transfersAreCancelledAtOnce() throws {
    try withServer({ _, _ in }) { server in
      let transport = try testTransport()
      let times = try (0..<20).map { _ in
        cancels(try transport.start(HTTPRequest("GET", server.url())))
      }
      // 100 ms are promised; a busy machine is late sometimes.
      #expect(try #require(times.min()) < 100_000_000)
      #expect(times.sorted()[10] < 1_000_000_000)
    }
  }

  /// An address of a documentation network: no host answers. Without a route to it, the connection
  /// can fail before it is cancelled.
  @Test func aTransferIsCancelledWhileItConnects() throws {
    let transport = try testTransport { $0.connectMilliseconds = 60_000 }
    let transfer = try transport.start(HTTPRequest("GET", "http://192.0.2.1/"))
    transfer.wait(milliseconds: 50)
    transfer.cancel()
    #expect(transfer.wait(milliseconds: 15_000))
    let code = try #require(transfer.error?.code)
    #expect([.cancelled, .network].contains(code) && !transfer.wasSent)
  }

  @Test func aTransferIsCancelledWhileItWaitsForAConnection() throws {
    let arrived = Event()
    try withSilentServer(arrived) { server in
      let transport = try testTransport { $0.connectionsPerHost = 1 }
      let first = try transport.start(HTTPRequest("GET", server.url()))
      #expect(arrived.wait())
      let second = try transport.start(HTTPRequest("GET", server.url()))
      cancels(second)
      #expect(!second.wasSent)
      cancels(first)
      #expect(first.wasSent)
    }
  }

  @Test func aTransferIsCancelledWhileItWaitsForTheReply() throws {
    let arrived = Event()
    let left = Event()
    try withConnections({ connection in
      _ = connection.head()
      arrived.set()
      if connection.waitForEnd() { left.set() }
    }) { server in
      let transport = try testTransport()
      cancels(try transport.start(HTTPRequest("GET", server.url())), when: arrived)
      #expect(left.wait())
    }
  }

  @Test func aTransferIsCancelledInTheMiddleOfABody() throws {
    final class Begins: TransferObserver {
      let began = Event()
      override func bodyArrived(_ transfer: Transfer, bytes: UnsafeRawBufferPointer) {
        began.set()
      }
    }
    let start = "HTTP/1.1 200 x\r\nContent-Length: 1000000\r\n\r\nabc"
    try withSilentServer(after: start) { server in
      let transport = try testTransport()
      let begins = Begins()
      let transfer = try transport.start(HTTPRequest("GET", server.url()), observer: begins)
      cancels(transfer, when: begins.began)
      #expect(transfer.status == 200)
    }
  }

  /// A host's stream whose call does not return.
  private final class Stuck: ByteStream {
    let name = "stuck"
    let canRead = true
    let canWrite = true
    let reached = Event()
    let goesOn = Event()

    func length() throws(AhaError) -> Int64 { 1_000_000 }

    func read(into: UnsafeMutableRawBufferPointer, at: Int64) throws(AhaError) -> Int {
      stick()
      return 0
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) { stick() }

    private func stick() {
      reached.set()
      goesOn.wait(seconds: 60)
    }
  }

  @Test func aHostsFunctionHoldsUpNeitherCancellingNorOthers() throws {
    try withServer({ connection, head in
      if head.hasPrefix("PUT") { _ = connection.body(of: head) }
      connection.answer(200, [], [UInt8](repeating: 1, count: 3_000_000))
    }) { server in
      let transport = try testTransport()
      let (source, sink) = (Stuck(), Stuck())
      var upload = HTTPRequest("PUT", server.url())
      upload.body = .stream(source, offset: 0, count: 1_000_000)
      var download = HTTPRequest("GET", server.url())
      download.sink = .stream(sink, offset: 0)
      let transfers = [try transport.start(upload), try transport.start(download)]
      #expect(source.reached.wait() && sink.reached.wait())
      for _ in 0..<5 {
        #expect(try transport.send(HTTPRequest("GET", server.url())).body.count == 3_000_000)
      }
      for transfer in transfers { cancels(transfer) }
      source.goesOn.set()
      sink.goesOn.set()
    }
  }

  @Test(.enabled(if: SlowName.works)) func aTransferIsCancelledWhileANameIsLookedUp() throws {
    let patient = try testTransport()
    let slow = try patient.start(HTTPRequest("GET", "http://slow.test/"))
    #expect(SlowName.asked.wait())
    cancels(slow)
    patient.close()
    // A timeout also ends it; no thread waits for the system's answer.
    let transport = try testTransport { $0.connectMilliseconds = 400 }
    let late = try transport.start(HTTPRequest("GET", "http://slow.test/"))
    #expect(late.wait(milliseconds: 15_000))
    #expect(late.error?.code == .timeout && !late.wasSent)
    transport.close()
    SlowName.answers.set()
  }

  @Test func theWaitingThreadMayCancel() throws {
    let arrived = Event()
    try withSilentServer(arrived) { server in
      let request = HTTPRequest("GET", server.url())
      let code = failure {
        _ = try testTransport().send(request, isCancelled: { arrived.hasHappened })
      }?.code
      #expect(code == .cancelled)
    }
  }

  @Test func closingEndsAll() throws {
    let arrived = Event()
    try withSilentServer(arrived) { server in
      let transport = try testTransport()
      let transfers = try (0..<3).map { _ in
        try transport.start(HTTPRequest("GET", server.url()))
      }
      #expect(arrived.wait())
      transport.close()
      transport.close()
      for transfer in transfers {
        #expect(transfer.isOver && transfer.error?.code == .cancelled)
      }
      let code = failure { _ = try transport.start(HTTPRequest("GET", server.url())) }?.code
      #expect(code == .state)
    }
  }

  /// An observer that releases the transport does so on the network thread.
  @Test func theLastOneToHoldItMayBeAnObserver() throws {
    final class Holder: TransferObserver {
      var transport: Transport?
      override func ended(_ transfer: Transfer) { transport = nil }
    }
    try withServer({ connection, _ in connection.answer(200) }) { server in
      let holder = Holder()
      holder.transport = try testTransport()
      let transfer = try #require(
        try holder.transport?.start(HTTPRequest("GET", server.url()), observer: holder))
      #expect(transfer.wait(milliseconds: 30_000))
      #expect(try transfer.response().status == 200)
    }
  }
}
