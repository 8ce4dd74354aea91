import AhaBase
import AhaDSP
import Synchronization

/// One effect, in a chain or not. Used by control threads: checks values, stores them and sends
/// commands.
public final class Effect {
  public let engine: Engine
  public let effectKind: EffectKind
  public let latency: Int
  public let specs: [ParameterSpec]
  public let name: String
  /// The functions of a host's effect or a plug-in.
  public let host: HostProcess?
  /// Handle of the layer above; 0 after release.
  public let tag = Atomic<UInt>(0)

  // Invariant: accessed with the engine's lock held.
  private var values: [Float]
  private var isBypassed = false
  private var content: EffectContent
  /// Unit for the next chain; nil if it must be allocated.
  private var spare: Reference<EffectUnit>?
  /// Its index in the renderer's table; -1 while it is in no chain.
  var slot = -1
  var isChainClosed = false
  /// Its side-chain.
  var key: BusLink?
  var rank: Int64 = 0

  /// Errors: `outOfMemory`.
  public init(
    engine: Engine, kind: EffectKind, content: EffectContent = .none
  ) throws(AhaError) {
    self.engine = engine
    effectKind = kind
    self.content = content
    specs = content.parameters(of: kind)
    name = content.name(of: kind)
    if case .host(let process) = content { host = process } else { host = nil }
    values = specs.map { $0.standard }
    let unit = try Effect.makeUnit(
      kind, settings: engine.settings, values: values, content: content)
    spare = unit
    latency = unit.value.latency
  }

  deinit { if let spare { Effect.free(spare) } }

  private static func makeUnit(
    _ kind: EffectKind, settings: EngineSettings, values: [Float], content: EffectContent
  ) throws(AhaError) -> Reference<EffectUnit> {
    let unit = try EffectUnit(
      kind, sampleRate: settings.sampleRate, ramp: settings.rampFrames, values: values,
      content: content)
    let memory = Reference(holding: unit)
    return memory
  }

  static func free(_ unit: Reference<EffectUnit>) {
    unit.value.free()
    unit.deallocate()
  }

  /// Returns a unit without audio history, with the present values. Invariant: caller holds lock.
  /// Errors: `outOfMemory`, `state` (a host's effect that still fades out).
  func claimUnit() throws(AhaError) -> Reference<EffectUnit> {
    let unit: Reference<EffectUnit>
    if let spare {
      unit = spare
    } else {
      unit = try Effect.makeUnit(
        effectKind, settings: engine.settings, values: values, content: content)
    }
    spare = nil
    for index in 0..<values.count { unit.value.set(index, value: values[index], over: 0) }
    unit.value.settle()
    unit.value.bypass(isBypassed)
    unit.value.reset()
    return unit
  }

  // MARK: Content

  public var isInChain: Bool { engine.lock.locked { slot >= 0 } }

  /// Errors: `invalidArgument` (no such parameter).
  public func parameterName(_ parameter: UInt32) throws(AhaError) -> String {
    let spec = try spec(parameter)
    return host.map { String(cString: $0.parameterTexts[Int(parameter)].name) } ?? spec.name.text
  }

  /// Makes a sound the impulse response of a convolution. Decodes a streamed sound.
  /// - Parameter isNormalized: Scales the response so that noise keeps its level.
  /// Errors: `unsupported` (not a convolution), `state` (in a chain), `invalidArgument`, `limit`,
  /// and those of reading.
  public func setImpulse(_ sound: Sound, isNormalized: Bool) throws(AhaError) {
    guard effectKind == .convolution else {
      throw AhaError(.unsupported, "\(name) has no impulse response")
    }
    let impulse = try sound.impulse(for: engine, isNormalized: isNormalized)
    try engine.locked { () throws(AhaError) in
      if slot >= 0 {
        throw AhaError(.state, "the convolution is in a chain; remove it first, or add another one")
      }
      let unit = try Effect.makeUnit(
        effectKind, settings: engine.settings, values: values, content: .impulse(impulse))
      if let spare { Effect.free(spare) }
      (spare, content) = (unit, .impulse(impulse))
    }
  }

  // MARK: Parameters

  func spec(_ parameter: UInt32) throws(AhaError) -> ParameterSpec {
    guard parameter < UInt32(specs.count) else {
      throw AhaError(.invalidArgument, "\(name) has no parameter \(parameter)")
    }
    return specs[Int(parameter)]
  }

  func check(_ parameter: UInt32, value: Float) throws(AhaError) {
    let spec = try spec(parameter)
    if !spec.accepts(value) { throw spec.refusal(of: value, named: try parameterName(parameter)) }
  }

  /// The last requested value. Errors: `invalidArgument`.
  public func value(_ parameter: UInt32) throws(AhaError) -> Float {
    _ = try spec(parameter)
    return engine.lock.locked { values[Int(parameter)] }
  }

