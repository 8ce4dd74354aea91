import AhaBase
import AhaCodec
import AhaDSP

/// Audio at the engine's rate or its own, resident or streamed; does not change once it is loaded.
public final class Sound {
  public enum Mode: UInt32, Sendable {
    case auto = 0
    case resident, streamed
  }

  public struct Options {
    public var mode = Mode.auto
    public var readAheadMilliseconds = 1000
    /// Whether a resident sound keeps the source's rate.
    public var keepsRate = false
    /// Whether players may mix the channels of the source by a matrix.
    public var keepsChannels = false
    public var rules = DecodeRules()
    /// Asks whether `Mode.auto` may keep so many bytes in memory; if not, the load is `limit`.
    public var admits: ((_ bytes: Int64) -> Bool)?
    /// Reads the loops of a file.
    public var readLoops: ((any ByteStream) -> [FileLoop])?

    public init() {}
  }

  /// Properties of the source.
  public struct Facts {
    public let format: SourceFormat
    /// Length in frames at the source's rate, counted by the decoder.
    public let frames: Int64
  }

  /// Source of a streamed player.
  struct Streamed {
    var stream: any ByteStream
    /// The rate of its frames in Hz.
    let sampleRate: Int
    /// The file has another rate.
    let isConverted: Bool
    let length: Int64
    /// Nil: to one or two channels.
    var fold: ChannelFold?
    var channels: Int
    /// Frames.
    let readAhead: Int
    /// Of an endless stream; nil: a file.
    var live: LiveFeedOwner?
  }

  enum Content {
    case resident(SampleBuffer)
    case streamed(Streamed)
  }

  struct Loaded {
    let content: Content
    let facts: Facts
    /// All channels, for the matrices of players; nil: they are not kept.
    var whole: Content?
    /// The rate of a sound that is not converted; nil: the engine's.
    var ownRate: Int?
    /// Of the file, in its frames.
    var loops: [FileLoop] = []
    /// A decoder at frame 0, of streamed sounds whose bytes need no wait.
    var reader: SoundReader?
    /// Of a file whose content other sounds share.
    var share: SharedSounds.Share?
  }

  private enum State {
    case loading
    case ready(Loaded)
    case failed(AhaError)
  }

  public let engine: Engine
  private let lock = Lock()
  private var state: State

  init(engine: Engine) {
    self.engine = engine
    state = .loading
  }

  init(engine: Engine, loaded: Loaded) {
    self.engine = engine
    state = .loading
    finishLoading(loaded)
  }

  deinit { _ = (engine.spareReader.claim(for: self), engine.spareCursor.claim(for: self)) }

  func finishLoading(_ loaded: Loaded) {
    if let reader = loaded.reader { engine.spareReader.keep(reader, for: self) }
    var ready = loaded
    ready.reader = nil
    lock.locked { state = .ready(ready) }
  }

  func failLoading(_ error: AhaError) { lock.locked { state = .failed(error) } }

  /// The loaded content. Errors: `state` during loading and after a failure.
  func loaded() throws(AhaError) -> Loaded {
    switch lock.locked({ state }) {
    case .ready(let loaded): return loaded
    case .loading: throw AhaError(.state, "the sound is still loading")
    case .failed(let error): throw AhaError(.state, "the sound could not be loaded: \(error.line)")
    }
  }

  public func facts() throws(AhaError) -> Facts { try loaded().facts }

  /// Frames at the rate of playback; 0 unless it is loaded, and for a live sound.
  public var length: Int64 {
    guard let content = (try? loaded())?.content, !content.isLive else { return 0 }
    return content.length
  }

  /// 1 or 2, or those of the source if they are kept; 0 unless it is loaded.
  public var channels: Int { (try? loaded())?.read.channels ?? 0 }

  /// Sample rate of the frames in Hz. Errors: `state`.
  public func sampleRate() throws(AhaError) -> Int { rate(of: try loaded()) }

  func rate(of loaded: Loaded) -> Int { loaded.ownRate ?? engine.settings.sampleRate }

  /// Sample rate of the sound, relative to the engine's.
  func ratio(of loaded: Loaded) -> Double {
    Double(rate(of: loaded)) / Double(engine.settings.sampleRate)
  }

  /// The loops of the file, in frames of the sound; those outside of it are left out.
  public var loops: [FileLoop] {
    guard let loaded = try? loaded() else { return [] }
    let scale = Double(rate(of: loaded)) / Double(loaded.facts.format.sampleRate)
    let length = loaded.content.length
    func frame(_ frame: Int64) -> Int64 {
      Int64(min(Double(frame) * scale, Double(length)).rounded())
    }
    return loaded.loops.compactMap { loop in
      let new = FileLoop(
        begin: frame(loop.begin), end: frame(loop.end), count: loop.count,
        isPingPong: loop.isPingPong)
      return new.begin < new.end ? new : nil
    }
  }

  public func mode() throws(AhaError) -> Mode {
    if case .resident = try loaded().content { return .resident }
    return .streamed
  }

  /// The samples of a channel of a resident sound, as long as the sound lives; otherwise nil.
  public func samples(of channel: Int) -> UnsafePointer<Float>? {
    guard case .resident(let buffer)? = try? loaded().read, channel < buffer.channels else {
      return nil
    }
    return UnsafePointer(buffer.plane(channel).base)
  }

  public func memoryBytes() throws(AhaError) -> Int {
    let loaded = try loaded()
    guard case .resident(let buffer) = loaded.content else { return 0 }
    guard case .resident(let whole)? = loaded.whole, whole !== buffer else {
      return buffer.byteCount
    }
    return buffer.byteCount + whole.byteCount
  }
}

extension Sound.Loaded {
  /// What a host reads.
  var read: Sound.Content { whole ?? content }
}

extension Sound.Content {
  var isLive: Bool {
    if case .streamed(let streamed) = self { streamed.live != nil } else { false }
  }

  var length: Int64 {
    switch self {
    case .resident(let buffer): Int64(buffer.frames)
    case .streamed(let streamed): streamed.length
    }
  }

  var channels: Int {
    switch self {
    case .resident(let buffer): buffer.channels
    case .streamed(let streamed): streamed.channels
    }
  }

  func factors(pan: Float, law: PanLaw) -> StereoGain {
    channels == 1 ? law.mono(pan) : law.balance(pan)
  }
}
