import AhaBase
import AhaDSP
import AhaEngine
import AhaPlugin
import CAha

@c @implementation
public func aha_lv2_count(_ outCount: UnsafeMutablePointer<UInt32>?) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let out = try required(outCount, "out_count")
    out.pointee = 0
    out.pointee = try Plugins.count()
  }
}

@c @implementation
public func aha_lv2_at(_ index: UInt32, _ info: UnsafeMutablePointer<aha_lv2_info>?) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    try Sized.check(info, "info")
    try Sized.write(aha_lv2_info(Plugins.info(of: Plugins.uri(at: index))), to: info, "info")
  }
}

@c @implementation
public func aha_lv2_get_info(
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

private func preset(
  _ uri: UnsafePointer<CChar>?, _ index: UInt32
) throws(AhaError) -> (uri: String, title: String) {
  try element(Plugins.presets(of: Text.given(uri, "uri")), index, "presets")
}

@c @implementation
public func aha_lv2_copy_preset_uri(
  _ uri: UnsafePointer<CChar>?, _ index: UInt32, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    try Text.copyOut(preset(uri, index).uri, buffer, capacity, outLength)
  }
}

@c @implementation
public func aha_lv2_copy_preset_title(
  _ uri: UnsafePointer<CChar>?, _ index: UInt32, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    try Text.copyOut(preset(uri, index).title, buffer, capacity, outLength)
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
public func aha_lv2_copy_uri(
  _ effect: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  guarded { () throws(AhaError) in
    let uri = try Handle.object(effect, as: Effect.self).pluginURI()
    try Text.copyOut(uri, buffer, capacity, outLength)
  }
}

@c @implementation
public func aha_lv2_copy_state(
  _ effect: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let state = try Handle.object(effect, as: Effect.self).pluginState()
    try Text.copyOut(state, buffer, capacity, outLength)
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
