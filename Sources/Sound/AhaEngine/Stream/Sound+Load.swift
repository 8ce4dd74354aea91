import AhaBase
import AhaCodec

extension Sound {
  /// Max size in bytes of the samples that `Mode.auto` keeps in memory.
  static let automaticBytes: Int64 = 64 << 20
  /// Max length of a resident sound in frames.
  static let maximumFrames: Int64 = 1 << 31

  typealias Progress = (_ done: Int64, _ total: Int64) -> Bool

  /// Decodes or probes a stream. Errors: file and format errors, `cancelled`.
  static func load(
    _ stream: any ByteStream, options: Options, sampleRate: Int,
    until cancellation: Cancellation = Cancellation(), progress: Progress
  ) throws(AhaError) -> Loaded {
    if let live = stream.live {
      return try loadLive(
        stream, from: live, options: options, sampleRate: sampleRate, until: cancellation)
    }
    var rules = options.rules
    rules.seekPoints = SeekPoints()
    let stream = rules.applied(to: stream)
    let reader = stream.reading(until: cancellation)
    var loaded = try load(by: reader, options: options, sampleRate: sampleRate, progress: progress)
    // The tags of a streamed file on a server would cost further requests.
    var isQuick = stream.isQuick
    if case .resident = loaded.content { isQuick = true }
    if isQuick, let readLoops = options.readLoops { loaded.loops = readLoops(reader) }
    guard case .streamed = loaded.content else { return loaded }
    // Players read the stream even after the job that loaded it has ended.
    let whole = loaded.whole?.reading(stream)
    // Decoders of other streams are cancelled with the job.
    let spare = stream.isQuick ? loaded.reader : nil
    return Loaded(
      content: loaded.content.reading(stream), facts: loaded.facts, whole: whole,
      ownRate: loaded.ownRate, loops: loaded.loops, reader: spare)
  }

  private static func load(
    by stream: any ByteStream, options: Options, sampleRate: Int, progress: Progress
  ) throws(AhaError) -> Loaded {
    let decoder = try Decoder(stream)
    if options.keepsChannels { try Sound.requireCount(ofChannels: decoder.format.channels) }
    let rate = playedRate(decoder.format.sampleRate, options: options, sampleRate: sampleRate)
    let ownRate = rate == sampleRate ? nil : rate
    let claimed = claimedBytes(decoder, options, sampleRate: rate)
    let isShort = options.mode == .auto && claimed <= automaticBytes
    if isShort, options.admits?(claimed) == false {
      throw AhaError(.limit, "\(stream.name): \(claimed) bytes of samples are too many")
    }
    if options.mode == .resident || isShort {
      let limit = options.mode == .auto ? automaticFrames(decoder, options) : maximumFrames
      do throws(AhaError) {
        var loaded = try loadResident(
          decoder, options: options, sampleRate: rate, limit: limit, progress: progress)
        loaded.ownRate = ownRate
        return loaded
      } catch {
        // The header claimed fewer frames than the file has.
        if options.mode == .resident || error.code != .limit { throw error }
        decoder.rewind()
      }
    }
    var loaded = try loadStreamed(
      stream, decoder: decoder, options: options, sampleRate: rate, progress: progress)
    loaded.ownRate = ownRate
    return loaded
  }

  /// The source's rate if the sound keeps it and a player's speed can convert it.
  private static func playedRate(_ rate: Int, options: Options, sampleRate: Int) -> Int {
    let ratio = Double(rate) / Double(sampleRate)
    return options.keepsRate && SpeedDrive.limits.contains(ratio) ? rate : sampleRate
  }

  /// Max length of a sound that `Mode.auto` loads into memory, in frames.
  private static func automaticFrames(_ decoder: Decoder, _ options: Options) -> Int64 {
    automaticBytes / bytesOfFrame(decoder, options)
  }

  private static func bytesOfFrame(_ decoder: Decoder, _ options: Options) -> Int64 {
    let channels = decoder.format.channels
    return Int64(4 * (options.keepsChannels ? channels : min(channels, 2)))
  }

