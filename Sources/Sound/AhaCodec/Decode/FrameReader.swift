import AhaBase

/// Reads a sound or a part of it, mixed to one or two channels or with its own, interleaved, at its
/// own or another rate.
///
/// Returns exactly `convertedLength(of: frames of the source)` frames: excess frames of the
/// resampler are dropped, missing ones are silence.
/// Threads: one at a time.
public final class FrameReader {
  /// The name in error lines.
  public let name: String
  /// The rate of the frames that are read.
  public var sampleRate: Int { to }
  /// 1 or 2, or those of the source if they are kept.
  public var channels: Int { fold.outputs }
  /// Length by the header, in frames of the source; 0 if unknown.
  public let expectedFrames: Int64
  private let source: any FrameSource
  private let fold: ChannelFold
  private let from: Int
  private let to: Int
  private var resampler: (any RateConverter)?
  /// Downmixed frames that the resampler has not consumed yet.
  private let input: Scratch
  private var inputStart = 0
  private var inputCount = 0
  /// Frames read from the source, and whether it has ended.
  private(set) var sourceFrames: Int64
  private var sourceEnded = false
  /// The next output frame, at the rate `to`.
  private var position: Int64
  /// Of a file whose end is checked.
  private var checked: Decoder?
  /// The end was checked, which moves the decoder.
  private var isAtEnd = false

  /// Reads a file once, at its own rate. Errors: as `Decoder.init`.
  public convenience init(_ stream: any ByteStream) throws(AhaError) {
    try self.init(try Decoder(stream))
  }

  /// Reads the whole file of a decoder that has read only the header.
  /// - Parameters:
  ///   - rate: Nil: that of the file.
  ///   - fold: Nil: to one or two channels.
  convenience init(
    _ decoder: Decoder, to rate: Int? = nil, fold: ChannelFold? = nil
  ) throws(AhaError) {
    let from = decoder.format.sampleRate
    try decoder.startChecksum()
    try self.init(
      decoder, name: decoder.name, expected: decoder.expectedFrames,
      fold: fold ?? decoder.fold, from: from, to: rate ?? from)
    checked = decoder
  }

  /// Reads a part of a file once. Errors: the stream's, `outOfMemory`.
  /// - Parameters:
  ///   - count: Frames of the part, at the file's rate; nil: to the end.
  ///   - channels: 1, 2 or those of the file.
  ///   - rate: Of the frames that are read.
  public convenience init(
    _ decoder: Decoder, from begin: Int64, count: Int64?, channels: Int, to rate: Int
  ) throws(AhaError) {
    let fold = ChannelFold(
      channels: decoder.format.channels, positions: decoder.channelPositions, to: channels)
    let rest = max(0, decoder.expectedFrames - begin)
    try self.init(
      SoundPart(decoder, from: begin, count: count), name: decoder.name,
      expected: count.map { rest == 0 ? $0 : min($0, rest) } ?? rest, fold: fold,
      from: decoder.format.sampleRate, to: rate)
  }

  /// - Parameters:
  ///   - interleaved: `frames` times `channels` samples, borrowed until reading ends. NaN,
  ///     infinity and values beyond 2^30 become 0.
  ///   - rate: Nil: `sampleRate`.
  ///   - fold: Nil: to one or two channels.
  public convenience init(
    interleaved: Floats, frames: Int, channels: Int, sampleRate: Int, to rate: Int? = nil,
    fold: ChannelFold? = nil
  ) throws(AhaError) {
    try self.init(
      MemorySource(interleaved, frames: frames, channels: channels), name: "the frames",
      expected: Int64(frames), fold: fold ?? ChannelFold(channels: channels, positions: nil),
      from: sampleRate, to: rate ?? sampleRate)
  }

