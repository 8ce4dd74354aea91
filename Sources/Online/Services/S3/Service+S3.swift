import AhaBase
import AhaDrop
import AhaNet
import AhaSync

extension Service {
  static var s3: Service { Service(destination: .s3, source: .s3) }
}

extension DestinationKind {
  static var s3: DestinationKind {
    var kind = DestinationKind(name: "s3", number: 3, open: S3Destination.saved)
    kind.expiry = S3Destination.expiry
    return kind
  }
}

extension Client {
  public func createS3(
    _ bucket: String, options: S3Settings
  ) throws(AhaError) -> any Destination {
    var settings = options
    settings.bucket = bucket
    settings.secret = try .given(options.secret, file: options.secretFile)
    try settings.fillFromProfile()
    if settings.secret == nil {
      throw AhaError(.invalidArgument, "the bucket \(bucket.cut) has no secret access key")
    }
    if settings.keyID.isEmpty {
      throw AhaError(.invalidArgument, "the bucket \(bucket.cut) has no access key id")
    }
    if settings.endpoint.isEmpty {
      settings.endpoint = "https://s3.\(settings.region).amazonaws.com"
    }
    return try S3Destination(name: DestinationName.given(options.name), settings: settings)
  }
}

extension SourceKind {
  static var s3: SourceKind {
    var kind = SourceKind(name: "s3")
    kind.schemes = ["s3"]
    kind.catalogue = { (destination, client) in
      (destination as? S3Destination).map { S3Catalogue(destination: $0, client: client) }
    }
    kind.opener = { (destination, client) in
      (destination as? S3Destination).map {
        let settings = $0.bucket.settings
        return FolderOpener(
          below: settings.bucketURL, scheme: "s3://\(settings.bucket)/",
          catalogue: S3Catalogue(destination: $0, client: client))
      }
    }
    return kind
  }
}
