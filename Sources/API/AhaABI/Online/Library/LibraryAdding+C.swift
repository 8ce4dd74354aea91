import AhaAnalysis
import AhaBase
import AhaDrop
import AhaLibrary
import AhaPiece
import CAha

/// Runs the body of a function that adds an item.
private func adding(
  _ library: OpaquePointer?, _ outNumber: UnsafeMutablePointer<Int64>?,
  _ add: (Library) throws(AhaError) -> Int64
) -> aha_result {
  outNumber?.pointee = 0
  return withLibrary(library) { (library) throws(AhaError) in
    let number = try add(library)
    outNumber?.pointee = number
  }
}

@c @implementation
public func aha_library_add_file(
  _ library: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ origin: aha_origin,
  _ outNumber: UnsafeMutablePointer<Int64>?
) -> aha_result {
  adding(library, outNumber) { (library) throws(AhaError) in
    let path = try filePath(path)
    let origin = origin == 0 ? .folder : try ItemOrigin(origin)
    if origin == .remote {
      throw AhaError(.invalidArgument, "a file is not of a remote catalogue")
    }
    return try library.addFile(path, origin)
  }
}

@c @implementation
public func aha_library_add_piece(
  _ library: OpaquePointer?, _ piece: OpaquePointer?, _ place: UnsafePointer<CChar>?,
  _ sha256: UnsafePointer<CChar>?, _ origin: aha_origin, _ state: aha_item_state,
  _ outNumber: UnsafeMutablePointer<Int64>?
) -> aha_result {
  adding(library, outNumber) { (library) throws(AhaError) in
    let piece = try AhaABI.piece(piece)
    let place = FilePath(try required(place, "place"))
    if place.isEmpty { throw AhaError(.invalidArgument, "place is empty") }
    return try library.addPiece(
      piece, at: place, sha256: Text.hash(sha256), origin: ItemOrigin(origin),
      state: Playability(state))
  }
}

@c @implementation
public func aha_library_add_drop(
  _ library: OpaquePointer?, _ drop: OpaquePointer?, _ outNumber: UnsafeMutablePointer<Int64>?
) -> aha_result {
  adding(library, outNumber) { (library) throws(AhaError) in
    let drop = try Handle.object(drop, as: Drop.self)
    let record = drop.record
    let url = record.receipt.url
    guard drop.progress.stage == .done, !url.isEmpty else {
      throw AhaError(.state, "the drop \(drop.id) is not where people can open it")
    }
    let isKnown = try library.item(at: FilePath(url)) != nil
    let number = try library.addPiece(
      drop.piece, at: FilePath(url), sha256: drop.sha256(of: .mixStem), origin: .drop,
      state: .remoteOnly)
    // Uses the time of the drop: a host may add it later.
    if !isKnown { try library.note(.drop, number, at: record.updated) }
    return number
  }
}

@c @implementation
public func aha_library_analyze(
  _ library: OpaquePointer?, _ number: Int64, _ outJob: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  starting(outJob, of: nil) { (attach) throws(AhaError) in
    try Callback.refuse()
    let box = try Handle.object(library, as: LibraryBox.self)
    _ = try box.library.item(number)
    let library = box.library
    try box.jobs.start(
      { (job) throws(AhaError) in
        try library.analyze(number, job) { (stream, job) throws(AhaError) in
          try Library.Heard(Analysis(of: stream, job))
        }
      }, prepare: attach)
  }
}

extension Library.Heard {
  /// Doubtful results are left out.
  fileprivate init(_ analysis: Analysis) {
    let guess = analysis.guess
    let key = guess.tonality.isKey ? guess.tonality.name : ""
    self.init(tempo: guess.tempo ?? 0, key: key, loudness: analysis.loudness)
  }
}
