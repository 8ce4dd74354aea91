import AhaDSP

/// One request of a control thread to the renderer: an element of the lock-free ring.
///
/// Fixed size and trivially copyable, without references that count. Pointers lead to memory that a
/// control thread has made; the renderer owns it until it answers with `Retired`, or detaches it.
enum Command: BitwiseCopyable {
  case player(Int, PlayerCommand)
  case bus(Int, BusCommand)
  case effect(Int, EffectCommand)
  case input(bus: Int, InputCommand)
  case tap(UnsafeMutablePointer<RecorderTap>, bus: Int, TapCommand)
  case timeline(TimelineCommand)
  case lane(effect: Int, parameter: UInt32, LaneCommand)
}

/// Units: frames of the engine for starts and stops, of the sound for seeks and loops.
enum PlayerCommand: BitwiseCopyable {
  case add, remove
  case start, stop, pause, resume
  case startAt(Int64, UnsafeMutablePointer<Schedule>)
  case stopAt(Int64, UnsafeMutablePointer<Schedule>)
  case seek(Int64)
  case setLoop(Loop)
  case setGain(StereoGain)
  case setBus(Int)
  case setClip(start: Int64)
  case removeClip
}

enum BusCommand: BitwiseCopyable {
  case add, remove
  case setGain(StereoGain)
  /// Mute and solo: for the bus's own players, and for everything that it sends.
  case setGates(players: Float, all: Float)
  case setParent(Int)
}

enum EffectCommand: BitwiseCopyable {
  case add, remove
  case move(rank: Int64)
  case setRank(Int64)
  case bypass(Bool)
  /// Units: frames; without a ramp, the parameter's own smoothing time.
  case set(parameter: UInt32, value: Float, ramp: Int64?)
  /// The same at an engine frame.
  case change(frame: Int64, parameter: UInt32, value: Float, ramp: Int64)
  case modulate(parameter: UInt32, Modulator)
  case endModulation(parameter: UInt32)
}

enum InputCommand: BitwiseCopyable {
  case add(UnsafeMutablePointer<InputReader>)
  case remove
  /// 1: the bus is heard; 0: it is measured and recorded only.
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
  case set(UnsafeMutablePointer<AutomationLane>)
  case setMode(LaneMode)
  case remove, release
}

/// What the renderer has to say; fixed size, no references.
struct RenderEvent: BitwiseCopyable {
  enum Kind: UInt8 {
    case started, looped, ended, stopped, paused, underrun, nonfinite
    case timelineStarted, timelineStopped, timelineLooped
  }

  let kind: Kind
  let index: Int
  /// Which use of the index: players and buses come and go.
  let serial: UInt32
  let frame: Int64
  let value: Int64
}

/// An object that the renderer does not touch again: a control thread may free it.
enum Retired: BitwiseCopyable {
  case player(Int)
  case bus(Int)
  case effect(Int)
  case input(UnsafeMutablePointer<InputReader>)
  case lane(UnsafeMutablePointer<AutomationLane>)
}
