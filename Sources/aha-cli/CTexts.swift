/// Texts as C wants them, as long as this lives.
final class CTexts {
  private var kept: [UnsafeMutablePointer<CChar>] = []

  deinit {
    for text in kept { text.deallocate() }
  }

  /// nil for nothing.
  func keep(_ text: Bytes?) -> UnsafePointer<CChar>? {
    guard let text else { return nil }
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count + 1)
    for (index, byte) in text.enumerated() { copy[index] = CChar(bitPattern: byte) }
    copy[text.count] = 0
    kept.append(copy)
    return UnsafePointer(copy)
  }
}
