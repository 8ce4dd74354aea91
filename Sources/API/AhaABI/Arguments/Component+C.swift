import AhaBase
import CAha
import CShims

@c @implementation
public func aha_component_count() -> UInt32 { UInt32(late_component_count()) }

@c @implementation
public func aha_component_get(
  _ index: UInt32, _ info: UnsafeMutablePointer<aha_component_info>?
) -> aha_result {
  guarded { () throws(AhaError) in
    let component = try component(index)
    var value = aha_component_info_init()
    value.name = component.soname
    value.package = component.package
    value.feature = component.feature
    try Sized.write(value, to: info, "info")
  }
}

@c @implementation
public func aha_component_load(_ index: UInt32) -> aha_result {
  guarded { () throws(AhaError) in
    try Callback.refuse()
    try LateLibrary.load(try component(index).load)
  }
}

private func component(_ index: UInt32) throws(AhaError) -> late_component {
  guard Int(index) < late_component_count() else {
    throw AhaError(.invalidArgument, "there is no component \(index)")
  }
  return late_component_at(Int(index)).pointee
}
