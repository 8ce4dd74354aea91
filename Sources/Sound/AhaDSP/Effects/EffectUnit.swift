import AhaBase

/// An effect in the renderer: a kernel, the ramps of its parameters, and its crossfade with the dry
/// signal.
///
/// Thread: `init` and `free` on a control thread, the rest on the audio thread.
/// Invariant: the samples do not depend on how frames are divided into calls.
public struct EffectUnit {
  /// Max frames between two updates of the parameters.
  public static let cell = 64

  public let kind: EffectKind
  public let latency: Int
  /// The owner of the host's functions, which must not be released under a lock of the engine.
  public let host: Unmanaged<HostProcess>?
  /// Frames absorbed so far. Output begins when they equal the latency.
  public internal(set) var absorbed = 0
  let kernel: KernelBox
  let parameters: Buffer<ParameterState>
  let values: Floats
  let parameterCount: Int
  let ramp: Int

  /// Remaining frames of the current cell; 0 while no parameter moves.
  var cellLeft = 0
  var cellLength = 0
  var isMoving = true
  /// The cell ended early; `values` are those at its end.
  var isCut = false
  /// 1 is the effect, 0 its input delayed by the latency.
  var presence = Ramp(1)
  private var isBypassed = false
  private var isLeaving = false
  var dry: DryDelay
  /// The kernel has missed input, so its next input begins with an edge.
  var missesInput = false
  var isShut = false
  /// Frames until a neutral kernel has played its tail and sleeps; 0: asleep; -1: the kernel is not
  /// neutral.
  var sleepIn = -1

  /// - Parameter ramp: Frames of the fades in and out.
  /// Errors: `outOfMemory`.
  public init(
    _ kind: EffectKind, sampleRate: Int, ramp: Int, values given: [Float],
    content: EffectContent = .none
  ) throws(AhaError) {
    let specs = content.parameters(of: kind)
    self.kind = kind
    self.ramp = ramp
    if case .host(let process) = content { host = .passUnretained(process) } else { host = nil }
    kernel = try KernelBox(kind, sampleRate: sampleRate, ramp: ramp, content: content)
    latency = kernel.latency
    do throws(AhaError) { dry = try DryDelay(frames: latency) } catch {
      kernel.free()
      throw error
    }
    parameterCount = specs.count
    parameters = Buffer(uninitialized: parameterCount)
    values = Buffer(uninitialized: parameterCount)
    for (index, spec) in specs.enumerated() {
      parameters.initialize(
        index,
        to: ParameterState(
          spec, value: given[index], sampleRate: sampleRate, jumpShare: kind.jumpShare))
      values.initialize(index, to: given[index])
    }
    kernel.aim(values, over: 0)
    isMoving = false
  }

  public func free() {
    kernel.free()
    dry.free()
    parameters.deallocate()
    values.deallocate()
  }

  public var tail: Int {
    @_noLocks get { kernel.tail }
  }

  /// Frames that it must run unheard before it replaces the sound of another chain.
  public var settling: Int {
    @_noLocks get { kernel.settling }
  }

  // MARK: Cells

  @_noLocks
  mutating func moveParameters(_ frames: Int) {
    isMoving = false
    for index in 0..<parameterCount where parameters[index].isMovingOrStale {
      values[index] = parameters[index].advance(frames)
      if parameters[index].isMoving { isMoving = true }
    }
  }

  /// Sets the goal of the parameters at the end of the next cell; returns its length. A step of a
  /// stepped parameter becomes a fade over the ramp. If all that moves jumps, the cell is the jump.
  /// - Parameter isHeard: The kernel runs; values of one that does not apply at once.
  @_noLocks
  mutating func beginCell(isHeard: Bool) -> Int {
    var (slow, jump, steps) = (Int.max, Int.max, false)
    for index in 0..<parameterCount {
      if parameters[index].hasStepped { steps = true }
      guard parameters[index].isMoving else { continue }
      let left = parameters[index].framesToCellEnd
      if parameters[index].isJumping { jump = min(jump, left) } else { slow = min(slow, left) }
    }
    // A host's function has no ramps, so it gets steps.
    let isWhole = slow == .max && jump < .max && host == nil
    let length = steps ? ramp : isWhole ? jump : min(min(slow, jump), EffectUnit.cell)
    let isAtOnce = !steps && min(slow, jump) == .max
    let jumps = steps || jump < .max
    if isCut, jumps { kernel.hold(at: values) }
    isCut = false
    moveParameters(length)
    cellLength = length
    if !isHeard {
      kernel.aim(values, over: 0)
    } else if jumps {
      kernel.jump(to: values, over: length)
    } else {
      kernel.aim(values, over: isAtOnce ? 0 : length)
    }
    return isAtOnce ? 0 : length
  }

  // MARK: Fades

  /// Fades to the dry signal, or back from it. A chain does not use it: it fades all its edits
  /// together.
  /// - Parameter frames: Nil: the ramp.
  @_noLocks
  public mutating func bypass(_ bypassed: Bool, over frames: Int? = nil) {
    isBypassed = bypassed
    let goal: Float = isWanted ? 1 : 0
    if presence.target != goal { presence.go(to: goal, over: frames ?? ramp) }
  }

  /// Records the wish of the host, for `settlePresence`.
  @_noLocks
  public mutating func want(bypassed: Bool) { isBypassed = bypassed }

  /// Records that the chain will remove it.
  @_noLocks
  public mutating func leave() { isLeaving = true }

  /// It is neither bypassed nor about to be removed.
  public var isWanted: Bool {
    @_noLocks get { isBypassed ? false : !isLeaving }
  }

  /// It is heard, not its input.
  public var isPresent: Bool {
    @_noLocks get { presence.target == 1 }
  }

  /// Becomes inaudible at once; its next input begins with an edge.
  @_noLocks
  public mutating func standBy() {
    presence.jump(to: 0)
    missesInput = true
  }

  /// Becomes audible or inaudible at once. The caller has faded.
  @_noLocks
  public mutating func setPresent(_ isPresent: Bool) {
    presence.jump(to: isPresent ? 1 : 0)
    if !isPresent, latency == 0 { restKernel() }
  }

  /// Carries out the wishes. Only while it is inaudible.
  @_noLocks
  public mutating func settlePresence() {
    guard isPresent != isWanted else { return }
    setPresent(isWanted)
    missesInput = false
  }

  /// Clears all state except the parameters.
  @_noLocks
  public mutating func reset() {
    kernel.reset()
    dry.clear()
    presence.jump(to: presence.target)
    absorbed = 0
    missesInput = false
    isShut = false
    if isMoving { return }
    cellLeft = 0
  }

  /// Clears the state in the middle of a signal; the input fades in.
  @_noLocks
  public mutating func recover() {
    reset()
    missesInput = true
  }

  /// Fades the input of delay lines out or in over the ramp, around a step of the input that must
  /// cause no echo.
  @_noLocks
  public mutating func shutInput(_ shuts: Bool) {
    guard isShut != shuts else { return }
    isShut = shuts
    kernel.gateInput(to: shuts ? 0 : 1, over: ramp)
  }
}
