import AhaBase
import AhaNet
import AhaPiece

/// All that changes of a drop, as one value: it is changed as a whole, or not.
struct DropData {
  var state: DropState
  var record: DropRecord
  var piece: Piece
  /// In the order of their roles.
  var assets: [AssetRecord]

  init(_ state: DropState, _ record: DropRecord, _ piece: Piece, _ assets: [AssetRecord] = []) {
    (self.state, self.record, self.piece) = (state, record, piece)
    self.assets = AssetRole.allCases.map { role in
      assets.first { $0.role == role } ?? AssetRecord(role)
    }
  }

  /// A drop of the journal, to be started again. Errors: `damaged`.
  init(_ record: DropRecord, _ assets: [AssetRecord], waitsForSignIn: Bool) throws(AhaError) {
    let piece = try Piece(manifestText: record.piece, named: "the piece of the drop \(record.id)")
    // One that is at work according to the journal was ended with its process.
    var stage = record.stage.isOver || record.stage == .cleaning ? record.stage : .broken
    let isUncertain = AllihoopaDestination.isUncertain(record)
    if isUncertain { stage = .failed }
    var states: [(AssetRole, DropState.AssetState)] = []
    for asset in assets {
      // A cover that was to be drawn, and was not yet when its process ended.
      let isThere = !asset.path.isEmpty || asset.role != .cover
      states.append((asset.role, isThere || asset.state != .sending ? asset.state : .declined))
    }
    self.init(
      DropState(
        // Its process may have ended between the place and the journal.
        stage: stage, isCommitted: record.isCommitted, hasPlace: true,
        assets: states, waitsForSignIn: waitsForSignIn), record, piece, assets)
    if isUncertain {
      state.error = AllihoopaAPI.uncertain("its process ended while the piece was made")
      try update()
    }
  }

  subscript(role: AssetRole) -> AssetRecord {
    get { assets[Int(role.rawValue) - 1] }
    set { assets[Int(role.rawValue) - 1] = newValue }
  }

  /// Brings the record to what the state is. Errors: `limit` (of the manifest).
  mutating func update() throws(AhaError) {
    (record.stage, record.isCommitted) = (state.stage, state.isCommitted)
    record.piece = try piece.draft()
    record.title = piece.title
    record.updated = secondsSince1970()
    record.revision += 1
    (record.result, record.line) = (state.error?.code ?? .ok, state.error?.line ?? "")
    for role in AssetRole.allCases { self[role].state = state[role] }
  }

  /// What the destination must be told of to take it away.
  var kept: [KeptUpload] { assets.compactMap { $0.kept } }
}

/// How far a drop is, in bytes.
public struct DropProgress {
  public let stage: DropState.Stage
  /// Nil before it is over.
  public let result: ResultCode?
  /// Confirmed by the destination, or on their way.
  public let done: Int64
  /// Of all files that are known.
  public let total: Int64
  public let repeated: Int64
}

/// How a drop is made.
public struct DropOptions {
  /// What the host calls it.
  public var context: UnsafeMutableRawPointer?
  /// From the beginning: nothing of it is edited.
  public var isCommitted = false
  public var waitsForSignIn = false

  public init() {}
}
