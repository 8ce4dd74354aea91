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
