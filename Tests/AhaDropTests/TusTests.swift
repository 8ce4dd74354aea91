import AhaBase
import AhaNet
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

@Suite("Uploads with tus", .serialized)
struct TusTests {
  let server: WebDAVServer
  let rig: DestinationRig
  let bytes: [UInt8]

  init() throws {
    (server, rig) = (try WebDAVServer(.tus), try DestinationRig())
    bytes = rig.bytes(11 << 20)
  }

  private func open() throws -> (WebDAVDestination, place: String) {
    let destination = try server.destination()
    return (destination, try destination.makeLocation(for: rig.plan(), via: rig.call))
  }

  private func settings(_ text: String) throws {
    try server.command("{\"do\":\"settings\",\(text)}")
  }

  private var isComplete: Bool {
    get throws { try server.kept().map(\.sha256) == [sha256(bytes)] }
  }

  private func uploads(
    of destination: WebDAVDestination, _ place: String
  ) throws -> any AssetUpload {
    try destination.upload(rig.asset(bytes.count), at: place, from: nil, via: rig.call)
  }

  @Test func aFileIsSentInParts() throws {
    let (destination, place) = try open()
    _ = try rig.send(bytes, to: destination, at: place)
    #expect(try isComplete)
    #expect(rig.moved > 0)
  }

  @Test(arguments: [
    "{\"status\":423}", "{\"status\":500}", "{\"status\":429}", "{\"fault\":\"Reset\"}",
    "{\"fault\":\"Reset\",\"upload_bytes\":1000000}", "{\"fault\":\"Cut\",\"after_bytes\":10}",
  ])
  func passingFaultsPass(reply: String) throws {
    let (destination, place) = try open()
    for method in ["POST", "PATCH", "HEAD"] {
      try server.fault("\"method\":\"\(method)\",\"reply\":\(reply)")
    }
    _ = try rig.send(bytes, to: destination, at: place)
    #expect(try isComplete)
  }

  @Test func anInterruptedUploadResumesAtTheOffsetOfTheServer() throws {
    let (destination, place) = try open()
    let upload = try uploads(of: destination, place)
    let source = try rig.source(rig.file(bytes), for: destination)
    let state = upload.state
    // As after a kill: the journal does not have the last part.
    _ = try upload.sendNext(from: source, via: rig.call)
    let again = try destination.upload(
      rig.asset(bytes.count), at: place, from: state, via: rig.call)
    #expect(again.confirmed == 5 << 20)
    try rig.send(again, source)
    #expect(try isComplete)
    let done = try destination.upload(
      rig.asset(bytes.count), at: place, from: again.state, via: rig.call)
    #expect(done.confirmed == Int64(bytes.count))
  }

  @Test(arguments: [404, 410]) func anUploadThatIsGoneBeginsAgain(status: Int) throws {
    let (destination, place) = try open()
    let upload = try uploads(of: destination, place)
    let source = try rig.source(rig.file(bytes), for: destination)
    try server.fault("\"method\":\"PATCH\",\"reply\":{\"status\":\(status)}")
    guard case .lost = try upload.sendNext(from: source, via: rig.call) else {
      Issue.record("not lost")
      return
    }
    try server.fault("\"method\":\"HEAD\",\"reply\":{\"status\":\(status)}")
    let again = try destination.upload(
      rig.asset(bytes.count), at: place, from: upload.state, via: rig.call)
    #expect(again.confirmed == 0 && again.state != upload.state)
  }

  @Test func anOffsetOfAnotherPartIsAskedFor() throws {
    let (destination, place) = try open()
    let upload = try uploads(of: destination, place)
    let source = try rig.source(rig.file(bytes), for: destination)
    try server.fault("\"method\":\"PATCH\",\"reply\":{\"status\":409},\"effect\":true")
    _ = try upload.sendNext(from: source, via: rig.call)
    #expect(upload.confirmed == 5 << 20)
    try rig.send(upload, source)
    #expect(try isComplete)
  }

  @Test func onlyTheSameServerGetsThePassword() throws {
    let (destination, place) = try open()
    for location in ["http://127.0.0.1:1/x", "https://elsewhere.example/", "ftp://x/"] {
      try settings("\"location\":\"\(location)\"")
      #expect(failure { _ = try uploads(of: destination, place) }?.code == .reply)
    }
    let foreign = "{\"tus\":\"http://127.0.0.1:1/x\",\"offset\":1}"
    #expect(TusState(stored: foreign, of: destination.address) == nil)
  }

  @Test func aServerWithoutItGetsTheWholeFile() throws {
    let (destination, place) = try open()
    try settings("\"tus\":false")
    #expect(try uploads(of: destination, place) is WebDAVWholeUpload)
    try settings("\"tus\":true")
    try server.fault("\"method\":\"OPTIONS\",\"count\":0,\"reply\":{\"status\":403}")
    #expect(try uploads(of: destination, place) is WebDAVWholeUpload)
    try server.command("{\"do\":\"clear\"}")
    try server.fault("\"method\":\"POST\",\"reply\":{\"status\":405}")
    #expect(try uploads(of: destination, place) is WebDAVWholeUpload)
    #expect(try uploads(of: destination, place) is WebDAVTusUpload)
    _ = try rig.send(bytes, to: destination, at: place)
    #expect(try isComplete)
  }

  @Test func aDiscardedUploadIsDeleted() throws {
    let (destination, place) = try open()
    let upload = try uploads(of: destination, place)
    let kept = StoredUpload(role: .mixStem, state: upload.state, result: "")
    try destination.discard([kept], at: place, via: rig.call)
    #expect(try server.list("statistics", "tus_uploads").isEmpty)
  }

  @Test(arguments: [(401, ResultCode.notSignedIn), (403, .access), (413, .limit), (507, .diskFull)])
  func errorsAreReported(status: Int, code: ResultCode) throws {
    let (destination, place) = try open()
    try server.fault("\"method\":\"PATCH\",\"count\":0,\"reply\":{\"status\":\(status)}")
    let error = failure { _ = try rig.send(bytes, to: destination, at: place) }
    #expect(error?.code == code)
    #expect(error?.line.contains("/tus/") == false)
  }
}
