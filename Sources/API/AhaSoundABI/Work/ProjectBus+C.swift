import AhaArguments
import AhaBase
import AhaProject
import CAha

extension Document.Bus {
  /// The bus with the host's values, except its parent.
  fileprivate func with(_ fields: aha_project_bus) -> Document.Bus {
    var bus = self
    bus.fader.gainDb = fields.gain_db
    bus.fader.pan = fields.pan
    bus.fader.isMuted = fields.is_muted != 0
    bus.fader.isSoloed = fields.is_soloed != 0
    return bus
  }
}

extension aha_project_bus {
  init(_ bus: Document.Bus) {
    self = aha_project_bus_init()
    parent = Document.number(bus.parent ?? 0)
    gain_db = bus.fader.gainDb
    pan = bus.fader.pan
    is_muted = bus.fader.isMuted ? 1 : 0
    is_soloed = bus.fader.isSoloed ? 1 : 0
  }
}

extension Document {
  func addBus(
    named name: String, bus: UnsafePointer<aha_project_bus>?
  ) throws(AhaError) -> ID {
    let fields = try Sized.read(bus, "bus", default: aha_project_bus_init())
    return try history.edit("add bus") { () throws(AhaError) in
      let id = try addBus(named: name, into: Document.busID(fields.parent))
      if bus != nil { try setBus(self.bus(id).with(fields)) }
      return id
    }
  }

  func setBus(_ id: ID, info: UnsafePointer<aha_project_bus>) throws(AhaError) {
    let present = try bus(id)
    let fields = try Sized.read(info, "info", default: aha_project_bus(present))
    let parent = id == Document.master && fields.parent == 0 ? nil : Document.busID(fields.parent)
    try history.edit("change bus") { () throws(AhaError) in
      if parent != present.parent, let parent { try setBusParent(id, to: parent) }
      try setBus(present.with(fields))
    }
  }

  func setBusName(_ id: ID, name: String) throws(AhaError) {
    var value = try bus(id)
    value.name = name
    try setBus(value)
  }
}

extension Document {
  func busName(_ id: ID) throws(AhaError) -> String { try bus(id).name }
}
