import AhaBase

/// The gain that players apply to a file, from its tags.
///
/// Units: dB relative to a loudness of -18 LUFS, and peaks of full scale 1; nil: not in the file.
/// Source: ReplayGain 2.0 specification; RFC 7845, section 5.2.1 (R128, relative to -23 LUFS).
public struct PlaybackGain: Equatable, Sendable {
  public var trackDb: Double?
  public var trackPeak: Double?
  public var albumDb: Double?
  public var albumPeak: Double?

  public init() {}

  /// The gain of a sound with this loudness and true peak.
  public init(lufs: Double, peakDb: Double) {
    trackDb = PlaybackGain.reference - lufs
    trackPeak = Double(power(10, exponent: Float(peakDb / 20)))
  }

  private static let reference = -18.0
  /// Of Opus: 5 dB lower, in 256ths of a dB.
  private static let opusOffset = 5.0

  private static let fields: [(StaticString, Field)] = [
    ("REPLAYGAIN_TRACK_GAIN", .trackDb), ("REPLAYGAIN_TRACK_PEAK", .trackPeak),
    ("REPLAYGAIN_ALBUM_GAIN", .albumDb), ("REPLAYGAIN_ALBUM_PEAK", .albumPeak),
    ("R128_TRACK_GAIN", .trackR128), ("R128_ALBUM_GAIN", .albumR128),
  ]

  private enum Field { case trackDb, trackPeak, albumDb, albumPeak, trackR128, albumR128 }

  private static func field(_ name: [UInt8]) -> Field? {
    let name = name.map { (0x61...0x7A).contains($0) ? $0 - 32 : $0 }
    return fields.first { name.elementsEqual($0.0.array) }?.1
  }

  static func isName(_ name: [UInt8]) -> Bool { field(name) != nil }

  /// Reads a tag such as "REPLAYGAIN_TRACK_GAIN" with "-7.25 dB"; ignores others.
  mutating func read(_ name: [UInt8], text: String) {
    guard let field = PlaybackGain.field(name), let value = PlaybackGain.number(text) else {
      return
    }
    switch field {
    case .trackDb: trackDb = value
    case .trackPeak: trackPeak = value
    case .albumDb: albumDb = value
    case .albumPeak: albumPeak = value
    case .trackR128: trackDb = value / 256 + PlaybackGain.opusOffset
    case .albumR128: albumDb = value / 256 + PlaybackGain.opusOffset
    }
  }

  /// Whether `entries` replace this tag. Tags of an album stay, unless there is a new value.
  func replaces(_ name: [UInt8]) -> Bool {
    switch PlaybackGain.field(name) {
    case .trackDb, .trackPeak, .trackR128: trackDb != nil
    case .albumDb, .albumPeak, .albumR128: albumDb != nil
    case nil: false
    }
  }

  /// The tags to write.
  /// - Parameter isOpus: R128, which players of Opus read instead.
  func entries(isOpus: Bool = false) -> [(name: StaticString, text: String)] {
    var entries: [(name: StaticString, text: String)] = []
    let gains: [(StaticString, StaticString, Double?)] = [
      ("REPLAYGAIN_TRACK_GAIN", "R128_TRACK_GAIN", trackDb),
      ("REPLAYGAIN_ALBUM_GAIN", "R128_ALBUM_GAIN", albumDb),
    ]
    for (name, opus, gain) in gains {
      guard let gain else { continue }
      let steps = Int64((256 * (gain - PlaybackGain.opusOffset)).rounded())
      let text = PlaybackGain.text(gain, digits: 2) + " dB"
      entries.append(isOpus ? (opus, "\(max(-32_768, min(32_767, steps)))") : (name, text))
    }
    if isOpus { return entries }
    if let trackPeak {
      entries.append(("REPLAYGAIN_TRACK_PEAK", PlaybackGain.text(trackPeak, digits: 6)))
    }
    if let albumPeak {
      entries.append(("REPLAYGAIN_ALBUM_PEAK", PlaybackGain.text(albumPeak, digits: 6)))
    }
    return entries
  }

  private static func text(_ value: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(Int64(1)) { scale, _ in 10 * scale }
    let units = Int64((value.magnitude * Double(scale)).rounded())
    let sign = value < 0 && units > 0 ? "-" : ""
    return sign + "\(units / scale)." + (units % scale).digits(digits)
  }

  /// The number at the start of a text; nil without one, or with more than six digits.
  private static func number(_ text: String) -> Double? {
    var bytes = text.array[...]
    while bytes.first == 0x20 { bytes = bytes.dropFirst() }
    let sign = bytes.first == UInt8(ascii: "-") ? -1.0 : 1
    if sign < 0 || bytes.first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
    var (value, scale, hasDot, digits) = (0.0, 1.0, false, 0)
    for byte in bytes {
      if byte == UInt8(ascii: "."), !hasDot {
        hasDot = true
      } else if (0x30...0x39).contains(byte) {
        value = value * 10 + Double(byte - 0x30)
        digits += 1
        if hasDot { scale *= 10 }
      } else {
        break
      }
    }
    return (1...12).contains(digits) && value / scale < 1e6 ? sign * value / scale : nil
  }
}
