import AhaBase
import AhaHash
import AhaJSON
import AhaNet
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// Final content of a bucket, content that must not stay, and access to it.
@Suite(.serialized) struct S3IntegrityTests {
  nonisolated(unsafe) private static let shared = Result { try S3Tests.Server() }
  let server: S3Tests.Server
  let rig: DestinationRig

  init() throws { (server, rig) = (try Self.shared.get().renewed(), try DestinationRig()) }

  private func openUploads() throws -> Int64? {
    try server.ask("{\"do\":\"statistics\"}").integer("open_uploads")
  }

  // MARK: Unknown uploads

  /// The process ended after the service created an upload, and before the journal had its id.
  @Test func anUploadOfAnEarlierProcessIsAborted() throws {
    let (bytes, first) = (rig.bytes(11 << 20), try server.destination())
    let place = try first.makeLocation(for: rig.plan(), via: rig.call)
    _ = try first.upload(rig.asset(bytes.count), at: place, from: nil, via: rig.call)
    // An upload of another drop, whose key has the same prefix.
    _ = try first.upload(rig.asset(bytes.count, "mix.wav2"), at: place, from: nil, via: rig.call)
    #expect(try openUploads() == 2)
    let other = try server.destination()
    let upload = try other.upload(rig.asset(bytes.count), at: place, from: nil, via: rig.call)
    #expect(try openUploads() == 2)
    try rig.send(upload, rig.source(rig.file(bytes), for: other))
    #expect(try openUploads() == 1)
  }

  /// The cancelling caller does not know the upload's id. An upload of another place stays.
  @Test func discardingAbortsUnknownUploads() throws {
    let first = try server.destination()
    for place in ["p", "p2"] {
      _ = try first.upload(rig.asset(11 << 20), at: place, from: nil, via: rig.call)
    }
    let other = try server.destination()
    try other.discard([], at: "p", via: rig.call)
    #expect(try openUploads() == 1)
    try other.discard([], at: "p2", via: rig.call)
    #expect(try openUploads() == 0)
  }

  @Test func newUploadsQueryNoList() throws {
    let destination = try server.destination()
    let place = try destination.makeLocation(for: rig.plan(), via: rig.call)
    _ = try rig.send(rig.bytes(11 << 20), to: destination, at: place)
    #expect(try server.count("/drops/") == 0)
  }

  @Test(arguments: ["403", "404", "501"])
  func aServiceThatCannotTellIsGoneOnWith(status: String) throws {
    try server.fault("\"method\":\"GET\",\"target\":\"*uploads=\",\"reply\":{\"status\":\(status)}")
    _ = try rig.send(rig.bytes(11 << 20), to: server.destination(), at: "p")
    #expect(try server.count("/drops/") == 1)
    #expect(try server.kept().count == 1)
  }

  // MARK: Changed content

  @Test func aWrongLengthIsReported() throws {
    try server.fault(
      "\"method\":\"HEAD\",\"reply\":{\"status\":200,\"headers\":{\"Content-Length\":\"7\"}}")
    let error = failure { _ = try rig.send(rig.bytes(100), to: server.destination(), at: "p") }
    #expect(error?.code == .verify, "\(error?.line ?? "")")
  }

  // MARK: Access

  /// The ACL of each object, keyed by the end of its path; "" for the bucket's own.
  private func access() throws -> [String: String] {
    var found: [String: String] = [:]
    for file in try server.list("files", "files") {
      let name = file.word("path").split(separator: "/").last.map { String($0) } ?? ""
      found[name] = ""
      guard case .list(let headers)? = file["headers"] else { continue }
      for case .list(let header) in headers {
        if case .text("x-amz-acl")? = header.first, case .text(let acl)? = header.last {
          found[name] = acl
        }
      }
    }
    return found
  }

  /// In one message, in parts and for the page. The server refuses an unsigned ACL.
  @Test(arguments: ["", "public-read", "bucket-owner-full-control"])
  func everyObjectHasTheACL(acl: String) throws {
    let bucket = try server.destination { $0.acl = acl }
    let place = try bucket.makeLocation(for: rig.plan(), via: rig.call)
    let sent = try rig.send(rig.bytes(100), "small.wav", to: bucket, at: place)
    _ = try rig.send(rig.bytes(6 << 20), "large.wav", to: bucket, at: place)
    let receipt = try bucket.create(rig.content([sent]), at: place, via: rig.call)
    let found = try access()
    #expect(found["small.wav"] == acl && found["large.wav"] == acl)
    // A public page has a card.
    #expect(found.count == (acl.hasPrefix("public-") ? 5 : 4))
    #expect(found.values.allSatisfy { $0 == acl })
    // The URL of public objects stays; other objects have a link.
    #expect((Services.destinations.expiry(of: receipt.url) == 0) == acl.hasPrefix("public-"))
    #expect(bucket.traits.hasPublicLink == acl.hasPrefix("public-"))
  }

  @Test func aDropResumesAfterAWrongSecret() throws {
    let process = try DropProcess(rig.folder)
    process.registry.add(try server.destination { $0.secret = Secret("wrong") })
    let bytes = rig.bytes(6 << 20)
    let drop = try process.drop(
      try #require(process.registry.destinations.first), rig.file(bytes, "night.wav"))
    let error = try process.run(drop).error
    #expect(error?.code == .refused, "\(error?.line ?? "")")
    #expect(drop.stage == .broken)
    process.registry.add(try server.destination())
    let again = try process.registry.open(drop.id)
    #expect(try process.run(again).error == nil)
    let hash = try sha256(bytes)
    #expect(try server.kept().contains { $0.sha256 == hash })
  }

  // MARK: Settings

  /// The key only signs. A token in plain text could be stolen on the network.
  @Test func aTokenIsNotSentInPlainText() throws {
    let elsewhere = "http://s3.example:9000"
    let error = failure {
      _ = try server.destination { ($0.endpoint, $0.sessionToken) = (elsewhere, Secret("t")) }
    }
    #expect(error?.code == .invalidArgument)
    #expect(error?.line == "http://s3.example would have the session token sent without TLS")
    _ = try server.destination { $0.endpoint = elsewhere }
    _ = try server.destination { $0.sessionToken = Secret("t") }
    _ = try server.destination {
      ($0.endpoint, $0.sessionToken) = ("https://s3.example", Secret("t"))
    }
  }
}
