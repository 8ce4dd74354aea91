import Foundation

/// Static constants of a type, as the modules' sources declare them.
struct Declarations {
  private(set) var all: [(name: String, value: String)] = []

  /// - Parameter type: As in "EventKind" for `static let lost = EventKind(10)`.
  init(_ type: String) throws {
    let root = URL(fileURLWithPath: #filePath + "/../../../Sources").standardizedFileURL
    let pattern = try Regex(
      #"static (?:let|var) (\w+)[^\n]*[ .]\#(type)\(([^)\n]+)\)"#,
      as: (Substring, Substring, Substring).self)
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      for match in try String(contentsOf: file, encoding: .utf8).matches(of: pattern) {
        all.append((String(match.output.1), match.output.2.filter { $0 != "\"" }))
      }
    }
  }
}
