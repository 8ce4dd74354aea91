import AhaBase
import AhaNet
import AhaPiece

/// All mutable data of a drop as one value, so that changes are atomic.
struct DropData {
  var state: DropState
  var record: DropRecord
  var piece: Piece
  /// Sorted by role.
  var assets: [AssetRecord]

  init(state: DropState, record: DropRecord, piece: Piece, assets: [AssetRecord] = []) {
    (self.state, self.record, self.piece) = (state, record, piece)
    self.assets = AssetRole.allCases.map { role in
      assets.first { $0.role == role } ?? AssetRecord(role: role)
    }
  }

  /// A drop from the journal, ready to start again. Errors: `damaged`.
  init(
    record: DropRecord, assets: [AssetRecord], kind: DestinationKind?, waitsForSignIn: Bool
  ) throws(AhaError) {
    let piece = try Piece(manifestText: record.piece, named: "the piece of the drop \(record.id)")
    // A running stage in the journal means that its process has ended.
    var stage = record.stage.isOver || record.stage == .cleaning ? record.stage : .broken
    let uncertain = record.stage == .creating ? kind?.uncertainCreation : nil
    if uncertain != nil { stage = .failed }
    var states: [(AssetRole, DropState.AssetState)] = []
    for asset in assets {
      // A cover without a file was to be drawn, and its process ended before that.
      let isThere = !asset.path.isEmpty || asset.role != .cover
      states.append((asset.role, isThere || asset.state != .sending ? asset.state : .declined))
    }
    self.init(
      state: DropState(
        // `hasLocation`: the process may have ended between creating it and the journal entry.
        stage: stage, isCommitted: record.isCommitted, hasLocation: true,
        assets: states, waitsForSignIn: waitsForSignIn), record: record, piece: piece,
      assets: assets)
    state.omitsCover = self[.cover].isOmitted
    if let uncertain {
      state.error = uncertain("its process ended while the piece was made")
      try update()
    }
  }

  subscript(role: AssetRole) -> AssetRecord {
    get { assets[Int(role.rawValue) - 1] }
    set { assets[Int(role.rawValue) - 1] = newValue }
  }

  /// Copies the state into the record. Errors: `limit` (of the manifest).
  mutating func update() throws(AhaError) {
    // A drop whose renewal ends with its process stays done.
    (record.stage, record.isCommitted) = (state.isRenewal ? .done : state.stage, state.isCommitted)
    record.piece = try piece.draft()
    record.title = piece.title
    record.updated = secondsSince1970()
    record.revision += 1
    (record.result, record.line) = (state.error?.code ?? .ok, state.error?.line ?? "")
    for role in AssetRole.allCases { self[role].state = state[role] }
  }

  /// Uploads that the destination must delete.
  var storedUploads: [StoredUpload] { assets.compactMap { $0.storedUpload } }
}

/// Progress of a drop, in bytes.
public struct DropProgress {
  public let stage: DropState.Stage
  /// Nil while it runs.
  public let result: ResultCode?
  /// Bytes confirmed by the destination, or in flight.
  public let done: Int64
  /// Size of all known files.
  public let total: Int64
  public let repeated: Int64
  /// The first asset that a committed drop waits for; nil: none.
  public let awaited: AssetRole?
  /// Time left for that answer; 0 without one.
  public let awaitedMilliseconds: Int64
}

/// Options of a new drop.
public struct DropOptions {
  /// The host's own pointer, returned with events.
  public var context: UnsafeMutableRawPointer?
  /// Committed from the start: no edits.
  public var isCommitted = false
  public var waitsForSignIn = false
  /// A declined cover is not drawn: the drop has none.
  public var omitsCover = false
  /// Time for the host's answers after the commit.
  public var answerMilliseconds: Int64 = 600_000

  public init() {}
}
