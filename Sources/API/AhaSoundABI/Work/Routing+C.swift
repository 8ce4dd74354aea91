import AhaArguments
import AhaBase
import AhaEngine
import AhaProject
import CAha

extension Document {
  func addSend(
    _ owner: Owner, to destination: aha_id, options: SendOptions
  ) throws(AhaError) -> ID {
    // Not max(): NaN must stay NaN, which the project refuses.
    let gain = options.gainDb < -120 ? -120 : options.gainDb
    return try addSend(
      from: owner, to: Document.busID(destination), beforeFader: options.point == .beforeFader,
      gainDb: gain)
  }

  func getSend(_ id: ID) throws(AhaError) -> aha_project_send {
    let found = try send(id)
    var value = aha_project_send_init()
    value.owner = found.owner.id
    value.owner_kind = found.owner.kind
    let point: SendPoint = found.isBeforeFader ? .beforeFader : .afterFader
    value.point = point.rawValue
    return value
  }
}
