import AhaBase
import AhaHash
import AhaNet
import AhaPage
import AhaPiece
import CShims

/// Answers of a host to requests for files: one per asset. Threads: any.
extension Drop {
  /// Runs a function that answers with an asset, and records why it was refused. The drop cannot be
  /// committed while the asset is open. Errors: those of the body.
  public func answering(_ role: AssetRole, with body: () throws(AhaError) -> Void) throws(AhaError)
  {
    do throws(AhaError) { try body() } catch {
      note(rejected: role, with: error)
      throw error
    }
  }

  /// Answers with a file, which must not change until the drop is done.
  /// - Parameter type: Its media type; "": by its name.
  /// Errors: `state`, `attachment`, `unsupported` (a sound format that the destination rejects),
  /// `limit` (too large for it), those of files and pictures.
  public func answer(_ role: AssetRole, with path: FilePath, type: String = "") throws(AhaError) {
    // Checks the state first, before any work on the file.
    var state = data.state
    _ = try state.handle(.answered(role, bytes: 0))
    try give(role, with: path, type: type, wasComing: false)
  }

  private func give(
    _ role: AssetRole, with path: FilePath, type: String, wasComing: Bool
  ) throws(AhaError) {
    let asset = try described(role, at: path, type: type)
    let size = asset.mark.size
    let event = wasComing ? DropState.Event.came(role, bytes: size) : .answered(role, bytes: size)
    for follower in try handleFollowed(event, changing: { $0[role] = asset }) {
      follower.follow(with: asset)
    }
  }

  /// Passes the answer on to a drop that shares these files.
  private func follow(with asset: AssetRecord) {
    do throws(AhaError) {
      try answer(asset.role, with: try ownPath(of: asset), type: asset.asset.type)
    } catch { try? handle(.refused(asset.role, error)) }
  }

  /// Copies a file from the leading drop's folder, which is deleted with that drop.
  func ownPath(of asset: AssetRecord) throws(AhaError) -> FilePath {
    guard asset.path.folder.folder == journal.filesFolder(of: id).folder else {
      return asset.path
    }
    let own = try madeFile(named: asset.path.name.text)
    let failed = asset.path.withCString { from in own.withCString { link(from, $0) } } != 0
    if failed { throw AhaError.system(shim_errno(), "link \(own.text)") }
    return own
  }

  /// Answers with bytes, stored in a file of the journal. Errors: as for a file, `diskFull`.
  public func answer(
    _ role: AssetRole, bytes: UnsafeRawBufferPointer, type: String
  ) throws(AhaError) {
    try answer(role, stream: try MemoryStream(copying: bytes), type: type)
  }

  /// Answers with a stream, read to its end before this returns and stored in a file of the
  /// journal. Errors: as for a file, `diskFull`, those of the stream.
  public func answer(
    _ role: AssetRole, stream: any ByteStream, type: String
  ) throws(AhaError) {
    let limit = role == .attachment ? Piece.Limit.attachment : Int64.max
    try handle(.coming(role))
    do throws(AhaError) {
      let ending = MediaTypes.ending(of: FilePath(type.isEmpty ? stream.name : ""), type: type)
      let name = DropNames.file(role.title.text, ending: ending)
      let path = try madeFile(named: name)
      try Drop.copy(stream, to: path, limit: limit)
      try give(role, with: path, type: type, wasComing: true)
    } catch {
      // The host may answer again.
      try? withdraw(role)
      throw error
    }
  }

  private static func copy(
    _ stream: any ByteStream, to path: FilePath, limit: Int64
  ) throws(AhaError) {
    let file = try ReplacementFile(for: path)
    try withMemory(bytes: 1 << 18) { (buffer) throws(AhaError) in
      var offset: Int64 = 0
      while true {
        let got = try stream.read(into: buffer, at: offset)
        if got == 0 { break }
        try file.stream.write(UnsafeRawBufferPointer(rebasing: buffer[..<got]), at: offset)
        offset += Int64(got)
        if offset > limit {
          throw AhaError(.attachment, "the attachment has over \(limit) bytes")
        }
      }
    }
    try file.commit()
  }

  /// Answers with the file that a job writes. Errors: `state`, `released`.
  public func answer(
    _ role: AssetRole, job: Job, with path: FilePath, type: String = ""
  ) throws(AhaError) {
    try handle(.coming(role))
    let wait = Job()
    do throws(AhaError) {
      try client.jobs.run(
        wait,
        work: { [self] (wait) throws(AhaError) in
          let outcome = try result(of: job, wait: wait)
          if case .failure(let error) = outcome { throw error }
          try give(role, with: path, type: type, wasComing: true)
        },
        afterwards: { [self] outcome in
          guard case .failure(let error) = outcome else { return }
          // Only a client that closes cancels the wait, also before it has begun.
          fail(role, with: wait.isCancelled ? Drop.clientReleased : error)
        })
    } catch {
      // The host may answer again.
      try? withdraw(role)
      throw error
    }
  }

  /// Waits for the job; checks ten times a second for a cancel.
  private func result(of job: Job, wait: Job) throws(AhaError) -> Job.Outcome {
    while true {
      if let outcome = job.wait(milliseconds: 100) { return outcome }
      // A client that closes ends the drop first, then this wait.
      if wait.isCancelled || data.state.isEnding { throw Drop.clientReleased }
    }
  }

  /// The drop can resume later.
  private static var clientReleased: AhaError {
    AhaError(.released, "the drop ended before the file was made")
  }

