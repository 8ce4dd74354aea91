import AhaBase
import AhaPiece

/// State machine of a drop, a pure value: events go in, actions come out.
///
/// Only one work action (`prepare`, `waitForSignIn`, `upload`, `create`, `clean`) runs at a time:
/// the next one follows the event that ends the one before.
public struct DropState {
  /// The numbers are those of aha/drop.h and of journals.
  public enum Stage: UInt32, Sendable, CaseIterable {
    case preparing = 0
    case signingIn
    /// The host edits while files are sent.
    case editing
    /// Committed; files are still being sent.
    case sending
    case creating
    /// The uploads of a cancelled drop are being deleted, or that has failed so far.
    case cleaning
    case done
    /// Interrupted; it can resume.
    case broken
    case failed, cancelled

    public var isOver: Bool {
      switch self {
      case .done, .broken, .failed, .cancelled: true
      default: false
      }
    }
  }

  /// The numbers are stored in journals.
  public enum AssetState: UInt32, Sendable, CaseIterable {
    case unrequested = 0
    case requested
    /// Answered, but the file does not exist yet: a stream or a bounce.
    case coming
    case answered, declined, sending, sent, failed
  }

  public enum Event: Sendable {
    /// Events from the host.
    case started
    /// The links of a finished drop are made again.
    case renewed
    case coming(AssetRole)
    case answered(AssetRole, bytes: Int64)
    case declined(AssetRole)
    /// libaha refused the answer for an asset.
    case refused(AssetRole, AhaError)
    /// The host has no file for an asset, or did not answer in time.
    case withheld(AssetRole, AhaError)
    /// A coming asset arrived, or failed.
    case came(AssetRole, bytes: Int64)
    case stayedAway(AssetRole, AhaError)
    case committed
    case cancelled
    /// Results of work.
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
    /// Checks the destination and creates the drop's location there.
    case prepare
    case waitForSignIn
    case upload(AssetRole)
    case create
    case clean
    /// Cancels the running work, whose event still follows.
    case stopWork
    case close(succeeded: Bool)
  }

  /// Final result, reached once the work has ended.
  enum Ending {
    case cancelled
    case failed(AhaError)
  }

  public internal(set) var stage = Stage.preparing
  public internal(set) var isCommitted = false
  /// Why it failed or was interrupted.
  public internal(set) var error: AhaError?
  var assets = [AssetState](repeating: .unrequested, count: AssetRole.allCases.count)
  /// Why the last answer for an asset was refused; valid while the asset is open.
  var rejections = [AhaError?](repeating: nil, count: AssetRole.allCases.count)
  var isStarted = false
  /// The destination may have data of this drop.
  var hasLocation = false
  /// The host declined the cover, so libaha draws one.
  var drawsCover = false
  /// A declined cover is not drawn: the drop has none.
  var omitsCover = false
  /// The host's answer, or its lack, made the drop fail.
  var isRejected = false
  /// Why a rejected drop failed, while its location is being deleted.
  var rejection: AhaError?
  /// A rejected drop that has no data at the destination; the journal drops it.
  var leavesJournal = false
  /// Its page is being made again: without success, the drop stays done.
  var isRenewal = false
  /// The running work.
  var work: Action?
  var ending: Ending?
  let waitsForSignIn: Bool

  public init(waitsForSignIn: Bool = false) { self.waitsForSignIn = waitsForSignIn }

  /// A drop from the journal, ready to start again.
  init(
    stage: Stage, isCommitted: Bool, hasLocation: Bool, assets: [(AssetRole, AssetState)],
    waitsForSignIn: Bool = false
  ) {
    (self.stage, self.isCommitted, self.hasLocation) = (stage, isCommitted, hasLocation)
    self.waitsForSignIn = waitsForSignIn
    for (role, state) in assets { self[role] = DropState.restored(from: state) }
  }

  /// Unfinished uploads start again; assets that failed are requested again.
  private static func restored(from state: AssetState) -> AssetState {
    switch state {
    case .answered, .sending: .answered
    case .declined, .sent: state
    case .unrequested, .requested, .coming, .failed: .unrequested
    }
  }

  public internal(set) subscript(role: AssetRole) -> AssetState {
    get { assets[Int(role.rawValue) - 1] }
    set { assets[Int(role.rawValue) - 1] = newValue }
  }

  /// The host may still answer.
  public func isOpen(_ role: AssetRole) -> Bool {
    self[role] == .unrequested || self[role] == .requested
  }

  /// Records a refused answer: the asset stays open.
  mutating func note(rejected role: AssetRole, with error: AhaError) {
    if isOpen(role) { rejections[Int(role.rawValue) - 1] = error }
  }

  /// First open asset with a refused answer.
  var rejected: (role: AssetRole, error: AhaError)? {
    for role in AssetRole.allCases where isOpen(role) {
      if let error = rejections[Int(role.rawValue) - 1] { return (role, error) }
    }
    return nil
  }

  /// An interrupted drop can be edited before it resumes.
  public var canEdit: Bool {
    !isCommitted && ending == nil && (!isEnding || stage == .broken)
  }

  /// The asset whose upload runs.
  var uploading: AssetRole? {
    if case .upload(let role)? = work { role } else { nil }
  }

  var isEnding: Bool { stage.isOver || stage == .cleaning }

  /// True if a drop that failed with this error may succeed later with the same files.
  public static func canGoOn(after error: AhaError) -> Bool {
    switch error.code {
    case .invalidArgument, .unsupported, .limit, .cancelled, .damaged, .formatLimit, .verify,
      .unknownFormat, .empty, .attachment:
      false
    case .titleEmpty, .titleLong, .pieceShort, .pieceLong, .tempoLow, .tempoHigh, .loop: false
    case .timeSignature, .textLong, .textDirection, .basedOn, .tonality: false
    default: true
    }
  }
}
