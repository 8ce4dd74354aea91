import AhaArguments
import AhaBase
import AhaDSP
import AhaEngine
import AhaPlugin
import CAha

enum LV2: Handleless {
  static func count() throws(AhaError) -> UInt32 { try Plugins.count() }

  static func get(_ index: UInt32) throws(AhaError) -> PluginInfo {
    try Plugins.info(of: Plugins.uri(at: index))
  }

  static func find(_ uri: String) throws(AhaError) -> PluginInfo { try Plugins.info(of: uri) }

  static func presets(_ uri: String) throws(AhaError) -> [Plugins.Preset] {
    try Plugins.presets(of: uri)
  }
}

extension Engine {
  func createLV2(_ uri: String, state: String?) throws(AhaError) -> Effect {
    try makePlugin(uri, state: state)
  }
}

extension Effect {
  func lv2URI() throws(AhaError) -> String { try pluginURI() }
  func lv2State() throws(AhaError) -> String { try pluginState() }
  func setLV2State(_ state: String) throws(AhaError) { try restore(pluginState: state) }
}
