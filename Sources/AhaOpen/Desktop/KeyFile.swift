import AhaBase

/// A file of groups of keys, of which one value is wanted or changed: all else in it stays as it
/// is, to the byte.
///
/// Source: Desktop Entry Specification 1.5, "Basic format of the file".
struct KeyFile {
  private var lines: [[UInt8]] = []
  /// More is no such file.
  static let largest = 1 << 20

  init(_ bytes: [UInt8]) {
    var line: [UInt8] = []
    for byte in bytes {
      line.append(byte)
      if byte == 10 {
        lines.append(line)
        line = []
      }
    }
    if !line.isEmpty { lines.append(line) }
  }

  /// One that is not there is empty. Errors: `limit`, those of reading.
  init(reading path: FilePath) throws(AhaError) {
    guard FileStatus(path) != nil else {
      self.init([])
      return
    }
    self.init(try FileStream(reading: path).start(limit: KeyFile.largest))
  }

  var bytes: [UInt8] { lines.flatMap { $0 } }
  var isEmpty: Bool { lines.isEmpty }

  func value(_ key: String, in group: StaticString) -> String? {
    guard let (range, place) = find(key, group), let place else { return nil }
    _ = range
    let line = lines[place]
    let start = (line.firstIndex(of: UInt8(ascii: "=")) ?? -1) + 1
    return KeyFile.trimmed(line[start...]).withUnsafeBufferPointer(String.decoded)
  }

  /// The parts of a value that is a list.
  func list(_ key: String, in group: StaticString) -> [String] {
    let bytes = value(key, in: group)?.array ?? []
    return bytes.split(separator: UInt8(ascii: ";")).map {
      KeyFile.trimmed($0).withUnsafeBufferPointer(String.decoded)
    }
  }

  /// Nil takes the key away.
  mutating func set(_ key: String, _ value: String?, in group: StaticString) {
    let line = value.map { "\(key)=\($0)\n".array }
    if let (start, place) = find(key, group) {
      if let place {
        lines.replaceSubrange(place...place, with: line.map { [$0] } ?? [])
      } else if let line {
        endLine(start)
        lines.insert(line, at: start + 1)
      }
    } else if let line {
      if !lines.isEmpty {
        endLine(lines.count - 1)
        if lines[lines.count - 1].count > 1 { lines.append([10]) }
      }
      lines.append("[\(group)]\n".array)
      lines.append(line)
    }
  }

  private mutating func endLine(_ index: Int) {
    if lines[index].last != 10 { lines[index].append(10) }
  }

  /// Where the group begins, and the key is; nil when there is no such group.
  private func find(_ key: String, _ group: StaticString) -> (Int, Int?)? {
    let (head, wanted) = ("[\(group)]".array, key.array)
    var start: Int?
    for index in lines.indices {
      let line = KeyFile.trimmed(lines[index][...])
      if line.first == UInt8(ascii: "[") {
        if let start { return (start, nil) }
        if line == head { start = index }
      } else if let start, let equal = line.firstIndex(of: UInt8(ascii: "=")),
        KeyFile.trimmed(line[..<equal]) == wanted
      {
        return (start, index)
      }
    }
    return start.map { ($0, nil) }
  }

  private static func trimmed(_ part: ArraySlice<UInt8>) -> [UInt8] {
    var part = part
    while let first = part.first, first <= 32 { part = part.dropFirst() }
    while let last = part.last, last <= 32 { part = part.dropLast() }
    return Array(part)
  }
}
