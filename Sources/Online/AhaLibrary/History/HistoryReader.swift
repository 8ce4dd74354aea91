import AhaBase
import AhaJSON

/// Reads the entries of a history file of any form, one after another, in constant memory.
///
/// JSON is a list of objects, or objects one after another, as JSON lines. The listens of an object
/// "payload" of ListenBrainz are entries too.
struct HistoryReader {
  /// Max bytes of an object or a line.
  private static let largest = 1 << 24
  private static let block = 1 << 16

  private let stream: FileStream
  private var bytes = [UInt8](repeating: 0, count: HistoryReader.block)
  /// Of the bytes in memory: their count, the next one, and the offset of the first in the file.
  private var (count, next, offset) = (0, 0, Int64(0))
  private var isLog = false
  private var isLocalTime = true
  private var isInList = false
  /// Of a payload, the last one first.
  private var waiting: [Found] = []

  enum Found {
    case entry(HistoryEntry)
    /// No activity of a known kind, or without a title or an artist.
    case other
  }

  /// Errors: `unknownFormat`, those of reading.
  init(_ stream: FileStream) throws(AhaError) {
    self.stream = stream
    try fill()
    let isMarked = bytes[..<count].starts(with: [0xEF, 0xBB, 0xBF])
    next = isMarked ? 3 : 0
    let start = bytes[next..<count]
    isLog = start.starts(with: "#AUDIOSCROBBLER/".array)
    let first = start.first { !HistoryReader.isSpace($0) }
    if isLog || first == UInt8(ascii: "[") || first == UInt8(ascii: "{") { return }
    throw AhaError(
      .unknownFormat,
      "\(stream.name) is no history: neither JSON of libaha or ListenBrainz, nor a scrobbler log")
  }

  /// Nil at the end. Errors: `damaged`, those of reading.
  mutating func read() throws(AhaError) -> Found? {
    if let found = waiting.popLast() { return found }
    return isLog ? try readLine() : try readObject()
  }

  // MARK: Bytes

  private mutating func fill() throws(AhaError) {
    offset += Int64(count)
    (next, count) = (0, 0)
    var failure: AhaError?
    bytes.withUnsafeMutableBytes { bytes in
      do throws(AhaError) { count = try stream.read(into: bytes, at: offset) } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Nil at the end of the file.
  private mutating func byte() throws(AhaError) -> UInt8? {
    if next == count { try fill() }
    if count == 0 { return nil }
    defer { next += 1 }
    return bytes[next]
  }

  private var position: Int64 { offset + Int64(next) }

  private func damaged(_ what: String, at position: Int64) -> AhaError {
    AhaError(.damaged, "\(stream.name), byte \(position): \(what)")
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  // MARK: Lines

  private mutating func readLine() throws(AhaError) -> Found? {
    while true {
      let start = position
      var line: [UInt8] = []
      var isWhole = false
      while !isWhole, let byte = try byte() {
        isWhole = byte == 0x0A
        if !isWhole { line.append(byte) }
        if line.count > HistoryReader.largest { throw damaged("a line of over 16 MiB", at: start) }
      }
      // Its time may be cut.
      if !isWhole { return line.isEmpty ? nil : .other }
      if line.last == 0x0D { line.removeLast() }
      if line.starts(with: "#TZ/".array) { isLocalTime = !line.starts(with: "#TZ/UTC".array) }
      if line.isEmpty || line[0] == UInt8(ascii: "#") { continue }
      let entry = HistoryEntry(logLine: line[...], isLocalTime: isLocalTime)
      return entry.map { .entry($0) } ?? .other
    }
  }

  // MARK: Objects

  private mutating func readObject() throws(AhaError) -> Found? {
    while true {
      let start = position
      guard let byte = try byte() else {
        if isInList { throw damaged("its list has no end", at: start) }
        return nil
      }
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "]"):
        let opens = byte == UInt8(ascii: "[")
        if opens == isInList { throw damaged("it is not JSON of a history", at: start) }
        isInList = opens
      case UInt8(ascii: "{"):
        try adopt(object(from: start), at: start)
        if let found = waiting.popLast() { return found }
      case UInt8(ascii: ","): continue
      default:
        if !HistoryReader.isSpace(byte) { throw damaged("it is not JSON of a history", at: start) }
      }
    }
  }

  /// The bytes of an object whose brace was read.
  private mutating func object(from start: Int64) throws(AhaError) -> [UInt8] {
    var object = [UInt8(ascii: "{")]
    var (depth, isText, isEscaped) = (1, false, false)
    while depth > 0 {
      guard let byte = try byte() else { throw damaged("its object has no end", at: start) }
      object.append(byte)
      if object.count > HistoryReader.largest {
        throw damaged("an object of over 16 MiB", at: start)
      }
      if isText {
        let ends = byte == UInt8(ascii: "\"") && !isEscaped
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        isText = !ends
      } else if byte == UInt8(ascii: "\"") {
        isText = true
      } else if byte == UInt8(ascii: "{") {
        depth += 1
      } else if byte == UInt8(ascii: "}") {
        depth -= 1
      }
    }
    return object
  }

  private mutating func adopt(_ bytes: [UInt8], at start: Int64) throws(AhaError) {
    let name = "\(stream.name), byte \(start)"
    var made: JSONObject?
    var failure: AhaError?
    bytes.withUnsafeBytes { bytes in
      do throws(AhaError) {
        made = try JSONObject(parsing: bytes, limit: HistoryReader.largest, named: name)
      } catch { failure = error }
    }
    if let failure { throw failure }
    guard let object = made else { return }
    var objects = object.objects("payload")
    if let payload = object.object("payload") { objects = payload.objects("listens") }
    if objects.isEmpty { objects = [object] }
    waiting = objects.reversed().map { HistoryEntry($0).map { .entry($0) } ?? .other }
  }
}
