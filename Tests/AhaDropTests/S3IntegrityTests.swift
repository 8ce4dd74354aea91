import AhaBase
import AhaHash
import AhaJSON
import AhaNet
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// Final content of a bucket, and content that must not stay.
@Suite(.serialized) struct S3IntegrityTests {
  let server: S3Tests.Server
  let rig: DestinationRig

  init() throws { (server, rig) = (try S3Tests.Server(), try DestinationRig()) }

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

  @Test func aLostReplyLeavesNoUpload() throws {
    try server.fault("\"method\":\"POST\",\"target\":\"*uploads=\",\"reply\":{\"fault\":\"Reset\"}")
    let destination = try server.destination()
    let place = try destination.makeLocation(for: rig.plan(), via: rig.call)
    _ = try rig.send(rig.bytes(11 << 20), to: destination, at: place)
    #expect(try openUploads() == 0)
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
