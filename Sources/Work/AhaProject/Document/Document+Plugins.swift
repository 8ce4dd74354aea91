import AhaBase
import AhaDSP
import AhaPlugin
import AhaStore

extension Document {
  /// The plug-in of an effect, installed or not.
  public struct Plugin: Sendable {
    public struct Value: Equatable, Sendable {
      public let name: String
      public let value: Float
    }

    public internal(set) var uri: String
    /// As of `Effect.pluginState`; empty: the plug-in's default.
    public internal(set) var state = ""
    /// Values that the project has set, by name. They win over those of `state`.
    public internal(set) var values: [Value] = []

    func value(_ name: String) -> Float? { values.first { $0.name == name }?.value }
  }

  /// Adds an LV2 plug-in to a chain, installed or not. Errors: as `addEffect`.
  public func addPlugin(
    _ uri: String, to owner: Owner, at index: Int? = nil
  ) throws(AhaError) -> ID {
    try Require.argument.that(
      (1...4095).contains(uri.letters) && !uri.array.contains(0),
      "a plug-in's URI of \(uri.letters) letters; 1 to 4095")
    return try history.change("add effect") { (database) throws(AhaError) in
      let id = try insertEffect(database, kind: .lv2, owner: owner, index: index)
      try database.run("INSERT INTO plugin (effect, uri) VALUES (?, ?)", .integer(id), .text(uri))
      return id
    }
  }

  /// Errors: `notFound`, `unsupported` (no plug-in).
  public func plugin(_ id: ID) throws(AhaError) -> Plugin {
    let found = try effect(id)
    guard let plugin = found.plugin else {
      throw AhaError(
        .unsupported, "effect \(id) is a \(parameterTable.name(found.kind)), not a plug-in")
    }
    return plugin
  }

  /// Errors: as `plugin`; `invalidArgument` (more than 16 MB).
  public func setPluginState(_ id: ID, to state: String) throws(AhaError) {
    _ = try plugin(id)
    try Require.argument.that(
      state.utf8.count <= 1 << 24 && !state.array.contains(0), "a state of more than 16 MB")
    try history.change("set state") { (database) throws(AhaError) in
      try database.run(
        "UPDATE plugin SET state = ? WHERE effect = ?", .text(state), .integer(id))
    }
  }

  /// The value of a parameter: that of the project, or the plug-in's default.
  /// Errors: `notFound`, also if the plug-in is missing.
  public func value(_ parameter: Parameter, of id: ID) throws(AhaError) -> Float {
    let found = try effect(id)
    guard let plugin = found.plugin else { return found.values[Int(parameter.number)] }
    return plugin.value(parameter.name) ?? parameter.standard
  }

  // MARK: Rows

  func withPlugin(_ database: Database, effect: Effect) throws(AhaError) -> Effect {
    var effect = effect
    effect.plugin = try plugin(database, id: effect.id)
    return effect
  }

  func plugin(_ database: Database, id: ID) throws(AhaError) -> Plugin {
    let found = try database.first(
      "SELECT uri, state FROM plugin WHERE effect = ?", .integer(id)
    ) { (row) throws(AhaError) in Plugin(uri: row.text(0), state: row.text(1)) }
    guard var plugin = found, !plugin.uri.isEmpty else {
      throw AhaError(.damaged, "\(path.text): effect \(id) has no plug-in")
    }
    try database.each(
      "SELECT parameter, value FROM effect_value WHERE effect = ?", .integer(id)
    ) { (row) throws(AhaError) in
      plugin.values.append(Plugin.Value(name: row.text(0), value: row.float(1)))
    }
    return plugin
  }

  /// Empty if the plug-in is missing.
  func presentParameters(_ plugin: Plugin) -> [Parameter] {
    (try? plugins.parameters(of: plugin.uri)) ?? []
  }
}

/// The parameters of the plug-ins that a project uses.
final class PluginParameters {
  private let lock = Lock()
  private var known: [(uri: String, parameters: [Parameter])] = []

  /// Errors: those of `Plugins.info`.
  func parameters(of uri: String) throws(AhaError) -> [Parameter] {
    if let found = lock.locked({ known.first { $0.uri == uri } }) { return found.parameters }
    let parameters = try Plugins.info(of: uri).parameters.enumerated().map { number, parameter in
      Parameter(parameter.name, number: number, spec: parameter.spec)
    }
    lock.locked { known.append((uri, parameters)) }
    return parameters
  }
}
