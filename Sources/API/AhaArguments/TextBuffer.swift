import AhaBase
import CShims

/// Text from and to the host.
public enum Text {
  /// Copies as much as fits, cut between characters, with a final NUL. Returns the full length.
  public static func copy(_ text: String, to target: UnsafeMutableBufferPointer<CChar>) -> Int {
    var text = text
    return text.withUTF8 { source in
      guard let start = target.baseAddress, target.count > 0 else { return source.count }
      var count = min(source.count, target.count - 1)
      while count > 0, count < source.count, source[count] & 0xC0 == 0x80 { count -= 1 }
      if count > 0 { memcpy(start, source.baseAddress!, count) }
      start[count] = 0
      return source.count
    }
  }

  /// Copies a path byte for byte.
  public static func copyOut(
    _ path: FilePath, to buffer: UnsafeMutablePointer<CChar>?, capacity: Int,
    outLength: UnsafeMutablePointer<Int>?
  ) throws(AhaError) {
    let length = path.withCString { strlen($0) }
    outLength?.pointee = length
    guard let buffer, capacity > 0 else { return }
    let count = min(length, capacity - 1)
    path.withCString { _ = memcpy(buffer, $0, count) }
    buffer[count] = 0
    if length >= capacity {
      throw AhaError(.bufferTooSmall, "\(length + 1) bytes needed, \(capacity) given")
    }
  }

  /// Copy-out rule of the API: NULL asks for the length; a buffer that is too small is an error,
  /// and gets as much as fits.
  public static func copyOut(
    _ text: String, to buffer: UnsafeMutablePointer<CChar>?, capacity: Int,
    outLength: UnsafeMutablePointer<Int>?
  ) throws(AhaError) {
    let target = UnsafeMutableBufferPointer(start: buffer, count: buffer == nil ? 0 : capacity)
    let length = copy(text, to: target)
    outLength?.pointee = length
    if buffer != nil, length >= capacity {
      throw AhaError(.bufferTooSmall, "\(length + 1) bytes needed, \(capacity) given")
    }
  }

  /// A static text as a C string; StaticString ends with NUL.
  public static func pointer(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  /// Copies into a character array of a structure; cut at its capacity.
  public static func fill<T: BitwiseCopyable>(_ field: inout T, _ text: String) {
    withUnsafeMutableBytes(of: &field) { bytes in
      _ = copy(text, to: bytes.bindMemory(to: CChar.self))
    }
  }

  /// A text argument; bytes that are not UTF-8 become U+FFFD. Errors: `invalidArgument`.
  public static func given(
    _ text: UnsafePointer<CChar>?, _ name: StaticString
  ) throws(AhaError) -> String {
    String(cString: try required(text, name))
  }

  /// The error for an enumerator that is none of the object's texts.
  public static func unknown(_ text: UInt32) -> AhaError {
    AhaError(.invalidArgument, "text \(Int(text)) is not known")
  }

  /// A credential; nil for NULL and for "": an empty credential is a missing one.
  public static func credential(_ text: UnsafePointer<CChar>?) -> String? {
    optional(text).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Nil for NULL.
  public static func optional(_ text: UnsafePointer<CChar>?) -> String? {
    text.map { String(cString: $0) }
  }
}

/// The host's buffer for `length` bytes; nil if the host asks for the length only.
/// Errors: `bufferTooSmall`; the buffer stays untouched.
public func buffer(
  for length: Int, bytes: UnsafeMutableRawPointer?, capacity: Int,
  outLength: UnsafeMutablePointer<Int>?
) throws(AhaError) -> UnsafeMutableRawBufferPointer? {
  outLength?.pointee = length
  guard let bytes else { return nil }
  guard capacity >= length else {
    throw AhaError(.bufferTooSmall, "\(length) bytes needed, \(capacity) given")
  }
  return UnsafeMutableRawBufferPointer(start: bytes, count: length)
}

/// Implements the copy-out rule for bytes.
public func copyOut(
  _ content: [UInt8], to bytes: UnsafeMutableRawPointer?, capacity: Int,
  outLength: UnsafeMutablePointer<Int>?
) throws(AhaError) {
  let buffer = try buffer(
    for: content.count, bytes: bytes, capacity: capacity, outLength: outLength)
  buffer?.copyBytes(from: content)
}

/// Implements the copy-out rule for a list of records.
public func copyOut<T, Record, Count: FixedWidthInteger>(
  _ found: [T], to buffer: UnsafeMutablePointer<Record>?, capacity: Count,
  outCount: UnsafeMutablePointer<Count>?, record: (T) -> Record
) throws(AhaError) {
  outCount?.pointee = Count(clamping: found.count)
  guard let buffer else { return }
  let count = max(0, Int(clamping: capacity))
  for index in 0..<min(found.count, count) { buffer[index] = record(found[index]) }
  if found.count > count {
    throw AhaError(.bufferTooSmall, "room for \(found.count) needed, for \(count) given")
  }
}

/// The path of a file. Errors: `invalidArgument`.
public func filePath(_ path: UnsafePointer<CChar>?) throws(AhaError) -> FilePath {
  let file = FilePath(try required(path, "path"))
  if file.isEmpty { throw AhaError(.invalidArgument, "path is empty") }
  return file
}
