import AhaBase
import AhaHash
import AhaNet
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// A destination with its server, as the conformance suite sees it. The server outlives the objects
/// that `make` returns: each object stands for another process.
protocol DestinationUnderTest: AnyObject {
  /// Bytes in a chunk. The suite sends files of several chunks.
  var chunkBytes: Int { get }
  func make() throws -> any Destination
  /// Remote content of a file of a finished drop; nil: the file does not exist.
  func bytes(_ asset: SentAsset, at place: String) throws -> [UInt8]?
  /// Whether a place is empty.
  func isEmpty(at place: String) throws -> Bool
  /// Bytes of files received so far; nil: the server does not count them.
  func received() throws -> Int64?
  /// Deletes all unfinished uploads; false: the server cannot.
  func forgetUploads() throws -> Bool
  /// The owner that `check` reports.
  var owner: DestinationOwner { get }
  /// Revokes the permission to send, or deletes the target. Returns the code of `check` afterwards;
  /// nil: not possible.
  func makeRefused() throws -> (any Destination, ResultCode)?
  func makeMissing() throws -> (any Destination, ResultCode)?
  /// Roles that the destination stores.
  var keeps: [AssetRole] { get }
  /// Bytes of the smallest accepted sound.
  var leastBytes: Int { get }
  /// Minimum count of messages for a sound of five chunks and a cover.
  var messages: Int { get }
}

extension DestinationUnderTest {
  func received() throws -> Int64? { nil }
  func forgetUploads() throws -> Bool { false }
  var owner: DestinationOwner { DestinationOwner() }
  func makeRefused() throws -> (any Destination, ResultCode)? { nil }
  func makeMissing() throws -> (any Destination, ResultCode)? { nil }
  var keeps: [AssetRole] { AssetRole.allCases }
  var leastBytes: Int { 0 }
  var messages: Int { 5 }
  /// Index of a message in the middle.
  var middle: Int { min(2, messages - 1) }
}

/// Creates a destination by its name.
struct Maker: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make: @Sendable () throws -> any DestinationUnderTest

  init(_ name: String, _ make: @escaping @Sendable () throws -> any DestinationUnderTest) {
    (testDescription, self.make) = (name, make)
  }
}

/// A destination that fails, or runs a test's code, before or after a chunk.
final class WatchedDestination: Destination {
  enum Moment { case before, after }

  let inner: any Destination
  /// Called with the index of the chunk.
  var watch: (Int, Moment) throws(AhaError) -> Void = { (_, _) throws(AhaError) in }
  /// Called when a drop asks whether the destination is ready.
  var checking: () throws(AhaError) -> Void = { () throws(AhaError) in }
  /// Called when a place was created but not reported yet.
  var placed: (String) throws(AhaError) -> Void = { (_) throws(AhaError) in }
  /// Called around each step, in its thread.
  var enter: (Step) -> Void = { _ in }
  var leave: () -> Void = {}
  enum Step: Equatable {
    case place
    case chunk(Int)
    case page
  }
  /// Called before a chunk is sent.
  var sending: (DropCall) throws(AhaError) -> Void = { (_) throws(AhaError) in }
  /// Called before files are deleted.
  var discarding: (DropCall) throws(AhaError) -> Void = { (_) throws(AhaError) in }
  let account: Account?
  private let lock = Lock()
  private var count = 0

  /// - Parameter account: Nil: that of the other destination.
  init(_ inner: any Destination, account: Account? = nil) {
    (self.inner, self.account) = (inner, account ?? inner.account)
  }

  /// Loses the connection at a chunk; nil: at each.
  convenience init(_ inner: any Destination, cutAt chunk: Int?, _ when: Moment? = nil) {
    self.init(inner)
    watch = { (number, moment) throws(AhaError) in
      if number == chunk ?? number, moment == when ?? moment { throw AhaError(.network, "cut") }
    }
  }

  /// Runs a body at one chunk.
  func at(
    _ chunk: Int, _ when: Moment = .before, _ body: @escaping () throws(AhaError) -> Void
  ) {
    watch = { (number, moment) throws(AhaError) in
      if number == chunk, moment == when { try body() }
    }
  }

  var kind: DestinationKind { inner.kind }
  var name: String { inner.name }
  var address: String { inner.address }
  var traits: DestinationTraits { inner.traits }

