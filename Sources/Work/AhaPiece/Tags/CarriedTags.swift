import AhaBase
import AhaCodec

/// The tags of a sound file, to be written into another file of the same sound.
public struct CarriedTags {
  private var tags: Tags

  /// Whether libaha writes tags of a format.
  public static func canWrite(to container: Container) -> Bool {
    [.wav, .rf64, .aiff, .flac, .ogg, .mp3, .m4a].contains(container)
  }

  /// Errors: `unknownFormat`, `unsupported`, `damaged`, those of reading.
  public init(of stream: any ByteStream) throws(AhaError) {
    tags = try AudioTags(from: TagBytes(stream)).read()
    // WAV has a text in its ID3 tag and in LIST INFO.
    let values = tags.values
    tags.values = values.indices.filter { index in
      !values[..<index].contains { $0.tag == values[index].tag && $0.text == values[index].text }
    }.map { values[$0] }
    // The gain has its own names in each format.
    tags.others.removeAll { PlaybackGain.isName($0.name) }
  }

  public var isEmpty: Bool {
    tags.values.isEmpty && tags.others.isEmpty && tags.loop == nil && tags.chapters.isEmpty
      && tags.cover.isEmpty && tags.gain == PlaybackGain()
  }

  /// Removes gains and peaks, which are wrong for another level.
  public mutating func dropLevels() {
    tags.others.removeAll { $0.isLevel }
    tags.gain = PlaybackGain()
  }

  /// Moves loop and chapters to a part of the sound, and to another rate.
  /// - Parameters:
  ///   - begin: Microseconds; `end`, too. Nil: the end of the sound.
  ///   - sampleRate: Of the new file.
  public mutating func keepPart(from begin: Int64, to end: Int64?, sampleRate: Int) {
    let (former, part) = (tags.sampleRate, begin..<(end ?? Int64.max))
    tags.chapters = tags.chapters.compactMap { $0.part(in: part) }
    tags.sampleRate = Int64(sampleRate)
    if begin > 0 || end != nil { movePiece(to: part) }
    guard let loop = tags.loop, former > 0 else { return }
    let bounds = [loop.lowerBound, loop.upperBound].map { frame in
      Int64(((Double(frame) / Double(former) - Double(begin) / 1e6) * Double(sampleRate)).rounded())
    }
    let last = end.map { Double($0 - begin) * Double(sampleRate) / 1e6 } ?? .infinity
    let isInside = bounds[0] >= 0 && bounds[0] < bounds[1] && Double(bounds[1]) <= last + 0.5
    tags.loop = isInside ? bounds[0]..<bounds[1] : nil
  }

  /// Changes the length and the loop in the manifest. An invalid manifest is dropped.
  private mutating func movePiece(to part: Range<Int64>) {
    guard let text = tags[.manifest] else { return }
    tags.values.removeAll { $0.tag == .manifest }
    do throws(AhaError) {
      var piece = try Piece(manifestText: text, named: "the manifest")
      piece.length = min(piece.length, part.upperBound) - part.lowerBound
      piece.loop = piece.loop.flatMap { loop in
        guard loop.start >= part.lowerBound, loop.end <= part.upperBound else { return nil }
        return Piece.Loop(start: loop.start - part.lowerBound, end: loop.end - part.lowerBound)
      }
      tags.add(.manifest, text: try piece.manifest(indent: 0))
    } catch {}
  }

  /// Copies a file without tags to another one, with these tags.
  /// Errors: `unknownFormat`, `damaged`, `limit`, those of files.
  public func write(beside plain: any ByteStream, to target: any ByteStream) throws(AhaError) {
    var writer = TagWriter(target)
    try AudioTags(from: TagBytes(plain)).write(tags, to: &writer)
  }
}

extension Piece.Chapter {
  /// The chapter within a part of the sound, from its start; nil outside.
  fileprivate func part(in part: Range<Int64>) -> Piece.Chapter? {
    guard start < part.upperBound, end == 0 || end > part.lowerBound else { return nil }
    let begin = max(start, part.lowerBound) - part.lowerBound
    return Piece.Chapter(
      start: begin, end: end == 0 ? 0 : min(end, part.upperBound) - part.lowerBound, title: title)
  }
}
