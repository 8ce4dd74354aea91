import AhaBase
import AhaTestSupport

struct Header {
  let text: String

  /// - Parameter name: "base" for include/aha/base.h.
  init(_ name: String) throws {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    let path = root.joined(separator: "/") + "/include/aha/\(name).h"
    let file = try FileStream(reading: FilePath(path))
    text = String(decoding: try file.read(Int(file.length())) ?? [], as: UTF8.self)
  }

  /// Enumerators with this prefix and their numbers. An annotation may stand between the two.
  func constants(_ prefix: String) -> [String: Int] {
    var found: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split { " ,".contains($0) }
      guard let sign = words.firstIndex(of: "="), sign + 1 < words.count,
        words[0].hasPrefix(prefix),
        sign == 1 || words[1].hasPrefix("AHA_")
      else { continue }
      found[String(words[0])] = Int(words[sign + 1])
    }
    return found
  }
}
