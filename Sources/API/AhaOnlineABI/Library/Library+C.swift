import AhaArguments
import AhaBase
import AhaDrop
import AhaLibrary
import AhaPiece
import CAha

extension OpenLibrary: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_LIBRARY, noun: "library") }
}

extension OpenLibrary {
  static func open(_ path: UnsafePointer<CChar>?) throws(AhaError) -> OpenLibrary {
    try OpenLibrary(path: path == nil ? nil : filePath(path))
  }

  func addFile(_ path: UnsafePointer<CChar>?, origin: aha_origin) throws(AhaError) -> Int64 {
    let path = try filePath(path)
    let origin = origin == 0 ? .folder : try ItemOrigin(origin)
    if origin == .remote {
      throw AhaError(.invalidArgument, "a file is not of a remote catalogue")
    }
    return try library.addFile(path, origin: origin)
  }

  func forgetMissing(_ folder: UnsafePointer<CChar>?) throws(AhaError) -> Int64 {
    let folder = FilePath(try required(folder, "folder"))
    if folder.isEmpty { throw AhaError(.invalidArgument, "folder is empty") }
    return try library.forgetMissing(below: folder)
  }

  func addPiece(
    _ piece: SharedPiece, at path: FilePath, sha256: UnsafePointer<CChar>?, origin: aha_origin,
    state: aha_item_state
  ) throws(AhaError) -> Int64 {
    if path.isEmpty { throw AhaError(.invalidArgument, "place is empty") }
    return try library.addPiece(
      piece.copy, at: path, sha256: Text.hash(sha256), origin: ItemOrigin(origin),
      state: Playability(state))
  }

  func addDrop(_ drop: Drop) throws(AhaError) -> Int64 {
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
    if !isKnown { try library.note(.drop, item: number, at: record.updated) }
    return number
  }

  func analyze(
    _ number: Int64, prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    let library = library
    _ = try library.item(number)
    try jobs.start(
      { (job) throws(AhaError) in
        try library.analyze(number, job: job) { (stream, job) throws(AhaError) in
          try Library.Heard(measured: stream, job: job)
        }
      }, prepare: prepare)
  }
}

extension ItemField {
  /// Errors: `invalidArgument`.
  fileprivate init(_ text: aha_item_text) throws(AhaError) {
    switch Int(text) {
    case AHA_ITEM_TITLE: self = .title
    case AHA_ITEM_ARTIST: self = .artist
    case AHA_ITEM_TAGS: self = .tags
    case AHA_ITEM_ALBUM: self = .album
    case AHA_ITEM_ALBUM_ARTIST: self = .albumArtist
    default: throw AhaError(.invalidArgument, "text \(Int(text)) is not one that can be set")
    }
  }
}

@c @implementation
public func aha_library_set_text(
  _ library: OpaquePointer?, _ number: Int64, _ text: aha_item_text, _ value: UnsafePointer<CChar>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let library = try Handle.object(library, as: OpenLibrary.self)
    try library.library.setText(
      of: number, field: ItemField(text), text: Text.optional(value))
  }
}

extension Library.Heard {
  /// Doubtful results are left out.
  fileprivate init(measured stream: any ByteStream, job: Job) throws(AhaError) {
    let (guess, loudness) = try measure(stream, job: job)
    let key = guess.tonality.isKey ? guess.tonality.name : ""
    self.init(tempo: guess.tempo ?? 0, key: key, loudness: loudness)
  }
}
