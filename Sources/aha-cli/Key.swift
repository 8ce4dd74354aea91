/// A key that means something to a verb that plays or records.
enum Key { case space, quit, louder, softer }

/// Finds keys in what a terminal sends: an arrow key is ESC, "[" or "O", and a letter.
struct KeyReader {
  private var escape = 0

  mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes {
      if let key = key(byte) { keys.append(key) }
    }
    return keys
  }

  private mutating func key(_ byte: UInt8) -> Key? {
    if byte == 0x1b {
      escape = 1
      return nil
    }
    if escape == 1, byte == 0x5b || byte == 0x4f {
      escape = 2
      return nil
    }
    defer { escape = 0 }
    return escape == 2 ? arrow(byte) : letter(byte)
  }

  private func arrow(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x41, 0x43: .louder
    case 0x42, 0x44: .softer
    default: nil
    }
  }

  private func letter(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x20: .space
    case 0x51, 0x71: .quit
    default: nil
    }
  }
}
