import AhaBase
import CShims

/// Reads and writes structures with a size tag, limited to the size that the caller knows.
///
/// Invariant: every size is a multiple of 8, as is the size of every structure that begins with a
/// size_t. No field that a caller knows is larger or at another offset, so no field is ever cut.
public enum Sized {
  private static let unit = MemoryLayout<Int>.size
  /// A larger tag is garbage, not a size.
  private static let largest = 4096
  /// The tag and at least one field.
  private static let smallest = 2 * unit

  /// Copies the caller's structure. Fields unknown to the caller are zero; fields unknown to this
  /// version must be zero.
  /// Errors: `invalidArgument` (size), `unsupported` (unknown fields that are not zero).
  public static func read<T: BitwiseCopyable>(
    _ pointer: UnsafePointer<T>?, _ name: StaticString, default zero: T
  ) throws(AhaError) -> T {
    guard let pointer else { return zero }
    let size = try size(of: pointer, name: name)
    try requireZeroTail(UnsafeRawPointer(pointer), from: MemoryLayout<T>.size, to: size, name: name)
    var copy = zero
    withUnsafeMutableBytes(of: &copy) { target in
      _ = memcpy(target.baseAddress!, pointer, min(size, target.count))
    }
    return copy
  }

  /// The known part of the caller's structure, without errors.
  public static func known<T: BitwiseCopyable>(_ pointer: UnsafePointer<T>?, default zero: T) -> T {
    var copy = zero
    guard let pointer, let size = try? size(of: pointer, name: "") else { return copy }
    withUnsafeMutableBytes(of: &copy) { target in
      _ = memcpy(target.baseAddress!, pointer, min(size, target.count))
    }
    return copy
  }

  /// Writes the fields that the caller knows; its size tag stays.
  public static func write<T: BitwiseCopyable>(
    _ value: T, to pointer: UnsafeMutablePointer<T>?, _ name: StaticString
  ) throws(AhaError) {
    try withUnsafeBytes(of: value) { (source) throws(AhaError) in
      try write(source, to: UnsafeMutableRawPointer(pointer), name: name)
    }
  }

  @inline(never)
  private static func write(
    _ source: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer?, name: StaticString
  ) throws(AhaError) {
    let target = try required(target, name)
    let size = try size(of: target, name: name)
    let tag = MemoryLayout<Int>.size
    memset(target + tag, 0, size - tag)
    memcpy(target + tag, source.baseAddress! + tag, min(size, source.count) - tag)
  }

  /// Checks an output structure before the work whose result it gets.
  public static func check<T>(
    _ pointer: UnsafeMutablePointer<T>?, _ name: StaticString
  ) throws(AhaError) {
    _ = try size(of: try required(UnsafeRawPointer(pointer), name), name: name)
  }

  private static func size(
    of pointer: UnsafeRawPointer, name: StaticString
  ) throws(AhaError) -> Int {
    let size = pointer.loadUnaligned(as: Int.self)
    guard (smallest...largest).contains(size) else {
      throw AhaError(.invalidArgument, "\(name)->struct_size is \(UInt(bitPattern: size))")
    }
    guard size % unit == 0 else {
      throw AhaError(
        .invalidArgument, "\(name)->struct_size is \(size), which ends inside a field")
    }
    return size
  }

  private static func requireZeroTail(
    _ bytes: UnsafeRawPointer, from known: Int, to size: Int, name: StaticString
  ) throws(AhaError) {
    guard size > known else { return }
    for offset in known..<size where bytes.load(fromByteOffset: offset, as: UInt8.self) != 0 {
      throw AhaError(
        .unsupported, "\(name) has a field at byte \(offset) that this version does not know")
    }
  }
}

/// An argument that must not be NULL.
public func required<T>(_ pointer: T?, _ name: StaticString) throws(AhaError) -> T {
  guard let pointer else { throw AhaError(.invalidArgument, "\(name) is NULL") }
  return pointer
}
