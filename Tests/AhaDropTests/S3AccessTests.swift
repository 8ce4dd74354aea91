import AhaBase
import AhaHash
import AhaJSON
import AhaNet
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// Public access to objects of a bucket, and the permission to send.
@Suite struct S3AccessTests {
  /// The ACL of each object, keyed by the end of its path; "" for the bucket's own.
  private func access(_ server: S3Tests.Server) throws -> [String: String] {
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
    let (server, rig) = (try S3Tests.Server(), try DestinationRig())
    let bucket = try server.destination { $0.acl = acl }
    let place = try bucket.makeLocation(for: rig.plan(), via: rig.call)
    let sent = try rig.send(rig.bytes(100), "small.wav", to: bucket, at: place)
    _ = try rig.send(rig.bytes(6 << 20), "large.wav", to: bucket, at: place)
    let receipt = try bucket.create(rig.content([sent]), at: place, via: rig.call)
    let found = try access(server)
    #expect(found["small.wav"] == acl && found["large.wav"] == acl)
    // A public page has a card.
    #expect(found.count == (acl.hasPrefix("public-") ? 5 : 4))
    #expect(found.values.allSatisfy { $0 == acl })
    // The URL of public objects stays; other objects have a link.
    #expect((Services.destinations.expiry(of: receipt.url) == 0) == acl.hasPrefix("public-"))
    #expect(bucket.traits.hasPublicLink == acl.hasPrefix("public-"))
  }

  @Test func aDropResumesAfterAWrongRegion() throws {
    let (server, rig) = (try S3Tests.Server(), try DestinationRig())
    let process = try DropProcess(rig.folder)
    process.registry.add(try server.destination { $0.region = "us-west-7" })
    let bytes = rig.bytes(6 << 20)
    let drop = try process.drop(
      try #require(process.registry.destinations.first), rig.file(bytes, "night.wav"))
    let error = try process.run(drop).error
    #expect(error?.code == .refused && error?.line.contains("region") == true)
    #expect(drop.stage == .broken)
    process.registry.add(try server.destination())
    let again = try process.registry.open(drop.id)
    #expect(try process.run(again).error == nil)
    let hash = Sha256.hexadecimal(try Sha256.digest(of: bytes))
    #expect(try server.kept().contains { $0.sha256 == hash })
  }
}
