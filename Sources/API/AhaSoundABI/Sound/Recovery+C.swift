import AhaArguments
import AhaBase
import AhaCodec
import AhaEngine
import CAha

extension aha_recovered_take {
  fileprivate init(_ found: Recovery.Take) {
    self = aha_recovered_take_init()
    lost_frames = UInt64(found.lost)
    result = found.failure?.code.rawValue ?? aha_result(AHA_OK)
    if let facts = found.facts {
      frames = UInt64(facts.frames)
      seconds = Double(facts.frames) / Double(facts.format.sampleRate)
      sample_rate = UInt32(facts.format.sampleRate)
      channels = UInt32(facts.format.channels)
      container = facts.format.container.rawValue
      encoding = facts.format.encoding.rawValue
    }
  }
}

extension Recovery {
  static func open(_ folder: FilePath) throws(AhaError) -> Recovery { try Recovery(in: folder) }

  var count: Int { takes.count }

  func get(_ index: UInt32) throws(AhaError) -> aha_recovered_take {
    aha_recovered_take(try element(takes, index, "takes"))
  }

  func path(of index: UInt32) throws(AhaError) -> FilePath {
    try element(takes, index, "takes").path
  }
}
