import AhaBase
import AhaJSON

/// The reason in the body of a failed reply, for error lines. Markup is never shown.
public enum ReplyText {
  /// Keys of JSON errors, the most specific first.
  private static var keys: [StaticString] {
    ["error_description", "error_summary", "message", "detail", "title", "error", "reason"]
  }
  /// Elements of XML and HTML errors. Source: S3 API Reference, Common error responses; sabre/dav.
  private static var elements: [String] { ["Message", "message", "Code", "title", "h1"] }

  /// On one line; "" for a body without one.
  public static func reason(in body: [UInt8]) -> String {
    guard let first = body.first(where: { $0 > 0x20 }) else { return "" }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard let object = JSONObject.read(body, limit: 1 << 20) else { break }
      let message = reason(in: object, depth: 0)
      if !message.isEmpty { return ErrorText.line(message) }
    case UInt8(ascii: "<"), 0xEF: return ErrorText.line(markup(in: body)[...])
    default: if hasTag(in: body) { return ErrorText.line(markup(in: body)[...]) }
    }
    return ErrorText.line(body[...])
  }

  private static func hasTag(in body: [UInt8]) -> Bool {
    var index = 0
    while let tag = nextTag(body, at: &index) { if tag.isEnd { return true } }
    return false
  }

  private static func reason(in object: JSONObject, depth: Int) -> String {
    for key in keys {
      let text = object.text(key)
      if !text.isEmpty { return text }
      if depth < 3, let inner = object.object(key) {
        let message = reason(in: inner, depth: depth + 1)
        if !message.isEmpty { return message }
      }
    }
    for inner in depth < 3 ? object.objects("errors") : [] {
      let message = reason(in: inner, depth: depth + 1)
      if !message.isEmpty { return message }
    }
    return ""
  }

  /// The texts of the elements above: the code with the message; else the first text.
  private static func markup(in body: [UInt8]) -> [UInt8] {
    let code = element("Code", in: body)
    let message =
      elements.lazy.filter { $0 != "Code" }.map { element($0, in: body) }
      .first { !$0.isEmpty } ?? []
    if code.isEmpty { return message }
    return message.isEmpty ? code : code + ": ".array + message
  }

  /// Text of the first element of a name, in any namespace, without the tags inside.
  private static func element(_ name: String, in body: [UInt8]) -> [UInt8] {
    var index = 0
    while let tag = nextTag(body, at: &index) {
      guard tag.name.elementsEqual(name.utf8) else { continue }
      var (text, depth) = ([UInt8](), 0)
      var start = index
      while let inner = nextTag(body, at: &index) {
        text += body[start..<inner.start]
        start = index
        if inner.name.elementsEqual(name.utf8), inner.isEnd || depth > 8 { break }
        depth += 1
        text.append(0x20)
      }
      while let last = text.last, last <= 0x20 { text.removeLast() }
      return decoded(text)
    }
    return []
  }

  private typealias Tag = (name: ArraySlice<UInt8>, isEnd: Bool, start: Int)

  /// The next tag; `index` is behind it afterwards. Nil at the end.
  private static func nextTag(_ body: [UInt8], at index: inout Int) -> Tag? {
    guard let start = body[index...].firstIndex(of: UInt8(ascii: "<")),
      let end = body[start...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    index = end + 1
    let isEnd = start + 1 < end && body[start + 1] == UInt8(ascii: "/")
    let inside = body[(start + (isEnd ? 2 : 1))..<end]
    let name = inside.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
    let colon = name.lastIndex(of: UInt8(ascii: ":"))
    return (colon.map { name[($0 + 1)...] } ?? name, isEnd, start)
  }

  /// With the five entities of XML.
  private static func decoded(_ text: [UInt8]) -> [UInt8] {
    var (out, index) = ([UInt8](), 0)
    let entities: [(String, UInt8)] = [
      ("&lt;", 0x3C), ("&gt;", 0x3E), ("&quot;", 0x22), ("&apos;", 0x27), ("&amp;", 0x26),
    ]
    while index < text.count {
      let known = entities.first { text[index...].starts(with: $0.0.utf8) }
      out.append(known?.1 ?? text[index])
      index += known?.0.utf8.count ?? 1
    }
    return out
  }
}

extension [UInt8] {
  /// Start of the body, for error lines.
  public var excerpt: String {
    let message = ReplyText.reason(in: self)
    return message.isEmpty ? "\(count) bytes without a text" : message
  }
}
