import AhaBase
import AhaDSP
import AhaEngine
import CAha
import Synchronization

extension Effect: Handled { static var kind: HandleKind { HandleKind(AHA_KIND_EFFECT, "effect") } }

@c @implementation
public func aha_effect_kind_count() -> UInt32 { EffectKind.count }

@c @implementation
public func aha_effect_kind_get(
  _ kind: aha_effect_kind, _ info: UnsafeMutablePointer<aha_effect_info>?
) -> aha_result {
  guarded { () throws(AhaError) in
    let spec = EffectRegistry.spec(try effectKind(kind))
    try Sized.check(info, "info")
    var value = aha_effect_info_init()
    value.kind = kind
    value.parameter_count = UInt32(spec.parameters.count)
    value.name = Text.pointer(spec.name)
    value.title = Text.pointer(spec.title)
    value.summary = Text.pointer(spec.summary)
    try Sized.write(value, to: info, "info")
  }
}

@c @implementation
public func aha_effect_kind_parameter_get(
  _ kind: aha_effect_kind, _ parameter: UInt32, _ info: UnsafeMutablePointer<aha_parameter_info>?
) -> aha_result {
  guarded { () throws(AhaError) in
    let spec = EffectRegistry.spec(try effectKind(kind))
    let isIndex = parameter < UInt32(spec.parameters.count)
    let index = isIndex ? parameter : try ParameterNumber.index(parameter, of: spec.kind)
    try Sized.check(info, "info")
    var value = aha_parameter_info(spec.parameters[Int(index)])
    value.parameter = ParameterNumber.make(spec.kind, index)
    try Sized.write(value, to: info, "info")
  }
}

extension aha_parameter_info {
  init(_ spec: ParameterSpec) {
    self = aha_parameter_info_init()
    name = Text.pointer(spec.name)
    title = Text.pointer(spec.title)
    choices = Text.pointer(spec.choices)
    minimum = spec.minimum
    maximum = spec.maximum
    default_value = spec.standard
    smoothing_ms = spec.smoothingMs
    unit = spec.unit.rawValue
    curve = spec.scale.rawValue
  }
}

/// A kind of the registry. Errors: `invalidArgument`.
func effectKind(_ number: aha_effect_kind) throws(AhaError) -> EffectKind {
  let kind: EffectKind = try known(number, "effect kind")
  if kind == .host { throw AhaError(.invalidArgument, "effect kind \(number) is the host's own") }
  if kind == .lv2 {
    throw AhaError(
      .invalidArgument, "effect kind \(number) is an LV2 plug-in: aha_lv2_create makes it")
  }
  return kind
}

@c @implementation
public func aha_effect_create(
  _ engine: OpaquePointer?, _ kind: aha_effect_kind,
  _ outEffect: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outEffect?.pointee = nil
  return guarded { () throws(AhaError) in
    let host = try Handle.object(engine, as: Engine.self)
    let out = try required(outEffect, "out_effect")
    out.pointee = try handle(of: host.makeEffect(effectKind(kind)), parent: engine)
  }
}

/// Returns the effect's handle with one more owner; creates it if needed.
func handle(of effect: Effect, parent: OpaquePointer?) throws(AhaError) -> OpaquePointer? {
  let present = effect.tag.load(ordering: .acquiring)
  if present != 0, HandleTable.retain(present) { return OpaquePointer(bitPattern: present) }
  let number = try Handle.make(effect, parent: parent)
  effect.tag.store(number, ordering: .releasing)
  return OpaquePointer(bitPattern: number)
}

@c @implementation
public func aha_effect_set_sidechain(
  _ effect: OpaquePointer?, _ key: OpaquePointer?
) -> aha_result {
  guarded { () throws(AhaError) in
    let effect = try Handle.object(effect, as: Effect.self)
    try effect.setSidechain(key == nil ? nil : Handle.object(key, as: Bus.self))
  }
}

@c @implementation
public func aha_effect_get_kind(_ effect: OpaquePointer?) -> aha_effect_kind {
  getting(0) { () throws(AhaError) in
    try Handle.object(effect, as: Effect.self).effectKind.rawValue
  }
}

/// Finds an effect and the index of a parameter.
private func withParameter(
  _ effect: OpaquePointer?, _ parameter: UInt32,
  _ body: (Effect, UInt32) throws(AhaError) -> Void
) -> aha_result {
  guarded { () throws(AhaError) in
    let effect = try Handle.object(effect, as: Effect.self)
    try body(effect, try ParameterNumber.index(parameter, of: effect))
  }
}

