import CAha
import CCli

extension Option {
  static let library = Option(
    name: "--library", value: "FILE", help: "else library.aha in $XDG_DATA_HOME/aha")
}

/// The catalogue that a command is about.
final class LibraryFile {
  let path: Bytes
  private let handle: Handle

  var pointer: OpaquePointer { handle.pointer }

  /// - Parameter path: nil: the one that all applications of a person share.
  init(_ path: Bytes?) throws(Failure) {
    var pointer: OpaquePointer?
    let texts = CTexts()
    let result = aha_library_open(texts.keep(path), &pointer)
    let about = path ?? Bytes("the library".utf8)
    let handle = try Handle(pointer, aha_library_release, result, .input, about: about)
    self.handle = handle
    self.path = copiedText { aha_library_copy_path(handle.pointer, $0, $1, $2) }
    withExtendedLifetime(texts) {}
  }

  convenience init(_ arguments: Arguments) throws(Failure) {
    try self.init(arguments.value("--library"))
  }

  /// For commands that make none: what they do would be noted in it from then on.
  convenience init(known arguments: Arguments) throws(Failure) {
    let path = arguments.value("--library")
    if path == nil, !LibraryFile.isSharedThere {
      throw Failure(
        exit: .input, result: aha_result(AHA_ERROR_NOT_FOUND), message: "there is no library yet",
        hint: "aha library scan FOLDER makes one")
    }
    try self.init(path)
  }

  /// The one that all applications share, if somebody has made it.
  static var shared: LibraryFile? { isSharedThere ? try? LibraryFile(nil) : nil }

  private static var isSharedThere: Bool {
    let data = environment("XDG_DATA_HOME") ?? []
    let home = environment("HOME") ?? []
    let folder = data.first == 0x2f ? data : home + Bytes("/.local/share".utf8)
    guard folder.first == 0x2f else { return false }
    var whole = [CChar](repeating: 0, count: 4096)
    let path = folder + Bytes("/aha/library.aha".utf8)
    return withCString(path) { cli_whole_path($0, &whole, whole.count) } == 0
  }

  /// The item that a person means: by its number, or by its place.
  func number(of word: Bytes) throws(Failure) -> Int64 {
    if let number = decimal(word) { return number }
    return try items(.input, about: word) { out in
      withCString(word) { aha_library_find(pointer, $0, out) }
    }.item(0).number
  }

  /// A page that a call makes.
  func items(
    _ side: Side, about: Bytes, _ make: (UnsafeMutablePointer<OpaquePointer?>) -> aha_result
  ) throws(Failure) -> ItemPage {
    var page: OpaquePointer?
    let result = make(&page)
    return ItemPage(try Handle(page, aha_items_release, result, side, about: about))
  }
}

/// A whole number without a sign; nil for anything else.
private func decimal(_ word: Bytes) -> Int64? {
  guard !word.isEmpty, word.count < 19 else { return nil }
  var value: Int64 = 0
  for digit in word {
    guard (0x30...0x39).contains(digit) else { return nil }
    value = value * 10 + Int64(digit - 0x30)
  }
  return value
}
