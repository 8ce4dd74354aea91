import AhaBase
import AhaNet
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// Final content of a Nextcloud.
@Suite(.serialized) struct WebDAVIntegrityTests {
  let server: WebDAVServer
  let rig: DestinationRig

  init() throws { (server, rig) = (try WebDAVServer(.nextcloud), try DestinationRig()) }

  private func send(
    _ bytes: [UInt8], _ change: (inout WebDAVSettings) -> Void = { _ in }
  ) throws {
    try rig.send(bytes, to: server.destination("", change))
  }

  /// In chunks, in one message from memory, and in one that is read while it is sent.
  @Test(arguments: [(11 << 20, true), (1000, true), (6 << 20, false)])
  func aByteThatChangesIsSentAgain(count: Int, inChunks: Bool) throws {
    try server.command("{\"do\":\"settings\",\"checks_sums\":false}")
    try server.command("{\"do\":\"spoil\"}")
    let bytes = rig.bytes(count)
    try send(bytes) { if !inChunks { $0.style = .plain } }
    #expect(try server.kept().map(\.sha256) == [sha256(bytes)])
    #expect(try server.repeats() == 1)
  }

  @Test func constantlyChangingBytesAreReported() throws {
    try server.command("{\"do\":\"settings\",\"checks_sums\":false}")
    try server.command("{\"do\":\"spoil\",\"count\":100}")
    let error = failure { try send(rig.bytes(1000)) }
    #expect(error?.code == .verify && error?.line.contains("other bytes") ?? false)
  }

  @Test func serversThatTellNoHashAreTakenAtTheirWord() throws {
    try server.command("{\"do\":\"settings\",\"tells_hashes\":false}")
    for count in [1000, 11 << 20] { try send(rig.bytes(count)) }
    #expect(try server.kept().count == 1)
  }

  /// Final file list of the server.
  @Test(arguments: [1000, 11 << 20]) func aDifferentStoredFileIsReported(count: Int) throws {
    let properties = [
      "<d:getcontentlength>7</d:getcontentlength>",
      "<d:getcontentlength>\(count)</d:getcontentlength><oc:checksums><oc:checksum>SHA1:00 "
        + "SHA256:00</oc:checksum></oc:checksums>",
    ]
    for property in properties {
      let list =
        "<d:multistatus xmlns:d='DAV:' xmlns:oc='http://owncloud.org/ns'><d:response>"
        + "<d:href>/x</d:href><d:propstat><d:prop>\(property)</d:prop><d:status>HTTP/1.1 200 OK"
        + "</d:status></d:propstat></d:response></d:multistatus>"
      try server.fault(
        "\"method\":\"PROPFIND\",\"reply\":{\"status\":207,\"body\":\"\(list)\"}")
      let error = failure { try send(rig.bytes(count)) }
      #expect(error?.code == .verify, "\(error?.line ?? "no error")")
    }
  }

  @Test func hashesAreFoundAmongOthers() throws {
    let list =
      "<m xmlns='DAV:' xmlns:o='http://owncloud.org/ns'><response><href>/x</href><propstat>"
      + "<prop><o:checksums><o:checksum>SHA1:aa sha256:BB ADLER32:cc</o:checksum></o:checksums>"
      + "</prop><status>HTTP/1.1 200 OK</status></propstat></response></m>"
    let entries = try WebDAVListing(body: Array(list.utf8)).entries
    #expect(entries.map(\.sha256) == ["bb"])
  }
}
