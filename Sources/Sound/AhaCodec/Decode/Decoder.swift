import AhaBase

/// Decodes one stream; the position is in frames at the file's own rate.
///
/// Invariant: in every format, reading after a seek returns the same frames as reading in sequence.
/// Threads: one at a time.
public final class Decoder {
  public let format: SourceFormat
  let cursor: Cursor
  private var file: any SourceFile
  private let opener: SourceOpener
  /// `rewind` marks a used handle as stale; the next access opens a new one.
  private var handleState = HandleState.fresh
  private(set) var position: Int64 = 0
  private var atEnd = false
  /// Reading has ended at a damaged page.
  private var endsAtMark = false
  /// Count of marks of the pages that were compared with the position.
  private var knownMarks = 0
  private let scratch: Scratch
  private let rules: DecodeRules
  /// The length that the pages of an Ogg prove.
  private let provenFrames: Int64?

  /// Reads the header. Errors: the stream's, `empty`, `unknownFormat`, `damaged`, `formatLimit`,
  /// `limit` (more bytes than the stream's rules allow).
  public convenience init(_ stream: any ByteStream) throws(AhaError) {
    try self.init(try UnopenedSound(stream))
  }

  private init(_ sound: UnopenedSound) throws(AhaError) {
    cursor = sound.cursor
    rules = sound.rules
    let header = sound.header
    (file, opener) = try Decoder.choose(cursor, header: header, rules: rules)
    provenFrames = header.ogg?.exactFrames(sampleRate: file.info.sampleRate)
    format = SourceFormat(file.info, header: header, bytes: sound.bytes)
    try HeaderProbe.requireLimits(
      cursor.stream.name, sampleRate: Double(format.sampleRate), channels: format.channels)
    scratch = try Scratch(Limit.blockFrames * format.channels)
  }

  /// The format that a decoder of the stream has. Makes none if the pages of a Vorbis stream prove
  /// the format, because a decoder's tables take most of the time. Errors: as `init`.
  public static func format(of stream: any ByteStream) throws(AhaError) -> SourceFormat {
    let sound = try UnopenedSound(stream)
    if let format = sound.provenFormat { return format }
    return try Decoder(sound).format
  }

  private enum HandleState { case fresh, used, stale }

  public var name: String { cursor.stream.name }

  /// The length that libsndfile computed, which is also its limit of reading. 0: unknown.
  var expectedFrames: Int64 { file.info.frames }

  /// FLAC searches the frame of a seek.
  var seeksDirectly: Bool { file.info.seeking == .exact && format.container != .flac }

  /// The positions of the channels; nil if the file does not specify them.
  var channelPositions: [ChannelPosition]? {
    if let map = file.channelMap() { return map }
    return format.container == .ogg ? ChannelPosition.oggOrder(format.channels) : nil
  }

  /// The downmix to one or two channels.
  public var fold: ChannelFold {
    ChannelFold(channels: format.channels, positions: channelPositions)
  }

  /// Reads up to `frames` interleaved frames, fewer only at the end; 0 at the end. NaN, infinity
  /// and values beyond 2^30 become 0. Errors: the stream's, `limit` (more frames than its rules
  /// allow).
  public func read(_ buffer: Floats, frames: Int) throws(AhaError) -> Int {
    var done = 0
    while done < frames, !atEnd {
      let target = buffer + done * format.channels
      let wanted = min(frames - done, Limit.blockFrames)
      let got = stop(try usable().read(target, frames: wanted), of: wanted)
      try cursor.throwFailure()
      guard (1...wanted).contains(got) else {
        atEnd = true
        break
      }
      if endsAtMark { atEnd = true }
      if !format.encoding.isInteger { silenceInvalid(target, count: got * format.channels) }
      done += got
      position += Int64(got)
      if rules.maxFrames > 0, position > rules.maxFrames {
        throw AhaError(.limit, "\(name) has more frames than max_frames, \(rules.maxFrames)")
      }
    }
    return done
  }

  /// The count of frames before the next mark of the pages, of frames that were read.
  private func stop(_ got: Int, of wanted: Int) -> Int {
    guard let pages = cursor.pages, !pages.marks.isEmpty, let mark = nextMark(pages) else {
      return got
    }
    let correct = mark - position
    guard correct < Int64(got) || correct == Int64(got) && got < wanted else { return got }
    endsAtMark = true
    return Int(correct)
  }

  /// In a chain the frames of marks are estimates: a new one may be shortly before the position.
  private func nextMark(_ pages: OggCheck) -> Int64? {
    let frames = pages.frames(of: file.info)
    defer { knownMarks = frames.count }
    return frames.indices.compactMap { index -> Int64? in
      if frames[index] >= position { return frames[index] }
      let isNew = pages.isChain && index >= knownMarks
      return isNew && position - frames[index] < Decoder.markTolerance ? position : nil
    }.min()
  }

  private static let markTolerance: Int64 = 8192

  /// Compares the frames with the file's checksum, if it has one, until `requireWhole`. For a
  /// decoder that reads all frames in sequence. Errors: `outOfMemory`.
  func startChecksum() throws(AhaError) { if !rules.acceptsDamage { try file.startChecksum() } }

