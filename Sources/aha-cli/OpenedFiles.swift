import CAha
import CCli

/// The files of an opened piece, and where they were brought.
final class OpenedFiles {
  fileprivate struct Item {
    let info: aha_opening_asset
    let kind: String
    /// nil: it is left where it is.
    var path: Bytes?
  }

  private let opening: OpenedPiece
  private let console: Console
  private let type: Bytes?
  private let bar: StatusLine
  private var rate = ByteRate()
  private var items: [Item] = []
  /// What is not to be brought.
  private let left: [String]

  init(_ opening: OpenedPiece, _ arguments: Arguments, _ console: Console) {
    (self.opening, self.console) = (opening, console)
    type = arguments.value("--type")
    bar = StatusLine(console)
    left = ["preview", "cover", "attachment"].filter { arguments.has("--no-" + $0) }
    for index in 0..<aha_opening_asset_count(opening.pointer) {
      var info = aha_opening_asset_init()
      _ = aha_opening_get_asset(opening.pointer, index, &info)
      items.append(Item(info: info, kind: assetName(info.asset)))
    }
  }

  /// Brings one file of each kind into a folder, and writes the manifest beside them.
  func save(to folder: Bytes) throws(Failure) {
    let error = withCString(folder) { cli_make_folder($0) }
    if error != 0, error != EEXIST { throw .system(error, about: folder) }
    var names = SafeNames()
    let manifest = Bytes("piece.json".utf8)
    names.reserve(manifest)
    var taken: [aha_asset] = []
    for index in items.indices where isWanted(items[index], taken) {
      let item = items[index]
      taken.append(item.info.asset)
      let name = names.name(bytes(ofArray: item.info.name), otherwise: item.kind)
      items[index].path = folder + [0x2f] + name
      try save(item, as: folder + [0x2f] + name)
    }
    if let type, !taken.contains(aha_asset(AHA_ASSET_MIX_STEM)) {
      throw Failure(
        exit: .input, result: aha_result(AHA_ERROR_UNSUPPORTED),
        message: shown(opening.url) + ": it has no " + shown(type))
    }
    try saveManifest(folder + [0x2f] + manifest)
  }

  /// It comes from the network, as the files do: no symbolic link is followed.
  private func saveManifest(_ path: Bytes) throws(Failure) {
    guard withCString(path, { cli_is_link($0) }) == 0 else {
      throw Failure(
        exit: .output, result: aha_result(AHA_ERROR_ACCESS),
        message: shown(path) + " is a symbolic link; files from the network are not written"
          + " through one")
    }
    try opening.piece.save(path)
  }

  /// The first of its kind; of the mix stem, the first of the type.
  private func isWanted(_ item: Item, _ taken: [aha_asset]) -> Bool {
    if taken.contains(item.info.asset) { return false }
    if left.contains(where: { same($0, Bytes(item.kind.utf8)) }) { return false }
    guard Int(item.info.asset) == AHA_ASSET_MIX_STEM, let type else { return true }
    return lowercased(type) == lowercased(bytes(ofArray: item.info.type))
  }

  private func save(_ item: Item, as path: Bytes) throws(Failure) {
    var pointer: OpaquePointer?
    let texts = CTexts()
    let kind = bytes(ofArray: item.info.type)
    let type = texts.keep(kind.isEmpty ? nil : kind)
    let result = withCString(path) {
      aha_opening_save(opening.pointer, item.info.asset, type, $0, &pointer)
    }
    let job = try Handle(pointer, aha_job_release, result, .output, about: path)
    rate = ByteRate()
    let end = console.wait(for: job) { tell(item, Int64(jobProgress(job).bytes_done)) }
    bar.clear()
    try console.refuseInterrupted("interrupted; the same command goes on")
    try check(end, .output, about: path)
    if !console.isJSON { return }
    var object = JSONObject()
    object.add("event", text: "saved")
    object.add("file", name: path)
    object.add("asset", text: item.kind)
    console.print(object.text)
  }

  private func tell(_ item: Item, _ done: Int64) {
    if console.isJSON {
      var object = JSONObject()
      object.add("event", text: "progress")
      object.add("asset", text: item.kind)
      object.add("bytes_done", number: UInt64(clamping: done))
      object.add("bytes_total", number: item.size)
      return console.print(object.text)
    }
    if cli_is_terminal(2) == 0 { return }
    rate.add(done, cli_clock_seconds())
    bar.draw(byteLine(item.kind, done, max(0, item.info.size), rate.perSecond))
  }

  /// Where the sound was brought; nil where it was not.
  var sound: Bytes? { items.first { $0.isSound && $0.path != nil }?.path }

  /// As 64 hexadecimal letters; empty where nobody said.
  var soundHash: Bytes { items.first { $0.isSound }.map { bytes(ofArray: $0.info.sha256) } ?? [] }

  var lines: [String] { items.map { $0.line } }

  var objects: [JSONObject] { items.map { $0.object } }
}

extension OpenedFiles.Item {
  var isSound: Bool { Int(info.asset) == AHA_ASSET_MIX_STEM }

  /// nil where nobody said.
  var size: UInt64? { info.size < 0 ? nil : UInt64(info.size) }

  var line: String {
    var text = "\n  " + padded(kind, 12) + shown(bytes(ofArray: info.type))
    if let size { text += ", \(size) bytes" }
    return text + (path.map { ": " + shown($0) } ?? "")
  }

  var object: JSONObject {
    var object = JSONObject()
    object.add("asset", text: kind)
    object.add("name", name: bytes(ofArray: info.name))
    object.add("type", name: bytes(ofArray: info.type))
    object.add("bytes", number: size)
    object.add("sha256", name: bytes(ofArray: info.sha256))
    object.add("path", name: path ?? [])
    return object
  }
}

/// As people and programs get it.
func assetName(_ asset: aha_asset) -> String {
  switch Int(asset) {
  case AHA_ASSET_MIX_STEM: "mix stem"
  case AHA_ASSET_PREVIEW: "preview"
  case AHA_ASSET_COVER: "cover"
  case AHA_ASSET_ATTACHMENT: "attachment"
  default: "file"
  }
}
