import AhaArguments
import AhaBase
import AhaProject
import CAha

extension Document {
  /// An impossible id becomes one that does not exist.
  static func id(_ id: aha_id) -> ID { ID(clamping: id) }

  /// Another program may write any id while the project is open; negative ones become 0.
  static func number(_ id: ID) -> aha_id { aha_id(clamping: id) }

  /// 0 means the master bus.
  static func busID(_ id: aha_id) -> ID { id == 0 ? master : self.id(id) }
}

extension Document.Owner {
  /// Errors: `invalidArgument`.
  init(kind: aha_owner_kind, id: aha_id) throws(AhaError) {
    switch kind {
    case aha_owner_kind(AHA_OWNER_TRACK): self = .track(Document.id(id))
    case aha_owner_kind(AHA_OWNER_BUS): self = .bus(Document.id(id))
    case aha_owner_kind(AHA_OWNER_EFFECT): self = .effect(Document.id(id))
    default: throw AhaError(.invalidArgument, "owner_kind \(kind) is not known")
    }
  }

  var kind: aha_owner_kind {
    switch self {
    case .track: aha_owner_kind(AHA_OWNER_TRACK)
    case .bus: aha_owner_kind(AHA_OWNER_BUS)
    case .effect: aha_owner_kind(AHA_OWNER_EFFECT)
    }
  }

  var id: aha_id {
    switch self {
    case .track(let id), .bus(let id), .effect(let id): Document.number(id)
    }
  }
}
