import AhaDSP

/// Settings of an engine; all values are within their limits.
public struct EngineSettings {
  public var sampleRate = 48_000
  public var channels = 2
  public var maxPlayers = 1024
  public var maxBuses = 64
  public var eventCapacity = 1024
  public var maxEffects = 1024
  public var maxOneShots = 1024
  /// Max count of one-shots that are mixed.
  public var maxHeard = 64
  /// Whether a limiter follows the master bus.
  public var hasLimiter = true
  public var rampMilliseconds: Float = 5
  public var panLaw = PanLaw.flat
  /// Max bytes of the samples of a session that `Sound.Mode.auto` keeps in memory.
  public var maxResidentBytes: Int64 = 512 << 20
  /// Whether rendering waits for streamed sounds.
  public var isOffline = false

  /// Count of render threads.
  public var threads = 1
  // For tests.
  /// False: each voice is rendered with its block.
  var rendersAhead = true
  /// Least duration of work that a thread claims.
  var pieceNanoseconds = 20_000

  public init() {}

  var rampFrames: Int { max(1, Int(rampMilliseconds * Float(sampleRate) / 1000)) }
}
