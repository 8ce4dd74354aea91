import AhaBase
import AhaPiece
import AhaStore

/// Items that are added without a scan.
extension Library {
  /// Adds a file of any kind and reads its metadata.
  /// - Parameters:
  ///   - origin: Its origin; not `remote`.
  ///   - basedOn: Ids of further pieces that it was made from, besides those in its metadata.
  /// Returns: Its number; the existing one if the place is known.
  /// Errors: `notFound`, `isDirectory`, `unsupported` (no regular file), `invalidArgument`.
  @discardableResult
  public func addFile(
    _ path: FilePath, origin: ItemOrigin, basedOn: [String] = []
  ) throws(AhaError) -> Int64 {
    guard origin != .remote else {
      throw AhaError(.invalidArgument, "\(path.text.shownLocation) is a file, and not remote")
    }
    guard let real = path.resolved else {
      throw AhaError(
        .notFound, "\(path.text.shownLocation) is not there, or in a folder without permission")
    }
    let found = TreeWalk.Found(path: real, mark: try FileMark(real))
    var item = SoundProbe.item(for: found, hashes: true)
    item.origin = origin
    for id in basedOn where !item.basedOn.contains(where: { $0.hasSameBytes(as: id) }) {
      item.basedOn.append(id)
    }
    var contents = MovedFileCache()
    if let added = try add([item], contents: &contents)[0] { return added.number }
    return try settle([item], job: Job())[0].number
  }

  /// Adds a piece at a path or URL: a drop, an opened piece, or one of a remote catalogue.
  /// - Parameters:
  ///   - place: A path or a URL.
  ///   - sha256: SHA-256 of the sound, 64 lower-case hexadecimal digits; "" if unknown.
  ///   - state: For a URL, one of the two remote states, because its file cannot be checked.
  ///   - id: Id that other pieces use for it; nil: derived from its place.
  /// Errors: `invalidArgument`, `notFound` (the folder of a path), `limit` (a manifest over 1 MiB).
  @discardableResult
  public func addPiece(
    _ piece: Piece, at place: FilePath, sha256: String, origin: ItemOrigin, state: Playability,
    id: String? = nil
  ) throws(AhaError) -> Int64 {
    let place = try Library.whole(fileAt: place, state: state)
    let hash = sha256.array
    guard hash.isEmpty || hash.count == 64 && hash.isHexadecimal else {
      throw AhaError(
        .invalidArgument, "\(sha256.cut) is not a SHA-256 in small hexadecimal letters")
    }
    var item = LibraryItem(place: place, origin: origin)
    item.title = SoundProbe.title(of: place)
    item.adopt(piece, manifest: try piece.draft())
    (item.sha256, item.state) = (sha256, state)
    item.sound.length = max(0, piece.length)
    item.pieceID = id ?? (place.isAbsolute ? "" : Piece.id(of: place.text))
    if place.isAbsolute, let status = FileStatus(place) { item.mark = FileMark(status) }
    return try save(item)
  }

  /// Normalizes a place to the stored form.
  private static func whole(
    fileAt place: FilePath, state: Playability
  ) throws(AhaError) -> FilePath {
    guard place.isPossible else {
      throw AhaError(.invalidArgument, "a piece needs a place of 1 to 4095 bytes")
    }
    if place.isURL {
      if !place.text.isPlainURL {
        throw AhaError(
          .invalidArgument, "\(place.text.shownURL) has a user or no port behind its host")
      }
      if state == .remoteDownloadable || state == .remoteOnly { return place }
      throw AhaError(
        .invalidArgument, "\(place.text.shownURL) is a URL, and not on this machine")
    }
    if let whole = place.resolvedInFolder { return whole }
    if place.isAbsolute { return place }
    throw AhaError(.notFound, "the folder of \(place.text.shownLocation) is not there")
  }
}

extension FilePath {
  /// True for "scheme://…", false for a path.
  fileprivate var isURL: Bool {
    let bytes = text.array
    return !isAbsolute && bytes.indices.contains { bytes[$0...].starts(with: "://".utf8) }
  }
}

extension LibraryItem {
  private static let longestTags = 4096

  /// Copies a piece's metadata.
  /// - Parameter manifest: The piece's draft.
  mutating func adopt(_ piece: Piece, manifest: String) {
    self.manifest = manifest
    if !piece.title.isEmpty { title = piece.title }
    (artist, basedOn, release) = (piece.artist, piece.basedOn, piece.release)
    let words = piece.description.array.prefix(LibraryItem.longestTags)
    tags = words.text
    if piece.tonality.isKey { tags += (tags.isEmpty ? "" : " ") + piece.tonality.name }
  }
}
