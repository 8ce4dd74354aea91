import AhaDrop
import AhaNet
import AhaSync

extension Service {
  static var s3: Service { Service(destination: .s3, source: .s3) }
}

extension DestinationKind {
  static var s3: DestinationKind {
    var kind = DestinationKind("s3", 3, open: S3Destination.saved)
    kind.expiry = S3Destination.expiry
    return kind
  }
}

extension SourceKind {
  static var s3: SourceKind {
    var kind = SourceKind("s3")
    kind.schemes = ["s3"]
    kind.catalogue = { (destination, client) in
      (destination as? S3Destination).map { S3Catalogue($0, client) }
    }
    kind.opener = { (destination, client) in
      (destination as? S3Destination).map {
        let settings = $0.bucket.settings
        return FolderOpener(
          below: settings.bucketURL, scheme: "s3://\(settings.bucket)/", S3Catalogue($0, client))
      }
    }
    return kind
  }
}
