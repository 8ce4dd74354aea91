import AhaArguments
import AhaBase
import AhaDSP
import AhaEngine
import CAha
import Synchronization

extension Bus: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_BUS, noun: "bus") }

  /// The master bus belongs to its engine.
  public var keepsLastOwner: Bool { isMaster }

  public func began(_ handle: UInt) { tag.store(handle, ordering: .relaxed) }

  public func ended(_ handle: UInt) {
    tag.store(0, ordering: .relaxed)
    release()
  }
}

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
