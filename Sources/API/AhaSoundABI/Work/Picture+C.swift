import AhaArguments
import AhaBase
import AhaPicture
import AhaPiece
import CAha

extension SharedPiece {
  func drawCover(sound: FilePath?, path: FilePath) throws(AhaError) {
    if let sound { try requireOther(path, than: sound) }
    try Cover.draw(copy, sound: sound).save(to: path)
  }
}

enum Picture: Handleless {
  static func drawWaveform(
    _ sound: FilePath, path: FilePath, strip: SoundPicture
  ) throws(AhaError) {
    try requireOther(path, than: sound)
    try strip.waveform(of: sound).save(to: path)
  }

  static func drawSpectrogram(
    _ sound: FilePath, path: FilePath, strip: SoundPicture
  ) throws(AhaError) {
    try requireOther(path, than: sound)
    try strip.spectrogram(of: sound).save(to: path)
  }
}

@c @implementation
public func aha_picture_copy_cover(
  _ image: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?,
  _ info: UnsafeMutablePointer<aha_cover_info>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let cover = try checked(image, info: info, isCopied: path != nil)
    if let path { try cover.save(to: FilePath(path)) }
  }
}

private func checked(
  _ image: UnsafePointer<CChar>?, info: UnsafeMutablePointer<aha_cover_info>?, isCopied: Bool
) throws(AhaError) -> CoverImage {
  if info != nil { try Sized.check(info, "info") }
  let cover = try CoverImage(FilePath(required(image, "image")), isCopied: isCopied)
  guard let info else { return cover }
  var shown = aha_cover_info_init()
  shown.format = cover.kind.rawValue
  (shown.width, shown.height) = (UInt32(cover.width), UInt32(cover.height))
  shown.is_scaled = cover.isScaled ? 1 : 0
  try Sized.write(shown, to: info, "info")
  return cover
}

/// Refuses to overwrite the sound with its picture.
private func requireOther(_ path: FilePath, than sound: FilePath) throws(AhaError) {
  if let there = FileStatus(path), let here = FileStatus(sound), there.isSame(as: here) {
    throw AhaError(.invalidArgument, "\(path.text) is the sound itself")
  }
}

extension SoundPicture {
  public init(_ options: UnsafePointer<aha_strip_options>?) throws(AhaError) {
    self.init()
    let fields = try Sized.read(options, "options", default: aha_strip_options_init())
    width = try choose(fields.width, range: 16...8192, fallback: width, name: "width")
    height = try choose(fields.height, range: 16...8192, fallback: height, name: "height")
    foreground = try Color(int: fields.foreground, name: "foreground")
    background = try Color(int: fields.background, name: "background")
  }
}

extension Color {
  /// Nil: use the default.
  fileprivate init?(int given: UInt32, name: StaticString) throws(AhaError) {
    guard given <= UInt32(AHA_COLOR_BLACK) else {
      throw AhaError(.invalidArgument, "\(name) \(given) is over \(AHA_COLOR_BLACK), black")
    }
    if given == 0 { return nil }
    self.init(given)
  }
}
