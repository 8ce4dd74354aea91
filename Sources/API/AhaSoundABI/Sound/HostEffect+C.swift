import AhaArguments
import AhaBase
import AhaDSP
import AhaEngine
import CAha

@c @implementation
public func aha_host_effect_create(
  _ engine: OpaquePointer?, _ description: UnsafePointer<aha_host_effect>?,
  _ userData: UnsafeMutableRawPointer?, _ destroy: aha_destroy_fn?,
  _ outEffect: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outEffect?.pointee = nil
  var host: HostProcess?
  let result = guarded { () throws(AhaError) in
    let owner = try Handle.object(engine, as: Engine.self)
    let out = try required(outEffect, "out_effect")
    let process = try HostProcess(description: description, userData: userData, destroy: destroy)
    host = process
    out.pointee = try handle(
      of: owner.makeEffect(.host, content: .host(process)), parent: engine)
  }
  if host == nil, let destroy { Callback.stream { destroy(userData) } }
  return result
}

extension Effect {
  func hostEffectResult() throws(AhaError) -> aha_result {
    guard let host, effectKind == .host else {
      throw AhaError(.unsupported, "\(name) is not an effect of the host")
    }
    return host.failure
  }
}

extension HostProcess {
  fileprivate convenience init(
    description: UnsafePointer<aha_host_effect>?, userData: UnsafeMutableRawPointer?,
    destroy: aha_destroy_fn?
  ) throws(AhaError) {
    let fields = try Sized.read(
      required(description, "description"), "description", default: aha_host_effect_init())
    try requireZero(fields.reserved, "description")
    guard let process = fields.process else {
      throw AhaError(.invalidArgument, "description->process is NULL")
    }
    let maxParameters = UInt64(HostProcess.maxParameters)
    try require(UInt64(fields.parameter_count), in: 0...maxParameters, "parameter_count")
    let maxLatency = UInt64(HostProcess.maxLatency)
    try require(UInt64(fields.latency_frames), in: 0...maxLatency, "latency_frames")
    let name = try shortName(fields.name, field: "description->name")
    var specs: [(name: String, spec: ParameterSpec)] = []
    for index in 0..<Int(fields.parameter_count) {
      let parameter = try required(fields.parameters, "description->parameters")[index]
      specs.append((try shortName(parameter.name, field: "name"), try ParameterSpec(parameter)))
    }
    let parameters = specs.map {
      (texts: ParameterTexts(name: $0.name, title: $0.name), spec: $0.spec)
    }
    self.init(
      name: name, parameters: parameters, latency: Int(fields.latency_frames),
      tail: Int(min(fields.tail_frames, UInt32(Int32.max))), process: process, reset: fields.reset,
      userData: userData,
      destroy: { if let destroy { Callback.stream { destroy(userData) } } })
  }
}

/// Errors: `invalidArgument` (NULL, empty, or longer than 100 bytes).
private func shortName(
  _ name: UnsafePointer<CChar>?, field: StaticString
) throws(AhaError) -> String {
  let text = String(cString: try required(name, field))
  guard (1...100).contains(text.utf8.count) else {
    throw AhaError(.invalidArgument, "\(field) of \(text.utf8.count) bytes is not 1 to 100")
  }
  return text
}

extension ParameterSpec {
  fileprivate init(_ fields: aha_host_parameter) throws(AhaError) {
    let unit: ParameterUnit = try known(fields.unit, "unit")
    let scale: ParameterScale = try known(fields.curve, "curve")
    let (low, high) = (fields.minimum, fields.maximum)
    guard low.isFinite, high.isFinite, low < high, scale != .logarithmic || low > 0 else {
      throw AhaError(.invalidArgument, "a parameter cannot have the range \(low) to \(high)")
    }
    guard (0...10_000).contains(fields.smoothing_ms) else {
      throw AhaError(.invalidArgument, "smoothing_ms \(fields.smoothing_ms) is not 0 to 10000")
    }
    self.init(
      "value", title: "Value", unit: unit, range: low...high, standard: fields.default_value,
      scale: scale,
      smoothingMs: fields.smoothing_ms)
    if !accepts(fields.default_value) {
      throw AhaError(
        .invalidArgument, "default_value \(fields.default_value) is not in \(low) to \(high)")
    }
  }
}
