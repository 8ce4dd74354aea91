import AhaBase
import AhaHash
import AhaNet
import AhaPiece

/// Work on the client's threads, one step at a time.
extension Drop {
  /// Each step ends with an event, or throws.
  func run(_ work: DropState.Action, step: Job) throws(AhaError) {
    guard let destination else { throw AhaError(.notFound, "the destination is not there") }
    let call = DropCall(client: client, job: step) { [unowned(unsafe) self] in moved($0) }
    call.show = { [unowned(unsafe) self] in runningJob?.enter($0) }
    step.whenCancelled { call.cancel() }
    do throws(AhaError) { try run(work, at: destination, via: call) } catch {
      throw call.withoutSecrets(error)
    }
  }

  private func run(
    _ work: DropState.Action, at destination: any Destination, via call: DropCall
  ) throws(AhaError) {
    switch work {
    case .prepare: try prepare(at: destination, via: call)
    case .upload(let role): try upload(role, to: destination, via: call)
    case .create: try create(at: destination, via: call)
    case .clean: try clean(at: destination, via: call)
    default: break
    }
  }

  private func moved(_ bytes: Int64) {
    var tells = false
    _ = note {
      $0.move(to: bytes)
      tells = $0.mayReport()
    }
    guard tells else { return }
    notePending()
    tellProgress()
  }

  /// A note that cannot be stored is missing in a count only.
  private func notePending() {
    guard let role = data.state.uploading else { return }
    var unconfirmed: Int64 = 0
    _ = note { unconfirmed = $0.unconfirmed }
    try? journal.savePending(bytes: unconfirmed, role: role, of: id)
  }

  private func tellProgress() {
    let progress = progress
    runningJob?.report(bytes: progress.done, of: progress.total)
    tellProgress(of: progress.done)
  }

  // MARK: Preparing

  private func prepare(
    at destination: any Destination, via call: DropCall
  ) throws(AhaError) {
    do throws(AhaError) { try destination.checkReady() } catch {
      guard error.code == .notSignedIn else { throw error }
      return end(with: .notSignedIn(error))
    }
    let data = data
    var location = data.record.location
    if location.isEmpty {
      let plan = DropPlan(id: data.record.id, piece: data.piece)
      location = try destination.makeLocation(for: plan, via: call)
    }
    end(with: .ready) { $0.record.location = location }
  }

  // MARK: Uploading

  private func upload(
    _ role: AssetRole, to destination: any Destination, via call: DropCall
  ) throws(AhaError) {
    if data.state.drawsCover, role == .cover, data[role].path.isEmpty { try drawCover(via: call) }
    let asset = data[role]
    if role == .mixStem { try startShapeAnalysis(hasPage: destination.traits.hasPage) }
    let source = try FileSource(
      path: asset.path, mark: asset.mark, kind: destination.traits.chunkHash, known: asset.known)
    let run = UploadRun(drop: self, role: role, destination: destination, source: source, via: call)
    let result = try run.send()
    let sha256 = Sha256.hexadecimal(try source.digest())
    // All bytes are confirmed now, whatever the count of messages.
    _ = note { $0.confirm() }
    end(with: .sent(role)) {
      ($0[role].result, $0[role].sha256, $0[role].confirmed) = (result, sha256, asset.mark.size)
    }
    tellProgress()
  }

  func removeWasted() -> Int64 {
    var wasted: Int64 = 0
    _ = note { wasted = $0.removeWasted() }
    return wasted
  }

  private func drawCover(via call: DropCall) throws(AhaError) {
    guard let covers = registry.covers else {
      throw AhaError(.unsupported, "libaha cannot draw covers here: answer with a picture")
    }
    guard let destination else { return }
    let path = try madeFile(named: "cover.png")
    let shape = try shape(hasPage: destination.traits.hasPage, via: call)
    try covers.drawCover(of: data.piece, shape: shape, to: path)
    let mark = try FileMark(path)
    try keep(waiting: true, role: .cover) {
      $0[.cover].path = path
      $0[.cover].mark = mark
      $0[.cover].asset = DropAsset(
        role: .cover, name: "cover.png", type: "image/png", size: mark.size)
    }
  }

  /// Path of a new file of this drop in the journal's folder. Errors: those of files.
  func madeFile(named name: String) throws(AhaError) -> FilePath {
    let folder = journal.filesFolder(of: id)
    try Disk.makeFolders(folder, mode: 0o700)
    return folder / FilePath(name)
  }

  // MARK: Creating