  /// Size in memory, by the length in the header.
  private static func claimedBytes(
    _ decoder: Decoder, _ options: Options, sampleRate: Int
  ) -> Int64 {
    let frames = Double(decoder.format.claimedFrames) * Double(sampleRate)
    let bytes = Double(bytesOfFrame(decoder, options))
    return Int64(min(frames / Double(decoder.format.sampleRate) * bytes, 0x1p62))
  }

  private static func loadResident(
    _ decoder: Decoder, options: Options, sampleRate: Int, limit: Int64, progress: Progress
  ) throws(AhaError) -> Loaded {
    let fold = decoder.fold
    let decoded = try decodeAll(
      decoder, sampleRate: sampleRate, maximumFrames: limit,
      fold: options.keepsChannels ? ChannelFold(keeping: decoder.format.channels) : fold,
      progress: progress)
    let facts = Facts(format: decoded.format, frames: decoded.sourceFrames)
    if options.keepsChannels { return try Loaded(whole: decoded.buffer, fold: fold, facts: facts) }
    return Loaded(content: .resident(decoded.buffer), facts: facts)
  }

  private static func loadStreamed(
    _ stream: any ByteStream, decoder: Decoder, options: Options, sampleRate: Int,
    progress: Progress
  ) throws(AhaError) -> Loaded {
    let reader = try SoundReader(decoder, sampleRate: sampleRate)
    let length = try reader.measureLength { progress($0, reader.format.claimedFrames) }
    // A measured reader pads a damaged file with silence; a new one reports the damage.
    let spare = try SoundReader(decoder, sampleRate: sampleRate)
    let streamed = Streamed(
      stream: stream, sampleRate: sampleRate,
      isConverted: reader.format.sampleRate != sampleRate, length: length.converted,
      channels: reader.channels,
      readAhead: options.readAheadMilliseconds * sampleRate / 1000)
    let facts = Facts(format: reader.format, frames: length.source)
    var loaded = Loaded(content: .streamed(streamed), facts: facts, reader: spare)
    if options.keepsChannels {
      let whole = ChannelFold(keeping: decoder.format.channels)
      loaded.whole = .streamed(streamed.folded(by: whole))
    }
    return loaded
  }
}

extension Engine {
  /// Loads from a stream. Errors: file and format errors, `cancelled`. Threads: any; takes long.
  public func loadSound(
    _ stream: any ByteStream, _ options: Sound.Options, until cancellation: Cancellation? = nil
  ) throws(AhaError) -> Sound {
    let wanted = cancellation ?? Cancellation()
    let loaded = try load(stream, options, until: wanted) { _, _ in !wanted.isWanted }
    return Sound(engine: self, loaded: loaded)
  }

  /// A file that is loaded already is not decoded again.
  private func load(
    _ stream: any ByteStream, _ options: Sound.Options, until cancellation: Cancellation,
    progress: Sound.Progress
  ) throws(AhaError) -> Sound.Loaded {
    let rate = settings.sampleRate
    guard let key = SharedSounds.Key(stream, options) else {
      return try Sound.load(
        stream, options: options, sampleRate: rate, until: cancellation, progress: progress)
    }
    var shaping = options
    shaping.readLoops = nil
    var loaded = try sharedSounds.load(key, until: cancellation) { () throws(AhaError) in
      try Sound.load(
        stream, options: shaping, sampleRate: rate, until: cancellation, progress: progress)
    }
    _ = progress(loaded.content.length, loaded.content.length)
    if let readLoops = options.readLoops {
      loaded.loops = readLoops(options.rules.applied(to: stream))
    }
    return loaded
  }

  /// Starts to load from a stream in a job. `prepare` receives the job before it starts.
  public func startSoundLoad(
    _ stream: any ByteStream, _ options: Sound.Options, prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) -> Sound {
    let sound = Sound(engine: self)
    try runJob(
      { (job) throws(AhaError) in
        job.enter(.decoding)
        let loaded = try sound.engine.load(stream, options, until: job.cancellation) {
          done, total in
          job.report(frames: done, of: total)
          return !job.isCancelled
        }
        job.report(bytes: loaded.facts.format.bytes)
        sound.finishLoading(loaded)
      }, prepare: prepare
    ) { outcome in
      if case .failure(let error) = outcome { sound.failLoading(error) }
    }
    return sound
  }
}
