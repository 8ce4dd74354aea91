import AhaBase
import AhaStore

/// The open transaction and its nesting depth.
struct EditGroup {
  var depth = 0
  var title = ""
  var recorder: ChangeRecorder?
  /// The error that ended the transaction, such as a full disk. Later edits of the group fail with
  /// it, because they would be only a part of the edit.
  var lost: AhaError?
}
