import AhaBase
import AhaDSP

extension Document {
  /// Id of a track, bus, effect, lane or marker.
  public typealias ID = Int64

  /// Max time: a year. Units: microseconds.
  public static let longest: Int64 = 31_536_000_000_000
  /// The bus that all other buses are routed to.
  public static let master: ID = 1
  public static let loopForever: Int64 = -1

  /// Global settings of the project.
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

  /// A file that a track plays, or that has an impulse response.
  public struct SoundFile: Sendable {
    /// Relative to the project's folder; absolute only if both share no more than the root.
    public var path: FilePath
    /// SHA-256 of the content, hexadecimal.
    public var hash: String
    /// If length and modification time match, the file counts as unchanged.
    public var bytes: Int64
    public var modified: Int64
  }

  /// A sound at a position of the timeline. Units of times: microseconds.
  public struct Track {
    public internal(set) var id: ID = 0
    public var name = ""
    public var bus: ID = Document.master
    public internal(set) var file: SoundFile
    public var start: Int64 = 0
    /// The played part of the sound.
    public var begin: Int64 = 0
    /// 0: the sound's end.
    public var end: Int64 = 0
    public var fadeIn = ClipFade()
    public var fadeOut = ClipFade()
    public var loopBegin: Int64 = 0
    public var loopEnd: Int64 = 0
    /// Count of jumps back; 0: no loop.
    public var loopCount: Int64 = 0
    /// Where no lane moves it; 1: as recorded.
    public var speed = 1.0
    public var isReversed = false
    /// Of the sound: it follows the tempo of the project, instead of its speed and that lane; 0: it
    /// does not. Units: quarter notes per minute.
    public var tempo = 0.0
    public var fader = Fader()
  }

  /// A fade at an edge of a track's sound.
  public struct ClipFade: Equatable, Sendable {
    /// Units: microseconds.
    public var time: Int64 = 0
    public var shape = FadeShape.linear

    public init(_ time: Int64 = 0, shape: FadeShape = .linear) {
      (self.time, self.shape) = (time, shape)
    }
  }

  public struct Bus {
    public internal(set) var id: ID = 0
    public var name = ""
    /// Nil only for the master.
    public internal(set) var parent: ID?
    public var fader = Fader()
  }

  /// The owner of an effect or a lane.
  public enum Owner: Hashable, Sendable {
    case track(ID)
    case bus(ID)
    case effect(ID)
  }

  /// A bus whose input is the sound of a track or of another bus.
  public struct Send: Sendable {
    /// Its bus, with name, gain, pan, mute, solo, effects and lanes; it plays into its parent.
    public internal(set) var id: ID
    /// The track or bus that sends.
    public internal(set) var owner: Owner
    public internal(set) var destination: ID
    public internal(set) var isBeforeFader: Bool
  }

  /// The impulse response of a convolution.
  public struct Impulse: Sendable {
    public internal(set) var file: SoundFile
    /// Scaled so that noise keeps its level.
    public internal(set) var isNormalized: Bool
  }

  public struct Effect: Sendable {
    public internal(set) var id: ID = 0
    public internal(set) var owner: Owner
    public internal(set) var kind: EffectKind
    public internal(set) var isBypassed = false
    /// One value per parameter of the kind, in its order.
    /// Empty for a plug-in.
    public internal(set) var values: [Float]
    /// Nil: none; the convolution does not change the sound.
    public internal(set) var impulse: Impulse?
    /// The track or bus whose level controls a compressor or gate; nil: its own input.
    public internal(set) var key: Owner?
    /// For `EffectKind.lv2`.
    public internal(set) var plugin: Plugin?
  }

  /// Automation of a parameter.
  public struct Lane: Sendable {
    public internal(set) var id: ID = 0
    public internal(set) var target: Owner
    public internal(set) var parameter: Parameter
    public internal(set) var mode: LaneMode

    /// Whether the lane automates the speed of a track.
    public var isSpeed: Bool {
      if case .track = target { return parameter.number == Parameter.speed.number }
      return false
    }

    /// Whether the lane is the tempo track of the project.
    public var isTempo: Bool { parameter.isTempo }

    func isSpeed(of track: ID) -> Bool { isSpeed && target == .track(track) }
  }

  public struct Marker {
    public internal(set) var id: ID = 0
    public var time: Int64
    public var name: String
  }
}
