import AhaBase
import AhaCodec
import AhaEngine
import CAha

extension Recovery: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_RECOVERY, "recovery") }
}

@c @implementation
public func aha_recovery_get(
  _ recovery: OpaquePointer?, _ index: UInt32, _ take: UnsafeMutablePointer<aha_recovered_take>?
) -> aha_result {
  guarded { () throws(AhaError) in
    let found = try Handle.object(recovery, as: Recovery.self).take(at: index)
    var value = aha_recovered_take_init()
    value.lost_frames = UInt64(found.lost)
    value.result = found.failure?.code.rawValue ?? aha_result(AHA_OK)
    if let facts = found.facts {
      value.frames = UInt64(facts.frames)
      value.seconds = Double(facts.frames) / Double(facts.format.sampleRate)
      value.sample_rate = UInt32(facts.format.sampleRate)
      value.channels = UInt32(facts.format.channels)
      value.container = facts.format.container.rawValue
      value.encoding = facts.format.encoding.rawValue
    }
    try Sized.write(value, to: take, "take")
  }
}

@c @implementation
public func aha_recovery_copy_path(
  _ recovery: OpaquePointer?, _ index: UInt32, _ text: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  guarded { () throws(AhaError) in
    let take = try Handle.object(recovery, as: Recovery.self).take(at: index)
    try Text.copyOut(take.path, text, capacity, outLength)
  }
}

extension Recovery {
  static func open(_ folder: FilePath) throws(AhaError) -> Recovery { try Recovery(in: folder) }

  var count: Int { takes.count }

  fileprivate func take(at index: UInt32) throws(AhaError) -> Take {
    try element(takes, index, "takes")
  }
}