@c @implementation
public func aha_effect_set_value(
  _ effect: OpaquePointer?, _ parameter: UInt32, _ value: Float, _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  withParameter(effect, parameter) { (effect, index) throws(AhaError) in
    let ramp = try Ramped(ramp)
    try effect.set(index, value, over: ramp.leap, at: ramp.frame)
  }
}

@c @implementation
public func aha_effect_get_value(
  _ effect: OpaquePointer?, _ parameter: UInt32, _ value: UnsafeMutablePointer<Float>?
) -> aha_result {
  withParameter(effect, parameter) { (effect, index) throws(AhaError) in
    try required(value, "value").pointee = effect.value(index)
  }
}

@c @implementation
public func aha_effect_start_modulation(
  _ effect: OpaquePointer?, _ parameter: UInt32,
  _ options: UnsafePointer<aha_modulation_options>?
) -> aha_result {
  withParameter(effect, parameter) { (effect, index) throws(AhaError) in
    try effect.modulate(index, ModulationOptions(options))
  }
}

extension ModulationOptions {
  fileprivate init(_ options: UnsafePointer<aha_modulation_options>?) throws(AhaError) {
    self.init()
    let asked = try Sized.read(options, "options", default: aha_modulation_options_init())
    try requireZero(asked.reserved, "options")
    waveform = try known(asked.waveform, "waveform")
    rate = try choose(asked.rate_hz, 0.001...100, rate, "rate_hz")
    depth = try choose(asked.depth, 0...1, depth, "depth")
    let seconds = try choose(asked.duration_s, 0...86_400, 0, "duration_s")
    duration = seconds > 0 ? seconds : nil
    seed = asked.seed
  }
}

@c @implementation
public func aha_effect_stop_modulation(
  _ effect: OpaquePointer?, _ parameter: UInt32
) -> aha_result {
  withParameter(effect, parameter) { (effect, index) throws(AhaError) in
    try effect.endModulation(index)
  }
}

@c @implementation
public func aha_effect_set_impulse(
  _ effect: OpaquePointer?, _ impulse: OpaquePointer?, _ normalize: UInt32
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let effect = try Handle.object(effect, as: Effect.self)
    let sound = try Handle.object(impulse, as: Sound.self)
    try effect.setImpulse(sound, isNormalized: normalize != 0)
  }
}

@c @implementation
public func aha_effect_parameter_count(_ effect: OpaquePointer?) -> UInt32 {
  getting(0) { () throws(AhaError) in
    UInt32(try Handle.object(effect, as: Effect.self).specs.count)
  }
}

@c @implementation
public func aha_effect_parameter_get(
  _ effect: OpaquePointer?, _ index: UInt32, _ info: UnsafeMutablePointer<aha_parameter_info>?
) -> aha_result {
  guarded { () throws(AhaError) in
    let effect = try Handle.object(effect, as: Effect.self)
    _ = try effect.parameterName(index)
    try Sized.check(info, "info")
    var value = aha_parameter_info(effect.specs[Int(index)])
    if let texts = effect.host?.parameterTexts[Int(index)] {
      value.name = UnsafePointer(texts.name)
      value.title = UnsafePointer(texts.title)
      value.choices = UnsafePointer(texts.choices)
    }
    value.parameter = ParameterNumber.make(effect.effectKind, index)
    try Sized.write(value, to: info, "info")
  }
}

@c @implementation
public func aha_effect_set_bypassed(
  _ effect: OpaquePointer?, _ bypassed: UInt32, _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  changing(effect, as: Effect.self, ramp) { (effect, ramp) throws(AhaError) in
    try effect.setBypassed(bypassed != 0, over: ramp.fade, at: ramp.frame)
  }
}

@c @implementation
public func aha_effect_is_bypassed(_ effect: OpaquePointer?) -> UInt32 {
  getting(0) { () throws(AhaError) in
    try Handle.object(effect, as: Effect.self).bypassed ? 1 : 0
  }
}

@c @implementation
public func aha_effect_latency_frames(_ effect: OpaquePointer?) -> UInt64 {
  getting(0) { () throws(AhaError) in
    UInt64(try Handle.object(effect, as: Effect.self).latency)
  }
}

@c @implementation
public func aha_engine_get_limiter(
  _ engine: OpaquePointer?, _ outEffect: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outEffect?.pointee = nil
  return guarded { () throws(AhaError) in
    let host = try Handle.object(engine, as: Engine.self)
    let out = try required(outEffect, "out_effect")
    out.pointee = try handle(of: host.outputLimiter(), parent: engine)
  }
}
