import AhaBase
import AhaPiece

/// Formats numbers and types for readers of a page.
enum PageText {
  /// Such as "5.3 MB".
  static func size(of bytes: Int64) -> String {
    if bytes < 1000 { return "\(bytes) bytes" }
    var (tenths, unit) = ((bytes + 50) / 100, 0)
    while tenths >= 9995, unit < 3 { (tenths, unit) = ((tenths + 500) / 1000, unit + 1) }
    let units = ["kB", "MB", "GB", "TB"]
    if tenths >= 100 { return "\((tenths + 5) / 10) " + units[unit] }
    return "\(tenths / 10).\(tenths % 10) " + units[unit]
  }

  /// Short form of a MIME type, such as "FLAC"; a long or unusual type stays unchanged.
  static func format(of type: String) -> String {
    let bytes = type.array
    var name = bytes.drop { $0 != 0x2F }.dropFirst()
    if name.starts(with: [0x78, 0x2D]) { name = name.dropFirst(2) }
    let short = name.text
    if short == "mpeg" { return "MP3" }
    if type == "audio/mp4" { return "M4A" }
    if short == "vnd.wave" || short == "wave" { return "WAV" }
    guard name.count <= 4 else { return type }
    let upper = name.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }
    return upper.text
  }

  /// Max two decimals, such as "120.5 BPM".
  /// - Parameter tempo: A tempo within the limits of a piece.
  static func tempo(of tempo: Double) -> String {
    thousandths(of: Int64((tempo * 100).rounded()) * 10) + " BPM"
  }

  /// Such as "12", "0.5" and "3.125".
  static func thousandths(of number: Int64) -> String {
    var digits = Array("\(1000 + number % 1000)".array.dropFirst())
    while digits.last == 0x30 { digits.removeLast() }
    let fraction = digits.text
    return "\(number / 1000)" + (digits.isEmpty ? "" : "." + fraction)
  }

  /// Such as "D major"; nil if unknown.
  static func key(of tonality: Tonality) -> String? {
    if tonality == .unknown { return nil }
    return tonality == .atonal ? "Atonal" : tonality.name
  }

  /// Title and artist on one line.
  static func name(of piece: Piece) -> String {
    piece.artist.isEmpty ? piece.title : piece.title + " – " + piece.artist
  }

  /// The description, or a generated sentence if it is empty.
  static func description(of piece: Piece) -> String {
    if !piece.description.isEmpty { return piece.description }
    return "A piece of music, " + ClockText.short(piece.length) + " long."
  }

  /// Hue in degrees (red is 0, blue is 240) of the key on the circle of fifths, as on covers.
  static func hue(of tonality: Tonality) -> Int {
    tonality.isKey ? (170 + 230 * (Int(tonality.root) * 7 % 12) / 12) % 360 : 285
  }
}
