import AhaBase
import AhaCodec

// Sounds that keep all channels of their source: a player plays their downmix, or its own mix.
extension Sound {
  /// Max count of kept channels.
  static let maximumChannels = 32

  /// Errors: `unsupported`.
  static func requireCount(ofChannels channels: Int) throws(AhaError) {
    guard channels <= maximumChannels else {
      throw AhaError(
        .unsupported,
        "a sound of \(channels) channels: keep_channels keeps up to \(maximumChannels)")
    }
  }
}

extension Sound.Loaded {
  /// - Parameter fold: The downmix that players play by default.
  /// Errors: `outOfMemory`.
  init(whole: SampleBuffer, fold: ChannelFold, facts: Sound.Facts) throws(AhaError) {
    self.init(content: .resident(try fold.fold(whole)), facts: facts, whole: .resident(whole))
  }
}

extension Sound.Content {
  /// Mixed to left and right. The channels of a streamed sound are mixed while it is read.
  /// - Parameter gains: Of each channel: left, right.
  /// Errors: `outOfMemory`.
  func mixed(_ gains: [Float]) throws(AhaError) -> Sound.Content {
    let fold = ChannelFold(gains: gains)
    switch self {
    case .resident(let planes): return .resident(try fold.fold(planes))
    case .streamed(let streamed): return .streamed(streamed.folded(by: fold))
    }
  }

  /// The same of another stream; a resident sound has none.
  func reading(_ stream: any ByteStream) -> Sound.Content {
    guard case .streamed(var streamed) = self else { return self }
    streamed.stream = stream
    return .streamed(streamed)
  }
}

extension Sound.Streamed {
  func folded(by fold: ChannelFold) -> Sound.Streamed {
    var copy = self
    (copy.fold, copy.channels) = (fold, fold.outputs)
    return copy
  }
}
