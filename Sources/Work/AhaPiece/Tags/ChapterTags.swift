import AhaBase
import AhaCodec

// Chapters in the forms of ID3, Vorbis comments and MP4. Their ends are the next begins.
extension Tags {
  /// Count of an 8-bit field, in ID3's table of contents and MP4's list.
  private static let countLimit = 255

  /// Microseconds from the begin to the end of a chapter; the last one ends with the sound.
  private func end(of index: Int) -> Int64 {
    let (chapter, next) = (chapters[index], index + 1)
    if chapter.end > chapter.start { return chapter.end }
    return next < chapters.count ? chapters[next].start : max(length, chapter.start)
  }

  /// The frames "CHAP" and "CTOC". Source: ID3v2 Chapter Frame Addendum 1.0.
  var chapterFrames: [ID3.Frame] {
    var frames: [ID3.Frame] = []
    var list: [UInt8] = []
    for (index, chapter) in chapters.enumerated() {
      let id = "chp\(index)".array + [0]
      let times = [chapter.start, end(of: index)].flatMap { bigBytes(($0 + 500) / 1000) }
      let title = ID3.Frame(id: "TIT2".array, body: [3] + chapter.title.array)
      let body = id + times + [UInt8](repeating: 0xFF, count: 8) + ID3.bytes(of: title)
      frames.append(ID3.Frame(id: "CHAP".array, body: body))
      if index < Tags.countLimit { list += id }
    }
    // The flags: top level, in order.
    let count = UInt8(min(chapters.count, Tags.countLimit))
    return [ID3.Frame(id: "CTOC".array, body: "toc".array + [0, 3, count] + list)] + frames
  }

  /// Entries such as "CHAPTER001=00:01:02.345" and "CHAPTER001NAME=Rain".
  /// Source: wiki.xiph.org, "Chapter Extension".
  var chapterEntries: [[UInt8]] {
    var entries: [[UInt8]] = []
    for (index, chapter) in chapters.enumerated() {
      let name = "CHAPTER" + Int64(index + 1).digits(3)
      let ms = (chapter.start + 500) / 1000
      let (hours, minutes, seconds) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60)
      let clock =
        hours.digits(2) + ":" + minutes.digits(2) + ":" + seconds.digits(2) + "."
        + (ms % 1000).digits(3)
      entries.append((name + "=" + clock).array)
      entries.append((name + "NAME=" + chapter.title).array)
    }
    return entries
  }

  /// The box "chpl" of Nero, in units of 100 ns.
  var chapterBox: [UInt8] {
    let listed = chapters.prefix(Tags.countLimit)
    var body: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, UInt8(listed.count)]
    for chapter in listed {
      let isShort = chapter.title.utf8.count <= 255
      // A code point has at most four bytes.
      let title = (isShort ? chapter.title : chapter.title.shortened(to: 63)).array
      body += bigBytes(10 * chapter.start, count: 8) + [UInt8(title.count)] + title
    }
    return MovieBox.make("chpl", body)
  }

  /// Whether an upper-case name of a Vorbis comment is that of a chapter.
  static func isChapter(_ name: [UInt8]) -> Bool {
    let digits = name.dropFirst(7)
    return name.starts(with: "CHAPTER".array) && digits.count >= 3
      && digits.prefix(3).allSatisfy { (0x30...0x39).contains($0) }
  }
}
