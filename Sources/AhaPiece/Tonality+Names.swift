import AhaBase

extension Tonality {
  /// Its usual name, as in "F# minor" and "D dorian"; "unknown", "atonal", and "D exotic" for a
  /// scale without a name here; "invalid" for what cannot be.
  public var name: String {
    if mode == .unknown { return "unknown" }
    if mode == .atonal { return "atonal" }
    guard isValid else { return "invalid" }
    return rootName + " " + (shape.map { $0.name.text } ?? "exotic")
  }

  /// What allihoopa.com shows: the major key with these notes, whatever the root, else "Exotic"; ""
  /// when it is not a key.
  public var label: String {
    guard isKey else { return "" }
    for root in 0..<12 where Tonality.major(root).scale == scale {
      return Tonality.major(root).name
    }
    return "Exotic"
  }

  /// What an ID3 tag holds: "Am", "F#", "o" for atonal; nil for what it cannot say.
  public var shortName: String? {
    if mode == .atonal { return "o" }
    switch shape?.kind {
    case .major: return rootName
    case .minor: return rootName + "m"
    default: return nil
    }
  }

  /// With a sharp or a flat as the signature has it; with six of either, as is more usual.
  private var rootName: String {
    let root = Int(self.root)
    let key = (root + (shape?.signature ?? 0)) % 12
    // G D A E B F# as bits; at F#, the roots Eb and Bb have flats.
    let isSharp = 0b1010_1101_0100 >> key & 1 == 1 && !(key == 6 && (root == 3 || root == 10))
    if Tonality.isWhite(root) { return Tonality.letter(root) }
    return Tonality.letter(isSharp ? root : (root + 1) % 12) + (isSharp ? "#" : "b")
  }

  /// Of a pitch class; a black key has that of the white one below.
  private static func letter(_ pitch: Int) -> String {
    let letters = "CCDDEFFGGAAB" as StaticString
    return String(decoding: [letters.utf8Start[pitch]], as: UTF8.self)
  }

  private static func isWhite(_ pitch: Int) -> Bool { 0xAB5 >> pitch & 1 == 1 }
}