  /// - Parameters:
  ///   - start: The current frame of the source, a multiple of `grid(from, to)`.
  ///   - converter: Nil: libsoxr.
  init(
    _ source: any FrameSource, name: String, expected: Int64, fold: ChannelFold, from: Int,
    to: Int, start: Int64 = 0, converter: MakeRateConverter? = nil
  ) throws(AhaError) {
    (self.source, self.name, expectedFrames) = (source, name, expected)
    self.fold = fold
    (self.from, self.to) = (from, to)
    input = try Scratch(Limit.blockFrames * max(fold.inputs, fold.outputs))
    if from != to {
      resampler =
        if let converter { try converter(from, to, fold.outputs) } else {
          try Resampler(from: from, to: to, channels: fold.outputs)
        }
    }
    sourceFrames = start
    position = convertedLength(of: start, from: from, to: to)
  }

  /// Reads `frames` frames, fewer only at the end; 0 at the end.
  /// Errors: the stream's, `damaged` (in its middle), `limit`.
  public func read(_ output: Floats, frames: Int) throws(AhaError) -> Int {
    if isAtEnd { return 0 }
    var done = 0
    while done < frames {
      let got = try readSome(output + done * channels, frames: frames - done)
      if got == 0 { break }
      done += got
      position += Int64(got)
    }
    if done == 0, frames > 0, let checked {
      isAtEnd = true
      try checked.requireWhole()
    }
    return done
  }

  private func readSome(_ output: Floats, frames: Int) throws(AhaError) -> Int {
    guard let resampler else { return try readUnchanged(output, frames: frames) }
    while true {
      if inputCount == 0, !sourceEnded { try refill() }
      if sourceEnded { return try readRest(resampler, to: output, frames: frames) }
      let (taken, given) = try resampler.process(
        input.samples + inputStart * channels, inputFrames: inputCount, to: output,
        outputFrames: frames)
      inputStart += taken
      inputCount -= taken
      if given > 0 { return given }
    }
  }

  private func readUnchanged(_ output: Floats, frames: Int) throws(AhaError) -> Int {
    let got: Int
    if !fold.isActive {
      got = try source.read(output, frames: frames)
    } else {
      got = try source.read(input.samples, frames: min(frames, Limit.blockFrames))
      fold.fold(input.samples, frames: got)
      output.copy(input.samples.prefix(got * channels))
    }
    sourceFrames += Int64(got)
    return got
  }

  private func refill() throws(AhaError) {
    inputStart = 0
    inputCount = try source.read(input.samples, frames: Limit.blockFrames)
    fold.fold(input.samples, frames: inputCount)
    sourceFrames += Int64(inputCount)
    sourceEnded = inputCount == 0
  }

  /// After the end of the source: the rest of the resampler, cut or padded to the exact length.
  private func readRest(
    _ resampler: any RateConverter, to output: Floats, frames: Int
  ) throws(AhaError) -> Int {
    let left = convertedLength(of: sourceFrames, from: from, to: to) - position
    let wanted = Int(min(Int64(frames), left))
    guard wanted > 0 else { return 0 }
    let given = try resampler.process(nil, inputFrames: 0, to: output, outputFrames: wanted).given
    if given > 0 { return given }
    output.prefix(wanted * channels).clear()
    return wanted
  }
}

/// The length of `frames` frames at another rate: rounded, but at least 1 for a sound that is not
/// empty.
public func convertedLength(of frames: Int64, from: Int, to: Int) -> Int64 {
  if from == to || frames == 0 { return frames }
  let (high, low) = Int64(to).multipliedFullWidth(by: max(frames, 0))
  let (sum, carry) = low.addingReportingOverflow(UInt64(from / 2))
  let top = high + (carry ? 1 : 0)
  // Saturates if the quotient does not fit in 64 bits.
  guard top < Int64(from) / 2 else { return Int64.max }
  return max(1, Int64(from).dividingFullWidth((top, sum)).quotient)
}

/// Distance of source frames that fall exactly on a frame at the other rate.
func grid(from: Int, to: Int) -> Int {
  var (a, b) = (from, to)
  while b != 0 { (a, b) = (b, a % b) }
  return from / a
}
