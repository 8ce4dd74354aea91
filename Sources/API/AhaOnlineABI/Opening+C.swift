import AhaArguments
import AhaBase
import AhaDrop
import AhaNet
import AhaOpen
import AhaPage
import AhaPiece
import AhaServices
import AhaSync
import CAha

extension ClientOpening: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_OPENING, noun: "opening") }

  public func began(_ handle: UInt) { tag.value = handle }

  public func ended(_ handle: UInt) { tag.value = 0 }
}

extension Client {
  func createOpening(
    _ url: String, options: UnsafePointer<aha_opening_options>?
  ) throws(AhaError) -> ClientOpening {
    let fields = try Sized.read(options, "options", default: aha_opening_options_init())
    var settings = ClientOpening.Options()
    settings.context = fields.context
    settings.account = try Handle.optional(fields.account, as: Account.self)
    settings.allowsPrivate = fields.allow_private != 0
    settings.pollMilliseconds = time(fields.poll_ms)
    let destinations = try ClientDrops.of(self).registry.destinations
    return try ClientOpening(
      client: self, text: url, options: settings, destinations: destinations,
      kinds: Services.sources)
  }
}

extension aha_opening_asset {
  init(_ found: OpenedAsset) {
    self = aha_opening_asset_init()
    (asset, size) = (aha_asset(found.role.rawValue + 1), found.bytes)
    Text.fill(&name, found.name)
    Text.fill(&type, found.type)
    Text.fill(&sha256, found.sha256)
  }
}

extension ClientOpening {
  func getPiece() throws(AhaError) -> SharedPiece { SharedPiece(try piece().piece) }

  func id() throws(AhaError) -> String { try piece().id }
  func url() throws(AhaError) -> String { try piece().url }
  func created() throws(AhaError) -> String {
    let created = try piece().created
    return created == 0 ? "" : CalendarTime(created).iso
  }

  var assetCount: Int { isOpen?.assets.count ?? 0 }

  func assets() throws(AhaError) -> [OpenedAsset] { try piece().assets }

  func save(
    _ role: AssetRole, type: String?, path: UnsafePointer<CChar>?,
    prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    try save(role, type: type ?? "", to: filePath(path), prepare: prepare)
  }

  func saveManifest(_ path: UnsafePointer<CChar>?) throws(AhaError) {
    try saveManifest(to: filePath(path))
  }

  func openStream(_ role: AssetRole, type: String?) throws(AhaError) -> StreamBox {
    let tag = HandleTag()
    return StreamBox(stream: try stream(role, type: type ?? "", tag: tag)) { tag.value = $0 }
  }
}
