extension Option {
  static let library = Option("--library FILE", "else library.aha in $XDG_DATA_HOME/aha")
}

final class LibraryFile: Handle {
  /// - Parameter path: nil: the library that all applications of the user share.
  init(_ path: Bytes?) throws(Failure) {
    try super.init(.input, about: path ?? "the library".array) {
      aha_library_open(permanent(path), $0)
    }
  }

  convenience init(from arguments: Arguments) throws(Failure) {
    try self.init(arguments.value("--library"))
  }

  /// For commands that must not create the shared library: other commands would note in it.
  convenience init(known arguments: Arguments) throws(Failure) {
    if !arguments.has("--library"), !LibraryFile.hasShared {
      throw Failure(
        .input, code: AHA_ERROR_NOT_FOUND, "there is no library yet",
        hint: "\(program) library scan FOLDER makes one")
    }
    try self.init(from: arguments)
  }

  /// The shared library; nil until a scan has created it.
  static var shared: LibraryFile? { hasShared ? try? LibraryFile(nil) : nil }

  private static var hasShared: Bool {
    guard let folder = try? UserFolder.data.path() else { return false }
    return FileStatus(folder / FilePath("library.aha")) != nil
  }

  var path: Bytes { copiedText { aha_library_copy_path(pointer, $0, $1, $2) } }

  /// The number of an item, named by its number, path or URL.
  func number(of word: Bytes) throws(Failure) -> Int64 {
    if word.allSatisfy(isDigit), let number = Int64(word.text) { return number }
    return try find(word).item(at: 0).number
  }

  /// - Parameter item: A path or URL.
  func find(_ item: Bytes) throws(Failure) -> ItemPage {
    try items(about: item) { aha_library_find(pointer, item.c, $0) }
  }

  func item(_ number: Int64, about word: Bytes) throws(Failure) -> ItemPage {
    try items(about: word) { aha_library_get_item(pointer, number, $0) }
  }

  func items(
    relatedBy relation: Int, of number: Int64 = 0, about: Bytes
  ) throws(Failure) -> ItemPage {
    var query = aha_item_query_init()
    (query.relation, query.item) = (aha_item_relation(relation), number)
    return try items(about: about) { aha_library_list(pointer, &query, $0) }
  }

  func items(about: Bytes, make: (Handle.Out) -> aha_result) throws(Failure) -> ItemPage {
    try ItemPage(.input, about: about, make: make)
  }
}

/// Notes commands in the shared library if it exists. Errors are ignored.
struct LibraryNotes {
  private let library = LibraryFile.shared

  /// Tracks that were played at the same time: the time counts once.
  func note(plays paths: [Bytes], seconds: Double) {
    for (index, path) in paths.enumerated() {
      note(
        AHA_ACTIVITY_PLAY, of: number(of: path), seconds: index == 0 ? seconds : 0, ago: seconds)
    }
  }

  func note(take path: Bytes, seconds: Double) {
    let item = add(path, from: AHA_ORIGIN_TAKE)
    note(AHA_ACTIVITY_TAKE, of: item, seconds: seconds, ago: seconds)
  }

  func note(bounce path: Bytes, seconds: Double) {
    note(AHA_ACTIVITY_BOUNCE, of: number(of: path), seconds: seconds)
  }

  func note(drop: OpaquePointer) { _ = aha_library_add_drop(library?.pointer, drop, nil) }

  /// - Parameter sound: The downloaded sound; nil if it was left at the URL.
  func note(opened piece: OpaquePointer, sound: Bytes?, url: Bytes, sha256: Bytes) {
    if let sound {
      _ = add(sound, from: AHA_ORIGIN_PIECE)
    } else if !url.isEmpty {
      _ = aha_library_add_piece(
        library?.pointer, piece, permanent(url), sha256.isEmpty ? nil : permanent(sha256),
        aha_origin(AHA_ORIGIN_PIECE), aha_item_state(AHA_ITEM_REMOTE_ONLY), nil)
    }
  }

  private func add(_ path: Bytes, from origin: Int) -> Int64 {
    filled(Int64()) { aha_library_add_file(library?.pointer, path.c, aha_origin(origin), &$0) }
  }

  /// 0 for a file that is not in the library.
  private func number(of path: Bytes) -> Int64 {
    (try? library?.find(path))?.item(at: 0).number ?? 0
  }

  /// - Parameter ago: Seconds since it began, which decide its day.
  private func note(_ activity: Int, of item: Int64, seconds: Double, ago: Double = 0) {
    let milliseconds = Int64(max(0, min(seconds, 1e8)) * 1000)
    let began = Int64(max(1, Double(time(nil)) - max(0, min(ago, 1e8))))
    _ = aha_history_note(library?.pointer, aha_activity(activity), item, milliseconds, began)
  }
}
