import AhaBase
import CShims

extension FilePath {
  /// True if nothing exists at the path. False if it is inaccessible: something may exist there.
  var isGone: Bool { FileStatus(self) == nil && FileStatus.isAbsence(shim_errno()) }
}
