import AhaBase
import AhaHash
import AhaJSON
import AhaNet
import AhaPiece
import AhaTestSupport

@testable import AhaDrop
@testable import AhaServices

/// Sends files to a destination step by step, as a drop does.
final class DestinationRig {
  let folder = TemporaryFolder()
  let client: Client
  let job = Job()
  /// A new call for each message, because it may be cancelled.
  let call: DropCall
  private let moves = Moves()

  /// Highest progress that was reported.
  private final class Moves: @unchecked Sendable {
    private let lock = Lock()
    private var highest: Int64 = 0

    var count: Int64 { lock.locked { highest } }
    func note(_ bytes: Int64) { lock.locked { highest = max(highest, bytes) } }
  }

  init(_ change: (inout TransportSettings) -> Void = { _ in }) throws {
    var settings = try ClientSettings(applicationID: "test.app")
    settings.transport.proxy = ""
    change(&settings.transport)
    client = try Client(settings: settings)
    let moves = moves
    call = DropCall(client: client, job: job) { moves.note($0) }
  }

  deinit { client.close() }

  /// Highest progress that a message reported.
  var moved: Int64 { moves.count }

  static let dropID = "0123456789abcdef0123456789abcdef"

  func plan(_ title: String = "Night Train") -> DropPlan {
    var piece = Piece()
    (piece.title, piece.length) = (title, 1_000_000)
    return DropPlan(id: DestinationRig.dropID, piece: piece)
  }

  func bytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0x5A, count: count)
    // No two chunks are equal.
    for place in stride(from: 0, to: count, by: 4093) {
      bytes[place] = UInt8(truncatingIfNeeded: place &* 31 &+ place >> 8)
    }
    return bytes
  }

  func file(_ bytes: [UInt8], _ name: String = "mix.wav") -> FilePath {
    FilePath(folder.write(bytes, to: name))
  }

  func asset(_ size: Int, _ name: String = "mix.wav") -> DropAsset {
    DropAsset(role: .mixStem, name: name, type: "audio/wav", size: Int64(size))
  }

  func source(_ path: FilePath, for destination: any Destination) throws -> FileSource {
    try FileSource(path: path, mark: FileMark(path), kind: destination.traits.chunkHash)
  }

  /// Sends the rest of an upload and returns the result of `finish`.
  /// - Parameter steps: Max count; if it is not enough, the result is nil.
  @discardableResult
  func send(
    _ upload: any AssetUpload, _ source: FileSource, steps: Int = .max
  ) throws -> String? {
    var done = 0
    while upload.confirmed < source.size {
      if done == steps { return nil }
      if case .lost(let line) = try upload.sendNext(from: source, via: call) {
        throw AhaError(.notFound, "lost: \(line)")
      }
      done += 1
    }
    return try upload.finish(with: source, via: call)
  }

  /// Sends a whole file.
  func send(
    _ bytes: [UInt8], _ name: String = "mix.wav", to destination: any Destination, at place: String
  ) throws -> SentAsset {
    let (path, asset) = (file(bytes, name), asset(bytes.count, name))
    let source = try source(path, for: destination)
    let upload = try destination.upload(asset, at: place, from: nil, via: call)
    let result = try send(upload, source) ?? ""
    return SentAsset(
      asset: asset, sha256: Sha256.hexadecimal(try source.digest()), result: result)
  }

  /// Sends a whole file to a place that is made for it.
  @discardableResult
  func send(_ bytes: [UInt8], to destination: any Destination) throws -> SentAsset {
    try send(bytes, to: destination, at: destination.makeLocation(for: plan(), via: call))
  }

  func content(_ assets: [SentAsset], _ title: String = "Night Train") -> DropContent {
    DropContent(
      id: DestinationRig.dropID, piece: plan(title).piece, created: 1_700_000_000, assets: assets,
      peaks: [])
  }
}

/// A bucket at a server that needs no certain keys.
func bucket(at url: String) throws -> S3Destination {
  var settings = S3Settings(
    endpoint: url, bucket: "drops", region: "r", keyID: "k", secret: Secret("the secret key"))
  settings.usesVirtualHost = false
  return try S3Destination(name: "", settings: settings)
}

/// A server that stores files and lists them.
extension TestServer {
  struct Kept: Equatable {
    let path: String
    let size: Int64
    let sha256: String
  }

  func kept() throws -> [Kept] {
    guard case .list(let all)? = try ask("{\"do\":\"files\"}")["files"] else { return [] }
    return all.compactMap {
      guard case .object(let one) = $0, case .text(let path)? = one["path"],
        case .integer(let size)? = one["size"], case .text(let sha256)? = one["sha256"]
      else { return nil }
      return Kept(path: path, size: size, sha256: sha256)
    }.sorted { $0.path < $1.path }
  }

  /// Count of chunks that arrived more than once.
  func repeats() throws -> Int64 {
    var repeats: Int64 = 0
    guard case .list(let uploads)? = try ask("{\"do\":\"uploads\"}")["uploads"] else { return 0 }
    for case .object(let upload) in uploads {
      guard case .list(let chunks)? = upload["chunks"] else { continue }
      for case .object(let chunk) in chunks {
        if case .integer(let times)? = chunk["times"] { repeats += times - 1 }
      }
    }
    return repeats
  }

  /// - Parameter more: For example `"method": "PUT", "reply": {"status": 500}`.
  func fault(_ more: String) throws {
    let answer = try command("{\"do\":\"fault\",\(more)}")
    if answer.contains("error") { throw AhaError(.invalidArgument, answer) }
  }
}
