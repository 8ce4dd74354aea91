import AhaBase
import AhaDSP
import AhaEngine
import AhaPlugin
import CAha

@c @implementation
public func aha_lv2_count() -> UInt32 {
  gettingBlocking(0) { () throws(AhaError) in try Plugins.count() }
}

@c @implementation
public func aha_lv2_get(
  _ index: UInt32, _ info: UnsafeMutablePointer<aha_lv2_info>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    try Sized.check(info, "info")
    try Sized.write(aha_lv2_info(Plugins.info(of: Plugins.uri(at: index))), to: info, "info")
  }
}

@c @implementation
public func aha_lv2_find(
  _ uri: UnsafePointer<CChar>?, _ info: UnsafeMutablePointer<aha_lv2_info>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let uri = try Text.given(uri, "uri")
    try Sized.check(info, "info")
    try Sized.write(aha_lv2_info(Plugins.info(of: uri)), to: info, "info")
  }
}

extension aha_lv2_info {
  fileprivate init(_ plugin: PluginInfo) {
    self = aha_lv2_info_init()
    (uri, name, author) = (plugin.uri, plugin.name, plugin.author)
    (plugin_class, refusal) = (plugin.kind, plugin.refusal)
    (audio_inputs, audio_outputs) = (plugin.inputs, plugin.outputs)
    parameter_count = UInt32(plugin.parameters.count)
    preset_count = plugin.presetCount
  }
}

@c @implementation
public func aha_lv2_copy_preset_text(
  _ uri: UnsafePointer<CChar>?, _ index: UInt32, _ text: aha_lv2_preset_text,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    if text > aha_lv2_preset_text(AHA_LV2_PRESET_TEXT_TITLE) { throw Text.unknown(text) }
    let preset = try element(Plugins.presets(of: Text.given(uri, "uri")), index, "presets")
    let isTitle = text == aha_lv2_preset_text(AHA_LV2_PRESET_TEXT_TITLE)
    try Text.copyOut(isTitle ? preset.title : preset.uri, buffer, capacity, outLength)
  }
}

@c @implementation
public func aha_lv2_create(
  _ engine: OpaquePointer?, _ uri: UnsafePointer<CChar>?, _ state: UnsafePointer<CChar>?,
  _ outEffect: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outEffect?.pointee = nil
  return guardedBlocking { () throws(AhaError) in
    let owner = try Handle.object(engine, as: Engine.self)
    let out = try required(outEffect, "out_effect")
    let uri = try Text.given(uri, "uri")
    let effect = try owner.makePlugin(uri, state: state.map { String(cString: $0) })
    out.pointee = try handle(of: effect, parent: engine)
  }
}

@c @implementation
public func aha_effect_copy_text(
  _ effect: OpaquePointer?, _ text: aha_effect_text, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let effect = try Handle.object(effect, as: Effect.self)
    let found: String
    switch text {
    case aha_effect_text(AHA_EFFECT_TEXT_NAME): found = effect.name
    case aha_effect_text(AHA_EFFECT_TEXT_LV2_URI): found = try effect.pluginURI()
    case aha_effect_text(AHA_EFFECT_TEXT_LV2_STATE): found = try effect.pluginState()
    default: throw Text.unknown(text)
    }
    try Text.copyOut(found, buffer, capacity, outLength)
  }
}

@c @implementation
public func aha_lv2_set_state(
  _ effect: OpaquePointer?, _ state: UnsafePointer<CChar>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let effect = try Handle.object(effect, as: Effect.self)
    try effect.restore(pluginState: Text.given(state, "state"))
  }
}