  /// Answers that the asset does not exist. Errors: `state`, `invalidArgument` (the mix stem is
  /// required; the drop fails).
  public func decline(_ role: AssetRole) throws(AhaError) {
    if role == .mixStem {
      let error = AhaError(.invalidArgument, "a drop needs a mix stem")
      try refuse(role, with: error)
      throw error
    }
    let followers = try handleFollowed(.declined(role)) {
      if role == .cover, $0.state.omitsCover { $0[role].omit() }
    }
    for follower in followers { try? follower.decline(role) }
  }

  /// Answers that the host failed to make the asset: the drop fails, and its location is deleted.
  /// An interrupted drop starts for that. Errors: `state`, and those of `start`.
  public func refuse(_ role: AssetRole, with error: AhaError) throws(AhaError) {
    let event = DropState.Event.withheld(role, error)
    if stage == .broken, !isRunning { return try begin(Job(), event: event) { _ in } }
    for follower in try handleFollowed(event) { try? follower.refuse(role, with: error) }
  }

  private func fail(_ role: AssetRole, with error: AhaError) {
    let all = (try? handleFollowed(.stayedAway(role, error))) ?? []
    for follower in all { try? follower.refuse(role, with: error) }
  }

  /// Replaces the cover until the commit. Errors: `state`, those of files and pictures.
  public func setCover(_ path: FilePath) throws(AhaError) {
    // Checks the state first, before any work on the file.
    try requireEditing(otherwise: "its cover cannot be changed any more")
    let asset = try described(.cover, at: path, type: "")
    try replaceCover(with: asset)
    for follower in followers { try? follower.setCover(path) }
  }

  // MARK: Description

  private func described(
    _ role: AssetRole, at given: FilePath, type: String
  ) throws(AhaError) -> AssetRecord {
    guard given.isPossible, let real = given.resolved else {
      throw AhaError(.notFound, "the \(role.title) \(given.text) is not there")
    }
    let named = type.isEmpty ? MediaTypes.type(of: real) : MediaTypes.type(named: type)
    var (path, type) = (real, named)
    guard type.isMediaType else {
      throw AhaError(
        .invalidArgument,
        "\"\(type.cut)\" is neither a media type, as audio/ogg, nor a known ending, as ogg")
    }
    if role == .cover, let covers = registry.covers {
      // A new file name: the earlier cover may be in flight.
      let name = "cover-\(Sha256.hexadecimal(try Random.bytes(8))).png"
      (path, type) = try covers.makeCover(
        real, at: try madeFile(named: name), keepsJPEG: destination?.traits.acceptsJPEG ?? true)
    }
    let mark = try FileMark(path)
    try check(role, type: type, size: mark.size, at: given)
    if role == .mixStem || role == .preview, try !UndecodableSound.isOne(at: path, type: type) {
      try registry.covers?.checkSound(path)
    }
    var asset = AssetRecord(role: role)
    (asset.path, asset.mark) = (path, mark)
    asset.asset = DropAsset(
      role: role, name: assetName(for: role, at: path, type: type), type: type, size: mark.size)
    return asset
  }

  private func check(
    _ role: AssetRole, type: String, size: Int64, at path: FilePath
  ) throws(AhaError) {
    guard let traits = destination?.traits else { return }
    let name = data.record.name
    if traits.maxBytes > 0, size > traits.maxBytes {
      throw AhaError(
        .limit, "\(path.text) has \(size) bytes; \(name) takes \(traits.maxBytes) at most")
    }
    let isTaken = traits.types.isEmpty || traits.types.contains { MediaTypes.isSame($0, as: type) }
    if role == .mixStem, !isTaken {
      throw AhaError(.unsupported, "\(name) takes no \(type.cut), as \(path.text) is")
    }
  }

  /// The sound's name contains the title at that time; other assets have fixed names.
  private func assetName(for role: AssetRole, at path: FilePath, type: String) -> String {
    let ending = MediaTypes.ending(of: path, type: type)
    switch role {
    case .mixStem:
      let name = DropNames.file(data.piece.title, fallback: "mix", limit: 100)
      return (Drop.isTaken(name.lowered) ? name + "-mix" : name) + ending
    case .preview: return "preview" + ending
    case .cover: return "cover" + ending
    case .attachment: return "attachment" + ending
    }
  }
}

extension Drop {
  /// True if another file of a drop has this name.
  fileprivate static func isTaken(_ name: String) -> Bool {
    ["preview", "cover", "attachment", "index", "piece"].contains(name)
  }
}

/// Sound formats that destinations accept but libaha cannot decode, detected by their first bytes.
enum UndecodableSound {
  private static var types: [StaticString] {
    ["audio/mp4", "audio/x-m4a", "audio/aac", "audio/amr", "audio/x-ms-wma"]
  }

  /// Source: "ASF top-level Header Object" in the Advanced Systems Format specification.
  private static var asf: [UInt8] {
    [
      0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11,
      0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
    ]
  }

  /// True if a file of such a type starts with its signature. Errors: those of files.
  static func isOne(at path: FilePath, type: String) throws(AhaError) -> Bool {
    guard types.contains(where: { MediaTypes.isSame($0.text, as: type) }) else { return false }
    let file = try FileStream(reading: path)
    return try withMemory(bytes: asf.count) { (start) throws(AhaError) -> Bool in
      let got = try file.read(into: start, at: 0)
      return isHead(Array(start[..<got]))
    }
  }

  private static func isHead(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 8 else { return false }
    // ADTS: 12 one bits, any version, layer 0, with or without a checksum.
    if bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 { return true }
    return bytes[4..<8].text == "ftyp" || bytes[..<5].text == "#!AMR" || bytes == asf
  }
}
