import AhaBase
import AhaDSP
import AhaEngine
import CLilv
import CShims

extension Engine {
  /// Creates an effect of an LV2 plug-in, in no chain.
  /// - Parameter state: As of `Effect.pluginState`; nil: the plug-in's default.
  /// Errors: `unsupported` (no lilv, or the plug-in cannot be an effect), `notFound`,
  /// `invalidArgument` (the state), `outOfMemory`, `released`.
  public func makePlugin(_ uri: String, state: String? = nil) throws(AhaError) -> Effect {
    try Plugins.load()
    var made: OpaquePointer?
    try Plugins.checked {
      plug_make(uri, Double(settings.sampleRate), settings.isOffline ? 1 : 0, &made, $0)
    }
    let plugin = made!
    let info = PluginInfo(plug_about(plugin).pointee)
    var values = info.parameters.map { $0.spec.standard }
    do throws(AhaError) {
      if let state {
        try restore(plugin, values: &values) { plug_restore(plugin, state, 0, $0, $1, $2) }
      }
    } catch {
      plug_free(plugin)
      throw error
    }
    // The engine ends a tail after silence; plug-ins do not report one.
    let process = HostProcess(
      name: String(cString: info.name),
      parameters: info.parameters.map {
        (
          texts: ParameterTexts(name: $0.name, title: $0.title, choices: $0.choices),
          spec: $0.spec
        )
      },
      latency: Int(plug_measure_latency(plugin, values)), tail: 30 * settings.sampleRate,
      process: plug_process, reset: plug_reset, userData: UnsafeMutableRawPointer(plugin),
      destroy: { plug_free(plugin) })
    let effect = try makeEffect(.lv2, content: .host(process))
    try effect.setAll(values)
    return effect
  }
}

private typealias Restore = (
  @escaping plug_set_fn, UnsafeMutableRawPointer, UnsafeMutablePointer<CChar>
) -> plug_result

/// Restores a state or a preset; changes the values that it contains.
private func restore(
  _ plugin: OpaquePointer, values: inout [Float], call: Restore
) throws(AhaError) {
  let count = values.count
  let memory = Floats(repeating: 0, count: count + 1)
  defer { memory.deallocate() }
  for index in 0..<count { memory[index] = values[index] }
  try Plugins.checked { line in
    call(
      { memory, parameter, value in
        memory!.assumingMemoryBound(to: Float.self)[Int(parameter)] = value
      }, memory.base, line)
  }
  for index in 0..<count { values[index] = memory[index] }
}

extension Effect {
  private func plugin() throws(AhaError) -> OpaquePointer {
    guard effectKind == .lv2, let data = host?.userData else {
      throw AhaError(.unsupported, "\(name) is not an LV2 plug-in")
    }
    return OpaquePointer(data)
  }

  /// Errors: `unsupported`, as all functions here.
  public func pluginURI() throws(AhaError) -> String {
    String(cString: plug_about(try plugin()).pointee.uri)
  }

  /// The plug-in's state with the values of its parameters, as Turtle. Errors: `outOfMemory`.
  public func pluginState() throws(AhaError) -> String {
    let (plugin, values) = (try plugin(), try values())
    var text: UnsafeMutablePointer<CChar>?
    try Plugins.checked { plug_save(plugin, values, &text, $0) }
    defer { CShims.free(text) }
    return text.map { String(cString: $0) } ?? ""
  }

  /// Errors: `invalidArgument` (not a state of this plug-in).
  public func restore(pluginState state: String) throws(AhaError) {
    try change { plugin, wait, set, data, line in
      plug_restore(plugin, state, wait, set, data, line)
    }
  }

  /// Errors: `notFound`.
  public func loadPreset(_ uri: String) throws(AhaError) {
    try change { plugin, wait, set, data, line in
      plug_restore_preset(plugin, uri, wait, set, data, line)
    }
  }

  private func change(
    _ call: (
      OpaquePointer, Int32, @escaping plug_set_fn, UnsafeMutableRawPointer,
      UnsafeMutablePointer<CChar>
    ) -> plug_result
  ) throws(AhaError) {
    let (plugin, wait) = (try plugin(), isInChain ? Int32(200) : 0)
    var values = try values()
    try AhaPlugin.restore(plugin, values: &values) { call(plugin, wait, $0, $1, $2) }
    try setAll(values)
  }

  private func values() throws(AhaError) -> [Float] {
    var values: [Float] = []
    for index in specs.indices { values.append(try value(UInt32(index))) }
    return values
  }

  fileprivate func setAll(_ new: [Float]) throws(AhaError) {
    for (index, old) in try values().enumerated() where new[index] != old {
      try set(UInt32(index), value: new[index], over: nil)
    }
  }
}
