import CAha
import CCli

/// Does something with each item that was named; one that fails does not keep the others.
func eachItem(
  _ verb: Verb, _ arguments: Arguments, _ console: Console,
  _ body: (LibraryFile, Int64, Bytes) throws(Failure) -> Void
) throws(Failure) {
  if arguments.operands.isEmpty { throw verb.usage(verb.name + " needs an item") }
  let library = try LibraryFile(known: arguments)
  try console.each(arguments.operands) { (word) throws(Failure) in
    try body(library, library.number(of: word), word)
  }
}

extension Option {
  static let library = Option("--library", "FILE", "else library.aha in $XDG_DATA_HOME/aha")
}

final class LibraryFile {
  let path: Bytes
  private let handle: Handle

  var pointer: OpaquePointer { handle.pointer }

  /// - Parameter path: nil: the one that all applications of a person share.
  init(_ path: Bytes?) throws(Failure) {
    var pointer: OpaquePointer?
    let result = aha_library_open(kept(path), &pointer)
    let about = path ?? "the library".bytes
    let handle = try Handle(pointer, aha_library_release, result, .input, about: about)
    self.handle = handle
    self.path = copiedText { aha_library_copy_path(handle.pointer, $0, $1, $2) }
  }

  convenience init(_ arguments: Arguments) throws(Failure) {
    try self.init(arguments.value("--library"))
  }

  /// For commands that make none: what they do would be noted in it from then on.
  convenience init(known arguments: Arguments) throws(Failure) {
    let path = arguments.value("--library")
    if path == nil, !LibraryFile.isSharedThere {
      throw Failure(
        .input, AHA_ERROR_NOT_FOUND, "there is no library yet",
        hint: "aha library scan FOLDER makes one")
    }
    try self.init(path)
  }

  /// The one that all applications share, if somebody has made it.
  static var shared: LibraryFile? { isSharedThere ? try? LibraryFile(nil) : nil }

  private static var isSharedThere: Bool {
    guard let folder = try? userFolder("XDG_DATA_HOME", ".local/share") else { return false }
    var whole = [CChar](repeating: 0, count: 4096)
    let path = folder + "/aha/library.aha".bytes
    return cli_whole_path(path.c, &whole, whole.count) == 0
  }

  /// The item that a person means: by its number, or by its place.
  func number(of word: Bytes) throws(Failure) -> Int64 {
    let isNumber = word.allSatisfy { (0x30...0x39).contains($0) }
    if isNumber, let number = Int64(word.string) { return number }
    return try items(.input, about: word) { aha_library_find(pointer, word.c, $0) }.item(0).number
  }

  func items(
    _ side: Side, about: Bytes, _ make: (UnsafeMutablePointer<OpaquePointer?>) -> aha_result
  ) throws(Failure) -> ItemPage {
    return ItemPage(try Handle(aha_items_release, side, about: about) { make($0) })
  }
}

/// What commands note in the library of this user, if there is one. That is a favour: whatever goes
/// wrong with it is no failure of theirs.
struct LibraryNotes {
  private let library: LibraryFile?

  init() { library = LibraryFile.shared }

  /// Tracks that were played side by side: the time counts once.
  func play(_ paths: [Bytes], seconds: Double) {
    guard let library, !paths.isEmpty else { return }
    for (index, path) in paths.enumerated() {
      note(AHA_ACTIVITY_PLAY, known(path, library), index == 0 ? seconds : 0, ago: seconds)
    }
  }

  func take(_ path: Bytes, seconds: Double) {
    guard let library else { return }
    var number: Int64 = 0
    _ = aha_library_add_file(library.pointer, path.c, aha_origin(AHA_ORIGIN_TAKE), &number)
    note(AHA_ACTIVITY_TAKE, number, seconds, ago: seconds)
  }

  func bounce(_ path: Bytes, seconds: Double) {
    guard let library else { return }
    note(AHA_ACTIVITY_BOUNCE, known(path, library), seconds)
  }

  func drop(_ drop: OpaquePointer) {
    guard let library else { return }
    _ = aha_library_add_drop(library.pointer, drop, nil)
  }

  /// A piece that was opened: the sound that was brought here, or where it is.
  func open(_ piece: OpaquePointer, _ sound: Bytes?, _ url: Bytes, _ sha256: Bytes) {
    guard let library else { return }
    if let sound {
      _ = aha_library_add_file(library.pointer, sound.c, aha_origin(AHA_ORIGIN_PIECE), nil)
      return
    }
    if url.isEmpty { return }
    _ = aha_library_add_piece(
      library.pointer, piece, kept(url), sha256.isEmpty ? nil : kept(sha256),
      aha_origin(AHA_ORIGIN_PIECE), aha_item_state(AHA_ITEM_REMOTE_ONLY), nil)
  }

  /// 0 for what the library has not.
  private func known(_ path: Bytes, _ library: LibraryFile) -> Int64 {
    let page = try? library.items(.input, about: path) {
      aha_library_find(library.pointer, path.c, $0)
    }
    return page?.item(0).number ?? 0
  }

  /// - Parameter ago: How many seconds before now it began: it is of that day.
  private func note(_ activity: Int, _ item: Int64, _ seconds: Double, ago: Double = 0) {
    guard let library else { return }
    let milliseconds = Int64(max(0, min(seconds, 1e8)) * 1000)
    let began = Int64(max(1, cli_time_seconds() - max(0, min(ago, 1e8))))
    _ = aha_library_note(library.pointer, aha_activity(activity), item, milliseconds, began)
  }
}
