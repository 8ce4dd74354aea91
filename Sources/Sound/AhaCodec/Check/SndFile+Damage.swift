import AhaBase
import CShims
import CSndfile

extension SndFile {
  /// Drops the first frames of an Opus stream that starts late.
  func dropFirst() {
    var block = [Float](repeating: 0, count: 256 * info.channels)
    var left = info.firstFrame
    while left > 0 {
      let got = sf_readf_float(handle, &block, min(left, 256))
      if got <= 0 { return }
      left -= got
    }
  }

  /// The count of frames before an error of libFLAC, of frames that were read from the position.
  ///
  /// libsndfile returns silence for a damaged block, or the blocks behind it, and only says that
  /// there was an error in this call. A new handle that decodes single frames finds the block.
  /// `damage` stays nil if nothing was decoded after the error: at the end of a cut file.
  func correctFrames(of got: Int) -> Int {
    isBroken = true
    // Bytes are missing at the end of a cut file, so that its last frame is not complete.
    let isCut = strstr(sf_error_number(sf_error(handle)), "lost sync") != nil
    sf_close(handle)
    var raw = SF_INFO()
    _ = cursor.seek(0, from: 0)
    handle = SndFile.open(cursor, mode: SFM_READ, info: &raw)
    var count = 0
    if handle != nil, next == 0 || sf_seek(handle, next, Int32(SF_SEEK_SET)) == next {
      var frame = [Float](repeating: 0, count: info.channels)
      while count < got, sf_readf_float(handle, &frame, 1) == 1, sf_error(handle) == 0 {
        count += 1
      }
    }
    if count < got || !isCut { damage = .frames }
    return count
  }

  /// The first frame from the position on before which others are missing.
  var markedFrame: Int64? { cursor.flac?.marks.filter { $0 >= next }.min() }

  func stop(_ got: Int, before mark: Int64, of wanted: Int) -> Int {
    let correct = mark - next
    guard correct < Int64(got) || correct == Int64(got) && got < wanted else { return got }
    (damage, isBroken) = (.frames, true)
    return Int(correct)
  }

  func startChecksum() throws(AhaError) {
    guard next == 0, let stream = cursor.flac?.stream else { return }
    checksum = try FlacChecksum(stream)
  }

  func check(_ frames: Floats, count: Int) {
    guard let checksum else { return }
    checksum.add(frames, count: count * info.channels)
    guard next == info.frames else { return }
    if !checksum.isCorrect() { damage = .checksum }
    self.checksum = nil
  }
}
