import AhaDrop
import AhaNet
import CAha

extension HandleClass {
  /// Kinds of the floor Online; nil for others.
  init?(online number: Int) {
    switch number {
    case AHA_KIND_CLIENT: self.init(Client.self)
    case AHA_KIND_ACCOUNT: self.init(ClientAccount.self)
    case AHA_KIND_REQUEST: self.init(Request.self)
    case AHA_KIND_DESTINATION: self.init(DestinationBox.self)
    case AHA_KIND_DROP: self.init(Drop.self)
    case AHA_KIND_OPENING: self.init(OpeningBox.self)
    case AHA_KIND_LIBRARY: self.init(LibraryBox.self)
    case AHA_KIND_ITEMS: self.init(ItemsBox.self)
    case AHA_KIND_REPORT: self.init(ReportBox.self)
    default: return nil
    }
  }
}