  func checkReady() throws(AhaError) {
    try checking()
    try inner.checkReady()
  }

  func check(via call: DropCall) throws(AhaError) -> DestinationOwner { try inner.check(via: call) }

  func makeLocation(for drop: DropPlan, via call: DropCall) throws(AhaError) -> String {
    enter(.place)
    defer { leave() }
    let place = try inner.makeLocation(for: drop, via: call)
    try placed(place)
    return place
  }

  func possibleLocation(of drop: DropPlan) -> String { inner.possibleLocation(of: drop) }

  func upload(
    _ asset: DropAsset, at place: String, from state: String?, via call: DropCall
  ) throws(AhaError) -> any AssetUpload {
    WatchedUpload(self, try inner.upload(asset, at: place, from: state, via: call))
  }

  func create(
    _ drop: DropContent, at place: String, via call: DropCall
  ) throws(AhaError) -> DropReceipt {
    enter(.page)
    defer { leave() }
    return try inner.create(drop, at: place, via: call)
  }

  func discard(
    _ uploads: [StoredUpload], at place: String, via call: DropCall
  ) throws(AhaError) {
    try discarding(call)
    try inner.discard(uploads, at: place, via: call)
  }

  fileprivate func next() -> Int {
    lock.locked {
      defer { count += 1 }
      return count
    }
  }
}

private final class WatchedUpload: AssetUpload {
  private let destination: WatchedDestination
  private let inner: any AssetUpload

  init(_ destination: WatchedDestination, _ inner: any AssetUpload) {
    (self.destination, self.inner) = (destination, inner)
  }

  var state: String { inner.state }
  var confirmed: Int64 { inner.confirmed }

  func sendNext(from source: FileSource, via call: DropCall) throws(AhaError) -> UploadStep {
    let number = destination.next()
    try destination.watch(number, .before)
    destination.enter(.chunk(number))
    defer { destination.leave() }
    try destination.sending(call)
    let step = try inner.sendNext(from: source, via: call)
    try destination.watch(number, .after)
    return step
  }

  func finish(with source: FileSource, via call: DropCall) throws(AhaError) -> String {
    try inner.finish(with: source, via: call)
  }
}

/// Draws bytes that begin as a picture does.
final class StubCoverMaker: CoverMaker {
  /// Called while a sound is analyzed.
  var looking: () -> Void = {}
  /// Whether it decodes sounds.
  var decodes = true
  let looks = Counter()
  static let cover: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + Array("cover".utf8)

  func look(
    at sound: FilePath, forCover: Bool, peaks: Int, progress: (Int64, Int64) -> Bool
  ) -> SoundShape {
    looks.next()
    looking()
    _ = progress(1, 2)
    var shape = SoundShape()
    if peaks > 0 { shape.peaks = [0, 128, 255] }
    return shape
  }

  /// Any bytes are accepted as a sound, except these.
  static let noise: [UInt8] = Array("root:x:0:0".utf8)

  func checkSound(_ sound: FilePath) throws(AhaError) {
    let noise = StubCoverMaker.noise
    let start = UnsafeMutableRawBufferPointer.allocate(byteCount: noise.count, alignment: 1)
    defer { start.deallocate() }
    let count = try FileStream(reading: sound).read(into: start, at: 0)
    if !decodes || count == noise.count && start.elementsEqual(noise) {
      throw AhaError(.unknownFormat, "\(sound.text) is no sound")
    }
  }

  func drawCover(of piece: Piece, shape: SoundShape, to path: FilePath) throws(AhaError) {
    try path.replace(with: StubCoverMaker.cover + piece.title.array)
  }

  func makeCover(
    _ picture: FilePath, at path: FilePath, keepsJPEG: Bool
  ) throws(AhaError) -> (path: FilePath, type: String) { (picture, "image/png") }
}

/// libaha in one process: a client with its journal, which other instances can share.
final class DropProcess {
  let client: Client
  let registry: DropRegistry
  let covers = StubCoverMaker()

  init(_ folder: TemporaryFolder) throws {
    var settings = try ClientSettings(applicationID: "test.app")
    settings.transport.proxy = ""
    folder.makeFolder("state")
    settings.stateFolder = FilePath(folder.file("state"))
    client = try Client(settings: settings)
    registry = DropRegistry(client: client, covers: covers, kinds: Services.destinations)
  }

