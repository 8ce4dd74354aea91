import AhaArguments
import AhaBase
import AhaDSP
import AhaEngine
import CAha
import Synchronization

extension Effect {
  static var kindCount: UInt32 { EffectKind.count }

  static func getKind(_ kind: aha_effect_kind) throws(AhaError) -> aha_effect_info {
    let spec = EffectRegistry.spec(try AhaSoundABI.effectKind(kind))
    var value = aha_effect_info_init()
    value.kind = kind
    value.parameter_count = UInt32(spec.parameters.count)
    value.name = Text.pointer(spec.name)
    value.title = Text.pointer(spec.title)
    value.summary = Text.pointer(spec.summary)
    value.presets = Text.pointer(spec.presetNames)
    return value
  }

  static func getKindParameter(
    _ kind: aha_effect_kind, parameter: UInt32
  ) throws(AhaError) -> aha_parameter_info {
    let spec = EffectRegistry.spec(try AhaSoundABI.effectKind(kind))
    let isIndex = parameter < UInt32(spec.parameters.count)
    let index = isIndex ? parameter : try ParameterNumber.index(parameter, of: spec.kind)
    var value = aha_parameter_info(spec.parameters[Int(index)])
    value.parameter = ParameterNumber.make(spec.kind, at: index)
    return value
  }

  func getParameter(_ index: UInt32) throws(AhaError) -> aha_parameter_info {
    _ = try parameterName(index)
    var value = aha_parameter_info(specs[Int(index)])
    if let texts = host?.parameterTexts[Int(index)] {
      value.name = UnsafePointer(texts.name)
      value.title = UnsafePointer(texts.title)
      value.choices = UnsafePointer(texts.choices)
    }
    value.parameter = ParameterNumber.make(effectKind, at: index)
    return value
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

extension Engine {
  func createEffect(_ kind: aha_effect_kind) throws(AhaError) -> Effect {
    try makeEffect(effectKind(kind))
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

extension Handle {
  /// Passes an effect to the host, which may have it already.
  static func give(
    _ effect: Effect, to out: UnsafeMutablePointer<OpaquePointer?>, parent: OpaquePointer?
  ) throws(AhaError) {
    out.pointee = try handle(of: effect, parent: parent)
  }
}

/// Parameters have the numbers of the API.
extension Effect {
  var parameterCount: Int { specs.count }

  func getKind() -> EffectKind { effectKind }

  func getValue(_ parameter: UInt32) throws(AhaError) -> Float {
    try value(ParameterNumber.index(parameter, of: self))
  }

  func setValue(
    _ parameter: UInt32, value: Float, over leap: Fade?, at frame: Int64
  ) throws(AhaError) {
    try set(ParameterNumber.index(parameter, of: self), value: value, over: leap, at: frame)
  }

  func startModulation(_ parameter: UInt32, options: ModulationOptions) throws(AhaError) {
    try modulate(ParameterNumber.index(parameter, of: self), options: options)
  }

  func stopModulation(_ parameter: UInt32) throws(AhaError) {
    try endModulation(ParameterNumber.index(parameter, of: self))
  }
}
