import AhaBase
import AhaDSP

/// Command with the frame at which it applies; an element of the lock-free ring.
struct TimedCommand: BitwiseCopyable {
  /// Frame of the engine; a past one: at once.
  var frame: Int64
  var command: Command
}

/// Request from a control thread to the renderer.
///
/// Fixed size and trivially copyable, without reference-counted fields. A control thread allocates
/// the memory behind the pointers. The renderer owns that memory until it reports `Retired`, or
/// until it detaches the tap.
enum Command: BitwiseCopyable {
  case player(Int, PlayerCommand)
  case shot(Int)
  /// The factor of a one-shot's place in space; of no effect after its end.
  case moveShot(Int, serial: UInt32, StereoGain, over: Fade?)
  case bus(Int, BusCommand)
  case effect(Int, EffectCommand)
  case input(bus: Int, InputCommand)
  case tap(Reference<RecorderTap>, bus: Int, TapCommand)
  case timeline(TimelineCommand)
  case tempo(TempoOrder)
  case lane(effect: Int, parameter: UInt32, LaneCommand)
}

/// Units: frames of the engine for starts and stops, of the sound for seeks and loops. Without a
/// fade, the engine's ramp applies.
enum PlayerCommand: BitwiseCopyable {
  case add, remove
  case stop(over: Fade?)
  case pause(over: Fade?, dropsStarts: Bool)
  case resume(over: Fade?)
  /// Gains are those of velocities.
  case start(gain: Float, over: Fade?)
  case startAt(ScheduledFrame, Reference<Schedule>)
  case stopAt(ScheduledFrame, Reference<Schedule>)
  case seek(Int64, over: Fade?)
  /// Has no effect on another sound of the player than the one with this id.
  case setLoop(Loop, of: UInt32)
  /// Nil: none.
  case setNext(Reference<NextSound>?)
  case setNextPan(StereoGain)
  /// Another mix of the channels of the present sound.
  case setMix(Reference<NextSound>)
  case setGain(GainProduct.Factor, StereoGain, over: Fade?)
  case setEnvelope(Envelope)
  case setChoke(group: UInt32, frames: Int64)
  /// Units: frames of the sound per frame in 32.32 fixed point. Without tables, the interpolation
  /// is the fast one.
  case setSpeed(Int64, over: Fade, Buffer<SpeedTable>?)
  case changeSpeed(SpeedChange, Reference<Schedule>, Buffer<SpeedTable>?)
  case drive(DriveCommand, Reference<SpeedDrive>, Buffer<SpeedTable>?)
  /// - Parameter pitch: The effect that cancels the change of the pitch.
  case setTempo(
    octaves: Double, over: Fade, pitch: Int, Reference<SpeedDrive>, Buffer<SpeedTable>?)
  /// - Parameter tempo: Of the sound, in beats per minute.
  case follow(tempo: Double, pitch: Int, Reference<SpeedDrive>, Buffer<SpeedTable>?)
  case setReversed(Bool, over: Fade?)
  case setBus(Int)
  /// Moves to a bus that sends to the present one and takes over gain and pan.
  case setOwnBus(Int)
  case setClip(start: Int64, ClipFades)
  case removeClip
}

enum BusCommand: BitwiseCopyable {
  case add, remove
  case setGain(GainProduct.Factor, StereoGain, over: Fade?)
  /// Solo gains: `players` for the bus's own players, `all` for the whole output of the bus.
  /// `way`: for its output to its parent, if it has a history.
  case setGates(players: Float, all: Float, way: Float)
  case pause(over: Fade?)
  case resume(over: Fade?)
  /// Stops the one-shots that play or wait. Without a fade, their own releases apply.
  case stopShots(over: Fade?)
  case setParent(Int)
  case keepHistory(Reference<BusHistory>)
  case keepChainHistory(Reference<BusHistory>)
  case addTap(Reference<Feed>)
  case resetHostFrames
}

enum EffectCommand: BitwiseCopyable {
  case add, remove
  case move(rank: Int64)
  case setRank(Int64)
  case bypass(Bool, over: Fade?)
  /// Without a fade, the parameter's own smoothing time applies.
  case set(parameter: UInt32, value: Float, over: Fade?)
  /// Sets the parameter at an engine frame.
  case change(frame: Int64, parameter: UInt32, value: Float, over: Fade?)
  /// Nil: the effect's own input.
  case setKey(Reference<Feed>?)
  case modulate(parameter: UInt32, Modulator)
  case endModulation(parameter: UInt32)
}

enum InputCommand: BitwiseCopyable {
  case add(Reference<InputReader>)
  case remove
  /// 1: the bus is audible. 0: the bus is only measured and recorded.
  case setMonitor(Float)
}

/// Units: frames of the engine.
enum TapCommand: BitwiseCopyable {
  case add, remove
  case start(at: Int64)
  case stop(at: Int64)
  case pause, resume
}

enum TimelineCommand: BitwiseCopyable {
  case order(TimelineOrder)
  case setLoop(begin: Int64, end: Int64)
  case clearLoop
}

enum LaneCommand: BitwiseCopyable {
  case set(Reference<AutomationLane>)
  case setMode(LaneMode)
  case remove, release
}

/// Event from the renderer to the control threads; fixed size, no references.
struct RenderEvent: BitwiseCopyable {
  enum Kind: UInt8 {
    case started, looped, continued, ended, stopped, paused, underrun, nonfinite, shotEnded
    case timelineStarted, timelineStopped, timelineLooped
  }

  let kind: Kind
  let index: Int
  /// Distinguishes successive uses of the same index: players and buses reuse indices.
  let serial: UInt32
  let frame: Int64
  let value: Int64
}

/// Object that the renderer no longer accesses: a control thread may free it. A sound is that of a
/// player.
enum Retired: BitwiseCopyable {
  case player(Int)
  case sound(Int, id: UInt32, mix: UInt32)
  case shot(Int)
  case bus(Int)
  case effect(Int)
  case input(Reference<InputReader>)
  case lane(Reference<AutomationLane>)
  case feed(Reference<Feed>)
}

/// Bounds of the frames that control threads pass to the renderer, which adds them and multiplies
/// them by speeds without checks.
///
/// Every public function that takes such a number clamps it here.
enum FrameLimit {
  /// A frame that the engine never reaches.
  private static let latest: Int64 = 1 << 56
  /// A ramp, fade or modulation that never ends in practice.
  private static let longest: Int64 = 1 << 48

  /// A frame of the engine; a past one becomes 0.
  static func frame(_ wanted: Int64) -> Int64 { max(0, min(wanted, latest)) }

  /// A count of frames.
  static func length(_ wanted: Int64) -> Int64 { max(0, min(wanted, longest)) }

  /// A time in frames; that of NaN is 0.
  static func length(seconds: Float, sampleRate: Int) -> Int64 {
    let frames = Double(seconds) * Double(sampleRate)
    return frames > 0 ? Int64(min(frames, Double(longest))) : 0
  }
}
