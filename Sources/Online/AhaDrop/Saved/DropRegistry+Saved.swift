import AhaBase
import AhaJSON

extension DropRegistry {
  /// Adds the destinations of the user's file, and returns their count. Blocking.
  /// Errors: those of `DestinationFile.entries`.
  public func load(_ file: DestinationFile) throws(AhaError) -> Int {
    let entries = try file.entries()
    for entry in entries { add(SavedDestination.open(entry, of: client, file: file)) }
    return entries.count
  }

  /// Errors: `notFound`.
  public func destination(named name: String) throws(AhaError) -> any Destination {
    for destination in destinations where destination.name.hasSameBytes(as: name) {
      return destination
    }
    throw AhaError(.notFound, "there is no destination \"\(name.cut)\"")
  }
}

extension Destination {
  /// Settings as lines of NAME=VALUE, without secrets; "" for functions of a host.
  public func settingsText() throws(AhaError) -> String {
    let entry = try JSONObject()
    _ = try save(to: entry)
    return entry.lines()
  }
}
