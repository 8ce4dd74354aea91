import AhaBase
import AhaDrop
import AhaJSON
import AhaNet

extension FolderDestination {
  public func save(to entry: JSONObject) throws(AhaError) -> SavedSecret? {
    guard FilePath(address) == root else {
      throw AhaError(.unsupported, "the path \(address.cut) is not UTF-8")
    }
    try entry.setText("path", address)
    try entry.setText("public_url", publicURL)
    let usual = Int64(FolderDestination.usualChunk)
    try entry.setCount("chunk_bytes", Int64(chunkBytes), unless: usual)
    return nil
  }

  static func saved(_ saved: SavedDestination) throws(AhaError) -> any Destination {
    let settings = saved.settings
    let path = try settings.text("path")
    guard FilePath(path).isAbsolute else {
      throw AhaError(.damaged, "\"path\" is not an absolute path")
    }
    return try FolderDestination(
      path, name: saved.name, publicURL: settings.text("public_url"),
      chunkBytes: Int(clamping: settings.count("chunk_bytes")))
  }
}
