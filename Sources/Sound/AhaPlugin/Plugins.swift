import AhaBase
import AhaDSP
import CLilv
import CShims

/// A parameter of a plug-in: a control input.
public struct PluginParameter {
  /// The symbol of the port, unique in the plug-in.
  public let name: String
  public let title: String
  public let choices: String
  public let spec: ParameterSpec

  init(_ parameter: plug_parameter) {
    name = String(cString: parameter.symbol)
    title = String(cString: parameter.title)
    choices = String(cString: parameter.choices)
    spec = ParameterSpec(
      "value", title: "Value", unit: ParameterUnit(rawValue: parameter.unit) ?? .none,
      range: parameter.minimum...parameter.maximum, standard: parameter.standard,
      scale: ParameterScale(rawValue: parameter.curve) ?? .linear,
      smoothingMs: parameter.is_smooth == 0 ? 0 : 5)
  }
}

/// An installed plug-in. Its C texts are valid until the process ends.
public struct PluginInfo {
  public let uri, name, author, pluginClass: UnsafePointer<CChar>
  /// Why it cannot be an effect of libaha; empty if it can.
  public let refusal: UnsafePointer<CChar>
  /// Count of audio ports, without sidechains.
  public let audioInputs, audioOutputs: UInt32
  public let presetCount: UInt32
  public let parameters: [PluginParameter]

  public var parameterCount: Int { parameters.count }

  init(_ info: plug_info) {
    (uri, name, author, pluginClass) = (info.uri, info.name, info.author, info.kind)
    refusal = info.refusal
    (audioInputs, audioOutputs, presetCount) = (info.inputs, info.outputs, info.preset_count)
    let ports = UnsafeBufferPointer(start: info.parameters, count: Int(info.parameter_count))
    parameters = ports.map { PluginParameter($0) }
  }
}

/// The LV2 plug-ins of this machine. The folders of LV2_PATH are read once per process.
///
/// Thread: any but the audio thread. Errors: `unsupported` (no lilv), `outOfMemory`.
public enum Plugins {
  public static func count() throws(AhaError) -> UInt32 {
    try load()
    return plug_count()
  }

  /// Errors: `invalidArgument`.
  public static func uri(at index: UInt32) throws(AhaError) -> String {
    try load()
    guard let uri = plug_uri_at(index) else {
      throw AhaError(.invalidArgument, "index \(index): there are \(plug_count()) LV2 plug-ins")
    }
    return String(cString: uri)
  }

  /// - Parameter sampleRate: For ranges that depend on it.
  /// Errors: `notFound`.
  public static func info(
    of uri: String, sampleRate: Int = 48_000
  ) throws(AhaError) -> PluginInfo {
    try load()
    var info: UnsafeMutablePointer<plug_info>?
    try checked { plug_info_make(uri, Double(sampleRate), &info, $0) }
    defer { plug_info_free(info) }
    return PluginInfo(info!.pointee)
  }

  public struct Preset {
    public let uri: String
    public let title: String
  }

  /// The presets of a plug-in, in the order of titles. Errors: `notFound`.
  public static func presets(of uri: String) throws(AhaError) -> [Preset] {
    try load()
    var presets: [Preset] = []
    try checked { line in
      withUnsafeMutablePointer(to: &presets) { list in
        plug_presets(
          uri,
          { list, uri, title in
            list!.assumingMemoryBound(to: [Preset].self).pointee
              .append(Preset(uri: String(cString: uri!), title: String(cString: title!)))
          }, list, line)
      }
    }
    return presets
  }

  static func load() throws(AhaError) { try checked { plug_load($0) } }

  /// Throws the line of a failed call.
  static func checked(
    _ call: (UnsafeMutablePointer<CChar>) -> plug_result
  ) throws(AhaError) {
    var failure: AhaError?
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: plug_line_size) { line in
      line.initialize(repeating: 0)
      let result = call(line.baseAddress!)
      if result == plug_ok { return }
      failure = AhaError(code(of: result), String(cString: line.baseAddress!))
    }
    if let failure { throw failure }
  }

  private static func code(of result: plug_result) -> ResultCode {
    switch result {
    case plug_not_found: .notFound
    case plug_no_memory: .outOfMemory
    case plug_invalid: .invalidArgument
    default: .unsupported
    }
  }
}
