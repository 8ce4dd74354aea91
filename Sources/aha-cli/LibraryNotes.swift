import CAha
import CCli

/// What commands note in the library of this user, if there is one. That is a favour: whatever goes
/// wrong with it is no failure of theirs.
struct LibraryNotes {
  private let library: LibraryFile?

  init() { library = LibraryFile.shared }

  /// Tracks that were played side by side: the time counts once.
  func play(_ paths: [Bytes], seconds: Double) {
    guard let library, !paths.isEmpty else { return }
    for (index, path) in paths.enumerated() {
      note(AHA_ACTIVITY_PLAY, known(path, library), index == 0 ? seconds : 0, ago: seconds)
    }
  }

  func take(_ path: Bytes, seconds: Double) {
    guard let library else { return }
    var number: Int64 = 0
    _ = withCString(path) {
      aha_library_add_file(library.pointer, $0, aha_origin(AHA_ORIGIN_TAKE), &number)
    }
    note(AHA_ACTIVITY_TAKE, number, seconds, ago: seconds)
  }

  func bounce(_ path: Bytes, seconds: Double) {
    guard let library else { return }
    note(AHA_ACTIVITY_BOUNCE, known(path, library), seconds)
  }

  func drop(_ drop: OpaquePointer) {
    guard let library else { return }
    _ = aha_library_add_drop(library.pointer, drop, nil)
  }

  /// A piece that was opened: the sound that was brought here, or where it is.
  func open(_ piece: OpaquePointer, _ sound: Bytes?, _ url: Bytes, _ sha256: Bytes) {
    guard let library else { return }
    if let sound {
      _ = withCString(sound) {
        aha_library_add_file(library.pointer, $0, aha_origin(AHA_ORIGIN_PIECE), nil)
      }
      return
    }
    if url.isEmpty { return }
    let texts = CTexts()
    _ = aha_library_add_piece(
      library.pointer, piece, texts.keep(url), sha256.isEmpty ? nil : texts.keep(sha256),
      aha_origin(AHA_ORIGIN_PIECE), aha_item_state(AHA_ITEM_REMOTE_ONLY), nil)
    withExtendedLifetime(texts) {}
  }

  /// 0 for what the library has not.
  private func known(_ path: Bytes, _ library: LibraryFile) -> Int64 {
    let page = try? library.items(.input, about: path) { out in
      withCString(path) { aha_library_find(library.pointer, $0, out) }
    }
    return page?.item(0).number ?? 0
  }

  /// - Parameter ago: How many seconds before now it began: it is of that day.
  private func note(_ activity: Int, _ item: Int64, _ seconds: Double, ago: Double = 0) {
    guard let library else { return }
    let milliseconds = Int64(max(0, min(seconds, 1e8)) * 1000)
    let began = Int64(max(1, cli_time_seconds() - max(0, min(ago, 1e8))))
    _ = aha_library_note(library.pointer, aha_activity(activity), item, milliseconds, began)
  }
}
