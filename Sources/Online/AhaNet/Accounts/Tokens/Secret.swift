import AhaBase
import CShims

/// Bytes of a token or password, wiped when the last reference ends.
///
/// Threads: any; immutable.
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

  /// Nil for no text and for "": an empty credential is a missing one.
  public convenience init?(given text: String?) {
    guard let text, !text.isEmpty else { return nil }
    self.init(text)
  }

  /// Copies the bytes and wipes the source.
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

  /// For APIs that accept only text. Release the copy soon.
  public var text: String { withExtendedLifetime(self) { bytes.text } }

  /// Constant time for two secrets of one length.
  public func isSame(as other: Secret) -> Bool {
    guard count == other.count else { return false }
    var difference = UInt8(0)
    for index in 0..<count { difference |= memory[index] ^ other.memory[index] }
    return difference == 0
  }

  /// True if a text contains the secret, or ends with a start of it: error texts may be cut.
  public func isIn(_ text: [UInt8]) -> Bool {
    guard count > 0 else { return false }
    for start in text.indices where text[start] == memory[0] {
      let length = min(count, text.count - start)
      if length < count && length < Secret.telling { return false }
      if text[start..<(start + length)].elementsEqual(bytes[..<length]) { return true }
    }
    return false
  }

  /// Min length of a match at the text's end: shorter ones occur by chance.
  private static let telling = 8
}

extension [UInt8] {
  /// Wipes the array's buffer, unless another reference shares it.
  public mutating func wipe() {
    withUnsafeMutableBufferPointer {
      if let start = $0.baseAddress { explicit_bzero(start, $0.count) }
    }
  }
}
