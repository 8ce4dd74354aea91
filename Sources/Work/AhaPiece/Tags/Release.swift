import AhaBase

/// The album that a sound is from, by the tags of its file.
public struct Release: Equatable, Sendable {
  public var album = ""
  /// On one line if they are several.
  public var albumArtist = ""
  /// 0: unknown, like the next.
  public var track = 0
  public var disc = 0

  public init() {}
}

extension Release {
  init(_ tags: Tags) {
    self.init()
    (album, albumArtist) = (tags.line(named: "ALBUM"), tags.line(named: "ALBUMARTIST"))
    track = Release.number(in: tags.line(named: "TRACKNUMBER"))
    disc = Release.number(in: tags.line(named: "DISCNUMBER"))
  }

  /// The first number of a text such as "3" or "03/12"; 0 without one.
  private static func number(in text: String) -> Int {
    let digits = text.array.drop { $0 == 0x20 }.prefix { (0x30...0x39).contains($0) }
    return digits.count > 6 ? 0 : digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

extension Tags {
  /// All texts of a name; "" without one.
  fileprivate func line(named name: StaticString) -> String {
    let found = others.filter { $0.name.elementsEqual(name.array) }
    return Tags.line(of: found.prefix(Release.maxTexts).map { $0.text })
  }
}

extension Release {
  fileprivate static let maxTexts = 100
}
