import AhaBase
import AhaNet
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// Uploads whose reply comes late or never.
@Suite struct SlowReplyTests {
  private let bytes = patterned(1000)
  /// Milliseconds; a busy machine's server replies within it.
  private static let limit: Int64 = 1000

  /// A WebDAV server whose replies to PUT are those of a test.
  private final class Store: @unchecked Sendable {
    private let lock = Lock()
    private var state = (puts: 0, size: Int?.none, sha256: "")

    var puts: Int { lock.locked { state.puts } }
    func keep(_ size: Int, sha256: String = "") {
      lock.locked { (state.size, state.sha256) = (size, sha256) }
    }

    func serve(
      _ connection: RawConnection, _ head: String, put: (RawConnection, Int, [UInt8]) -> Void
    ) {
      let body = connection.body(of: head)
      guard head.hasPrefix("PUT") else { return list(connection, head) }
      let number = lock.locked { () -> Int in
        state.puts += 1
        return state.puts
      }
      put(connection, number, body)
    }

    private func list(_ connection: RawConnection, _ head: String) {
      let (size, sha256) = lock.locked { (state.size, state.sha256) }
      guard let size else { return connection.answer(404) }
      if head.hasPrefix("HEAD") {
        connection.write("HTTP/1.1 200 x\r\nContent-Length: \(size)\r\n\r\n")
        return
      }
      let sum =
        sha256.isEmpty
        ? "" : "<o:checksums><o:checksum>SHA256:\(sha256)</o:checksum></o:checksums>"
      let text = """
        <d:multistatus xmlns:d="DAV:" xmlns:o="http://owncloud.org/ns"><d:response>\
        <d:href>/dav/x</d:href><d:propstat><d:prop><d:getcontentlength>\(size)\
        </d:getcontentlength>\(sum)</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>\
        </d:response></d:multistatus>
        """
      connection.answer(207, ["Content-Type: application/xml"], Array(text.utf8))
    }
  }

  private enum Kind: CaseIterable { case webDAV, s3 }

  /// Sends the bytes; returns the count of PUTs.
  private func send(
    _ kind: Kind = .webDAV, answer: Int64,
    put: @escaping (Store, RawConnection, Int, [UInt8]) -> Void
  ) throws -> Int {
    let rig = try DestinationRig {
      ($0.stallMilliseconds, $0.answerMilliseconds) = (SlowReplyTests.limit, answer)
    }
    let store = Store()
    return try withServer({ connection, head in
      store.serve(connection, head) { put(store, $0, $1, $2) }
    }) { server in
      let destination: any Destination =
        switch kind {
        case .webDAV:
          try WebDAVDestination(name: "dav", settings: WebDAVSettings(url: server.url("/dav/")))
        case .s3: try bucket(at: server.url(""))
        }
      _ = try rig.send(bytes, to: destination, at: "p")
      return store.puts
    }
  }

  @Test(arguments: Kind.allCases)
  private func aReplyAfterTheStallIsWaitedFor(kind: Kind) throws {
    let puts = try send(kind, answer: 60_000) { store, connection, _, body in
      // Longer than a stall.
      Instant.pause(milliseconds: 2 * SlowReplyTests.limit)
      store.keep(body.count)
      connection.answer(201)
    }
    #expect(puts == 1)
  }

  @Test(arguments: Kind.allCases)
  private func aFileThatArrivedIsNotSentAgain(kind: Kind) throws {
    let puts = try send(kind, answer: SlowReplyTests.limit) { store, connection, _, body in
      store.keep(body.count)
      _ = connection.waitForEnd()
    }
    #expect(puts == 1)
  }

  @Test(arguments: Kind.allCases)
  private func aFileThatDidNotArriveIsSentAgain(kind: Kind) throws {
    let puts = try send(kind, answer: SlowReplyTests.limit) { store, connection, number, body in
      if number == 1 {
        _ = connection.waitForEnd()
      } else {
        store.keep(body.count)
        connection.answer(201)
      }
    }
    #expect(puts == 2)
  }

  @Test func otherBytesOfThatSizeAreNotTheFile() throws {
    let sum = try sha256(bytes)
    let puts = try send(answer: SlowReplyTests.limit) { store, connection, number, body in
      store.keep(body.count, sha256: number == 1 ? String(repeating: "0", count: 64) : sum)
      if number == 1 { _ = connection.waitForEnd() } else { connection.answer(201) }
    }
    #expect(puts == 2)
  }

  @Test func aFileOfDropboxThatArrivedIsNotSentAgain() throws {
    let (target, rig) = (try DropboxUnderTest(), try DestinationRig())
    let box = try rig.dropbox(target.server)
    try target.server.fault(
      "\"path\":\"/2/files/upload\",\"effect\":true,\"reply\":{\"fault\":\"Reset\"}")
    try rig.send(bytes, to: box)
    #expect(try target.server.count("/2/files/upload") == 1)
  }
}
