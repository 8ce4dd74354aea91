/// The loudspeaker position of a channel, as needed for a stereo downmix.
enum ChannelPosition: Sendable {
  case left, right, center, lowFrequency
  case surroundLeft, surroundRight, surroundCenter
  case leftOfCenter, rightOfCenter
  case other

  /// Gains of the position in left and right.
  /// Source: ITU-R BS.775, table 2, which also omits the low-frequency channel.
  var gains: (left: Float, right: Float) {
    switch self {
    case .left: (1, 0)
    case .right: (0, 1)
    case .center: (minus3, minus3)
    case .lowFrequency: (0, 0)
    case .surroundLeft, .leftOfCenter: (minus3, 0)
    case .surroundRight, .rightOfCenter: (0, minus3)
    case .surroundCenter, .other: (0.5, 0.5)
    }
  }

  /// The order in which WAV and FLAC store 3 to 8 channels; nil for other counts.
  static func usualOrder(_ channels: Int) -> [ChannelPosition]? {
    switch channels {
    case 3: [.left, .right, .center]
    case 4: [.left, .right, .surroundLeft, .surroundRight]
    case 5: [.left, .right, .center, .surroundLeft, .surroundRight]
    case 6: [.left, .right, .center, .lowFrequency, .surroundLeft, .surroundRight]
    case 7:
      [
        .left, .right, .center, .lowFrequency, .surroundCenter, .surroundLeft, .surroundRight,
      ]
    case 8:
      [
        .left, .right, .center, .lowFrequency, .surroundLeft, .surroundRight, .surroundLeft,
        .surroundRight,
      ]
    default: nil
    }
  }

  /// The order of Vorbis and Opus. Source: Vorbis I specification, 4.3.9; RFC 7845, 5.1.1.2.
  static func oggOrder(_ channels: Int) -> [ChannelPosition]? {
    switch channels {
    case 3: [.left, .center, .right]
    case 4: [.left, .right, .surroundLeft, .surroundRight]
    case 5: [.left, .center, .right, .surroundLeft, .surroundRight]
    case 6: [.left, .center, .right, .surroundLeft, .surroundRight, .lowFrequency]
    case 7:
      [
        .left, .center, .right, .surroundLeft, .surroundRight, .surroundCenter, .lowFrequency,
      ]
    case 8:
      [
        .left, .center, .right, .surroundLeft, .surroundRight, .surroundLeft, .surroundRight,
        .lowFrequency,
      ]
    default: nil
    }
  }
}

private let minus3 = Float(0.5).squareRoot()