  private func create(at destination: any Destination, via call: DropCall) throws(AhaError) {
    let data = data
    let peaks = try peaks(for: destination, isRenewal: data.state.isRenewal, via: call)
    var sent: [SentAsset] = []
    for asset in data.assets where data.state[asset.role] == .sent {
      sent.append(SentAsset(asset: asset.asset, sha256: asset.sha256, result: asset.result))
    }
    var piece = data.piece
    if data.state[.attachment] == .sent {
      let file = data[.attachment].asset
      piece.attachment = Piece.Attachment(mimeType: file.type, size: file.size)
    }
    let content = DropContent(
      id: data.record.id, piece: piece, created: data.record.created, assets: sent, peaks: peaks)
    let receipt = try destination.create(content, at: data.record.location, via: call)
    checkLink(in: receipt, at: destination, via: call)
    end(with: .created) { $0.record.receipt = receipt }
  }

  /// Waveform of the page. A renewal may find no file of the sound any more, or another one.
  private func peaks(
    for destination: any Destination, isRenewal: Bool, via call: DropCall
  ) throws(AhaError) -> [UInt8] {
    guard destination.traits.hasPage else { return [] }
    do throws(AhaError) { return try shape(hasPage: true, via: call).peaks } catch {
      guard isRenewal, error.code != .cancelled else { throw error }
      return []
    }
  }

  // MARK: Cleaning

  /// Timeout: 10 s after a cancel; a discard waits 60 s, because the user asked for the clean-up.
  private func clean(at destination: any Destination, via call: DropCall) throws(AhaError) {
    stopShapeAnalysis()
    let data = data
    let time = registry.cleaningMilliseconds * (lock.locked { isDiscarding } ? 6 : 1)
    let limit = try JobLimit(job: call.job, milliseconds: time)
    var failure: AhaError?
    do throws(AhaError) { try deleteUploads(of: data, at: destination, via: call) } catch {
      failure = error
    }
    if limit.end() {
      throw AhaError(
        .timeout,
        "\(destination.name) did not delete a cancelled drop's uploads within \(time / 1000) s")
    }
    if let failure { throw failure }
    end(with: .cleaned)
  }

  /// Deletes the uploads. If the destination's reply with the location was lost, the possible
  /// location is used.
  private func deleteUploads(
    of data: DropData, at destination: any Destination, via call: DropCall
  ) throws(AhaError) {
    let known = data.record.location
    let plan = DropPlan(id: data.record.id, piece: data.piece)
    let location = known.isEmpty ? destination.possibleLocation(of: plan) : known
    if location.isEmpty { return }
    do throws(AhaError) {
      try destination.discard(data.storedUploads, at: location, via: call)
    } catch {
      switch error.code {
      // No permission to delete a location that may not exist: the drop probably never created it.
      case .access, .notFound, .notSignedIn, .refused: if !known.isEmpty { throw error }
      default: throw error
      }
    }
  }
}

/// The check of a finished drop's URL.
extension Drop {
  private static let maxBytes: Int64 = 1 << 20
  private static let stallMilliseconds: Int64 = 5000

  /// Requests the receipt's URL once, without keys, as a listener does. If it does not answer with
  /// a page, the drop has a warning and is done nevertheless: the server may show it later.
  func checkLink(in receipt: DropReceipt, at destination: any Destination, via call: DropCall) {
    guard destination.traits.checksLink, receipt.url.begins(with: "http") else { return }
    var request = HTTPRequest("GET", receipt.url)
    request.limits.body = Drop.maxBytes
    request.limits.stallMilliseconds = Drop.stallMilliseconds
    request.limits.totalMilliseconds = 2 * Drop.stallMilliseconds
    var trouble = ""
    do throws(AhaError) {
      let reply = try client.transport.send(request) { call.job.isCancelled }
      if !(200..<300).contains(reply.status) { trouble = "HTTP \(reply.status)" }
    } catch {
      // A server that sends more than a page has answered.
      if error.code != .limit && error.code != .cancelled { trouble = error.line }
    }
    if trouble.isEmpty { return }
    let line =
      "the drop is sent, but its URL does not answer: \(trouble) at "
      + receipt.url.shownLocation
    lock.locked { foundWarning = line }
    Log.warning("\(destination.name): \(line)")
    post(.dropWarning, value: 0, line: line)
  }

  /// "" for none.
  public var warning: String { lock.locked { foundWarning } }
}

extension EventKind {
  public static let dropWarning = EventKind(144)
}
