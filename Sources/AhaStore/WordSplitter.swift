import AhaBase
import CSQLite

/// Splits texts into words as a full-text index `unicode61 remove_diacritics 2` does: without regard
/// to case and accents.
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
}

private final class Words { var all: [[UInt8]] = [] }

private func takeWord(
  _ context: UnsafeMutableRawPointer?, _: Int32, _ word: UnsafePointer<CChar>?, _ count: Int32,
  _: Int32, _: Int32
) -> Int32 {
  guard let context, let word, count > 0 else { return SQLITE_OK }
  let bytes = UnsafeRawBufferPointer(start: word, count: Int(count))
  Unmanaged<Words>.fromOpaque(context).takeUnretainedValue().all.append(Array(bytes))
  return SQLITE_OK
}
