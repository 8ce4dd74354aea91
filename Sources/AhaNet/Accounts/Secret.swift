import AhaBase
import CShims

/// Bytes that are overwritten when nobody needs them any more: a token, a password.
///
/// Threads: any; it does not change.
public final class Secret: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<UInt8>
  public let count: Int

  public init(_ bytes: UnsafeBufferPointer<UInt8>) {
    count = bytes.count
    memory = .allocate(capacity: max(1, count))
    if let start = bytes.baseAddress { memory.update(from: start, count: count) }
  }

  public convenience init(_ text: String) {
    var bytes = Array(text.utf8)
    self.init(taking: &bytes)
  }

  /// Takes the bytes, and overwrites them where they were.
  public init(taking bytes: inout [UInt8]) {
    count = bytes.count
    memory = .allocate(capacity: max(1, count))
    bytes.withUnsafeBufferPointer {
      if let start = $0.baseAddress { memory.update(from: start, count: $0.count) }
    }
    bytes.wipe()
  }

  deinit {
    explicit_bzero(memory, count)
    memory.deallocate()
  }

  public var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: count) }

  /// For where only text is taken: let it go soon.
  public var text: String { withExtendedLifetime(self) { bytes.text } }

  /// Takes as long for any two of one length.
  public func isSame(as other: Secret) -> Bool {
    guard count == other.count else { return false }
    var difference = UInt8(0)
    for index in 0..<count { difference |= memory[index] ^ other.memory[index] }
    return difference == 0
  }

  /// Whether a text gives it away, or the text's end may: what is told is cut somewhere.
  public func isIn(_ text: [UInt8]) -> Bool {
    guard count > 0 else { return false }
    for start in text.indices where text[start] == memory[0] {
      let length = min(count, text.count - start)
      if length < count && length < Secret.telling { return false }
      if text[start..<(start + length)].elementsEqual(bytes[..<length]) { return true }
    }
    return false
  }

  /// So many bytes of its beginning are no chance any more.
  private static let telling = 8
}

extension [UInt8] {
  /// Overwrites what it holds, where nobody else holds it too.
  mutating func wipe() {
    withUnsafeMutableBufferPointer {
      if let start = $0.baseAddress { explicit_bzero(start, $0.count) }
    }
  }
}
