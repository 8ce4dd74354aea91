import AhaBase

extension String {
  /// Cuts after a whole word and adds an ellipsis. A word longer than half of the length is cut
  /// too.
  /// - Parameter limit: Max Unicode code points, with the ellipsis.
  public func shortened(to limit: Int) -> String {
    let scalars = Array(unicodeScalars)
    if scalars.count <= limit { return self }
    var end = limit - 1
    let space = scalars[...end].lastIndex { $0.value == 0x20 }
    if let space, space >= limit / 2 {
      end = space
    } else {
      while end > 1, isBound(in: scalars, at: end) { end -= 1 }
    }
    while end > 0, isEdge(scalars[end - 1]) { end -= 1 }
    var bytes: [UInt8] = []
    for scalar in scalars[..<end] { bytes += String(scalar).utf8 }
    return bytes.text + "…"
  }

  /// First control of the writing direction that can reorder text after it: an embedding, an
  /// override or an isolate. Marks, which Arabic and Hebrew texts need, are not among them.
  ///
  /// Source: Unicode Standard Annex #9, 2.1 to 2.5.
  public var directionControl: UInt32? {
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x202A...0x202E, 0x2066...0x2069: return scalar.value
      default: continue
      }
    }
    return nil
  }

  /// True for any character with Unicode's property Bidi_Control.
  public var hasDirectionMark: Bool {
    if directionControl != nil { return true }
    return unicodeScalars.contains { [0x061C, 0x200E, 0x200F].contains($0.value) }
  }
}

/// Characters that look odd before an ellipsis: a space, and . , : ; -
private func isEdge(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x20, 0x2C, 0x2D, 0x2E, 0x3A, 0x3B: true
  default: false
  }
}

/// True if the scalar belongs to the character before it: an accent, part of an emoji, the second
/// half of a flag.
private func isBound(in scalars: [Unicode.Scalar], at index: Int) -> Bool {
  if scalars[index - 1].value == 0x200D { return true }
  switch scalars[index].value {
  case 0x300...0x36F, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0x200D, 0x1F3FB...0x1F3FF: return true
  case 0x1F1E6...0x1F1FF:
    let halves = scalars[..<index].reversed().prefix { (0x1F1E6...0x1F1FF).contains($0.value) }
    return halves.count % 2 == 1
  default: return false
  }
}
