import AhaBase
import AhaDSP

extension Project {
  /// What a track, a bus or an effect is called by.
  public typealias ID = Int64

  /// The longest time, in microseconds: a year.
  public static let longest: Int64 = 31_536_000_000_000
  /// The bus that all others lead to.
  public static let master: ID = 1
  public static let loopForever: Int64 = -1

  /// What holds for the whole project.
  public struct Settings: Sendable {
    public var title = ""
    public var tempoBpm = 120.0
    public var beatsPerBar: Int64 = 4
    /// 4 is a quarter note.
    public var beatUnit: Int64 = 4
    public var sampleRate: Int64 = 48_000
  }

  /// Gain, pan, mute and solo of a track or bus.
  public struct Fader: Sendable {
    /// -120 is silence.
    public var gainDb: Float = 0
    public var pan: Float = 0
    public var isMuted = false
    public var isSoloed = false

    public init() {}
  }

  /// A file that a track plays.
  public struct SoundFile {
    /// From the project's folder; absolute only where both have nothing in common but the root.
    public var path: FilePath
    /// SHA-256 of the content, hexadecimal.
    public var hash: String
    /// When both are as noted, the file is taken to be the same.
    public var bytes: Int64
    public var modified: Int64
  }

  /// A sound at a place on the timeline. Times are in microseconds.
  public struct Track {
    public internal(set) var id: ID = 0
    public var name = ""
    public var bus: ID = Project.master
    public internal(set) var file: SoundFile
    public var start: Int64 = 0
    public var loopBegin: Int64 = 0
    public var loopEnd: Int64 = 0
    /// Jumps back; 0: no loop.
    public var loopCount: Int64 = 0
    public var fader = Fader()
  }

  public struct Bus {
    public internal(set) var id: ID = 0
    public var name = ""
    /// Nil for the master alone.
    public internal(set) var parent: ID?
    public var fader = Fader()
  }

  /// What something belongs to.
  public enum Owner: Equatable, Sendable {
    case track(ID)
    case bus(ID)
    case effect(ID)
  }

  public struct Effect: Sendable {
    public internal(set) var id: ID = 0
    public internal(set) var owner: Owner
    public internal(set) var kind: EffectKind
    public internal(set) var isBypassed = false
    /// One for each parameter of the kind, in its order.
    public internal(set) var values: [Float]
  }

  /// An effect of a kind that a newer libaha knows: kept, and left out.
  public struct UnknownEffect: Sendable {
    public let id: ID
    public let owner: Owner
    public let kind: String
  }

  public enum LaneMode: Int64, CaseIterable, Sendable {
    case off, read, touch, latch, write

    var name: StaticString {
      switch self {
      case .off: "off"
      case .read: "read"
      case .touch: "touch"
      case .latch: "latch"
      case .write: "write"
      }
    }
  }

  /// A parameter over time.
  public struct Lane: Sendable {
    public internal(set) var id: ID = 0
    public internal(set) var target: Owner
    public internal(set) var parameter: Parameter
    public internal(set) var mode: LaneMode
  }

  /// The way from a point's value to that of the next.
  public enum Curve: Int64, CaseIterable, Sendable {
    /// The value stays until the next point.
    case step
    case linear
    /// Equal ratios in equal times; linear where the two values differ in sign, or one is 0.
    case exponential
    /// Along t * t * (3 - 2 * t).
    case smooth
  }

  public struct Point: Equatable, Sendable {
    /// In microseconds.
    public var time: Int64
    public var value: Float
    public var curve: Curve

    public init(time: Int64, value: Float, curve: Curve = .linear) {
      self.time = time
      self.value = value
      self.curve = curve
    }
  }

  public struct Marker {
    public internal(set) var id: ID = 0
    public var time: Int64
    public var name: String
  }

  /// One edit that can be undone or done again.
  public struct Step: Sendable {
    public let id: ID
    public let title: String
    public let isUndone: Bool
  }
}
