import AhaBase
import AhaPiece

/// How far a drop is, and what is to be done next: a value, which does nothing itself. What happens
/// goes in as events; what comes out are actions.
///
/// Of the work (`prepare`, `waitForSignIn`, `upload`, `create`, `clean`) there is one piece at a
/// time: the next comes out after the event that ends the one before.
public struct DropState {
  /// The numbers of aha/drop.h, and those in journals.
  public enum Stage: UInt32, Sendable, CaseIterable {
    case preparing = 0
    case signingIn
    /// The host edits, while files are sent.
    case editing
    /// Committed: files are still on their way.
    case sending
    case creating
    /// What a cancelled one left is being taken away, or could not be yet.
    case cleaning
    case done
    /// It can go on.
    case broken
    case failed, cancelled

    public var isOver: Bool {
      switch self {
      case .done, .broken, .failed, .cancelled: true
      default: false
      }
    }
  }

  /// The numbers are in journals.
  public enum AssetState: UInt32, Sendable, CaseIterable {
    case unasked = 0
    case asked
    /// Answered with what is no file yet: a stream, a bounce.
    case coming
    case answered, declined, sending, sent, failed
  }

  public enum Event: Sendable {
    /// From the host.
    case started
    case coming(AssetRole)
    case answered(AssetRole, bytes: Int64)
    case declined(AssetRole)
    case refused(AssetRole, AhaError)
    /// What was coming is there, or will not be.
    case came(AssetRole, bytes: Int64)
    case stayedAway(AssetRole, AhaError)
    case committed
    case cancelled
    /// What the work came to.
    case notSignedIn(AhaError)
    case signedIn
    case ready
    case sent(AssetRole)
    case created
    case cleaned
    case broke(AhaError)
  }

  public enum Action: Equatable, Sendable {
    case ask(AssetRole)
    case tell(Stage)
    /// Sees whether the destination is ready, and makes the drop's place there.
    case prepare
    case waitForSignIn
    case upload(AssetRole)
    case create
    case clean
    /// Ends the piece of work that goes on; its event still comes.
    case stopWork
    case close(succeeded: Bool)
  }

  /// What a drop ends with, once its work has.
  enum Ending {
    case cancelled
    case failed(AhaError)
  }

  public internal(set) var stage = Stage.preparing
  public internal(set) var isCommitted = false
  /// Why it failed or broke off.
  public internal(set) var error: AhaError?
  var assets = [AssetState](repeating: .unasked, count: AssetRole.allCases.count)
  /// Why the last answer for an asset was not taken; it counts while the asset is open.
  var rejections = [AhaError?](repeating: nil, count: AssetRole.allCases.count)
  var isStarted = false
  /// Something may be at the destination.
  var hasPlace = false
  /// The host has no cover: one is drawn.
  var drawsCover = false
  /// What goes on.
  var work: Action?
  var ending: Ending?
  let waitsForSignIn: Bool

  public init(waitsForSignIn: Bool = false) { self.waitsForSignIn = waitsForSignIn }

  /// One of the journal's, to be started again.
  init(
    stage: Stage, isCommitted: Bool, hasPlace: Bool, assets: [(AssetRole, AssetState)],
    waitsForSignIn: Bool = false
  ) {
    (self.stage, self.isCommitted, self.hasPlace) = (stage, isCommitted, hasPlace)
    self.waitsForSignIn = waitsForSignIn
    for (role, state) in assets { self[role] = DropState.restored(state) }
  }

  /// What had not come to its end is to be done again; who could not answer is asked again.
  private static func restored(_ state: AssetState) -> AssetState {
    switch state {
    case .answered, .sending: .answered
    case .declined, .sent: state
    case .unasked, .asked, .coming, .failed: .unasked
    }
  }

  public internal(set) subscript(role: AssetRole) -> AssetState {
    get { assets[Int(role.rawValue) - 1] }
    set { assets[Int(role.rawValue) - 1] = newValue }
  }

  /// The host may still answer, and has not yet.
  public func isOpen(_ role: AssetRole) -> Bool { self[role] == .unasked || self[role] == .asked }

  /// Notes an answer that was not taken: the asset stays open.
  mutating func note(rejected role: AssetRole, _ error: AhaError) {
    if isOpen(role) { rejections[Int(role.rawValue) - 1] = error }
  }

  /// The first asset that is open because its answer was not taken.
  var rejected: (role: AssetRole, error: AhaError)? {
    for role in AssetRole.allCases where isOpen(role) {
      if let error = rejections[Int(role.rawValue) - 1] { return (role, error) }
    }
    return nil
  }

  /// One that broke off can be edited before it goes on.
  public var canEdit: Bool {
    !isCommitted && ending == nil && (!isEnding || stage == .broken)
  }

  var isEnding: Bool { stage.isOver || stage == .cleaning }

  /// Whether what failed so may be a success later, with the same files.
  public static func canGoOn(after error: AhaError) -> Bool {
    switch error.code {
    case .invalidArgument, .unsupported, .limit, .cancelled, .damaged, .formatLimit, .verify,
      .unknownFormat, .empty, .attachment: false
    case .titleEmpty, .titleLong, .pieceShort, .pieceLong, .tempoLow, .tempoHigh, .loop: false
    case .timeSignature, .textLong, .basedOn, .tonality: false
    default: true
    }
  }
}
