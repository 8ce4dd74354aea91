import AhaArguments
import AhaBase
import CAha
import CShims

enum Component: Handleless {
  static var count: Int { late_component_count() }

  static func get(_ index: UInt32) throws(AhaError) -> aha_component_info {
    let component = try at(index)
    var value = aha_component_info_init()
    value.name = component.soname
    value.package = component.package
    value.feature = component.feature
    return value
  }

  static func load(_ index: UInt32) throws(AhaError) { try LateLibrary.load(at(index).load) }

  private static func at(_ index: UInt32) throws(AhaError) -> late_component {
    guard Int(index) < count else {
      throw AhaError(.invalidArgument, "there is no component \(index)")
    }
    return late_component_at(Int(index)).pointee
  }
}