  /// Acts as a killed process: no event reports the end.
  func end() { client.close() }

  deinit { client.close() }

  static func piece(_ title: String = "Night Train") -> Piece {
    var piece = Piece()
    (piece.title, piece.artist, piece.length) = (title, "Somebody", 1_000_000)
    return piece
  }

  /// A drop of the default piece.
  func draft(
    _ destination: any Destination, _ options: DropOptions = DropOptions(),
    title: String = "Night Train"
  ) throws -> Drop {
    try Drop(
      registry: registry, destination: destination, piece: DropProcess.piece(title),
      options: options)
  }

  /// A drop of the journal in another process.
  static func reopen(
    _ id: String, at destination: any Destination, in folder: TemporaryFolder
  ) throws -> (DropProcess, Drop) {
    let process = try DropProcess(folder)
    process.registry.add(destination)
    return (process, try process.registry.open(id))
  }

  /// A committed drop with a mix stem alone.
  func drop(
    _ destination: any Destination, _ mix: FilePath, title: String = "Night Train",
    waits: Bool = false
  ) throws -> Drop {
    var options = DropOptions.committed
    options.waitsForSignIn = waits
    let drop = try draft(destination, options, title: title)
    try drop.answer(.mixStem, with: mix)
    try drop.declineOthers()
    return drop
  }

  /// Starts a drop and waits for its end.
  func run(_ drop: Drop, seconds: Int64 = 60) throws -> Job.Outcome {
    let job = try start(drop)
    return try #require(job.wait(milliseconds: seconds * 1000), "the drop does not end")
  }

  /// Sends a drop, which must succeed.
  func finish(_ drop: Drop, _ location: SourceLocation = #_sourceLocation) throws {
    let error = try run(drop).error
    #expect(error == nil, sourceLocation: location)
  }

  /// Error of a drop's deletion.
  func discard(_ drop: Drop) throws -> AhaError? {
    var job: Job?
    try drop.discard { job = $0 }
    return try #require(job?.wait(milliseconds: 60_000)).error
  }

  func start(_ drop: Drop) throws -> Job {
    var started: Job?
    try drop.start { started = $0 }
    return try #require(started)
  }

  /// Events so far.
  func events() -> [HostEvent] {
    var events: [HostEvent] = []
    while let event = client.events.next() { events.append(event) }
    return events
  }
}

extension DropOptions {
  static var committed: DropOptions {
    var options = DropOptions()
    options.isCommitted = true
    return options
  }
}

extension Drop {
  /// Declines everything but the mix stem.
  func declineOthers() throws {
    for role in [AssetRole.preview, .cover, .attachment] { try decline(role) }
  }

  /// A file as it was sent.
  func sent(_ role: AssetRole) -> SentAsset {
    SentAsset(asset: data[role].asset, sha256: data[role].sha256, result: data[role].result)
  }
}

extension DestinationUnderTest {
  /// Remote content of a file of a drop.
  func bytes(_ role: AssetRole, of drop: Drop) throws -> [UInt8]? {
    try bytes(drop.sent(role), at: drop.record.location)
  }
}

func expectSuccess(_ job: Job?, _ location: SourceLocation = #_sourceLocation) throws {
  let error = try #require(job?.wait(milliseconds: 60_000), sourceLocation: location).error
  #expect(error == nil, sourceLocation: location)
}

/// Waits up to 60 s.
func waitUntil(_ isTrue: () -> Bool) -> Bool {
  let deadline = Instant.after(milliseconds: 60_000)
  while !isTrue() {
    if Instant.now() >= deadline { return false }
    Instant.pause(milliseconds: 1)
  }
  return true
}

func sha256(_ bytes: [UInt8]) throws -> String {
  Sha256.hexadecimal(try Sha256.digest(of: bytes))
}

extension Job.Outcome {
  /// Nil: success.
  var error: AhaError? { if case .failure(let error) = self { error } else { nil } }
}

extension Job {
  /// Whether the job is in the stage of this name.
  func isIn(_ stage: String) -> Bool { String(cString: stageName) == stage }
}
