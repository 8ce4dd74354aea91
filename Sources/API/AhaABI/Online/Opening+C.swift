import AhaBase
import AhaNet
import AhaOpen
import AhaPage
import CAha

@c @implementation
public func aha_opening_create(
  _ client: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ options: UnsafePointer<aha_opening_options>?,
  _ outOpening: UnsafeMutablePointer<OpaquePointer?>?,
  _ outJob: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outOpening?.pointee = nil
  return starting(outJob, of: client) { (attach) throws(AhaError) in
    let host = try Handle.object(client, as: Client.self)
    let out = try required(outOpening, "out_opening")
    let asked = try Sized.read(options, "options", default: aha_opening_options_init())
    let box = try OpeningBox(host, Text.given(url, "url"), asked)
    box.tag.value = try Handle.make(box, parent: client)
    let handle = OpaquePointer(bitPattern: box.tag.value)
    do throws(AhaError) {
      let job = Job()
      try attach(job)
      try box.start(job)
    } catch {
      _ = try? Handle.release(handle, as: OpeningBox.self)
      throw error
    }
    out.pointee = handle
  }
}

/// Runs the body of a function of an opening.
private func using(
  _ opening: OpaquePointer?, _ body: (OpeningBox) throws(AhaError) -> Void
) -> aha_result {
  guarded { () throws(AhaError) in try body(Handle.object(opening, as: OpeningBox.self)) }
}

@c @implementation
public func aha_opening_get_piece(
  _ opening: OpaquePointer?, _ outPiece: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outPiece?.pointee = nil
  return using(opening) { (box) throws(AhaError) in
    try makingPiece(outPiece) { () throws(AhaError) in try box.piece().piece }
  }
}

extension OpenedPiece {
  fileprivate func text(_ which: aha_opening_text) -> String {
    switch which {
    case aha_opening_text(AHA_OPENING_ID): return id
    case aha_opening_text(AHA_OPENING_URL): return url
    default: return created == 0 ? "" : CalendarTime(created).iso
    }
  }
}

// MARK: Its files

extension aha_opening_asset {
  fileprivate init(_ found: OpenedAsset) {
    self = aha_opening_asset_init()
    (asset, size) = (found.role.asset, found.bytes)
    Text.fill(&name, found.name)
    Text.fill(&type, found.type)
    Text.fill(&sha256, found.sha256)
  }
}

@c @implementation
public func aha_opening_save(
  _ opening: OpaquePointer?, _ asset: aha_asset, _ type: UnsafePointer<CChar>?,
  _ path: UnsafePointer<CChar>?, _ outJob: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  starting(outJob, of: parent(of: opening)) { (attach) throws(AhaError) in
    try Callback.refuse()
    let box = try Handle.object(opening, as: OpeningBox.self)
    let file = try filePath(path)
    let (opened, wanted) = try box.asset(asset, type)
    let job = Job()
    try attach(job)
    try box.client.jobs.run(
      job, { (job) throws(AhaError) in try box.save(wanted, of: opened, to: file, job) },
      afterwards: { box.client.events.end(job, $0) })
  }
}

@c @implementation
public func aha_opening_save_manifest(
  _ opening: OpaquePointer?, _ path: UnsafePointer<CChar>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let box = try Handle.object(opening, as: OpeningBox.self)
    try box.saveManifest(to: filePath(path))
  }
}

@c @implementation
public func aha_opening_open_stream(
  _ opening: OpaquePointer?, _ asset: aha_asset, _ type: UnsafePointer<CChar>?,
  _ outStream: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outStream?.pointee = nil
  return guardedBlocking { () throws(AhaError) in
    let box = try Handle.object(opening, as: OpeningBox.self)
    let out = try required(outStream, "out_stream")
    let (opened, wanted) = try box.asset(asset, type)
    let (tag, events) = (HandleTag(), box.client.events)
    let stream = try opened.stream(wanted) { state in
      events.post(state == .buffering ? .remoteBuffering : .remotePlaying, of: tag.value)
    }
    tag.value = try Handle.make(StreamBox(stream))
    out.pointee = OpaquePointer(bitPattern: tag.value)
  }
}

extension OpeningBox {
  func text(_ which: aha_opening_text) throws(AhaError) -> String {
    if which > aha_opening_text(AHA_OPENING_CREATED) { throw Text.unknown(which) }
    return try piece().text(which)
  }

  var assetCount: Int { isOpen?.assets.count ?? 0 }

  func getAsset(_ index: UInt32) throws(AhaError) -> aha_opening_asset {
    aha_opening_asset(try element(piece().assets, index, "files"))
  }
}