  /// - Parameters:
  ///   - fade: Nil: the parameter's own time.
  ///   - frame: Of the engine; 0: at once.
  /// Errors: `invalidArgument`, `released` (also its player or bus); for a frame also `state` (in
  /// no chain), `limit`.
  public func set(
    _ parameter: UInt32, value: Float, over fade: Fade? = nil, at frame: Int64 = 0
  ) throws(AhaError) {
    try check(parameter, value: value)
    let frame = FrameLimit.frame(frame)
    try engine.locked { () throws(AhaError) in
      try send([(parameter, value)], over: fade, at: frame)
    }
  }

  /// Sets the values of a preset, all in one block; the other parameters keep theirs.
  /// Errors: `notFound`; as `set`.
  public func loadPreset(
    _ name: String, over leap: Fade? = nil, at frame: Int64 = 0
  ) throws(AhaError) {
    let preset = try EffectRegistry.spec(effectKind).preset(name)
    let frame = FrameLimit.frame(frame)
    try engine.locked { () throws(AhaError) in
      let values = preset.enumerated().map { (parameter: UInt32($0), value: $1) }
      try send(values, over: leap, at: frame)
    }
  }

  /// Invariant: caller holds lock. Precondition: the specs accept the values.
  private func send(
    _ new: [(parameter: UInt32, value: Float)], over fade: Fade?, at frame: Int64
  ) throws(AhaError) {
    if frame > 0 {
      try requireChain()
      try engine.countChanges(new.count) { () throws(AhaError) in
        try engine.send(
          new.map {
            .effect(
              slot, .change(frame: frame, parameter: $0.parameter, value: $0.value, over: fade))
          })
      }
    } else {
      try requireOwner()
      if slot >= 0 {
        try engine.send(
          new.map { .effect(slot, .set(parameter: $0.parameter, value: $0.value, over: fade)) })
      }
    }
    for one in new { values[Int(one.parameter)] = one.value }
  }

  private func requireOwner() throws(AhaError) {
    guard isChainClosed else { return }
    throw AhaError(
      .released, "the player or bus of the \(name) was released; add the \(name) to another chain")
  }

  func requireChain() throws(AhaError) {
    try requireOwner()
    if slot < 0 {
      throw AhaError(.state, "the \(name) is in no chain")
    }
  }

  // MARK: Modulation

  /// Errors: `unsupported`, `state` (in no chain); as `set`.
  public func modulate(_ parameter: UInt32, options: ModulationOptions) throws(AhaError) {
    try requireSmooth(parameter)
    try engine.locked { () throws(AhaError) in
      try requireChain()
      let modulator = options.modulator(sampleRate: engine.settings.sampleRate)
      try engine.send(.effect(slot, .modulate(parameter: parameter, modulator)))
    }
  }

  public func endModulation(_ parameter: UInt32) throws(AhaError) {
    try requireSmooth(parameter)
    try engine.locked { () throws(AhaError) in
      try requireOwner()
      if slot < 0 { return }
      try engine.send(.effect(slot, .endModulation(parameter: parameter)))
    }
  }

  private func requireSmooth(_ parameter: UInt32) throws(AhaError) {
    let spec = try spec(parameter)
    if spec.scale == .stepped {
      let name = try parameterName(parameter)
      throw AhaError(.unsupported, "\(name) goes in steps and cannot be modulated")
    }
  }

  // MARK: Bypass

  public var bypassed: Bool { engine.lock.locked { isBypassed } }

  /// Errors: as `set`.
  public func setBypassed(
    _ bypassed: Bool, over fade: Fade? = nil, at frame: Int64 = 0
  ) throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      if frame > 0 { try requireChain() } else { try requireOwner() }
      if slot >= 0 { try engine.send(.effect(slot, .bypass(bypassed, over: fade)), at: frame) }
      isBypassed = bypassed
    }
  }
}

extension ParameterSpec {
  func refusal(of value: Float, named name: String) -> AhaError {
    let kind = scale == .stepped ? "a whole number of " : ""
    return AhaError(
      .invalidArgument, "\(name) of \(value) is not \(kind)\(minimum) to \(maximum)")
  }
}

/// How a parameter is modulated.
public struct ModulationOptions {
  public var waveform = Modulator.Waveform.random
  public var rate: Float = 5
  public var depth: Float = 1
  /// Seconds; nil: until it is ended.
  public var duration: Float?
  public var seed: UInt32 = 0

  public init() {}

  func modulator(sampleRate: Int) -> Modulator {
    let frames = duration.map { FrameLimit.length(seconds: $0, sampleRate: sampleRate) }
    return Modulator(
      waveform: waveform, rate: rate, depth: depth, duration: frames ?? Modulator.forever,
      seed: seed)
  }
}
