import AhaArguments
import AhaBase
import AhaDSP
import AhaEngine
import CAha

/// NULL stands for the master bus.
func busOrMaster(_ bus: OpaquePointer?, of engine: Engine) throws(AhaError) -> Bus {
  bus == nil ? try engine.master() : try Handle.object(bus, as: Bus.self)
}

/// Options of a send.
struct SendOptions {
  var point = SendPoint.afterFader
  var gainDb: Float = 0

  init() {}
}

extension Bus {
  func createSend(to destination: Bus, options: SendOptions) throws(AhaError) -> Bus {
    try makeSend(to: destination, point: options.point, gainDb: options.gainDb)
  }
}

extension Player {
  func createSend(to destination: Bus, options: SendOptions) throws(AhaError) -> Bus {
    try makeSend(to: destination, point: options.point, gainDb: options.gainDb)
  }
}
