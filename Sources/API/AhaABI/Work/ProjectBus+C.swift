import AhaBase
import AhaProject
import CAha

@c @implementation
public func aha_project_bus_add(
  _ project: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ bus: UnsafePointer<aha_project_bus>?,
  _ outID: UnsafeMutablePointer<aha_id>?
) -> aha_result {
  adding(project, outID) { (project) throws(AhaError) in
    let name = try Text.given(name, "name")
    let asked = try Sized.read(bus, "bus", default: aha_project_bus_init())
    return try project.edit("add bus") { () throws(AhaError) in
      let id = try project.addBus(named: name, into: Project.busID(asked.parent))
      if bus != nil { try project.setBus(project.bus(id).with(asked)) }
      return id
    }
  }
}

extension Project.Bus {
  /// The bus with the host's values, except its parent.
  fileprivate func with(_ asked: aha_project_bus) -> Project.Bus {
    var bus = self
    bus.fader.gainDb = asked.gain_db
    bus.fader.pan = asked.pan
    bus.fader.isMuted = asked.is_muted != 0
    bus.fader.isSoloed = asked.is_soloed != 0
    return bus
  }

  fileprivate var forC: aha_project_bus {
    var value = aha_project_bus_init()
    value.parent = Project.number(parent ?? 0)
    value.gain_db = fader.gainDb
    value.pan = fader.pan
    value.is_muted = fader.isMuted ? 1 : 0
    value.is_soloed = fader.isSoloed ? 1 : 0
    return value
  }
}

@c @implementation
public func aha_project_bus_get(
  _ project: OpaquePointer?, _ bus: aha_id, _ info: UnsafeMutablePointer<aha_project_bus>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try Sized.check(info, "info")
    try Sized.write(project.bus(Project.id(bus)).forC, to: info, "info")
  }
}

@c @implementation
public func aha_project_bus_set(
  _ project: OpaquePointer?, _ bus: aha_id, _ info: UnsafePointer<aha_project_bus>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    let info = try required(info, "info")
    let present = try project.bus(Project.id(bus))
    let asked = try Sized.read(info, "info", default: present.forC)
    let parent = present.id == Project.master && asked.parent == 0
      ? nil : Project.busID(asked.parent)
    try project.edit("change bus") { () throws(AhaError) in
      if parent != present.parent, let parent { try project.setBusParent(present.id, to: parent) }
      try project.setBus(present.with(asked))
    }
  }
}

@c @implementation
public func aha_project_bus_copy_name(
  _ project: OpaquePointer?, _ bus: aha_id, _ text: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try Text.copyOut(project.bus(Project.id(bus)).name, text, capacity, outLength)
  }
}

@c @implementation
public func aha_project_bus_set_name(
  _ project: OpaquePointer?, _ bus: aha_id, _ name: UnsafePointer<CChar>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    let name = try Text.given(name, "name")
    var value = try project.bus(Project.id(bus))
    value.name = name
    try project.setBus(value)
  }
}

@c @implementation
public func aha_project_bus_remove(_ project: OpaquePointer?, _ bus: aha_id) -> aha_result {
  using(project) { (project) throws(AhaError) in try project.removeBus(Project.id(bus)) }
}

@c @implementation
public func aha_project_bus_move(
  _ project: OpaquePointer?, _ bus: aha_id, _ index: UInt32
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try project.moveBus(Project.id(bus), to: Int(index))
  }
}

@c @implementation
public func aha_project_bus_count(_ project: OpaquePointer?) -> UInt32 {
  counting(project) { (project) throws(AhaError) in try project.busCount() }
}

@c @implementation
public func aha_project_bus_at(
  _ project: OpaquePointer?, _ index: UInt32, _ outID: UnsafeMutablePointer<aha_id>?
) -> aha_result {
  finding(project, outID) { (project) throws(AhaError) in try project.bus(at: Int64(index)) }
}
