import AhaBase
import CShims

extension FilePath {
  /// Whether nothing is there. What may not be looked at, or cannot be for now, may well be there.
  var isGone: Bool { FileStatus(self) == nil && FileStatus.isAbsence(shim_errno()) }
}
