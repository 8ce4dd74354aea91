import AhaBase
import AhaDSP
import AhaEngine
import AhaPlugin

extension Document.Plugin {
  /// The plug-in as an effect. Nil if it cannot be used: the engine posts an event.
  func makeEffect(_ engine: Engine, id: Document.ID) throws(AhaError) -> Effect? {
    do throws(AhaError) {
      let effect = try engine.makePlugin(uri, state: state.isEmpty ? nil : state)
      for value in values { try set(effect, name: value.name, to: value.value) }
      return effect
    } catch {
      switch error.code {
      case .notFound, .unsupported, .invalidArgument:
        engine.post(.pluginMissing, of: id, error: error)
      default: throw error
      }
      return nil
    }
  }

  /// Applies the edits since an older state.
  func adjust(_ effect: Effect, from old: Document.Plugin?) throws(AhaError) {
    // The session's effect may be the source of the state.
    if state != old?.state, !state.isEmpty, try effect.pluginState() != state {
      try effect.restore(pluginState: state)
    }
    for value in values where value.value != old?.value(value.name) {
      try set(effect, name: value.name, to: value.value)
    }
    // Undo of the first value.
    for value in old?.values ?? [] where self.value(value.name) == nil {
      try set(effect, name: value.name, to: nil)
    }
  }

  /// Ignores a parameter or a value of another version of the plug-in.
  /// - Parameter value: Nil: the default.
  private func set(_ effect: Effect, name: String, to value: Float?) throws(AhaError) {
    for (index, spec) in effect.specs.enumerated()
    where try effect.parameterName(UInt32(index)) == name {
      let value = value ?? spec.standard
      if spec.accepts(value) { try effect.set(UInt32(index), value: value, over: nil) }
    }
  }
}
