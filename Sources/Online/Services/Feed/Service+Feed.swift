import AhaSync

extension Service {
  static var feed: Service { Service(source: .feed) }
}

extension SourceKind {
  static var feed: SourceKind {
    var kind = SourceKind("feed")
    // The sound of an item can be replaced.
    kind.hasLastingHashes = false
    return kind
  }
}
