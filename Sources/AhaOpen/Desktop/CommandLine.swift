import AhaBase

/// A program and what it is told, as one line.
enum CommandLine {
  /// The words of a line: blanks separate them, quotes and backslashes hold them together.
  /// Errors: `invalidArgument` (none, a quote that does not end, a control character).
  static func words(_ line: String) throws(AhaError) -> [String] {
    var (words, word, isWord, quote) = ([String](), [UInt8](), false, UInt8(0))
    var isEscaped = false
    for byte in line.array {
      if byte < 0x20 || byte == 0x7F {
        throw AhaError(.invalidArgument, "the command has a byte \(Int(byte)) in it")
      }
      if isEscaped {
        // Within quotes it escapes only what means something there.
        if quote != 0 && !"\"`$\\".array.contains(byte) { word.append(UInt8(ascii: "\\")) }
        word.append(byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\"), quote != UInt8(ascii: "'") {
        (isEscaped, isWord) = (true, true)
      } else if byte == quote {
        quote = 0
      } else if quote == 0, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        (quote, isWord) = (byte, true)
      } else if quote == 0, byte == 0x20 {
        if isWord { words.append(word.withUnsafeBufferPointer(String.decoded)) }
        (word, isWord) = ([], false)
      } else {
        word.append(byte)
        isWord = true
      }
    }
    if isWord { words.append(word.withUnsafeBufferPointer(String.decoded)) }
    if quote == 0 && !isEscaped && !words.isEmpty { return words }
    throw AhaError(.invalidArgument, "\"\(line.cut)\" is no command")
  }

  /// The words as a desktop file's Exec, with the URL behind them unless it is in them.
  ///
  /// Source: Desktop Entry Specification 1.5, "The Exec key"; a string's own escapes come on top.
  static func exec(_ words: [String]) -> String {
    var (line, hasURL) = ([UInt8](), false)
    for word in words {
      let isURL = word.isSame(as: "%u") || word.isSame(as: "%U")
      if isURL { hasURL = true }
      if !line.isEmpty { line.append(0x20) }
      line += isURL ? word.array : quoted(word.array)
    }
    if !hasURL { line += " %u".array }
    var value: [UInt8] = []
    for byte in line { value += byte == UInt8(ascii: "\\") ? [byte, byte] : [byte] }
    return value.withUnsafeBufferPointer(String.decoded)
  }

  private static func quoted(_ word: [UInt8]) -> [UInt8] {
    var (text, isPlain) = ([UInt8](), !word.isEmpty)
    for byte in word {
      switch byte {
      case UInt8(ascii: "%"): text += [byte, byte]
      case UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "$"), UInt8(ascii: "\\"):
        text += [UInt8(ascii: "\\"), byte]
        isPlain = false
      case 48...57, 65...90, 97...122, 43...47, 58, 61, 64, 95, 0x80...: text.append(byte)
      default:
        text.append(byte)
        isPlain = false
      }
    }
    return isPlain ? text : [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]
  }

  /// The program of an Exec; nil when that is none.
  static func program(ofExec value: String) -> String? {
    var (line, isEscaped) = ([UInt8](), false)
    for byte in value.array {
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
        continue
      }
      line.append(isEscaped && byte == UInt8(ascii: "s") ? 0x20 : byte)
      isEscaped = false
    }
    guard let first = try? words(line.withUnsafeBufferPointer(String.decoded)).first else {
      return nil
    }
    var name: [UInt8] = []
    for byte in first.array where byte != UInt8(ascii: "%") || name.last != byte {
      name.append(byte)
    }
    return name.withUnsafeBufferPointer(String.decoded)
  }
}
