import AhaBase

/// Limits of decoding a stream, and whether a damaged stream may be used in part.
public struct DecodeRules: Sendable {
  /// Units: frames at the file's own rate. 0: no limit.
  public var maxFrames: Int64
  /// Units: bytes of the file. 0: no limit.
  public var maxBytes: Int64
  /// True: a sound with damage in the middle ends there. False: damage is an error.
  public var acceptsDamage: Bool
  /// Audio track of a file with several, from 1; 0: the default one.
  public var track: Int
  /// For all decoders of one stream; nil: each finds its points itself.
  public var seekPoints: SeekPoints?

  public init(
    maxFrames: Int64 = 0, maxBytes: Int64 = 0, acceptsDamage: Bool = false, track: Int = 0
  ) {
    (self.maxFrames, self.maxBytes) = (maxFrames, maxBytes)
    (self.acceptsDamage, self.track) = (acceptsDamage, track)
  }

  private var isDefault: Bool {
    maxFrames == 0 && maxBytes == 0 && !acceptsDamage && track == 0 && seekPoints == nil
  }

  /// The lower of each limit.
  func stricter(_ other: DecodeRules) -> DecodeRules {
    var rules = DecodeRules(
      maxFrames: DecodeRules.lower(maxFrames, other: other.maxFrames),
      maxBytes: DecodeRules.lower(maxBytes, other: other.maxBytes),
      acceptsDamage: acceptsDamage || other.acceptsDamage,
      track: track != 0 ? track : other.track)
    rules.seekPoints = seekPoints ?? other.seekPoints
    return rules
  }

  private static func lower(_ one: Int64, other: Int64) -> Int64 {
    if one == 0 || other == 0 { return max(one, other) }
    return min(one, other)
  }

  /// The stream with these rules in addition to its own.
  public func applied(to stream: any ByteStream) -> any ByteStream {
    isDefault ? stream : RuledStream(stream, rules: stricter(DecodeRules(of: stream)))
  }

  /// The rules that were applied to a stream; the default ones without.
  init(of stream: any ByteStream) {
    self = (stream as? RuledStream)?.rules ?? DecodeRules()
  }
}

/// A stream with rules for its decoders, over another stream's bytes.
private final class RuledStream: ByteStream {
  let rules: DecodeRules
  private let base: any ByteStream

  init(_ base: any ByteStream, rules: DecodeRules) { (self.base, self.rules) = (base, rules) }

  var name: String { base.name }
  var canRead: Bool { base.canRead }
  var canWrite: Bool { base.canWrite }
  var isQuick: Bool { base.isQuick }
  var live: (any LiveBytes)? { base.live }

  func length() throws(AhaError) -> Int64 { try base.length() }

  func read(
    into bytes: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(AhaError) -> Int {
    try base.read(into: bytes, at: offset)
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {
    try base.write(bytes, at: offset)
  }

  func reading(until cancellation: Cancellation) -> any ByteStream {
    RuledStream(base.reading(until: cancellation), rules: rules)
  }
}

/// Points of a sound that a seek can start from, found by one decoder and used by later ones.
public final class SeekPoints: @unchecked Sendable {
  private let lock = Lock()
  private var handle: OpaquePointer?
  private var release: ((OpaquePointer) -> Void)?

  public init() {}

  deinit {
    if let handle { release?(handle) }
  }

  /// Nil until a decoder has read the whole sound.
  public var found: OpaquePointer? { lock.locked { handle } }

  /// Keeps the first points; releases all others.
  public func keep(_ points: OpaquePointer, release: @escaping (OpaquePointer) -> Void) {
    let isFirst = lock.locked {
      if handle != nil { return false }
      (handle, self.release) = (points, release)
      return true
    }
    if !isFirst { release(points) }
  }
}
