import AhaBase
import AhaDrop
import AhaJSON
import AhaNet

extension S3Destination {
  public func save(to entry: JSONObject) throws(AhaError) -> SavedSecret? {
    let settings = bucket.settings
    if settings.sessionToken != nil {
      throw AhaError(.unsupported, "\(name): temporary keys expire, so they are not saved")
    }
    try entry.setText("bucket", settings.bucket)
    try entry.setText("prefix", settings.prefix)
    try entry.setText("endpoint", settings.endpoint)
    try entry.setText("region", settings.region)
    try entry.setText("key_id", settings.accessKeyID)
    try entry.setText("public_url", settings.publicURL)
    try entry.setText("acl", settings.acl)
    if !settings.usesPathStyle { try entry.set("virtual_host", .flag(true)) }
    try entry.setCount("chunk_bytes", settings.partBytes, unless: Int64(FileSource.usualBytes))
    return SavedSecret(settings.secretAccessKey, of: address)
  }

  static func saved(_ saved: SavedDestination) throws(AhaError) -> any Destination {
    let given = saved.settings
    var settings = S3Settings(
      endpoint: try given.text("endpoint"), bucket: try given.text("bucket"),
      region: try given.text("region"), accessKeyID: try given.text("key_id"),
      secretAccessKey: Secret(""))
    settings.prefix = try given.text("prefix")
    settings.publicURL = try given.text("public_url")
    settings.acl = try given.text("acl")
    settings.usesPathStyle = try !given.flag("virtual_host")
    let chunkBytes = try given.count("chunk_bytes")
    if chunkBytes > 0 { settings.partBytes = chunkBytes }
    let address = try S3Destination(name: saved.name, settings).address
    guard let secret = try saved.secret(of: address) else {
      throw AhaError(.notSignedIn, "its secret key is not saved")
    }
    settings.secretAccessKey = secret
    return try S3Destination(name: saved.name, settings)
  }
}
