import AhaBase
import AhaTestSupport

/// What the headers say, read as text, so that nothing in them can be forgotten by a test.
struct Header {
  let text: String

  /// - Parameter name: As in "base" for include/aha/base.h.
  init(_ name: String) throws {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    let path = root.joined(separator: "/") + "/include/aha/\(name).h"
    let file = try FileStream(reading: FilePath(path))
    text = String(decoding: try file.read(Int(file.length())) ?? [], as: UTF8.self)
  }

  static let names = [
    "version", "base", "log", "stream", "format", "job", "engine", "event", "sound", "bus",
    "player", "effects", "effect", "chain", "render", "device", "input", "recorder",
    "project", "track", "lane", "session", "bounce", "plot", "tonality", "piece", "analysis",
    "export", "picture", "client", "account", "request", "remote", "destination", "drop", "share",
    "opening", "items", "library", "scan", "sync", "history",
  ]

  /// The functions of all headers, read once.
  static let allFunctions = Result { try names.flatMap { try Header($0).functions } }

  /// The enumerators whose names begin so, with their numbers.
  func constants(_ prefix: String) -> [String: Int] {
    var found: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split { " ,".contains($0) }
      guard words.count >= 3, words[1] == "=", words[0].hasPrefix(prefix) else { continue }
      found[String(words[0])] = Int(words[2])
    }
    return found
  }

  /// A function as declared, with its comment.
  struct Function {
    let name: String
    let result: String
    let comment: String
  }

  var functions: [Function] {
    text.components(before: "AHA_API ").map { comment, rest in
      let declaration = rest.prefix { $0 != "(" }
      let name = declaration.drop { $0 != " " }.split { " *".contains($0) }.last ?? ""
      let result = declaration.prefix(declaration.count - name.count)
      return Function(
        name: String(name), result: String(result.filter { $0 != " " }), comment: comment)
    }
  }
}

extension String {
  /// Each place of `mark`: the comment that ends before it, and what comes after it.
  fileprivate func components(before mark: String) -> [(comment: String, rest: Substring)] {
    var found: [(String, Substring)] = []
    var comment = ""
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("/**") { comment = "" }
      comment += line + "\n"
      if line.hasPrefix(mark) { found.append((comment, line.dropFirst(mark.count))) }
    }
    return found
  }
}
