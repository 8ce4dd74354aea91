import AhaBase
import AhaJSON

/// The list of an export: a script that gives an object to a variable.
extension JSONObject {
  /// Nil when it is empty, or none.
  func text(_ key: StaticString) -> String? {
    guard case .text(let text)? = self[key], !text.isEmpty else { return nil }
    return text
  }

  /// What is from the first brace to the last. A bad row does not take the others with it: it is
  /// null, or as it was but for keys that were there twice; both get a remark.
  static func assigned(
    at path: FilePath, _ remarks: inout [String]
  ) throws(AhaError) -> JSONObject {
    let source = try TagBytes(FileStream(reading: path))
    let limit = TagBytes.largest
    guard source.length <= limit else {
      throw AhaError(.limit, "\(path.text) has \(source.length) bytes, over \(limit)")
    }
    let bytes = try source.read(at: 0, count: source.length)
    guard let begin = bytes.firstIndex(of: 0x7B), let end = bytes.lastIndex(of: 0x7D), begin < end
    else { throw AhaError(.unknownFormat, "\(path.text) holds no object") }
    var text = possible(bytes[begin...end])
    do throws(AhaError) {
      return try parsed(text[...], path.text)
    } catch {
      mend(&text, &remarks)
      if remarks.isEmpty { throw error }
      return try parsed(text[...], path.text, rejecting: false)
    }
  }

  private static func parsed(
    _ text: ArraySlice<UInt8>, _ name: String, rejecting: Bool = true
  ) throws(AhaError) -> JSONObject {
    var (object, failure) = (JSONObject?.none, AhaError?.none)
    text.withUnsafeBytes { text in
      do throws(AhaError) {
        object = try JSONObject(
          parsing: text, limit: text.count, named: name, rejectingDuplicates: rejecting)
      } catch { failure = error }
    }
    guard let object else { throw failure ?? outOfMemory }
    return object
  }

  /// Looks at each object of the third level, which is where rows are.
  private static func mend(_ text: inout [UInt8], _ remarks: inout [String]) {
    var (depth, begin, next, isText) = (0, 0, 0, false)
    while next < text.count {
      switch text[next] {
      case UInt8(ascii: "\\") where isText: next += 1
      case UInt8(ascii: "\""): isText.toggle()
      case _ where isText: break
      case 0x5B, 0x7B:
        depth += 1
        if depth == 3 { begin = next }
      case 0x5D, 0x7D:
        if depth == 3, text[begin] == 0x7B { mend(&text, begin...next, &remarks) }
        depth -= 1
      default: break
      }
      next += 1
    }
  }

  private static func mend(
    _ text: inout [UInt8], _ row: ClosedRange<Int>, _ remarks: inout [String]
  ) {
    do throws(AhaError) { _ = try parsed(text[row], "a row") } catch {
      remarks.append(error.line)
      if let mended = try? parsed(text[row], "", rejecting: false) {
        let id = mended.text("short_id") ?? ""
        return remarks.append("piece \(id.cut): of a key that is there twice, the last counts")
      }
      for place in row { text[place] = 0x20 }
      text[row.lowerBound] = UInt8(ascii: "0")
    }
  }

  /// With U+FFFD for what is not UTF-8, and for NUL, which no text of ours can hold.
  private static func possible(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text = Array(String(decoding: bytes, as: UTF8.self).utf8)
    var next = 0
    while next + 6 <= text.count {
      guard text[next] == UInt8(ascii: "\\") else {
        next += 1
        continue
      }
      if ByteText(text[(next + 1)..<(next + 6)]) == "u0000" {
        for place in (next + 2)..<(next + 5) { text[place] = UInt8(ascii: "f") }
        text[next + 5] = UInt8(ascii: "d")
      }
      next += 2
    }
    return text
  }
}
