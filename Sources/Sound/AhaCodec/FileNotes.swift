import AhaBase
import CModule
import CShims

/// Tags, chapters and cover of a file that the module `libaha-ffmpeg.so` reads.
public struct FileNotes {
  /// Names as FFmpeg has them.
  public private(set) var texts: [(name: [UInt8], value: String)] = []
  public private(set) var chapters: [Chapter] = []
  /// A picture as a file; empty without one.
  public private(set) var cover: [UInt8] = []

  /// Units: microseconds; -1: unknown.
  public struct Chapter {
    public let begin: Int64
    public let end: Int64
    public let title: String
  }

  /// Nil for a format that the module does not read.
  public static func kind(_ start: [UInt8]) -> StaticString? { ForeignFormat.name(start) }

  /// Errors: `unsupported` (no module), `damaged`, the stream's, `outOfMemory`.
  public init(_ stream: any ByteStream) throws(AhaError) {
    let cursor = try Cursor(reading: stream)
    let module = try ModuleFile.load(for: stream.name)
    var bytes = cursor.moduleBytes
    var line = [CChar](repeating: 0, count: Int(codec_line_size))
    let result = withUnsafeMutablePointer(to: &self) { notes in
      var target = FileNotes.target(notes)
      return module.pointee.read_notes(&bytes, &target, &line)
    }
    try cursor.throwFailure()
    if result < 0 {
      throw AhaError(
        .damaged, "\(stream.name) has no header that can be read: \(moduleText(line))")
    }
  }

  private static func target(_ notes: UnsafeMutablePointer<FileNotes>) -> codec_notes {
    codec_notes(
      user_data: notes,
      text: { data, name, value in
        guard let data, let name, let value, FileNotes.fits(for: strlen(value)) else { return }
        let bytes = Array(String(cString: name).utf8)
        FileNotes.behind(data).pointee.texts.append((bytes, String(cString: value)))
      },
      chapter: { data, begin, end, title in
        guard let data, let title else { return }
        let chapter = Chapter(begin: begin, end: end, title: String(cString: title))
        FileNotes.behind(data).pointee.chapters.append(chapter)
      },
      cover: { data, bytes, size in
        guard let data, let bytes, FileNotes.fits(for: Int(size)) else { return }
        let picture = UnsafeRawBufferPointer(start: bytes, count: Int(size))
        FileNotes.behind(data).pointee.cover = Array(picture)
      })
  }

  private static func fits(for bytes: Int) -> Bool {
    do throws(AhaError) { try requireMemory(bytes: bytes) } catch { return false }
    return true
  }

  private static func behind(_ data: UnsafeMutableRawPointer) -> UnsafeMutablePointer<FileNotes> {
    data.assumingMemoryBound(to: FileNotes.self)
  }
}
