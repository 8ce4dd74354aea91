import AhaBase
import AhaStore

/// The transaction that is open, and how deep in it the caller is.
struct EditGroup {
  var depth = 0
  var title = ""
  var recorder: ChangeRecorder?
  /// Why the transaction is gone, as when the disk is full: what follows would be half of the edit.
  var lost: AhaError?
}
