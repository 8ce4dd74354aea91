import AhaBase
import CShims

/// Copies text and bytes into the host's buffers.
enum Text {
  /// Copies as much as fits, cut between characters, with a final NUL. Returns the full length.
  static func copy(_ text: String, to target: UnsafeMutableBufferPointer<CChar>) -> Int {
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
  static func copyOut(
    _ path: FilePath, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
    _ outLength: UnsafeMutablePointer<Int>?
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
  static func copyOut(
    _ text: String, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
    _ outLength: UnsafeMutablePointer<Int>?
  ) throws(AhaError) {
    let target = UnsafeMutableBufferPointer(start: buffer, count: buffer == nil ? 0 : capacity)
    let length = copy(text, to: target)
    outLength?.pointee = length
    if buffer != nil, length >= capacity {
      throw AhaError(.bufferTooSmall, "\(length + 1) bytes needed, \(capacity) given")
    }
  }

  /// A static text as a C string; StaticString ends with NUL.
  static func pointer(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  /// Copies into a character array of a structure; cut at its capacity.
  static func fill<T: BitwiseCopyable>(_ field: inout T, _ text: String) {
    withUnsafeMutableBytes(of: &field) { bytes in
      _ = copy(text, to: bytes.bindMemory(to: CChar.self))
    }
  }
}