  /// Checks at the end of reading that no frames follow. Changes the position.
  /// Errors: `damaged` (a checksum is wrong, or a later frame can be read), the stream's.
  func requireWhole() throws(AhaError) {
    let end = position
    guard !rules.acceptsDamage, format.container != .mp3 else { return }
    if let damage = endsAtMark ? .frames : file.damage { throw damaged(damage, at: end) }
    guard end < expectedFrames else { return }
    // A handle that has met damage reads no more frames.
    rewind()
    guard try jump(to: expectedFrames - 1), try read(scratch.samples, frames: 1) == 1 else {
      return
    }
    throw damaged(.frames, at: end)
  }

  private func damaged(_ damage: SourceDamage, at frame: Int64) -> AhaError {
    switch damage {
    case .frames:
      AhaError(
        .damaged, "\(name) ends at frame \(frame) of \(expectedFrames): it is damaged there")
    case .checksum:
      AhaError(
        .damaged,
        "\(name) is damaged: its samples differ from the MD5 checksum in its header. "
          + "accept_damaged loads it as it is.")
    }
  }

  /// Moves to a frame, at most to the end. Errors: the stream's.
  public func seek(to frame: Int64) throws(AhaError) {
    let target = max(frame, 0)
    if file.isBroken || endsAtMark { rewind() }
    if target >= position, target - position <= Seeking.prerollFrames {
      return try skip(to: target)
    }
    if expectedFrames > 0, target >= expectedFrames {
      (position, atEnd) = (expectedFrames, true)
      return
    }
    if try jump(to: target) { return }
    rewind()
    try skip(to: target)
  }

  /// Moves to a frame with libsndfile's seek. Returns false if it failed; the position is then
  /// undefined.
  /// - Parameter preroll: Frames to decode before it. With fewer than the default, the frames read
  ///   there may differ from those read in sequence.
  func jump(
    to frame: Int64, preroll: Int64 = Seeking.prerollFrames
  ) throws(AhaError) -> Bool {
    switch file.info.seeking {
    case .exact: return try move(to: frame)
    case .forward: return false
    case .preroll:
      let start = frame - preroll
      guard start > 0 else {
        rewind()
        break
      }
      guard try move(to: start) else { return false }
    case .reopened:
      guard let last = OggTail.lastPageFrames(cursor) else { return false }
      rewind()
      let start = min(frame, max(0, expectedFrames - last)) - preroll
      if start > 0 {
        guard try move(to: start) else { return false }
      }
    }
    try skip(to: frame)
    return true
  }

  /// Calls libsndfile's seek; returns false if it did not arrive at the frame.
  private func move(to frame: Int64) throws(AhaError) -> Bool {
    let reached = try usable().seek(to: frame)
    try cursor.throwFailure()
    (position, atEnd, endsAtMark) = (frame, false, false)
    return reached == frame
  }

  /// Moves to the start with a new handle, which has no state of the old one.
  public func rewind() {
    if handleState == .used { handleState = .stale }
    (position, atEnd, endsAtMark) = (0, false, false)
  }

  /// Moves to the start. Keeps the handle if a seek to frame 0 is exact and succeeds.
  /// Errors: the stream's.
  private func restart() throws(AhaError) {
    switch file.info.seeking {
    case .exact, .reopened: if try !move(to: 0) { rewind() }
    case .preroll, .forward: rewind()
    }
  }

  /// Returns the handle, a new one if it is stale.
  private func usable() throws(AhaError) -> any SourceFile {
    if handleState == .stale {
      guard let new = try opener.open(cursor) else {
        throw AhaError(.io, "\(name) has changed since it was opened")
      }
      file = new
    }
    handleState = .used
    return file
  }

  /// Decodes up to a frame and drops the frames before it.
  private func skip(to frame: Int64) throws(AhaError) {
    while position < frame {
      let size = Int(min(frame - position, Int64(Limit.blockFrames)))
      if try read(scratch.samples, frames: size) == 0 { return }
    }
  }

  private var trustsHeader: Bool {
    format.container != .mp3 && !rules.acceptsDamage && expectedFrames > 0
      && (rules.maxFrames == 0 || expectedFrames <= rules.maxFrames)
  }

  /// The exact length in frames. The position is then at the start.
  ///
  /// The header's length is accepted if its last frame can be read, or if the pages of an Ogg prove
  /// it; MP3 headers are never accepted.
  /// With `acceptsDamage` the length ends at the first damage.
  /// - Parameter progress: Receives the count of frames so far; returning false cancels.
  /// Errors: the stream's, `cancelled`, `limit`.
  public func measureLength(progress: (Int64) -> Bool) throws(AhaError) -> Int64 {
    let expected = expectedFrames
    if trustsHeader, provenFrames == expected {
      rewind()
      return expected
    }
    if trustsHeader, try jump(to: expected - 1, preroll: 1),
      try read(scratch.samples, frames: 1) == 1
    {
      try restart()
      return expected
    }
    rewind()
    while try read(scratch.samples, frames: Limit.blockFrames) > 0 {
      guard progress(position) else { throw AhaError(.cancelled, "\(name): cancelled") }
    }
    let length = position
    rewind()
    return length
  }
}

extension SourceFormat {
  init(_ info: SourceInfo, header: HeaderProbe, bytes: Int64) {
    container = info.container
    encoding = info.encoding
    bits = info.bits
    sampleRate = info.sampleRate
    channels = info.channels
    claimedFrames = header.claimedFrames ?? info.claimedFrames
    self.bytes = bytes
  }
}
