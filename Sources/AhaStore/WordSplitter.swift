import AhaBase
import CSQLite

/// Splits texts into words as a full-text index `unicode61 remove_diacritics 2` does: without
/// regard to case and accents.
public final class WordSplitter {
  private let splitter: UnsafeMutablePointer<csqlite_splitter>
  /// It is of this connection.
  private let database: Database

  /// Errors: `damaged` (this SQLite has no full-text index), `outOfMemory`.
  public init(_ database: Database) throws(AhaError) {
    self.database = database
    splitter = .allocate(capacity: 1)
    splitter.initialize(to: csqlite_splitter())
    try database.require(csqlite_make_splitter(database.handle, splitter))
  }

  deinit {
    csqlite_delete_splitter(splitter)
    splitter.deallocate()
  }

  /// The words of a text, in order; bytes that are not UTF-8 are taken as the index takes them.
  public func words(of text: UnsafeBufferPointer<UInt8>) -> [[UInt8]] {
    let words = Words()
    _ = text.withMemoryRebound(to: CChar.self) { text in
      csqlite_split(
        splitter, Unmanaged.passUnretained(words).toOpaque(), text.baseAddress,
        Int32(clamping: text.count), takeWord)
    }
    return words.all
  }

  /// Which of some words are in a text, a bit for each of the first 32. The last of them may be the
  /// beginning of one.
  public func found(_ words: [[UInt8]], in text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let sought = SoughtWords(words)
    _ = text.withMemoryRebound(to: CChar.self) { text in
      csqlite_split(
        splitter, Unmanaged.passUnretained(sought).toOpaque(), text.baseAddress,
        Int32(clamping: text.count), seekWord)
    }
    return sought.found
  }
}

private final class Words { var all: [[UInt8]] = [] }

private final class SoughtWords {
  private let words: [[UInt8]]
  var found: UInt32 = 0

  init(_ words: [[UInt8]]) { self.words = words }

  func look(at word: UnsafeBufferPointer<UInt8>) {
    for (place, sought) in words.prefix(32).enumerated() {
      let isLast = place == words.count - 1
      guard isLast ? word.count >= sought.count : word.count == sought.count else { continue }
      if word.starts(with: sought) { found |= 1 << UInt32(place) }
    }
  }
}

private func seekWord(
  _ context: UnsafeMutableRawPointer?, _: Int32, _ word: UnsafePointer<CChar>?, _ count: Int32,
  _: Int32, _: Int32
) -> Int32 {
  guard let context, let word, count > 0 else { return SQLITE_OK }
  word.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { word in
    Unmanaged<SoughtWords>.fromOpaque(context).takeUnretainedValue()
      .look(at: UnsafeBufferPointer(start: word, count: Int(count)))
  }
  return SQLITE_OK
}

private func takeWord(
  _ context: UnsafeMutableRawPointer?, _: Int32, _ word: UnsafePointer<CChar>?, _ count: Int32,
  _: Int32, _: Int32
) -> Int32 {
  guard let context, let word, count > 0 else { return SQLITE_OK }
  let bytes = UnsafeRawBufferPointer(start: word, count: Int(count))
  Unmanaged<Words>.fromOpaque(context).takeUnretainedValue().all.append(Array(bytes))
  return SQLITE_OK
}
