import AhaBase

extension String {
  /// Equal for names that differ only in case: Latin, Greek and Cyrillic letters in lower case.
  ///
  /// Source: Unicode's CaseFolding.txt, simple foldings of U+0041 to U+042F.
  var foldedCase: [UInt8] {
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      let folded = String.foldedCase(of: scalar.value)
      bytes += String(Unicode.Scalar(folded) ?? scalar).utf8
    }
    return bytes
  }

  private static func foldedCase(of letter: UInt32) -> UInt32 {
    switch letter {
    case 0x41...0x5A, 0xC0...0xD6, 0xD8...0xDE, 0x391...0x3A9, 0x410...0x42F: letter + 32
    case 0x400...0x40F: letter + 80
    case 0x100...0x12F, 0x132...0x137, 0x14A...0x177: letter | 1
    case 0x139...0x148, 0x179...0x17E: letter + letter % 2
    default: letter
    }
  }
}
